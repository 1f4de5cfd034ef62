import type { HubRole } from '#lib/access/roles.ts';
import { emailDomain } from '#lib/text/email.ts';
import { record } from '#server/access/audit/record.ts';
import { recordRepeatable } from '#server/access/audit/record-repeatable.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { mayGrantHubRole, waysToJoin } from '#server/access/policy/hub-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { inTransaction } from '#server/api/route.ts';
import { type HubView, hubById } from '#server/hubs/hub/hub.repo.ts';
import { invitesOfAddress } from '#server/hubs/hub/invite.repo.ts';
import { join } from '#server/hubs/invites/invite.service.ts';
import { lockGivenSpaces } from '#server/hubs/invites/pending-grant.ts';
import { admit } from '#server/hubs/members/admit.ts';
import { holdPeople, nameOfAccount } from '#server/hubs/members/member.repo.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { conflict, forbidden, notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { endJoinRequest, insertJoinRequest, lockJoinRequest } from './join-request.repo.ts';
import { tellOfJoiners } from './tell-of-joiners.ts';

type Asker = Caller & { user: NonNullable<Caller['user']> };

/**
 * Joins at once where an invitation or the verified mail domain lets the caller in, else asks the hub's admins.
 * @returns the hub as the caller stands to it now
 * @throws ApiError 409 for a member, 403 where there is no way in.
 */
export async function askToJoin(
  services: Services,
  caller: Asker,
  hub: HubView,
  message: string,
): Promise<HubView> {
  const { user } = caller;
  if (hub.my_role) throw conflict('already_member', 'You belong to this hub already.');
  const way = waysToJoin(hub);
  if (!way) throw forbidden('You can not join this hub.');
  await inTransaction(services, async (trx) => {
    if (way === 'ask') {
      await insertJoinRequest(trx, { hubId: hub.id, userId: user.id, message });
      await recordRepeatable(trx, caller, {
        hubId: hub.id,
        action: 'member.join_requested',
        target: await person(trx, user.id),
      });
      await tellOfJoiners(trx, services, hub.id);
      return;
    }
    const invites = await invitesOfAddress(trx, hub.id, user.email);
    if (!(await holdPeople(trx, hub.id))) throw notFound('This hub');
    // All of them before the first is answered: others take a space before an invitation.
    await lockGivenSpaces(
      trx,
      invites.map(({ id }) => id),
    );
    for (const invite of invites) await join(trx, caller, invite, user.id);
    if (invites.length > 0) return;
    // An invitation that was answered meanwhile lets nobody in any more.
    if (!hub.join_domains.includes(emailDomain(user.email))) throw forbidden('You can not join this hub.');
    await admit(trx, caller, {
      hubId: hub.id,
      userId: user.id,
      role: 'member',
      way: { name: 'mail_domain' },
    });
  });
  const now = await hubById(services.database, hub.id, user);
  if (!now) throw notFound('This hub');
  return now;
}

/**
 * Lets somebody in who asked.
 * @throws ApiError 404 for no open request, 403 for a role above the caller's own, or one's own request.
 */
export async function approveJoin(
  services: Services,
  caller: Asker,
  hub: Authorized<HubView, 'hub.invite'>,
  { id, role }: { id: string; role: HubRole },
): Promise<void> {
  if (!mayGrantHubRole(hub.my_role, role)) throw forbidden('You can not give a role above your own.');
  return inTransaction(services, async (trx) => {
    const request = await lockJoinRequest(trx, hub.id, id);
    if (!request) throw notFound('This request');
    if (request.user_id === caller.user.id) throw forbidden('Somebody else has to answer your own request.');
    const way = { name: 'approval', by: caller.user.id } as const;
    await admit(trx, caller, { hubId: hub.id, userId: request.user_id, role, way });
    await endJoinRequest(trx, request.id);
  });
}

/** @throws ApiError 404 for no open request. */
export function rejectJoin(
  services: Services,
  caller: Asker,
  hub: Authorized<HubView, 'hub.invite'>,
  id: string,
): Promise<void> {
  return inTransaction(services, async (trx) => {
    const request = await lockJoinRequest(trx, hub.id, id);
    if (!request) throw notFound('This request');
    await endJoinRequest(trx, request.id);
    const target = await person(trx, request.user_id);
    await record(trx, caller, { hubId: hub.id, action: 'member.join_rejected', target });
  });
}

async function person(trx: Transaction, userId: string) {
  return { kind: 'member', id: userId, name: await nameOfAccount(trx, userId) } as const;
}
