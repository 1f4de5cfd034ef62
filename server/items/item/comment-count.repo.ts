import { sql } from 'kysely';
import { ROLE_RANK } from '#lib/access/roles.ts';
import { roleBesidesAnyone } from '#server/access/policy/role-on-scope.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import type { ItemView } from './item.repo.ts';

/** More than this many are shown as so many. */
const COUNTED_MOST = 1_000;

/**
 * The number of an item's open threads; undefined for a caller who takes no part in its discussion
 * (`server/access/policy/discussion-policy.ts`), and for an item in the trash.
 */
export async function countOpenThreads(
  database: Database | Transaction,
  caller: Caller,
  item: ItemView,
): Promise<number | undefined> {
  const { user } = caller;
  if (!user || item.trashed_at) return undefined;
  const { rows } = await sql<{ count: number }>`
    select (select count(*)::int from (select from comment where comment.item_id = place.item_id
      and comment.parent_id is null and comment.resolved_at is null limit ${sql.lit(COUNTED_MOST)}) as threads) as count
    from (select ${item.id}::uuid as item_id, ${item.scope_id}::uuid as scope_id, ${item.hub_id}::uuid as hub_id) as place
      left join membership me on me.hub_id = place.hub_id and me.user_id = ${user.id}
    where ${(item.rank ?? 0) >= ROLE_RANK.commenter} or ${roleBesidesAnyone('place.scope_id', 'me')} is not null`.execute(
    database,
  );
  return rows[0]?.count;
}
