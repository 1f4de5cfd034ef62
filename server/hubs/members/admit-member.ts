import { sql } from 'kysely';
import type { HubRole } from '#lib/access/roles.ts';
import { type AuditActor, recordAuditEvent } from '#server/access/audit/record.ts';
import { setActiveHub } from '#server/access/identity/account.repo.ts';
import { hubRoleRank } from '#server/access/policy/hub-policy.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { ApiError, notFound } from '#server/platform/http/api-error.ts';
import { accountName, lockMembersShared } from './member.repo.ts';

/** How a user joins a hub; `name` is its name in the audit log. */
export type JoinMethod = {
  name: 'invitation' | 'link' | 'mail_domain' | 'approval';
  /** The user who invited or approved. */
  by?: string;
};

type Admission = { hubId: string; userId: string; role: HubRole; method: JoinMethod };

/** Methods that are open to many people: they don't admit a user who was removed. */
const OPEN_TO_MANY: ReadonlySet<JoinMethod['name']> = new Set(['link', 'mail_domain']);

/**
 * Makes a user a member, with the hub active; an existing member keeps their role, or gets the stronger one.
 * @returns whether they were no member before.
 * @throws ApiError 404 for a deleted hub, 403 for users who are suspended there, or were removed and have no
 * invite of their own.
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
    // Two concurrent joins: the insert waits for the first one, and the second changes nothing.
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
  // An approved user may be working in another hub: only an action of their own changes the active hub.
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
