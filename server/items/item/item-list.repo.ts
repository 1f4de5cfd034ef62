import { type RawBuilder, sql } from 'kysely';
import type { ItemListQuery } from '#lib/contract/item.ts';
import { effectiveVisibility } from '#server/access/policy/effective-visibility.ts';
import type { Principal } from '#server/access/policy/principals.ts';
import {
  type ListedScope,
  readableScopes,
  scopeListOrSubquery,
} from '#server/access/policy/role-on-scope.ts';
import type { HubCaller } from '#server/access/sessions/hub-caller.ts';
import { isTrashRoot } from '#server/items/trash/trash-root.ts';
import type { Database } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';
import { exclusiveUpperBound } from '#server/platform/http/upper-bound.ts';
import type { SpaceView } from '#server/spaces/space/space.repo.ts';
import { groupByCreator } from './creator-order.ts';
import { canSeeFolder, ITEM_PLAIN_COLUMNS, type ItemView } from './item.repo.ts';
import {
  encodeItemCursor,
  type ItemOrder,
  orderByKeys,
  orderBySelectedKeys,
  orderGroupConditions,
  orderGroups,
  orderKeysAsText,
  ordersByCreator,
  parseItemOrder,
  selectOrderKeys,
} from './item-order.ts';
import { firstByTitle, isIndexable, titleContains } from './title-filter.ts';

/** A page of a list, and the cursor after it where there may be more. */
export type ItemPage = { items: ItemView[]; next: string | null };

/** Archived, and not because its folder is. */
const IS_ARCHIVE_ROOT = sql`item.archived_at is not null and not exists (
  select from item folder where folder.id = item.parent_id and folder.archived_at is not null)`;

/**
 * Leaves archived items out of the list of a level, or of all of a space. By their ids, which every index of a list has:
 * a page far down is counted off in the index alone.
 */
function isNotArchived(spaceId: string, parent: string | undefined): RawBuilder<unknown> {
  if (parent !== undefined && parent !== 'root' && !isId(parent)) return sql`true`;
  const level =
    parent === undefined
      ? sql`true`
      : parent === 'root'
        ? sql`aside.parent_id is null`
        : sql`aside.parent_id = ${parent} and not exists (
            select from item folder where folder.id = ${parent} and folder.archived_at is not null)`;
  return sql`item.id not in (
    select aside.id from item aside
    where aside.space_id = ${spaceId} and aside.archived_at is not null and ${level})`;
}

/** The conditions on an item in a list. */
export function itemConditions(
  { parent, q, trashed, archived, kind, created_by, from, to }: ItemListQuery,
  reader: { principals: readonly Principal[]; isOutsider: boolean; spaceId: string },
): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [
    trashed ? isTrashRoot(reader.principals) : sql`item.trashed_at is null`,
  ];
  if (archived) conditions.push(IS_ARCHIVE_ROOT);
  // In the trash is everything that was thrown away; an archived folder shows what lies in it.
  else if (!trashed) conditions.push(isNotArchived(reader.spaceId, parent));
  if (parent === 'root') conditions.push(sql`item.parent_id is null`);
  else if (parent !== undefined) conditions.push(isId(parent) ? sql`item.parent_id = ${parent}` : sql`false`);
  if (kind) conditions.push(sql`item.kind = ${kind}`);
  if (q) conditions.push(titleContains(q));
  if (created_by) {
    // A caller outside the hub sees nothing of its people.
    const known = isId(created_by) && !reader.isOutsider;
    conditions.push(known ? sql`item.created_by = ${created_by}` : sql`false`);
  }
  if (from) conditions.push(sql`item.updated_at >= ${new Date(from)}`);
  if (to) conditions.push(sql`item.updated_at < ${exclusiveUpperBound(to)}`);
  return sql.join(conditions, sql` and `);
}

type Page = { limit: RawBuilder<number>; offset: RawBuilder<number>; reach: RawBuilder<number> };

