import { sql } from 'kysely';
import { roleBesidesAnyone } from '#server/access/policy/role-on-scope.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import type { ItemView } from '#server/items/item/item.repo.ts';
import { createBatchLoader } from '#server/platform/database/batch-loader.ts';
import type { Database } from '#server/platform/database/database.ts';

type Question = { userId: string; hubId: string; scopeId: string };

const hasRole = createBatchLoader<Question, boolean>(async (database, questions) => {
  const of = (part: keyof Question) => questions.map((question) => question[part]);
  const { rows } = await sql<{ role: number | null }>`
    select ${roleBesidesAnyone('place.id', 'me')} as role
    from unnest(${of('userId')}::uuid[], ${of('hubId')}::uuid[], ${of('scopeId')}::uuid[])
        with ordinality as place (user_id, hub_id, id, position)
      left join membership me on me.hub_id = place.hub_id and me.user_id = place.user_id
    order by place.position`.execute(database);
  return rows.map(({ role }) => role != null);
});

/**
 * Whether somebody learns who else has a document open: people of the hub with a role there, neither the holder of a
 * link nor anybody who sees only what is public (docs/permissions.md).
 */
export async function seesPeople(database: Database, caller: Caller, item: ItemView): Promise<boolean> {
  if (!caller.user) return false;
  const question = { userId: caller.user.id, hubId: item.hub_id, scopeId: item.scope_id };
  return (await hasRole(database, question)) ?? false;
}
