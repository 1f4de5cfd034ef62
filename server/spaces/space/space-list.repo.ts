import { type RawBuilder, sql } from 'kysely';
import { ROLE_RANK } from '#lib/access/roles.ts';
import type { SpaceListQuery } from '#lib/contract/space.ts';
import type { HubCaller } from '#server/access/sessions/hub-caller.ts';
import type { Database } from '#server/platform/database/database.ts';
import { matchesQuery, SPACE_COLUMNS, type SpaceView, spaceRanks } from './space.repo.ts';

/** Each is the order of an index. */
const ORDER: Record<NonNullable<SpaceListQuery['sort']>, string> = {
  name: 'lower(space.name), space.id',
  '-name': 'lower(space.name) desc, space.id desc',
  created_at: 'space.id',
  '-created_at': 'space.id desc',
  updated_at: 'space.updated_at, space.id',
  '-updated_at': 'space.updated_at desc, space.id desc',
};

/** So many are read and sorted at once, also where the caller sees no others among very many. */
const SORTED_MAX = 500;
/** Who is named by fewer entries of access lists is read for by these. */
const FEW_ENTRIES = 1_000;
/** Of a longer list all is read and sorted, too, unless the page ends within this part of it. */
const FIRST_PART = 1 / 8;

type SpacePage = { spaces: SpaceView[]; count: number };

/** The conditions of a list on a space, beside those of the caller's role in it. */
function conditionsOf({ hub }: HubCaller, { q, archived, writable }: SpaceListQuery): RawBuilder<unknown> {
  return sql`space.hub_id = ${hub.id} and space.deleted_at is null
    and (space.archived_at is not null) = ${archived} and ${matchesQuery(q)}
    and ${writable ? sql`space.archived_at is null` : sql`true`}`;
}

/** A role of at least this rank puts a space on the list: one for `space.create_item`, or any. */
const leastRank = ({ writable }: SpaceListQuery) => sql.lit(writable ? ROLE_RANK.editor : 0);

/** A page of the spaces of the caller's hub that the caller may see, and their total number. */
export async function spacesOf(
  database: Database,
  caller: HubCaller,
  query: SpaceListQuery,
): Promise<SpacePage> {
  const count = await countOfMany(database, caller, query);
  const until = query.page * query.page_size;
  // To count what a text filters, it has to be looked for in all of them.
  if (count === null || query.q || count <= SORTED_MAX || until > count * FIRST_PART)
    return sortedPage(database, caller, query, count === null);
  return { spaces: await pageInOrder(database, caller, query), count };
}

/** How many spaces the list has; null where so few access lists name the caller that these are found one by one. */
async function countOfMany(
  database: Database,
  caller: HubCaller,
  query: SpaceListQuery,
): Promise<number | null> {
  // Of the cases, only the one that is true is computed.
  const { rows } = await sql<{ count: number | null }>`
    select case when ${sql.lit(FEW_ENTRIES)} = (
        select count(*) from (
          select from scope_entry
          where hub_id = ${caller.hub.id} and principal = any(${caller.principals}::text[])
          limit ${sql.lit(FEW_ENTRIES)}
        ) as entry)
      then ${query.q ? sql`0` : numberOf(caller, query)} end as count`.execute(database);
  return rows[0]?.count ?? null;
}

/** All spaces of the list are read and sorted, and counted in the same pass. */
async function sortedPage(
  database: Database,
  caller: HubCaller,
  query: SpaceListQuery,
  isFew: boolean,
): Promise<SpacePage> {
  const { page, page_size, sort } = query;
  // By their ids, too, few are found by key: by their scopes alone, all spaces of the hub are read.
  const readable = isFew
    ? sql`(
        select space_id, scope_id, max(role) as role from scope_entry
        where hub_id = ${caller.hub.id} and principal = any(${caller.principals}::text[]) group by space_id, scope_id
      ) as readable on readable.space_id = space.id and readable.scope_id = space.scope_id`
    : sql`${spaceRanks(caller)} readable on readable.scope_id = space.scope_id`;
  // Counted below the sorting: it can't be had from an index, which would be read past what the caller may not see.
  const { rows } = await sql<SpaceView & { count: number }>`
    select * from (
      select ${SPACE_COLUMNS}, readable.role as rank, count(*) over () as count
      from space join ${readable}
      where ${conditionsOf(caller, query)} and readable.role >= ${leastRank(query)}
    ) as space
    order by ${sql.raw(ORDER[sort ?? 'name'])}
    limit ${page_size} offset ${(page - 1) * page_size}`.execute(database);
  const [first] = rows;
  if (first || page === 1) return { spaces: rows, count: first?.count ?? 0 };
  // Past the last page there is no row to take the count from.
  return { spaces: [], count: await countSpaces(database, caller, query) };
}

/** Spaces are read in the order of an index, each with the rank that the caller has in it, until the page is full. */
async function pageInOrder(
  database: Database,
  caller: HubCaller,
  query: SpaceListQuery,
): Promise<SpaceView[]> {
  const { page, page_size, sort } = query;
  // The first page's numbers are part of the statement, whose plan is cached then.
  const number = (value: number) => (page === 1 ? sql.lit(value) : sql`${value}`);
  const { rows } = await sql<SpaceView>`
    select ${SPACE_COLUMNS}, readable.role as rank
    from space cross join lateral (
      select max(role) as role from scope_entry entry
      where entry.scope_id = space.scope_id and entry.principal = any(${caller.principals}::text[])
      having count(*) > 0
    ) as readable
    where ${conditionsOf(caller, query)} and readable.role >= ${leastRank(query)}
    order by ${sql.raw(ORDER[sort ?? 'name'])}
    limit ${number(page_size)} offset ${number((page - 1) * page_size)}`.execute(database);
  return rows;
}

const numberOf = (caller: HubCaller, query: SpaceListQuery) => sql<number>`(
  select count(*) from space
  where ${conditionsOf(caller, query)} and space.scope_id in (
    select scope_id from scope_entry
    where hub_id = ${caller.hub.id} and principal = any(${caller.principals}::text[])
      and role >= ${leastRank(query)}
  ))`;

async function countSpaces(database: Database, caller: HubCaller, query: SpaceListQuery): Promise<number> {
  const { rows } = await sql<{ count: number }>`select ${numberOf(caller, query)} as count`.execute(database);
  return rows[0]?.count ?? 0;
}
