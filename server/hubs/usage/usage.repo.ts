import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';

/**
 * What a hub contains: members, spaces, items (also trashed ones, whose bytes stay until they are permanently
 * deleted), bytes of files.
 */
export type Usage = { members: number; spaces: number; items: number; bytes: number };

export async function usageOf(database: Database, hubId: string): Promise<Usage> {
  const { rows } = await sql<Usage>`
    select
      (select count(*) from membership where hub_id = ${hubId} and suspended_at is null) as members,
      (select count(*) from space where hub_id = ${hubId} and deleted_at is null) as spaces,
      coalesce(sum(items), 0)::bigint as items,
      coalesce(sum(bytes), 0)::bigint as bytes
    from (
      select space_id, items, bytes from space_usage
      union all select space_id, stored, bytes from item_count_change
    ) as part
    where space_id in (select id from space where hub_id = ${hubId} and purged_at is null)`.execute(database);
  return rows[0] ?? { members: 0, spaces: 0, items: 0, bytes: 0 };
}
