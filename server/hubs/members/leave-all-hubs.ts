import type { AuditActor } from '#server/access/audit/record.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { endMembership } from './end-membership.ts';
import { lockPeople } from './member.repo.ts';

/** Takes the people of every hub that somebody belongs to, in one order: nobody else leaves one meanwhile. */
export async function lockHubsOf(trx: Transaction, userId: string): Promise<void> {
  const hubs = await trx
    .selectFrom('membership')
    .select('hub_id')
    .where('user_id', '=', userId)
    .orderBy('hub_id')
    .execute();
  for (const { hub_id } of hubs) await lockPeople(trx, hub_id);
}

/** Ends every membership of somebody whose account ends; their hubs must be locked (`lockHubsOf`). */
export async function leaveAllHubs(trx: Transaction, actor: AuditActor, userId: string): Promise<void> {
  const memberships = await trx
    .selectFrom('membership')
    .select(['hub_id', 'role'])
    .where('user_id', '=', userId)
    .orderBy('hub_id')
    .execute();
  for (const { hub_id: hubId, role } of memberships) {
    await endMembership(trx, actor, { hubId, userId, role, how: 'left' });
  }
}
