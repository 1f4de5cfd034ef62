import { type RawBuilder, sql } from 'kysely';
import { fewReadableScopes } from '#server/access/policy/role-on-scope.ts';
import type { Database } from '#server/platform/database/database.ts';
import { rankColumns, rankedItems, titleQuery } from './rank.ts';
import { itemConditions, type ReadableSpaces, readableScopes, scopeTsQueries } from './readable-spaces.ts';
import type { EngineRequest } from './search-engine.ts';
import { andQuery, bandedQueries, estimatedItems, type Slot, slotQuery } from './slots.ts';

/** One item found, by its best passage. */
export type SearchCandidate = {
  item_id: string;
  passage_id: number;
  score: number;
  /** Whether it has the words as they end, not only longer ones that begin with them. */
  exact?: boolean;
  /** Of partial matches, 2 where the item has all words. */
  matched?: number;
};

/** Passages that a rank reads at most, where matches are few enough to read all; and where only the best are. */
const READ_ALL = 1_200;
const READ_BEST = 250;
/** Where they have several words: no more of the very best were found by reading twice as many. */
const READ_BEST_OF_SEVERAL = 120;
/** This many items are queried together, so that few different statements are prepared. */
const CONCURRENT_READS = [25, 100, 400];
/** A slot of no more items than this is read whole. */
const FEW = 500;
/** A slot with this many times the items of the rarest is checked by the filter only. */
const LEADING = 8;
const SELDOM = 50;
/**
 * Items with a passage that has every required slot, best first. Access and filters are conditions of the
 * query itself, so that the limit counts only what the reader may see.
 */
export async function strictMatches(
  database: Database,
  request: EngineRequest,
  readable: ReadableSpaces,
  slots: { wanted: readonly Slot[]; excluded: readonly Slot[]; passages: number },
  limit: number,
): Promise<SearchCandidate[]> {
  const required = requiredSlots(slots.wanted);
  const also = scopeTsQueries(request, readable);
  const whole = (of: readonly Slot[]) => of.map((slot) => slotQuery(slot, { begun: true }));
  if (required.some(isFew) || expectedMatches(required, slots.passages) <= READ_BEST) {
    // A word that very many passages have costs the index more than checking the few that the others leave.
    const least = Math.min(...required.map(estimatedItems));
    const leading = required.filter((slot) => estimatedItems(slot) <= Math.max(least, SELDOM) * LEADING);
    const following = required.filter((slot) => !leading.includes(slot));
    const lead: Look = {
      queries: [andQuery([...whole(leading), ...also])],
      filter: andQuery(whole(following)),
    };
    const found = await read(database, request, slots, lead, READ_ALL, limit);
    if (found.read < READ_ALL) return found.rows;
  }
  const named = titleQuery(request);
  const bands = bandedQueries(required, also);
  const banded: Look = {
    queries: named ? [andQuery([named, ...also]), ...bands] : bands,
    filter: '',
  };
  const best = required.length > 1 ? READ_BEST_OF_SEVERAL : READ_BEST;
  return (await read(database, request, slots, banded, Math.max(best, batchOf(limit)), limit)).rows;
}

/** Those of the slots that match any passage that the reader may see, in one query. */
export async function slotsWithMatches(
  database: Database,
  request: EngineRequest,
  readable: ReadableSpaces,
  slots: readonly Slot[],
  excluded: readonly Slot[],
): Promise<Set<Slot>> {
  if (slots.length === 0) return new Set();
  const also = scopeTsQueries(request, readable);
  const slotQueries = slots.flatMap((slot, index) => {
    const queries = isFew(slot)
      ? [andQuery([slotQuery(slot, { begun: true }), ...also])]
      : bandedQueries([slot], also);
    return queries.map((query) => ({ index, query }));
  });
  const { rows } = await sql<{ slot: number }>`
    with ${readableScopes(request)}
    select slot from generate_series(0, ${slots.length - 1}::integer) as slot cross join lateral (
      select from unnest(
        ${slotQueries.map(({ index }) => index)}::integer[], ${slotQueries.map(({ query }) => query)}::tsquery[]
      ) as band (slot, query)
      cross join lateral (
        select from passage p join item i on i.id = p.item_id
        where p.lexemes @@ band.query and ${itemConditions(request)} ${excludeSlots(excluded)} ${excludeShown(request)} limit 1
      ) as passage
      where band.slot = slot.slot limit 1
    ) as found`.execute(database);
  return new Set(rows.flatMap(({ slot }) => slots[slot] ?? []));
}

/** The plan of a query for candidates. */
type Look = {
  /** Queried from the index one after another, until enough was read. */
  queries: readonly string[];
  /** Must match too, but is not queried from the index; may be empty. */
  filter: string;
};

/**
 * Few enough to read all; the number of passages with a phrase is unknown, but smaller than with its words.
 */
