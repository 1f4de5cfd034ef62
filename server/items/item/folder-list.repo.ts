import { sql } from 'kysely';
import { type HubRole, ROLE_RANK } from '#lib/access/roles.ts';
import type { ItemListQuery } from '#lib/contract/item.ts';
import { groupIdsOf } from '#server/access/policy/group-ids.ts';
import { type Principal, principalsOf } from '#server/access/policy/principals.ts';
import { readableScopes } from '#server/access/policy/role-on-scope.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import type { Database } from '#server/platform/database/database.ts';
import { ITEM_COLUMNS, type ItemView } from './item.repo.ts';
import { type ItemPage, itemConditions, nextItemCursor, type RowCursor } from './item-list.repo.ts';
import {
  orderBySelectedKeys,
  orderGroupConditions,
  orderKeysAsText,
  parseItemOrder,
  selectOrderKeys,
} from './item-order.ts';

/** The caller's standing in a hub: their names in its access lists, and whether they belong to it. */
async function standing(database: Database, hubId: string, caller: Caller) {
  const userId = caller.user?.id ?? null;
  const row = userId
    ? await database
        .selectFrom('membership')
        .select(['role', 'suspended_at'])
        .where('hub_id', '=', hubId)
        .where('user_id', '=', userId)
        .executeTakeFirst()
    : undefined;
  const role: HubRole | null = row && !row.suspended_at ? row.role : null;
  const own: Principal[] = principalsOf(userId, role, await groupIdsOf(database, { hubId, userId }));
  // A visitor, or a user who was suspended here, at most views by a link.
  const most = userId && !row?.suspended_at ? ROLE_RANK.editor : ROLE_RANK.viewer;
  return { own, most, isOutsider: role === null };
}

/**
 * The contents of a folder, as far as the caller may see them: for those who may see the folder but not its
 * space, by a link or because it was shared with them.
 */
export async function itemsOfFolder(
  database: Database,
  caller: Caller,
  folder: Pick<ItemView, 'id' | 'hub_id' | 'space_id' | 'sees_space'>,
  query: ItemListQuery,
): Promise<ItemPage> {
  const { own, most, isOutsider } = await standing(database, folder.hub_id, caller);
  const order = parseItemOrder({ ...query, trashed: false, parent: folder.id }, isOutsider);
  const where = itemConditions(
    { ...query, trashed: false, parent: folder.id },
    { principals: own, isOutsider, spaceId: folder.space_id },
  );
  const group = sql.join(
    orderGroupConditions(order, query.kind).map((one) => sql`(${one})`),
    sql` or `,
  );
  const offset = query.after === undefined ? (query.page - 1) * query.page_size : 0;
  const { rows } = await sql<ItemView & RowCursor>`
    select found.*, ${orderKeysAsText(order, 'found')} as order_keys
    from (
      select ${ITEM_COLUMNS}, ${selectOrderKeys(order)}, own.role as own_rank,
        greatest(own.role, least(linked.role, ${most}::smallint)) as rank
      from item
        left join ${readableScopes(folder.hub_id, own, folder.space_id)} own on own.scope_id = item.scope_id
        left join ${readableScopes(folder.hub_id, caller.links, folder.space_id)} linked on linked.scope_id = item.scope_id
        join space on space.id = item.space_id
        join app_user creator on creator.id = item.created_by
      where ${where} and (${group}) and (own.role is not null or linked.role is not null)
    ) as found
    order by ${orderBySelectedKeys(order, 'found')}
    limit ${query.page_size} offset ${offset}`.execute(database);
  const items = rows.map((row) => ({
    ...row,
    is_outsider: isOutsider,
    ...(folder.sees_space === undefined ? {} : { sees_space: folder.sees_space }),
  }));
  return { items, next: nextItemCursor(order, rows, query.page_size) };
}
