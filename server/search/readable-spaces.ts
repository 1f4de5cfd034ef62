import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import { hubLexeme, kindLexeme, spaceLexeme } from '#server/platform/indexing/lexemes.ts';
import type { EngineRequest } from './search-engine.ts';

/** Readable spaces that are named to the index; more are left to the filter, unless they are a small part. */
const NAMED_SPACES = 40;

/** So many are named where they are a small part of their hub's: the filter would refuse most of what it looks at. */
const NAMED_SPACES_OF_MANY = 400;
const SMALL = 0.1;
/** Entries of access lists that are read of each principal to see whether there are no more spaces than these. */
const ENTRIES_MAX = 2_000;

/** Below this share of readable passages, the index query names the spaces; above it the filter alone is faster. */
const NARROW = 0.5;

/**
 * What the reader may see of the hub: the spaces, and their approximate share of all passages of this server;
 * the hub's own share of them.
 */
export type ReadableSpaces = { spaceIds: string[]; share: number; hubShare: number };

/** The conditions on an item `i` that every hit must satisfy: access first, then the reader's filters. */
export function itemConditions(request: EngineRequest): RawBuilder<unknown> {
  const { reader, space, authors, from, until, kinds } = request;
  const conditions = [
    sql`i.trashed_at is null`,
    request.archived ? sql`i.archived_at is not null` : sql`i.archived_at is null`,
    sql`i.hub_id = ${reader.hubId}`,
    // Scopes of a space in the trash have no sources. `offset 0` keeps the check a subquery for each candidate:
    // as a join it may come first, and the index is searched once for each space.
    sql`exists (
      select from scope_access list
      where list.scope_id = i.scope_id and list.principal = any((select principals from readable)::text[]) offset 0)`,
  ];
  if (space) {
    conditions.push(sql`i.space_id = any(array(
      select id from space where hub_id = ${reader.hubId} and lower(slug) = lower(${space})))`);
  }
  if (authors) conditions.push(sql`i.created_by = any(${authors}::uuid[])`);
  if (from) conditions.push(sql`i.updated_at >= ${from}`);
  if (until) conditions.push(sql`i.updated_at < ${until}`);
  if (kinds.length > 0) conditions.push(sql`i.kind = any(${kinds}::text[])`);
  return sql.join(conditions, sql` and `);
}

/**
 * What `itemConditions` checks each candidate against, as the first part of a `with`: the names under which
 * access lists may mention the reader. Not the scopes themselves, which may be a hundred thousand.
 */
export function readableScopes({ reader }: EngineRequest): RawBuilder<unknown> {
  return sql`readable as materialized (select ${reader.principals}::text[] as principals)`;
}

/**
 * Which parts of the index to search: the requested kinds, and the readable spaces where they are a small
 * part.
 */
export function scopeTsQueries(
  { reader, kinds }: Pick<EngineRequest, 'reader' | 'kinds'>,
  readable: ReadableSpaces,
): string[] {
  const { spaceIds, share, hubShare } = readable;
  const any = (lexemes: string[]) => `(${lexemes.map((lexeme) => `'${lexeme}'`).join(' | ')})`;
  const queries: string[] = [];
  if (spaceIds.length <= NAMED_SPACES || share < hubShare) {
    if (share < NARROW) queries.push(any(spaceIds.map(spaceLexeme)));
  } else if (hubShare < NARROW) {
    queries.push(any([hubLexeme(reader.hubId)]));
  }
  if (kinds.length > 0) queries.push(any(kinds.map(kindLexeme)));
  return queries;
}

type Spaces = { space_ids: string[]; few: string[] | null; total: number; hub_share: number };
const NOTHING_READABLE: Spaces = { space_ids: [], few: null, total: 0, hub_share: 0 };

/**
 * The spaces in which the reader may view anything, and how much of the server that is; of many spaces only the
 * first. From one space to the next in an index, so that the time does not depend on how many there are.
 */
export async function readableSpaces(database: Database, request: EngineRequest): Promise<ReadableSpaces> {
  const { reader, space } = request;
  const { hubId, principals } = reader;
  // An upper bound that is part of the statement, so that PostgreSQL caches a plan that is as good for every reader.
  const names = 2 ** Math.ceil(Math.log2(Math.max(4, principals.length)));
  const next = (after: RawBuilder<unknown>) => sql`(
    select entry.space_id from (
      select principal from unnest(${principals}::text[]) as mine (principal) limit ${sql.lit(names)}
    ) as mine cross join lateral (
      select space_id from scope_entry
      where hub_id = ${hubId} and principal = mine.principal and space_id > ${after}
      order by space_id limit 1) as entry
    order by entry.space_id limit 1)`;
  const total = sql`(select spaces from counted)`;
  const { rows } = await sql<Spaces>`
    with recursive entered (space_id) as (
      select ${next(sql`'00000000-0000-0000-0000-000000000000'::uuid`)}
      union all
      select ${next(sql`entered.space_id`)} from entered where entered.space_id is not null
    ), seen as materialized (
      select space.id as space_id from entered join space on space.id = entered.space_id
      where space.deleted_at is null ${space ? sql`and lower(space.slug) = lower(${space})` : sql``}
      limit ${sql.lit(NAMED_SPACES + 1)}
    ), counted as materialized (select count(*)::int as spaces from space where hub_id = ${hubId})
    select array(select space_id from seen) as space_ids, ${total} as total,
      case when (select count(*) from seen) > ${sql.lit(NAMED_SPACES)}
        and ${total} * ${sql.lit(SMALL)} > ${sql.lit(NAMED_SPACES)} then ${fewOfMany(request)} end as few,
      (select coalesce(sum(passages), 0) from hub_language where hub_id = ${hubId})::real
        / (select greatest(reltuples, 1) from pg_class where oid = 'passage'::regclass) as hub_share`.execute(
    database,
  );
  const { space_ids: first, few, total: all, hub_share: hubShare } = rows[0] ?? NOTHING_READABLE;
  const most = Math.min(all * SMALL, NAMED_SPACES_OF_MANY);
  const named = few && few.length <= most ? few : first;
  const isAll = named === few || first.length <= NAMED_SPACES;
  return {
    spaceIds: named,
    share: isAll ? (named.length / Math.max(1, all)) * hubShare : hubShare,
    hubShare,
  };
}

/** All spaces in which the reader may view anything, or one more than are named; null where that takes long to tell. */
function fewOfMany({ reader: { hubId, principals } }: EngineRequest): RawBuilder<unknown> {
  const mine = sql`unnest(${principals}::text[]) as mine (principal)`;
  const entries = sql`scope_entry where hub_id = ${hubId} and principal = mine.principal order by space_id`;
  // Anybody who is named in more entries than are read needs none of them to be looked at.
  return sql`(
    select case when not exists (
        select from ${mine} cross join lateral (
          select from ${entries} offset ${sql.lit(ENTRIES_MAX - 1)} limit 1) as last
      ) then (
        select (array_agg(distinct space.id))[:${sql.lit(NAMED_SPACES_OF_MANY + 1)}]
        from ${mine} cross join lateral (select space_id from ${entries}) as entry
          join space on space.id = entry.space_id and space.deleted_at is null
      ) end)`;
}
