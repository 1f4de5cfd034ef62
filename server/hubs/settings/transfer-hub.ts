import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { transferHubRequest } from '#lib/contract/hub-lifecycle.ts';
import { recordAuditEvent } from '#server/access/audit/record.ts';
import { requireCurrentPassword } from '#server/access/identity/password-verification.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { authorizeHub } from '#server/access/policy/hub-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { inTransaction } from '#server/api/route.ts';
import { type HubView, hubById } from '#server/hubs/hub/hub.repo.ts';
import { accountName, lockMembersExclusive } from '#server/hubs/members/member.repo.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';
import { invalid, notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';

type SignedIn = Caller & { user: NonNullable<Caller['user']> };

/**
 * Transfers the caller's ownership: the member becomes an owner, the caller an admin. Other owners keep their
 * role.
 * @throws ApiError 422 for a wrong password, and for a user who is no member or is suspended; 429.
 */
export async function transferHub(
  services: Services,
  request: FastifyRequest,
  caller: SignedIn,
  hub: Authorized<HubView, 'hub.transfer'>,
  { user_id, password }: z.output<typeof transferHubRequest>,
): Promise<HubView> {
  await requireCurrentPassword(services, request, { userId: caller.user.id, password, field: 'password' });
  if (user_id === caller.user.id) throw invalid({ user_id: ['You own this hub already.'] });
  return inTransaction(services, async (trx) => {
    if (!(await lockMembersExclusive(trx, hub.id))) throw notFound('This hub');
    // The caller's role may have changed while the password was checked.
    authorizeHub(await hubById(trx, hub.id, caller.user), 'hub.transfer');
    const heir = isId(user_id) ? await roleOfMember(trx, hub.id, user_id) : undefined;
    if (!heir || heir.role === 'guest') throw invalid({ user_id: ['Choose a member of this hub.'] });
    if (heir.suspended_at) throw invalid({ user_id: ['This member is suspended. Reinstate them first.'] });
    await moveOwnership(trx, { hubId: hub.id, from: caller.user.id, to: user_id });
    await recordAuditEvent(trx, caller, {
      hubId: hub.id,
      action: 'hub.transferred',
      target: { kind: 'member', id: user_id, name: await accountName(trx, user_id) },
      details: { place: hub.name, from: heir.role, to: 'owner' },
    });
    const now = await hubById(trx, hub.id, caller.user);
    if (!now) throw notFound('This hub');
    return now;
  });
}

function roleOfMember(trx: Transaction, hubId: string, userId: string) {
  return trx
    .selectFrom('membership')
    .select(['role', 'suspended_at'])
    .where('hub_id', '=', hubId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

async function moveOwnership(
  trx: Transaction,
  move: { hubId: string; from: string; to: string },
): Promise<void> {
  await sql`update membership set role = case when user_id = ${move.to} then 'owner' else 'admin' end
    where hub_id = ${move.hubId} and user_id = any(${[move.from, move.to]}::uuid[])`.execute(trx);
}
