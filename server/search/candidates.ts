import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import {
  hubLexeme,
  kindLexeme,
  MULTI_PASSAGE_LEXEME,
  quoteLexeme,
  spaceLexeme,
  wholeTitleLexeme,
} from '#server/platform/indexing/lexemes.ts';
import { plainText } from '#server/platform/indexing/passage-text.ts';
import type { EngineRequest } from './search-engine.ts';
import {
  andQuery,
  bandedQueries,
  estimatedItems,
  prefixLexemes,
  type Slot,
  slotLexemes,
  slotQuery,
} from './slots.ts';

/** One item found, by its best passage. */
export type SearchCandidate = { item_id: string; passage_id: number; score: number };

/** Passages that a rank reads at most, where matches are few enough to read all; and where only the best are. */
const READ_ALL = 3_000;
const READ_BEST = 250;
/** As many items as one of these are asked for at once, so that few different statements are prepared. */
const CONCURRENT_READS = [25, 100, 400];
/** A slot of no more items than this is read whole. */
const FEW = 500;
/** A slot of so many times the items of the rarest is left to the filter. */
const LEADING = 8;
const SELDOM = 50;
/** Readable spaces that are named to the index; more are left to the filter. */
const NAMED_SPACES = 40;

/** Below this share of readable passages, the index query names the spaces; above it the filter alone is faster. */
const NARROW = 0.5;

/**
 * What the reader may see of the hub: the spaces, and about which share of all passages of this server they have; the
 * hub's own share of them.
 */
export type ReadableSpaces = { spaceIds: string[]; share: number; hubShare: number };

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

/** Where in the index to look at all: the kinds asked for, and what is readable where that is a small part. */
export function scopeTsQueries(
  { reader, kinds }: Pick<EngineRequest, 'reader' | 'kinds'>,
  readable: ReadableSpaces,
): string[] {
  const { spaceIds, share, hubShare } = readable;
  const any = (lexemes: string[]) => `(${lexemes.map((lexeme) => `'${lexeme}'`).join(' | ')})`;
  const queries: string[] = [];
  if (spaceIds.length <= NAMED_SPACES) {
    if (share < NARROW) queries.push(any(spaceIds.map(spaceLexeme)));
  } else if (hubShare < NARROW) {
    queries.push(any([hubLexeme(reader.hubId)]));
  }
  if (kinds.length > 0) queries.push(any(kinds.map(kindLexeme)));
  return queries;
}

type Weighted = { query: string; weight: number };

/** What a word that was only begun counts beside one that stands there. */
const PREFIX_WEIGHT = 0.3;

function scoreOf(slots: readonly Slot[], passages: number): Weighted[] {
  return slots.flatMap((slot) => {
    const rarity = Math.max(0.1, Math.log(1 + (passages + 1) / (1 + slot.items + slot.prefixItems)));
    // ts_rank divides by the number of alternatives: spelling variants must not make a word count less.
    const lexemes = slot.steps.reduce((sum, step) => sum + step.lexemes.length, 0);
    const whole = { query: slotLexemes(slot), weight: rarity * lexemes };
    const begun = prefixLexemes(slot);
    const begunLexemes = slot.steps.reduce((sum, step) => sum + step.prefixes.length, 0);
    return begun ? [whole, { query: begun, weight: rarity * begunLexemes * PREFIX_WEIGHT }] : [whole];
  });
}

/** Words side by side, in the order typed: what a query of several words most likely means. */
function asPhrase(slots: readonly Slot[]): string | null {
  if (slots.length < 2 || slots.some((slot) => slot.steps.length > 1)) return null;
  return slots.map((slot) => slotQuery(slot)).join(' <-> ');
}

const WEIGHTS = '{0.1, 0.2, 0.35, 1}';
/** What it adds that the query is the title; the words themselves count 1 at most. */
const TITLED = 1;

function rank(slots: readonly Slot[], passages: number, near: boolean): RawBuilder<number> {
  const weighted = scoreOf(slots, passages);
  const total = weighted.reduce((sum, one) => sum + one.weight, 0) || 1;
  const parts = weighted.map(
    ({ query, weight }) =>
      sql`${weight / total}::real * ts_rank(${WEIGHTS}::real[], p.lexemes, ${query}::tsquery)`,
  );
  const phrase = asPhrase(slots);
  if (near && slots.length > 1) {
    const all = andQuery(slots.map(slotLexemes));
    parts.push(sql`0.1::real * ts_rank(${WEIGHTS}::real[], p.lexemes, ${all}::tsquery)`);
  }
  if (phrase) parts.push(sql`case when p.lexemes @@ ${phrase}::tsquery then 0.15::real else 0 end`);
  return sql<number>`(${sql.join(parts, sql` + `)})`;
}

/** A little for what was changed lately: 8 % for today, half of it after four months. */
const recency = sql`(1 + 0.08::float8 * exp(extract(epoch from i.updated_at - now())::float8 / 15000000))`;

