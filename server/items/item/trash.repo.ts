import { type RawBuilder, sql } from 'kysely';
import { ROLE_RANK } from '#lib/access/roles.ts';
import type { TrashQuery } from '#lib/contract/trash.ts';
import { mayView, readableBy } from '#server/access/policy/role-on-scope.ts';
import type { HubCaller } from '#server/access/sessions/hub-caller.ts';
import { isTrashRoot } from '#server/items/trash/trash-root.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { trashExpiresAt } from '#server/platform/database/trash-retention.ts';
import { canSeeFolder, canSeeSpace, ITEM_COLUMNS, type ItemView } from './item.repo.ts';

/** An item in the trash with one caller's role. */
export type TrashedItem = ItemView & {
  trashed_at: Date;
  trashed_by: string | null;
  trashed_by_name: string | null;
  expires_at: Date;
  folder_id: string | null;
  folder_title: string | null;
  folder_trashed: boolean | null;
};

/** The name of `deleter`; without one, the address, hidden from guests. */
export function trashedByFilter({ hubRole }: HubCaller): RawBuilder<string | null> {
  const isMember = hubRole !== null && hubRole !== 'guest';
  return sql<string | null>`coalesce(nullif(trim(deleter.first_name || ' ' || deleter.last_name), ''),
    case when ${isMember}::boolean then deleter.email end)`;
}

/** The trash of a hub, or of one of its spaces, for those who may restore; last deleted first. */
export async function trashedItems(
  database: Database,
  caller: HubCaller,
  spaceId: string | null,
  { q, page, page_size }: TrashQuery,
): Promise<TrashedItem[]> {
  const { rows } = await sql<TrashedItem>`
    select ${ITEM_COLUMNS}, found.rank, ${canSeeFolder(caller.principals)} as sees_folder,
      ${canSeeSpace(caller.principals)} as sees_space, found.trashed_by,
      ${trashedByFilter(caller)} as trashed_by_name, ${trashExpiresAt('item.trashed_at')} as expires_at,
      folder.id as folder_id, folder.title as folder_title, folder.trashed_at is not null as folder_trashed
    from (
      select item.id, item.trashed_at, item.trashed_by, readable.role as rank
      from item cross join ${readableBy('item.scope_id', caller.principals)} readable
      where item.hub_id = ${caller.hub.id} and (${spaceId}::uuid is null or item.space_id = ${spaceId}::uuid)
        and ${isTrashRoot(caller.principals)}
        and (${q ?? null}::text is null or strpos(lower(item.title), lower(${q ?? null})) > 0)
      order by item.trashed_at desc, item.id desc limit ${page_size} offset ${(page - 1) * page_size}
    ) as found
      join item on item.id = found.id
      join hub on hub.id = item.hub_id
      join space on space.id = item.space_id and space.deleted_at is null
      join app_user creator on creator.id = item.created_by
      left join app_user deleter on deleter.id = item.trashed_by
      left join item folder on folder.id = item.parent_id and ${mayView('folder.scope_id', caller.principals)}
    order by item.trashed_at desc, item.id desc`.execute(database);
  return rows;
}

/** An item in the trash that is to be deleted permanently. */
export type PurgeableItem = { id: string; space_id: string; hub_id: string; scope_id: string; title: string };

/** Trash entries that the caller may delete permanently, up to the batch size. */
export async function purgeableItems(
  database: Database | Transaction,
  caller: HubCaller,
  spaceId: string | null,
  limit: number,
): Promise<PurgeableItem[]> {
  const { rows } = await sql<PurgeableItem>`
    select item.id, item.space_id, item.hub_id, item.scope_id, item.title
    from item cross join ${readableBy('item.scope_id', caller.principals)} readable
      join space on space.id = item.space_id and space.deleted_at is null
    where item.hub_id = ${caller.hub.id} and (${spaceId}::uuid is null or item.space_id = ${spaceId}::uuid)
      and ${isTrashRoot(caller.principals)} and readable.role >= ${ROLE_RANK.owner}
    order by item.trashed_at, item.id limit ${limit}`.execute(database);
  return rows;
}

/** The nearest folder above an item that is not in the trash; null is its space's top level. */
export async function nearestActiveFolder(
  trx: Transaction,
  parentId: string,
): Promise<{ id: string; title: string } | null> {
  const { rows } = await sql<{ id: string; title: string }>`
    with recursive above as (
      select id, parent_id, title, trashed_at, 1 as distance from item where id = ${parentId}
      union all
      select item.id, item.parent_id, item.title, item.trashed_at, above.distance + 1
      from item join above on item.id = above.parent_id
    )
    select id, title from above where trashed_at is null order by distance limit 1`.execute(trx);
  return rows[0] ?? null;
}
