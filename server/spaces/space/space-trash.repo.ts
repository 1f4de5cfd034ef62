import { type RawBuilder, sql } from 'kysely';
import type { Visibility } from '#lib/access/roles.ts';
import type { HubCaller } from '#server/access/sessions/hub-caller.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';
import { trashExpiresAt } from '#server/platform/database/trash-retention.ts';

/** A deleted space with one caller's access to it. */
export type TrashedSpace = {
  id: string;
  hub_id: string;
  scope_id: string;
  slug: string;
  name: string;
  visibility: Visibility;
  archived_at: Date | null;
  deleted_at: Date;
  deleted_by: string | null;
  deleted_by_name: string | null;
  expires_at: Date;
  rank: number | null;
};

/**
 * Deleted spaces have no access list: their owners by name, and the hub's admins unless they were private,
 * may restore them, and nobody else knows of them.
 */
function trashed(caller: HubCaller, condition: RawBuilder<unknown>): RawBuilder<TrashedSpace> {
  return sql<TrashedSpace>`
    select * from (
      select space.id, space.hub_id, space.scope_id, space.slug, space.name, space.visibility, space.archived_at,
        space.deleted_at, space.deleted_by, ${trashExpiresAt('space.deleted_at')} as expires_at,
        trim(deleter.first_name || ' ' || deleter.last_name) as deleted_by_name,
        case when member.role = 'owner' or (space.visibility <> 'private' and me.role in ('owner', 'admin')) then 4 end as rank
      from space
        join hub on hub.id = space.hub_id
        join membership me on me.hub_id = space.hub_id and me.user_id = ${caller.user?.id ?? null} and me.suspended_at is null
        left join space_member member on member.space_id = space.id and member.user_id = me.user_id
        left join app_user deleter on deleter.id = space.deleted_by
      where space.hub_id = ${caller.hub.id} and space.deleted_at is not null and space.purged_at is null
        and ${condition}
    ) as known
    where rank is not null
    order by deleted_at desc, id desc`;
}

/** The hub's deleted spaces that the caller may restore, last deleted first. */
export async function trashedSpaces(
  database: Database,
  caller: HubCaller,
  at: { limit: number; offset: number },
): Promise<TrashedSpace[]> {
  const { rows } = await sql<TrashedSpace>`${trashed(caller, sql`true`)}
    limit ${at.limit} offset ${at.offset}`.execute(database);
  return rows;
}

export async function trashedSpace(
  database: Database | Transaction,
  caller: HubCaller,
  id: string,
): Promise<TrashedSpace | undefined> {
  if (!isId(id)) return undefined;
  const { rows } = await trashed(caller, sql`space.id = ${id}`).execute(database);
  return rows[0];
}
