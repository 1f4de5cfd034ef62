import { sql } from 'kysely';
import { ROLE_RANK } from '#lib/access/roles.ts';
import type { TrashQuery } from '#lib/contract/trash.ts';
import { readableBy, roleOnScope } from '#server/access/policy/role-on-scope.ts';
import type { HubCaller } from '#server/access/sessions/hub-caller.ts';
import { trashedByFilter } from '#server/items/item/trash.repo.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { trashExpiresAt } from '#server/platform/database/trash-retention.ts';

/** A form in the trash with one caller's access to it. */
export type TrashedForm = {
  id: string;
  title: string;
  space_slug: string;
  space_name: string;
  space_archived_at: Date | null;
  sees_space: boolean;
  rank: number;
  trashed_at: Date;
  trashed_by: string | null;
  trashed_by_name: string | null;
  expires_at: Date;
};

/** Forms in the trash of a hub, or of one of its spaces, that the caller may restore; last deleted first. */
export async function trashedForms(
  database: Database,
  caller: HubCaller,
  spaceId: string | null,
  { q, page, page_size }: TrashQuery,
): Promise<TrashedForm[]> {
  const { rows } = await sql<TrashedForm>`
    select form.id, form.title, space.slug as space_slug, space.name as space_name,
      space.archived_at as space_archived_at, readable.role as rank, form.trashed_at, form.trashed_by,
      form.scope_id = space.scope_id or ${roleOnScope('space.scope_id', 'me')} is not null as sees_space,
      ${trashedByFilter(caller)} as trashed_by_name, ${trashExpiresAt('form.trashed_at')} as expires_at
    from form cross join ${readableBy('form.scope_id', caller.principals)} readable
      join hub on hub.id = form.hub_id
      join space on space.id = form.space_id and space.deleted_at is null
      left join membership me on me.hub_id = form.hub_id and me.user_id = ${caller.user?.id ?? null}
      left join app_user deleter on deleter.id = form.trashed_by
    where form.hub_id = ${caller.hub.id} and form.trashed_at is not null and form.purged_at is null
      and (${spaceId}::uuid is null or form.space_id = ${spaceId}::uuid)
      and readable.role >= ${ROLE_RANK.editor}
      and (${q ?? null}::text is null or strpos(lower(form.title), lower(${q ?? null})) > 0)
    order by form.trashed_at desc, form.id desc limit ${page_size} offset ${(page - 1) * page_size}`.execute(
    database,
  );
  return rows;
}

/** A form in the trash that is to be permanently deleted. */
export type PurgeableForm = { id: string; space_id: string; hub_id: string; scope_id: string; title: string };

/** Forms in the trash that the caller may permanently delete, as many as one request deletes. */
export async function purgeableForms(
  database: Database | Transaction,
  caller: HubCaller,
  spaceId: string | null,
  limit: number,
): Promise<PurgeableForm[]> {
  const { rows } = await sql<PurgeableForm>`
    select form.id, form.space_id, form.hub_id, form.scope_id, form.title
    from form cross join ${readableBy('form.scope_id', caller.principals)} readable
      join space on space.id = form.space_id and space.deleted_at is null
    where form.hub_id = ${caller.hub.id} and form.trashed_at is not null and form.purged_at is null
      and (${spaceId}::uuid is null or form.space_id = ${spaceId}::uuid)
      and readable.role >= ${ROLE_RANK.owner}
    order by form.trashed_at, form.id limit ${limit}`.execute(database);
  return rows;
}