/**
 * The first page's numbers are part of the statement: a plan that knows them is as good for every reader, so
 * that PostgreSQL caches it and does not plan each list again.
 */
function pageOf({ page: requestedPage, page_size, after }: ItemListQuery): Page {
  const page = after === undefined ? requestedPage : 1;
  const number = (value: number) => (page === 1 ? sql.lit(value) : sql<number>`${value}`);
  const offset = (page - 1) * page_size;
  return { limit: number(page_size), offset: number(offset), reach: number(offset + page_size) };
}

/** The parameters of a query for rows: an order, conditions, and a limit. */
type Wanted = {
  order: ItemOrder;
  kind: ItemListQuery['kind'];
  parent: ItemListQuery['parent'];
  where: RawBuilder<unknown>;
  page: Page;
};

/** A text that the index of a space's titles is read for, in addition to the conditions without it. */
type TitleText = { q: string; spaceId: string; where: RawBuilder<unknown> };

const creatorOf = (order: ItemOrder) =>
  ordersByCreator(order) ? sql`join app_user creator on creator.id = item.created_by` : sql``;

/** The first rows of each group of a scope, of which there are `parts`. */
function firstRows(
  scopeId: string | null,
  { order, kind, parent, where, page: { reach } }: Wanted,
  title: TitleText | null,
  parts: number,
): RawBuilder<unknown>[] {
  if (ordersByCreator(order))
    return orderGroups(order, kind).map((group) =>
      groupByCreator({ scopeId, parent, where, group, down: order.down, reach }),
    );
  const columns = sql`item.id, ${selectOrderKeys(order)}`;
  const ofGroup = (group: RawBuilder<unknown>, also: RawBuilder<unknown>) =>
    sql`item.scope_id = ${scopeId} and ${also} and ${group}`;
  const orderBy = orderByKeys(order);
  return orderGroupConditions(order, kind).map((group) =>
    title
      ? firstByTitle({ ...title, columns, where: ofGroup(group, title.where), orderBy, reach, parts })
      : sql`select ${columns} from item where ${ofGroup(group, where)} order by ${orderBy} limit ${reach}`,
  );
}

/**
 * Each scope's own first rows in order, folders and others separately, merged: as fast in a large space as in
 * a small one, and each read from an index in either direction.
 */
function pageOfScopes(scopes: readonly ListedScope[], wanted: Wanted, title: TitleText | null) {
  const { order, page } = wanted;
  // Filled up to a power of two with empty scopes, so that few different statements are prepared.
  const parts = 2 ** Math.ceil(Math.log2(scopes.length));
  const rows = Array.from({ length: parts }, (_, at) =>
    firstRows(scopes[at]?.id ?? null, wanted, title, parts).map((first) => sql`(${first})`),
  ).flat();
  return sql`select * from (${sql.join(rows, sql` union all `)}) as found
    order by ${orderBySelectedKeys(order, 'found')} limit ${page.limit} offset ${page.offset}`;
}

/** The rows in order, each checked: for a reader of many scopes, most of which match. */
function pageOfReadable(readable: RawBuilder<unknown>, { order, kind, where, page }: Wanted) {
  const group = sql.join(
    orderGroupConditions(order, kind).map((one) => sql`(${one})`),
    sql` or `,
  );
  return sql`select * from (
      select item.id, readable.role as rank, ${selectOrderKeys(order)}
      from item join ${readable} readable on readable.scope_id = item.scope_id ${creatorOf(order)}
      where ${where} and (${group})) as found
    order by ${orderBySelectedKeys(order, 'found')} limit ${page.limit} offset ${page.offset}`;
}

/** What every item of a list has in common by its space. */
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

/** The values of a row that make the cursor after it; its keys may be left out where it is not the last of a page. */
export type RowCursor = { is_folder: number; order_keys: string[] | null; id: string };

