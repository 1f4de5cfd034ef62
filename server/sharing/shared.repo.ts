import { sql } from 'kysely';
import { type ItemRole, ROLE_RANK } from '#lib/access/roles.ts';
import type { SharedQuery } from '#lib/contract/access.ts';
import { readableBy } from '#server/access/policy/role-on-scope.ts';
import type { HubCaller } from '#server/access/sessions/hub-caller.ts';
import type { Database } from '#server/platform/database/database.ts';

/** That somebody was added to an item or a form by name. */
export type SharedResourceRow = {
  kind: 'item' | 'form';
  id: string;
  role: ItemRole;
  shared_by: string | null;
  shared_at: Date;
};

export type Recipient = HubCaller & { user: NonNullable<HubCaller['user']> };

/**
 * Resources of the hub to which others added the caller by name, and which the caller may see; the latest
 * first.
 */
export async function sharedResources(
  database: Database,
  caller: Recipient,
  { q, page, page_size }: SharedQuery,
): Promise<SharedResourceRow[]> {
  const search = q ?? null;
  const { rows } = await sql<SharedResourceRow>`
    with mine as (
      select 'item' as kind, item.id, item.space_id, item.title, item.created_by, granted.role, granted.added_by, granted.created_at
      from item_grant granted
        join item on item.id = granted.item_id and item.hub_id = ${caller.hub.id} and item.trashed_at is null
        cross join ${readableBy('item.scope_id', caller.principals)} readable
      where granted.user_id = ${caller.user.id}
      union all
      select 'form', form.id, form.space_id,
        case when readable.role >= ${ROLE_RANK.editor} then form.title else version.title end, form.created_by,
        granted.role, granted.added_by, granted.created_at
      from form_grant granted
        join form on form.id = granted.form_id and form.hub_id = ${caller.hub.id} and form.trashed_at is null
        cross join ${readableBy('form.scope_id', caller.principals)} readable
        left join form_version version on version.form_id = form.id and version.version = form.published_version
      where granted.user_id = ${caller.user.id}
        and (readable.role >= ${ROLE_RANK.editor} or form.published_version is not null)
    )
    select mine.kind, mine.id, mine.role, mine.created_at as shared_at,
      nullif(trim(adder.first_name || ' ' || adder.last_name), '') as shared_by
    from mine
      join space on space.id = mine.space_id and space.deleted_at is null
      left join app_user adder on adder.id = mine.added_by
    where mine.created_by <> ${caller.user.id} and mine.added_by is distinct from ${caller.user.id}
      and (${search}::text is null or strpos(lower(mine.title), lower(${search})) > 0)
    order by mine.created_at desc, mine.id desc
    limit ${page_size} offset ${(page - 1) * page_size}`.execute(database);
  return rows;
}
