import { sql } from 'kysely';
import type { HubRole } from '#lib/access/roles.ts';
import { type AuditActor, recordAuditEvent } from '#server/access/audit/record.ts';
import { setActiveHub } from '#server/access/identity/account.repo.ts';
import { hubRoleRank } from '#server/access/policy/hub-policy.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { ApiError, notFound } from '#server/platform/http/api-error.ts';
import { accountName, lockMembersShared } from './member.repo.ts';

/** How somebody comes into a hub; `name` is what the audit log calls the way. */
export type JoinMethod = {
  name: 'invitation' | 'link' | 'mail_domain' | 'approval';
  /** Who invited or approved. */
  by?: string;
};

type Admission = { hubId: string; userId: string; role: HubRole; method: JoinMethod };

/** Ways that are open to many: they do not let somebody in again who was removed. */
const OPEN_TO_MANY: ReadonlySet<JoinMethod['name']> = new Set(['link', 'mail_domain']);

/**
 * Makes somebody a member, with the hub active; who is one already keeps the role, or gets the stronger one.
 * @returns whether they were none before.
 * @throws ApiError 404 for a hub that is gone, 403 for who is suspended there, or was removed and brings no invitation of their own.
 */
export async function admitMember(
  trx: Transaction,
  actor: AuditActor,
  { hubId, userId, role, method }: Admission,
): Promise<boolean> {
  if (!(await lockMembersShared(trx, hubId))) throw notFound('This hub');
  const present = await trx
    .selectFrom('membership')
    .select(['role', 'suspended_at'])
    .where('hub_id', '=', hubId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (present?.suspended_at) {
    throw new ApiError(403, 'suspended', 'You are suspended in this hub. Ask one of its admins.');
  }
  if (OPEN_TO_MANY.has(method.name)) await refuseRemoved(trx, hubId, userId);
  const target = { kind: 'member', id: userId, name: await accountName(trx, userId) } as const;
  const details = { way: method.name, ...(method.by ? { invited_by: method.by } : {}) };
  if (present && hubRoleRank(present.role) < hubRoleRank(role)) {
    await trx
      .updateTable('membership')
      .set({ role })
      .where('hub_id', '=', hubId)
      .where('user_id', '=', userId)
      .execute();
    await recordAuditEvent(trx, actor, {
      hubId,
      action: 'member.role_changed',
      target,
      details: { from: present.role, to: role, ...details },
    });
  }
  if (!present) {
    // Two ways at once: the row of the first is waited for, and the second changes nothing.
    const made = await trx
      .insertInto('membership')
      .values({ hub_id: hubId, user_id: userId, role })
      .onConflict((on) => on.columns(['hub_id', 'user_id']).doNothing())
      .returning('user_id')
      .executeTakeFirst();
    if (!made) return admitMember(trx, actor, { hubId, userId, role, method });
    await recordAuditEvent(trx, actor, {
      hubId,
      action: 'member.joined',
      target,
      details: { role, ...details },
    });
  }
  await trx.deleteFrom('removed_member').where('hub_id', '=', hubId).where('user_id', '=', userId).execute();
  await trx
    .updateTable('join_request')
    .set({ ended_at: sql`now()` })
    .where('hub_id', '=', hubId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute();
  // Who is approved may be at work elsewhere: only an act of their own changes where they are.
  if (method.name !== 'approval') await setActiveHub(trx, userId, hubId);
  return !present;
}

async function refuseRemoved(trx: Transaction, hubId: string, userId: string): Promise<void> {
  const removed = await trx
    .selectFrom('removed_member')
    .select('user_id')
    .where('hub_id', '=', hubId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!removed) return;
  throw new ApiError(
    403,
    'removed',
    'You were removed from this hub. Ask one of its admins to invite your email.',
  );
}
