import type { AuditActor } from '#server/access/audit/record.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { lockMembersExclusive } from './member.repo.ts';
import { removeMembership } from './remove-membership.ts';

/** Locks the members of every hub of a user, in a fixed order: nobody else leaves one meanwhile. */
export async function lockHubsOfAccount(trx: Transaction, userId: string): Promise<void> {
  const hubs = await trx
    .selectFrom('membership')
    .select('hub_id')
    .where('user_id', '=', userId)
    .orderBy('hub_id')
    .execute();
  for (const { hub_id } of hubs) await lockMembersExclusive(trx, hub_id);
}

/**
 * Ends every membership of an account that is being deleted; its hubs must be locked (`lockHubsOfAccount`).
 */
export async function leaveAllHubs(trx: Transaction, actor: AuditActor, userId: string): Promise<void> {
  const memberships = await trx
    .selectFrom('membership')
    .select(['hub_id', 'role'])
    .where('user_id', '=', userId)
    .orderBy('hub_id')
    .execute();
  for (const { hub_id: hubId, role } of memberships) {
    await removeMembership(trx, actor, { hubId, userId, role, how: 'left' });
  }
}