/**
 * Items with a passage that has every required slot, best first. Rights and filters are conditions of the reading
 * itself, so that what is read at most is only ever what the reader may see.
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
    // A word that very many passages have costs the index more than looking at the few that the others leave.
    const least = Math.min(...required.map(estimatedItems));
    const leading = required.filter((slot) => estimatedItems(slot) <= Math.max(least, SELDOM) * LEADING);
    const following = required.filter((slot) => !leading.includes(slot));
    const lead: Look = {
      queries: [andQuery([...whole(leading), ...also])],
      filter: andQuery(whole(following)),
      near: true,
    };
    const found = await read(database, request, slots, lead, READ_ALL, limit);
    if (found.read < READ_ALL) return found.rows;
  }
  const named = isTitle(request);
  const bands = bandedQueries(required, also);
  const banded: Look = {
    queries: named ? [andQuery([named, ...also]), ...bands] : bands,
    filter: '',
    near: false,
  };
  return (await read(database, request, slots, banded, Math.max(READ_BEST, batchOf(limit) * 2), limit)).rows;
}

/** Those of the slots that stand in any passage that the reader may see, all asked for at once. */
export async function slotsWithMatches(
  database: Database,
  request: EngineRequest,
  readable: ReadableSpaces,
  slots: readonly Slot[],
  excluded: readonly Slot[],
): Promise<Set<Slot>> {
  if (slots.length === 0) return new Set();
  const also = scopeTsQueries(request, readable);
  const asked = slots.flatMap((slot, index) => {
    const queries = isFew(slot)
      ? [andQuery([slotQuery(slot, { begun: true }), ...also])]
      : bandedQueries([slot], also);
    return queries.map((query) => ({ index, query }));
  });
  const { rows } = await sql<{ slot: number }>`
    with ${readableScopes(request)}
    select slot from generate_series(0, ${slots.length - 1}::integer) as slot cross join lateral (
      select from unnest(
        ${asked.map(({ index }) => index)}::integer[], ${asked.map(({ query }) => query)}::tsquery[]
      ) as band (slot, query)
      cross join lateral (
        select from passage p join item i on i.id = p.item_id
        where p.lexemes @@ band.query and ${itemConditions(request)} ${excludeSlots(excluded)} limit 1
      ) as passage
      where band.slot = slot.slot limit 1
    ) as found`.execute(database);
  return new Set(rows.flatMap(({ slot }) => slots[slot] ?? []));
}

/** How candidates are looked for. */
type Look = {
  /** Asked of the index one after another, until enough was read. */
  queries: readonly string[];
  /** Must hold too, but is not asked of the index; empty for nothing. */
  filter: string;
  /** Whether it counts how near the words stand, which takes long where they are common. */
  near: boolean;
};

/** Whether the words wanted are a title as a whole, as a tsquery; null where they can't be. */
function isTitle({ terms }: EngineRequest): string | null {
  const wanted = terms.filter((term) => !term.excluded).map((term) => term.text);
  const lexeme = wholeTitleLexeme(plainText(wanted.join(' ')));
  return lexeme === null ? null : quoteLexeme(lexeme);
}

/** Few enough to read all; how many have a phrase nobody counted, but they are fewer than have its words. */
function isFew(slot: Slot): boolean {
  return slot.steps.length > 1 || estimatedItems(slot) <= FEW;
}

/** About how many passages have all slots, if one says nothing of another. */
export function expectedMatches(required: readonly Slot[], passages: number): number {
  return required.reduce((some, slot) => some * (estimatedItems(slot) / Math.max(1, passages)), passages);
}

/** Words that nearly every text has are not required while there are others. */
export function requiredSlots(wanted: readonly Slot[]): Slot[] {
  const required = wanted.filter((slot) => !slot.optional);
  return required.length > 0 ? required : [...wanted];
}

/**
 * The queries as rows. How many they are, and what is read at most, stands in the statements themselves: a plan that
 * knows it is as good for every search, so that PostgreSQL keeps it and does not plan each search anew.
 */
function bandsOf(queries: readonly string[]): RawBuilder<unknown> {
  return sql`(
        select query from unnest(${queries}::tsquery[]) as query limit ${sql.lit(queries.length)}
      ) as band`;
}

