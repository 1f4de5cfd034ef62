import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { hubLexeme, kindLexeme, SEVERAL, spaceLexeme } from './lexemes.ts';
import type { EngineRequest } from './search-engine.ts';
import { allOf, bandedQueries, begunWords, type Slot, slotQuery, slotWords } from './slots.ts';

/** One item found, by its best passage. */
export type Found = { item_id: string; passage_id: number; score: number };

/** Passages that a rank reads at most, where matches are few enough to read all; and where only the best are. */
const READ_ALL = 3_000;
const READ_BEST = 600;
/** A slot of no more items than this is read whole. */
const FEW = 1_200;
/** Readable spaces that are named to the index; more are left to the filter. */
const NAMED_SPACES = 40;

/** What may be seen of the hub, asked once a search: scopes, and the spaces that have any. */
export type Readable = { spaceIds: string[] };

/** The conditions on an item `i` that hold for every hit: rights first, then what the reader asked for. */
function itemConditions(request: EngineRequest): RawBuilder<unknown> {
  const { reader, authors, from, until, kinds } = request;
  const conditions = [
    sql`i.trashed_at is null`,
    sql`i.scope_id in (select scope_id from readable)`,
    sql`i.hub_id = ${reader.hubId}`,
  ];
  if (authors) conditions.push(sql`i.created_by = any(${authors}::uuid[])`);
  if (from) conditions.push(sql`i.updated_at >= ${from}`);
  if (until) conditions.push(sql`i.updated_at < ${until}`);
  if (kinds.length > 0) conditions.push(sql`i.kind = any(${kinds}::text[])`);
  return sql.join(conditions, sql` and `);
}

/** The scopes of spaces that are not deleted in which the reader may view. */
export function readableScopes({ reader, space }: EngineRequest): RawBuilder<unknown> {
  return sql`readable as materialized (
    select a.scope_id from scope_access a
    join scope s on s.id = a.scope_id
    join space on space.id = s.space_id and space.deleted_at is null
    where a.hub_id = ${reader.hubId} and a.principal = any(${reader.principals}::text[])
    ${space ? sql`and lower(space.slug) = lower(${space})` : sql``}
  )`;
}

/** Where in the index to look at all: the kinds asked for, and the readable spaces while they are few. */
function placeQueries({ reader, kinds }: EngineRequest, { spaceIds }: Readable): string[] {
  const any = (lexemes: string[]) => `(${lexemes.map((lexeme) => `'${lexeme}'`).join(' | ')})`;
  const where = spaceIds.length > 0 && spaceIds.length <= NAMED_SPACES;
  const queries = [any(where ? spaceIds.map(spaceLexeme) : [hubLexeme(reader.hubId)])];
  if (kinds.length > 0) queries.push(any(kinds.map(kindLexeme)));
  return queries;
}

type Weighted = { query: string; weight: number };

/** What a word that was only begun counts beside one that stands there. */
const BEGUN_WEIGHT = 0.3;

function scoreOf(slots: readonly Slot[], passages: number): Weighted[] {
  return slots.flatMap((slot) => {
    const rarity = Math.max(0.1, Math.log(1 + (passages + 1) / (1 + slot.items + slot.begunItems)));
    // ts_rank divides by the number of alternatives: spelling variants must not make a word count less.
    const lexemes = slot.steps.reduce((sum, step) => sum + step.lexemes.length, 0);
    const whole = { query: slotWords(slot), weight: rarity * lexemes };
    const begun = begunWords(slot);
    const begunLexemes = slot.steps.reduce((sum, step) => sum + step.begun.length, 0);
    return begun ? [whole, { query: begun, weight: rarity * begunLexemes * BEGUN_WEIGHT }] : [whole];
  });
}

/** Words side by side, in the order typed: what a query of several words most likely means. */
function asPhrase(slots: readonly Slot[]): string | null {
  if (slots.length < 2 || slots.some((slot) => slot.steps.length > 1)) return null;
  return slots.map((slot) => slotQuery(slot)).join(' <-> ');
}

const WEIGHTS = '{0.1, 0.2, 0.35, 1}';

function rank(slots: readonly Slot[], passages: number): RawBuilder<number> {
  const weighted = scoreOf(slots, passages);
  const total = weighted.reduce((sum, one) => sum + one.weight, 0) || 1;
  const parts = weighted.map(
    ({ query, weight }) =>
      sql`${weight / total}::real * ts_rank(${WEIGHTS}::real[], p.lexemes, ${query}::tsquery)`,
  );
  const phrase = asPhrase(slots);
  if (slots.length > 1) {
    const all = allOf(slots.map(slotWords));
    parts.push(sql`0.1::real * ts_rank(${WEIGHTS}::real[], p.lexemes, ${all}::tsquery)`);
  }
  if (phrase) parts.push(sql`case when p.lexemes @@ ${phrase}::tsquery then 0.15::real else 0 end`);
  return sql<number>`(${sql.join(parts, sql` + `)})`;
}

/** A little for what was changed lately: 8 % for today, half of it after four months. */
const recency = sql`(1 + 0.08 * exp(extract(epoch from i.updated_at - now()) / 15000000))`;

/**
 * Items with a passage that has every required slot, best first. Rights and filters are conditions of the reading
 * itself, so that what is read at most is only ever what the reader may see.
 */
export async function strictMatches(
  database: Database,
  request: EngineRequest,
  readable: Readable,
  slots: { wanted: readonly Slot[]; excluded: readonly Slot[]; passages: number },
  limit: number,
): Promise<Found[]> {
  const required = requiredOf(slots.wanted);
  const also = placeQueries(request, readable);
  if (required.some(isFew)) {
    const whole = [allOf([...required.map((slot) => slotQuery(slot, { begun: true })), ...also])];
    const found = await read(database, request, slots, whole, READ_ALL, limit);
    if (found.read < READ_ALL) return found.rows;
  }
  return (
    await read(database, request, slots, bandedQueries(required, also), Math.max(READ_BEST, limit * 2), limit)
  ).rows;
}

