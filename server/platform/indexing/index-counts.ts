import { sql } from 'kysely';
import { tokenizeText } from '#lib/text/tokens.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { mergeVocabulary, vocabularyTokens } from './hub-vocabulary.ts';

/** What a batch adds to its hub's vocabulary, and to the count of passages of each language. */
export class IndexCounts {
  readonly tokens = new Map<string, { items: number; inTitle: boolean }>();
  readonly languages = new Map<string, number>();

  /** Counts the tokens of an item, each once. */
  addTokens(tokens: Iterable<string>, inTitle = false): void {
    for (const token of tokens) {
      const known = this.tokens.get(token);
      if (known) {
        known.items += 1;
        known.inTitle ||= inTitle;
      } else this.tokens.set(token, { items: 1, inTitle });
    }
  }

  /** Words that were counted before: only those that are missing in the vocabulary are added. */
  addKnownTokens(tokens: Iterable<string>): void {
    for (const token of tokens)
      if (!this.tokens.has(token)) this.tokens.set(token, { items: 0, inTitle: false });
  }

  /** Takes away what a replaced text had: its words count again only where the text that replaces it is another one's, too. */
  removeTokens(tokens: Iterable<string>): void {
    for (const token of tokens) {
      const known = this.tokens.get(token);
      if (known) known.items = Math.max(0, known.items - 1);
    }
  }

  /** Adds all of another's. */
  add(other: IndexCounts): void {
    for (const [token, { items, inTitle }] of other.tokens) {
      const known = this.tokens.get(token);
      if (known) {
        known.items += items;
        known.inTitle ||= inTitle;
      } else this.tokens.set(token, { items, inTitle });
    }
    for (const [language, passages] of other.languages) this.addLanguage(language, passages);
  }

  addLanguage(language: string, passages: number): void {
    this.languages.set(language, (this.languages.get(language) ?? 0) + passages);
  }

  /** A stored passage that is detected to be in another language than before. */
  changeLanguage(before: string, now: string): void {
    if (before === now) return;
    this.addLanguage(before, -1);
    this.addLanguage(now, 1);
  }
}

/** A passage that was removed from the index. */
export type ReplacedPassage = { language: string; heading: string; body: string };

/** Takes the passages of one text, of an item or a row, away from a batch. @returns the words they had */
export function removePassages(counts: IndexCounts, passages: readonly ReplacedPassage[]): Set<string> {
  for (const { language } of passages) counts.addLanguage(language, -1);
  const tokens = vocabularyTokens(
    ...passages.flatMap(({ heading, body }) => [tokenizeText(heading), tokenizeText(body)]),
  );
  counts.removeTokens(tokens);
  return tokens;
}

/** Adds a batch to its hub's counts: the last statements of its transaction, since other batches update the same rows. */
export async function writeCounts(trx: Transaction, hubId: string, counts: IndexCounts): Promise<void> {
  const languages = [...counts.languages].sort();
  const added = languages.filter(([, passages]) => passages > 0);
  const removed = languages.filter(([, passages]) => passages < 0);
  if (added.length > 0) {
    await sql`insert into hub_language as known (hub_id, language, passages)
      select hub.id, added.language, added.passages
      from unnest(${added.map(([language]) => language)}::text[], ${added.map(([, passages]) => passages)}::bigint[])
        as added (language, passages) join hub on hub.id = ${hubId}
      on conflict (hub_id, language) do update set passages = known.passages + excluded.passages`.execute(
      trx,
    );
  }
  if (removed.length > 0) {
    await sql`update hub_language known set passages = greatest(0, known.passages + removed.passages)
      from unnest(${removed.map(([language]) => language)}::text[], ${removed.map(([, passages]) => passages)}::bigint[])
        as removed (language, passages)
      where known.hub_id = ${hubId} and known.language = removed.language`.execute(trx);
  }
  await mergeVocabulary(trx, hubId, counts.tokens);
}
