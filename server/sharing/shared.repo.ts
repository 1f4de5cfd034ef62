import { sql } from 'kysely';
import type { SharedItem, SharedQuery } from '#lib/contract/access.ts';
import type { ItemRole } from '#lib/policy/roles.ts';
import type { Database } from '../database/database.ts';
import { presentItem } from '../item/item.presenter.ts';
import { COLUMNS, type ItemView, seesFolder, seesSpace } from '../item/item.repo.ts';
import { readableScopes } from '../policy/role-on-scope.ts';
import type { HubCaller } from '../session/hub-caller.ts';

type SharedView = ItemView & { granted: ItemRole; shared_by: string | null; shared_at: Date };
type Recipient = HubCaller & { user: NonNullable<HubCaller['user']> };

/** Things of the hub to which others added the caller by name, and which the caller may see; the latest first. */
export async function sharedWith(
  database: Database,
  caller: Recipient,
  { q, page, page_size }: SharedQuery,
): Promise<SharedView[]> {
  const { rows } = await sql<SharedView>`
    select ${COLUMNS}, readable.role as rank, ${seesSpace(caller.principals)} as sees_space,
      ${seesFolder(caller.principals)} as sees_folder, mine.role as granted, mine.created_at as shared_at,
      nullif(trim(adder.first_name || ' ' || adder.last_name), '') as shared_by
    from item_grant mine
      join item on item.id = mine.item_id and item.trashed_at is null and item.hub_id = ${caller.hub.id}
      join ${readableScopes(caller.hub.id, caller.principals)} readable on readable.scope_id = item.scope_id
      join space on space.id = item.space_id and space.deleted_at is null
      join app_user creator on creator.id = item.created_by
      left join app_user adder on adder.id = mine.added_by
    where mine.user_id = ${caller.user.id} and item.created_by <> mine.user_id
      and mine.added_by is distinct from mine.user_id
      and (${q ?? null}::text is null or strpos(lower(item.title), lower(${q ?? null})) > 0)
    order by mine.created_at desc, item.id desc
    limit ${page_size} offset ${(page - 1) * page_size}`.execute(database);
  return rows;
}

export function presentShared(view: SharedView): SharedItem {
  return {
    item: presentItem(view),
    role: view.granted,
    shared_by: view.shared_by,
    shared_at: view.shared_at.toISOString(),
  };
}