/** Few enough to read all; how many have a phrase nobody counted, but they are fewer than have its words. */
function isFew(slot: Slot): boolean {
  return slot.steps.length > 1 || slot.items + slot.begunItems <= FEW;
}

/** Words that nearly every text has are not required while there are others. */
export function requiredOf(wanted: readonly Slot[]): Slot[] {
  const required = wanted.filter((slot) => !slot.optional);
  return required.length > 0 ? required : [...wanted];
}

async function read(
  database: Database,
  request: EngineRequest,
  slots: { wanted: readonly Slot[]; excluded: readonly Slot[]; passages: number },
  queries: readonly string[],
  most: number,
  limit: number,
): Promise<{ rows: Found[]; read: number }> {
  const begun = slots.wanted.some((slot) => slot.begunItems > 0);
  const exact = begun
    ? sql<boolean>`p.lexemes @@ ${allOf(requiredOf(slots.wanted).map((slot) => slotQuery(slot)))}::tsquery`
    : sql<boolean>`true`;
  const { rows } = await sql<Found & { read: number }>`
    with ${readableScopes(request)}, candidate as materialized (
      select one.* from unnest(${queries}::tsquery[]) as band (query)
      cross join lateral (
        select p.id, p.item_id, p.number, ${exact} as exact,
          ${rank(slots.wanted, slots.passages)} * ${recency} as score
        from passage p join item i on i.id = p.item_id
        where p.lexemes @@ band.query and ${itemConditions(request)} ${without(slots.excluded)}
        limit ${most}
      ) as one
      limit ${most}
    ), best as (
      select distinct on (item_id) item_id, id as passage_id, exact, score from candidate
      order by item_id, exact desc, score desc, number
    )
    select item_id, passage_id, score, (select count(*) from candidate)::integer as read
    from best order by exact desc, score desc, item_id desc limit ${limit}`.execute(database);
  return { rows, read: rows[0]?.read ?? 0 };
}

/** Leaves out items that have an excluded word anywhere, not only in the passage that was found. */
export function without(excluded: readonly Slot[]): RawBuilder<unknown> {
  if (excluded.length === 0) return sql``;
  const query = excluded.map((slot) => `(${slotQuery(slot)})`).join(' | ');
  return sql`and not exists (
    select 1 from passage other where other.item_id = i.id and other.lexemes @@ ${query}::tsquery
  )`;
}

/**
 * Items of which the passages together have at least `least` of the wanted slots: a word here, another there. What
 * has more of them, and rarer ones, comes first.
 */
export async function spreadMatches(
  database: Database,
  request: EngineRequest,
  readable: Readable,
  slots: { wanted: readonly Slot[]; excluded: readonly Slot[]; passages: number },
  least: number,
  limit: number,
): Promise<Found[]> {
  const wanted = requiredOf(slots.wanted);
  // An item of one passage has either been found already, or has but some of the words.
  const also = [...placeQueries(request, readable), ...(least > 1 ? [`'${SEVERAL}'`] : [])];
  const reads = wanted.map((slot, index) => {
    const queries = isFew(slot)
      ? [allOf([slotQuery(slot, { begun: true }), ...also])]
      : bandedQueries([slot], also);
    const score = sql.join(
      scoreOf([slot], slots.passages).map(
        ({ query, weight }) =>
          sql`${weight}::real * ts_rank(${WEIGHTS}::real[], p.lexemes, ${query}::tsquery)`,
      ),
      sql` + `,
    );
    return sql`(
      select ${index}::integer as slot, one.* from unnest(${queries}::tsquery[]) as band (query)
      cross join lateral (
        select p.id, p.item_id, p.number,
          (${score}) * ${recency} as score
        from passage p join item i on i.id = p.item_id
        where p.lexemes @@ band.query and ${itemConditions(request)} ${without(slots.excluded)}
        limit ${READ_BEST * 2}
      ) as one limit ${READ_BEST * 2}
    )`;
  });
  const { rows } = await sql<Found>`
    with ${readableScopes(request)}, candidate as materialized (${sql.join(reads, sql` union all `)}),
    by_slot as (
      select distinct on (item_id, slot) item_id, slot, id, score from candidate order by item_id, slot, score desc
    )
    select item_id, (array_agg(id order by score desc))[1] as passage_id,
      count(*) * 0.01 + sum(score) / 100 as score
    from by_slot group by item_id having count(*) >= ${least}
    order by count(*) desc, sum(score) desc, item_id desc limit ${limit}`.execute(database);
  return rows;
}

/** The latest items that the filters let through, for a query without a wanted word. */
export async function latestItems(
  database: Database,
  request: EngineRequest,
  excluded: readonly Slot[],
  limit: number,
): Promise<Found[]> {
  const { rows } = await sql<Found>`
    with ${readableScopes(request)}
    select i.id as item_id, p.id as passage_id, 0 as score
    from item i left join passage p on p.item_id = i.id and p.number = 0
    where ${itemConditions(request)} ${without(excluded)}
    order by i.updated_at desc, i.id desc limit ${limit}`.execute(database);
  return rows;
}

/** The spaces in which the reader may view anything. */
export async function readableSpaces(database: Database, request: EngineRequest): Promise<Readable> {
  const { rows } = await sql<{ space_id: string }>`
    with ${readableScopes(request)}
    select distinct s.space_id from readable join scope s on s.id = readable.scope_id
    limit ${NAMED_SPACES + 1}`.execute(database);
  return { spaceIds: rows.map((row) => row.space_id) };
}
