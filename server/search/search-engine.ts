import type { PassageLocation } from '#lib/text/passage.ts';
import type { SearchTerm } from '#lib/text/search-query.ts';
import type { Principal } from '#server/access/policy/principals.ts';

/** On whose behalf a search runs: only what these principals may view, in this hub, is found. */
export type Reader = { hubId: string; principals: readonly Principal[] };

export type EngineRequest = {
  reader: Reader;
  /** Without a wanted term, the latest items that match the filters. */
  terms: readonly SearchTerm[];
  /** Any of these kinds; empty for all. */
  kinds: readonly string[];
  /** Only what is archived; otherwise only what is not. */
  archived?: boolean;
  /** A space's slug. */
  space: string | null;
  /** Made by one of these accounts; null for anybody. */
  authors: readonly string[] | null;
  /** By the item's last change; `from` inclusive, `until` exclusive, RFC 3339. */
  from: string | null;
  until: string | null;
  /** Ids of rows of tables that are shown beside the results already: what is written in them is not found once more. */
  shownRows?: readonly string[];
  offset: number;
  limit: number;
};

/** The positions of the query's words in a text, in UTF-16 units; in order, not overlapping. */
export type Mark = { start: number; end: number };

/** An item with the one of its passages that fits best. */
export type Hit = {
  itemId: string;
  score: number;
  /** Null for an item found by its title alone. */
  place: PassageLocation | null;
  title: { text: string; marks: Mark[] };
  heading: { text: string; marks: Mark[] };
  body: { text: string; marks: Mark[] };
};

export type EngineResult = {
  /** Best first. */
  itemIds: string[];
  /** How well each fits. */
  scores: number[];
  /** Reads what the found items have to show, in their order; meanwhile other queries can run. */
  hits(): Promise<Hit[]>;
  /** Whether any item has all words as they were typed. */
  isTyped: boolean;
  /** The words that were found in place of the typed ones; only set when a result can be seen. */
  corrected: string | null;
  /** Another query that finds something too, where the typed one finds next to nothing. */
  suggestion: string | null;
};

/**
 * The interface of a search engine; another one than PostgreSQL can replace it (the same tests cover both).
 */
export type SearchEngine = { search(request: EngineRequest): Promise<EngineResult> };
