import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';

/**
 * Why a user's membership was ended by somebody else; undefined for members, users who left themselves, and
 * those who never were members.
 */
export async function membershipEndReason(
  database: Database,
  handle: string,
  userId: string,
): Promise<'removed' | 'suspended' | undefined> {
  const { rows } = await sql<{ ended: 'removed' | 'suspended' }>`
    select case when me.suspended_at is not null then 'suspended' else 'removed' end as ended
    from hub
      left join membership me on me.hub_id = hub.id and me.user_id = ${userId}
      left join removed_member r on r.hub_id = hub.id and r.user_id = ${userId}
    where lower(hub.handle) = ${handle.toLowerCase()} and hub.deleted_at is null
      and (me.suspended_at is not null or (me.user_id is null and r.user_id is not null))`.execute(database);
  return rows[0]?.ended;
}