type ListedRow = Omit<ItemView, keyof ReturnType<typeof ofSpace>> &
  RowCursor & { folder_scope_id?: string | null };

/** The cursor after a page's last row; null at the end of the list. */
export function nextItemCursor(
  order: ItemOrder,
  rows: readonly RowCursor[],
  pageSize: number,
): string | null {
  const last = rows.at(-1);
  if (!last?.order_keys || rows.length < pageSize) return null;
  return encodeItemCursor(order, { is_folder: last.is_folder, keys: last.order_keys, id: last.id });
}

/**
 * Items of a space that the caller may see; trashed ones for those who may restore them.
 * @throws ApiError 422 for a cursor that does not belong to this list.
 */
export async function itemsOfSpace(
  database: Database,
  caller: HubCaller,
  space: SpaceView,
  query: ItemListQuery,
): Promise<ItemPage> {
  const { parent, trashed, kind } = query;
  const isOutsider = caller.hubRole === null;
  const order = parseItemOrder(query, isOutsider);
  // A folder that the reader may not see is not revealed as the parent.
  const inFolder =
    parent === undefined || !isId(parent)
      ? sql`true`
      : sql`exists (
          select from item folder join scope_access seen on seen.scope_id = folder.scope_id
          where folder.id = ${parent} and seen.principal = any(${caller.principals}))`;
  const conditions = (of: ItemListQuery) =>
    sql`${itemConditions(of, { principals: caller.principals, isOutsider, spaceId: space.id })} and ${inFolder}`;
  const where = conditions(query);
  const { q } = query;
  const title =
    q && isIndexable(q) ? { q, spaceId: space.id, where: conditions({ ...query, q: undefined }) } : null;
  const reader = { hubId: caller.hub.id, spaceId: space.id, userId: caller.user?.id ?? null };
  const { named } = caller;
  const scopes = trashed
    ? null
    : named?.space?.id === space.id && named.scopes !== undefined
      ? named.scopes
      : await scopeListOrSubquery(database, reader);
  if (scopes?.length === 0) return { items: [], next: null };
  const wanted = { order, kind, parent, where, page: pageOf(query) };
  const rows = scopes
    ? pageOfScopes(scopes, wanted, title)
    : pageOfReadable(readableScopes(caller.hub.id, caller.principals, space.id), {
        ...wanted,
        where: sql`item.space_id = ${space.id} and ${where}`,
      });
  // Names are looked up for the page's rows only; the space's values are known, and the same for all, as is what is known by scope.
  const seen = scopes
    ? sql`(select folder.scope_id from item folder where folder.id = item.parent_id) as folder_scope_id`
    : sql`found.rank, ${effectiveVisibility('item.scope_id')} as effective_visibility,
        ${canSeeFolder(caller.principals)} as sees_folder`;
  const last = sql`case when row_number() over (order by ${orderBySelectedKeys(order, 'found')}) = ${sql.lit(query.page_size)}
    then ${orderKeysAsText(order, 'found')} end`;
  const found = await sql<ListedRow>`
    select ${ITEM_PLAIN_COLUMNS}, ${seen}, found.is_folder, ${last} as order_keys
    from (${rows}) as found
      join item on item.id = found.id
      join app_user creator on creator.id = item.created_by
    order by ${orderBySelectedKeys(order, 'found')}`.execute(database);
  const known = ofSpace(caller, space);
  const next = nextItemCursor(order, found.rows, query.page_size);
  if (!scopes) return { items: found.rows.map((row) => Object.assign(row, known)), next };
  const byId = new Map(scopes.map((scope) => [scope.id, scope]));
  const items = found.rows.map((row) => {
    const { rank = null, visibility = 'private' } = byId.get(row.scope_id) ?? {};
    const { folder_scope_id: folder } = row;
    const sees_folder = row.parent_id === null || (folder != null && byId.has(folder));
    return Object.assign(row, known, { rank, effective_visibility: visibility, sees_folder });
  });
  return { items, next };
}
