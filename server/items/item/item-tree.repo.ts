import { sql } from 'kysely';
import { TREE_LEVEL_MAX, type TreeEntry, type TreeQuery } from '#lib/contract/item-tree.ts';
import { mayView, readableScopes } from '#server/access/policy/role-on-scope.ts';
import type { HubCaller } from '#server/access/sessions/hub-caller.ts';
import type { Database } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';
import type { SpaceView } from '#server/spaces/space/space.repo.ts';
import { nextItemCursor, type RowCursor } from './item-list.repo.ts';
import {
  orderBySelectedKeys,
  orderGroupConditions,
  orderKeysAsText,
  parseItemOrder,
  selectOrderKeys,
} from './item-order.ts';

const KINDS = sql`('folder', 'document')`;

/**
 * The folders and documents of one level of a space that the caller may see, folders first, as they were put, and then
 * by title; those of a folder that they may not see are not listed.
 */
export async function treeLevel(
  database: Database,
  caller: HubCaller,
  space: SpaceView,
  { parent, after }: TreeQuery,
): Promise<{ entries: TreeEntry[]; next: string | null }> {
  if (parent !== undefined && !isId(parent)) return { entries: [], next: null };
  const order = parseItemOrder(
    { sort: 'position', trashed: false, after, parent: parent ?? 'root' },
    caller.hubRole === null,
  );
  const group = sql.join(
    orderGroupConditions(order, undefined).map((one) => sql`(${one})`),
    sql` or `,
  );
  const within = parent
    ? sql`item.parent_id = ${parent} and exists (select from item folder
        where folder.id = ${parent} and ${mayView('folder.scope_id', caller.principals)})`
    : sql`item.parent_id is null`;
  const { rows } = await sql<TreeEntry & RowCursor>`
    select found.id, found.title, found.kind, found.is_folder, ${orderKeysAsText(order, 'found')} as order_keys,
      found.kind = 'folder' and exists (
        select from item child where child.parent_id = found.id and child.trashed_at is null
          and child.archived_at is null
          and child.kind in ${KINDS} and ${mayView('child.scope_id', caller.principals)}) as opens
    from (
      select item.id, item.title, item.kind, ${selectOrderKeys(order)}
      from item
        join ${readableScopes(caller.hub.id, caller.principals, space.id)} readable
          on readable.scope_id = item.scope_id
      where item.space_id = ${space.id} and item.trashed_at is null and item.archived_at is null
        and item.kind in ${KINDS}
        and ${within} and (${group})
    ) as found
    order by ${orderBySelectedKeys(order, 'found')}
    limit ${TREE_LEVEL_MAX}`.execute(database);
  const entries = rows.map(({ id, title, kind, opens }) => ({ id, title, kind, opens }));
  return { entries, next: nextItemCursor(order, rows, TREE_LEVEL_MAX) };
}
