import { type RawBuilder, sql } from 'kysely';
import type { ItemListQuery } from '#lib/contract/item.ts';
import type { Database } from '../database/database.ts';
import { isId } from '../database/id.ts';
import type { Principal } from '../policy/principals.ts';
import { fewScopesOf, type ReadableScope, readableScopes } from '../policy/role-on-scope.ts';
import type { HubCaller } from '../session/hub-caller.ts';
import type { SpaceView } from '../space/space.repo.ts';
import { trashedByItself } from '../trash/trashed-by-itself.ts';
import { type ItemView, OWN_COLUMNS, seesFolder } from './item.repo.ts';

export const ORDER: Record<NonNullable<ItemListQuery['sort']>, string> = {
  title: 'lower(item.title), item.id',
  '-title': 'lower(item.title) desc, item.id desc',
  // Ids are made in the order of time.
  created_at: 'item.id',
  '-created_at': 'item.id desc',
  updated_at: 'item.updated_at, item.id',
  '-updated_at': 'item.updated_at desc, item.id desc',
  size: 'item.size, item.id',
  '-size': 'item.size desc, item.id desc',
};
const LAST_TRASHED = 'item.trashed_at desc, item.id desc';

/** What an item must be to stand in a list. */
export function conditionsOf(
  { kind, parent, q, trashed }: ItemListQuery,
  principals: readonly Principal[] = [],
): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [
    trashed ? trashedByItself(principals) : sql`item.trashed_at is null`,
  ];
  if (parent === 'root') conditions.push(sql`item.parent_id is null`);
  else if (parent !== undefined) conditions.push(isId(parent) ? sql`item.parent_id = ${parent}` : sql`false`);
  if (kind) conditions.push(sql`item.kind = ${kind}`);
  if (q) conditions.push(sql`strpos(lower(item.title), lower(${q})) > 0`);
  return sql.join(conditions, sql` and `);
}

type Page = {
  order: RawBuilder<unknown>;
  limit: RawBuilder<number>;
  offset: RawBuilder<number>;
  reach: RawBuilder<number>;
};

/**
 * The first page's numbers stand in the statement: a plan that knows them is as good for every reader, so that
 * PostgreSQL keeps it and does not plan each list anew.
 */
function pageOf({ page, page_size }: ItemListQuery, order: string): Page {
  const number = (value: number) => (page === 1 ? sql.lit(value) : sql<number>`${value}`);
  const offset = (page - 1) * page_size;
  return {
    order: sql.raw(order),
    limit: number(page_size),
    offset: number(offset),
    reach: number(offset + page_size),
  };
}

/** Each scope's own first rows in order, merged: as fast in a large space as in a small one. */
function pageOfScopes(scopes: readonly ReadableScope[], where: RawBuilder<unknown>, page: Page) {
  // Filled up to a power of two with scopes that hold nothing, so that few different statements are prepared.
  const parts = 2 ** Math.ceil(Math.log2(scopes.length));
  const rows = Array.from({ length: parts }, (_, at) => {
    const { id = null, rank = 0 } = scopes[at] ?? {};
    return sql`(select item.*, ${rank}::smallint as rank from item where item.scope_id = ${id} and ${where}
      order by ${page.order} limit ${page.reach})`;
  });
  return sql`select * from (${sql.join(rows, sql` union all `)}) as item
    order by ${page.order} limit ${page.limit} offset ${page.offset}`;
}

/** The space's (or folder's) rows in order, each asked about: for a reader of many scopes most of them count. */
function pageOfSpace(caller: HubCaller, space: SpaceView, where: RawBuilder<unknown>, page: Page) {
  return sql`select item.*, readable.role as rank
    from item
      join ${readableScopes(caller.hub.id, caller.principals, space.id)} readable on readable.scope_id = item.scope_id
    where item.space_id = ${space.id} and ${where}
    order by ${page.order} limit ${page.limit} offset ${page.offset}`;
}

/** What every item of a list has of its space. */
function ofSpace(caller: HubCaller, space: SpaceView) {
  return {
    hub_id: space.hub_id,
    space_id: space.id,
    space_slug: space.slug,
    space_name: space.name,
    space_archived_at: space.archived_at,
    is_outsider: caller.hubRole === null,
    sees_space: true,
  };
}

/** Items of a space that the caller may see; trashed ones for those who may take them out again. */
export async function itemsOfSpace(
  database: Database,
  caller: HubCaller,
  space: SpaceView,
  query: ItemListQuery,
): Promise<ItemView[]> {
  const { sort, parent, trashed } = query;
  const conditions = conditionsOf(query, caller.principals);
  // That something lies in a folder which the reader may not see is not theirs to know.
  const where =
    parent === undefined || !isId(parent)
      ? conditions
      : sql`${conditions} and exists (
          select from item folder join scope_access seen on seen.scope_id = folder.scope_id
          where folder.id = ${parent} and seen.principal = any(${caller.principals}))`;
  const page = pageOf(query, sort ? ORDER[sort] : trashed ? LAST_TRASHED : ORDER['-updated_at']);
  const inFolder = parent !== undefined && parent !== 'root';
  const reader = { hubId: caller.hub.id, spaceId: space.id, userId: caller.user?.id ?? null };
  const scopes = inFolder || trashed ? null : await fewScopesOf(database, reader);
  if (scopes?.length === 0) return [];
  const rows = scopes ? pageOfScopes(scopes, where, page) : pageOfSpace(caller, space, where, page);
  // Names are looked up for the page's rows alone; what is the space's is known, and the same for all.
  const found = await sql<Omit<ItemView, keyof ReturnType<typeof ofSpace>>>`
    select ${OWN_COLUMNS}, item.rank, ${seesFolder(caller.principals)} as sees_folder
    from (${rows}) as item
      join app_user creator on creator.id = item.created_by
    order by ${page.order}`.execute(database);
  const known = ofSpace(caller, space);
  return found.rows.map((row) => Object.assign(row, known));
}
