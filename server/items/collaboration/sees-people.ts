import { sql } from 'kysely';
import { roleBesidesAnyone } from '#server/access/policy/role-on-scope.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import type { ItemView } from '#server/items/item/item.repo.ts';
import type { Database } from '#server/platform/database/database.ts';

/**
 * Whether somebody is told who else has a document open: people of the hub with a role there, neither the holder of a
 * link nor whoever sees only what is public (docs/permissions.md).
 */
export async function seesPeople(database: Database, caller: Caller, item: ItemView): Promise<boolean> {
  if (!caller.user) return false;
  const { rows } = await sql<{ role: number | null }>`
    select ${roleBesidesAnyone('place.id', 'me')} as role
    from (select ${item.scope_id}::uuid as id) as place
      left join membership me on me.hub_id = ${item.hub_id} and me.user_id = ${caller.user.id}`.execute(
    database,
  );
  return rows[0]?.role != null;
}