function isFew(slot: Slot): boolean {
  return slot.steps.length > 1 || estimatedItems(slot) <= FEW;
}

/** About how many passages have all slots, if they are independent. */
export function expectedMatches(required: readonly Slot[], passages: number): number {
  return required.reduce((some, slot) => some * (estimatedItems(slot) / Math.max(1, passages)), passages);
}

/** Words that nearly every text has are not required while there are other words. */
export function requiredSlots(wanted: readonly Slot[]): Slot[] {
  const required = wanted.filter((slot) => !slot.optional);
  return required.length > 0 ? required : [...wanted];
}

/**
 * The queries as rows. Their number and the limit are part of the statements: a plan that knows them is as
 * good for every search, so that PostgreSQL caches it and does not plan each search again.
 */
export function bandsOf(queries: readonly string[]): RawBuilder<unknown> {
  return sql`(
        select query from unnest(${queries}::tsquery[]) as query limit ${sql.lit(queries.length)}
      ) as band`;
}

/** The number of items to query, where `limit` are wanted. */
export function batchOf(limit: number): number {
  return CONCURRENT_READS.find((most) => most >= limit) ?? limit;
}

async function read(
  database: Database,
  request: EngineRequest,
  slots: { wanted: readonly Slot[]; excluded: readonly Slot[]; passages: number },
  look: Look,
  most: number,
  limit: number,
): Promise<{ rows: SearchCandidate[]; read: number }> {
  const begun = slots.wanted.some((slot) => slot.prefixItems > 0);
  const exact = begun
    ? sql<boolean>`p.lexemes @@ ${andQuery(requiredSlots(slots.wanted).map((slot) => slotQuery(slot)))}::tsquery`
    : sql<boolean>`true`;
  // Unlike the operator, the function is never evaluated by the index.
  const filter = look.filter ? sql`and ts_match_vq(p.lexemes, ${look.filter}::tsquery)` : sql``;
  const { rows } = await sql<SearchCandidate & { read: number }>`
    with ${readableScopes(request)}, candidate as materialized (
      select one.* from ${bandsOf(look.queries)}
      cross join lateral (
        select ${exact} as exact, ${rankColumns(request, slots.wanted)}
        from passage p join item i on i.id = p.item_id
        where p.lexemes @@ band.query ${filter} and ${itemConditions(request)} ${excludeSlots(slots.excluded)} ${excludeShown(request)}
        limit ${sql.lit(most)}
      ) as one
      limit ${sql.lit(most)}
    ), ${rankedItems(slots.wanted, slots.passages, sql`0`)}
    select item_id, passage_id, score, exact, (select count(*) from candidate)::integer as read
    from ranked order by exact desc, score desc, item_id desc limit ${sql.lit(batchOf(limit))}`.execute(
    database,
  );
  return { rows: rows.slice(0, limit), read: rows[0]?.read ?? 0 };
}

/** Leaves out items that have an excluded word anywhere, not only in the found passage. */
export function excludeSlots(excluded: readonly Slot[]): RawBuilder<unknown> {
  if (excluded.length === 0) return sql``;
  const query = excluded.map((slot) => `(${slotQuery(slot)})`).join(' | ');
  return sql`and not exists (
    select 1 from passage other where other.item_id = i.id and other.lexemes @@ ${query}::tsquery
  )`;
}

/** Leaves out passages of rows that are shown beside the results: their table is found by its other ones. */
export const excludeShown = ({ shownRows = [] }: EngineRequest): RawBuilder<unknown> =>
  shownRows.length === 0 ? sql`` : sql`and coalesce(p.place ->> 'row_id' <> all(${shownRows}::text[]), true)`;

/** The latest items that match the filters, for a query without a wanted word. */
export async function latestItems(
  database: Database,
  request: EngineRequest,
  excluded: readonly Slot[],
  limit: number,
): Promise<SearchCandidate[]> {
  const few = await fewReadableScopes(database, request.reader);
  const latest = (within: RawBuilder<unknown>) => sql`
    select i.id, i.updated_at from item i
    where ${within} and ${itemConditions(request)} ${excludeSlots(excluded)}
    order by i.updated_at desc, i.id desc limit ${limit}`;
  // A reader of few scopes would walk over the whole hub: each scope's own latest are merged instead.
  const found = few
    ? sql`select one.* from unnest(${few.map(({ id }) => id)}::uuid[]) as seen (scope_id)
        cross join lateral (${latest(sql`i.scope_id = seen.scope_id`)}) as one
        order by one.updated_at desc, one.id desc limit ${limit}`
    : latest(sql`true`);
  const { rows } = await sql<SearchCandidate>`
    with ${readableScopes(request)}
    select found.id as item_id, p.id as passage_id, 0 as score
    from (${found}) as found left join passage p on p.item_id = found.id and p.number = 0
    order by found.updated_at desc, found.id desc`.execute(database);
  return rows;
}