/** The items to ask for, where `limit` are wanted. */
function batchOf(limit: number): number {
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
  // The function, other than the operator, is never asked of the index.
  const filter = look.filter ? sql`and ts_match_vq(p.lexemes, ${look.filter}::tsquery)` : sql``;
  const named = isTitle(request);
  const titled = named
    ? sql`case when p.lexemes @@ ${named}::tsquery then ${TITLED}::real else 0 end`
    : sql`0`;
  const { rows } = await sql<SearchCandidate & { read: number }>`
    with ${readableScopes(request)}, candidate as materialized (
      select one.* from ${bandsOf(look.queries)}
      cross join lateral (
        select p.id, p.item_id, p.number, ${exact} as exact,
          (${rank(slots.wanted, slots.passages, look.near)} + ${titled}) * ${recency} as score
        from passage p join item i on i.id = p.item_id
        where p.lexemes @@ band.query ${filter} and ${itemConditions(request)} ${excludeSlots(slots.excluded)}
        limit ${sql.lit(most)}
      ) as one
      limit ${sql.lit(most)}
    ), best as (
      select distinct on (item_id) item_id, id as passage_id, exact, score from candidate
      order by item_id, exact desc, score desc, number
    )
    select item_id, passage_id, score, (select count(*) from candidate)::integer as read
    from best order by exact desc, score desc, item_id desc limit ${sql.lit(batchOf(limit))}`.execute(
    database,
  );
  return { rows: rows.slice(0, limit), read: rows[0]?.read ?? 0 };
}

/** Leaves out items that have an excluded word anywhere, not only in the passage that was found. */
export function excludeSlots(excluded: readonly Slot[]): RawBuilder<unknown> {
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
  readable: ReadableSpaces,
  slots: { wanted: readonly Slot[]; excluded: readonly Slot[]; passages: number },
  least: number,
  limit: number,
): Promise<SearchCandidate[]> {
  const wanted = requiredSlots(slots.wanted);
  // An item of one passage has either been found already, or has but some of the words.
  const also = [...scopeTsQueries(request, readable), ...(least > 1 ? [`'${MULTI_PASSAGE_LEXEME}'`] : [])];
  const reads = wanted.map((slot, index) => {
    const queries = isFew(slot)
      ? [andQuery([slotQuery(slot, { begun: true }), ...also])]
      : bandedQueries([slot], also);
    const score = sql.join(
      scoreOf([slot], slots.passages).map(
        ({ query, weight }) =>
          sql`${weight}::real * ts_rank(${WEIGHTS}::real[], p.lexemes, ${query}::tsquery)`,
      ),
      sql` + `,
    );
    return sql`(
      select ${sql.lit(index)} as slot, one.* from ${bandsOf(queries)}
      cross join lateral (
        select p.id, p.item_id, p.number,
          (${score}) * ${recency} as score
        from passage p join item i on i.id = p.item_id
        where p.lexemes @@ band.query and ${itemConditions(request)} ${excludeSlots(slots.excluded)}
        limit ${sql.lit(READ_BEST * 2)}
      ) as one limit ${sql.lit(READ_BEST * 2)}
    )`;
  });
  const { rows } = await sql<SearchCandidate>`
    with ${readableScopes(request)}, candidate as materialized (${sql.join(reads, sql` union all `)}),
    by_slot as (
      select distinct on (item_id, slot) item_id, slot, id, score from candidate order by item_id, slot, score desc
    )
    select item_id, (array_agg(id order by score desc))[1] as passage_id,
      count(*) * 0.01 + sum(score) / 100 as score
    from by_slot group by item_id having count(*) >= ${sql.lit(least)}
    order by count(*) desc, sum(score) desc, item_id desc limit ${sql.lit(batchOf(limit))}`.execute(database);
  return rows.slice(0, limit);
}

/** The latest items that the filters let through, for a query without a wanted word. */
export async function latestItems(
  database: Database,
  request: EngineRequest,
  excluded: readonly Slot[],
  limit: number,
): Promise<SearchCandidate[]> {
  const { rows } = await sql<SearchCandidate>`
    with ${readableScopes(request)}
    select i.id as item_id, p.id as passage_id, 0 as score
    from item i left join passage p on p.item_id = i.id and p.number = 0
    where ${itemConditions(request)} ${excludeSlots(excluded)}
    order by i.updated_at desc, i.id desc limit ${limit}`.execute(database);
  return rows;
}

const NOTHING_READABLE = { space_ids: [], spaces: 0, hub_share: 0 };

/** The spaces in which the reader may view anything, and how much of the server that is. */
export async function readableSpaces(database: Database, request: EngineRequest): Promise<ReadableSpaces> {
  const { hubId } = request.reader;
  const { rows } = await sql<{ space_ids: string[]; spaces: number; hub_share: number }>`
    with ${readableScopes(request)}, seen as (
      select distinct s.space_id from readable join scope s on s.id = readable.scope_id limit ${NAMED_SPACES + 1}
    )
    select array(select space_id from seen) as space_ids,
      (select count(*) from seen)::real / (select greatest(count(*), 1) from space where hub_id = ${hubId})
        as spaces,
      (select coalesce(sum(passages), 0) from hub_language where hub_id = ${hubId})::real
        / (select greatest(reltuples, 1) from pg_class where oid = 'passage'::regclass) as hub_share`.execute(
    database,
  );
  const { space_ids: spaceIds, spaces, hub_share: hubShare } = rows[0] ?? NOTHING_READABLE;
  return { spaceIds, share: spaces * hubShare, hubShare };
}
