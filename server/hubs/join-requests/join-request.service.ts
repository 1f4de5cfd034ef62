import type { HubRole } from '#lib/access/roles.ts';
import { emailDomain } from '#lib/text/email.ts';
import { recordAuditEvent } from '#server/access/audit/record.ts';
import { recordRepeatable } from '#server/access/audit/record-repeatable.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { canGrantHubRole, joinMethods } from '#server/access/policy/hub-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { inTransaction } from '#server/api/route.ts';
import { type HubView, hubById } from '#server/hubs/hub/hub.repo.ts';
import { openInvitesOfAddress } from '#server/hubs/hub/invite.repo.ts';
import { joinByInvite } from '#server/hubs/invites/invite.service.ts';
import { lockGrantedSpaceTrees } from '#server/hubs/invites/pending-grant.ts';
import { admitMember } from '#server/hubs/members/admit-member.ts';
import { accountName, lockMembersShared } from '#server/hubs/members/member.repo.ts';
import { notifyOfHub } from '#server/hubs/notifications/notify-of-hub.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { conflict, forbidden, notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { deleteJoinRequest, insertJoinRequest, lockJoinRequest } from './join-request.repo.ts';
import { queueJoinRequestDigest } from './join-request-digest.ts';

type JoinRequester = Caller & { user: NonNullable<Caller['user']> };

/**
 * Joins at once where an invite or the verified mail domain allows it, else requests approval by the hub's
 * admins.
 * @returns the hub with the caller's role in it now
 * @throws ApiError 409 for a member, 403 where the caller can neither join nor request it.
 */
export async function requestToJoin(
  services: Services,
  caller: JoinRequester,
  hub: HubView,
  message: string,
): Promise<HubView> {
  const { user } = caller;
  if (hub.my_role) throw conflict('already_member', 'You belong to this hub already.');
  const method = joinMethods(hub);
  if (!method) throw forbidden('You can not join this hub.');
  await inTransaction(services, async (trx) => {
    if (method === 'ask') {
      await insertJoinRequest(trx, { hubId: hub.id, userId: user.id, message });
      await recordRepeatable(trx, caller, {
        hubId: hub.id,
        action: 'member.join_requested',
        target: await person(trx, user.id),
      });
      await queueJoinRequestDigest(trx, services, hub.id);
      return;
    }
    const invites = await openInvitesOfAddress(trx, hub.id, user.email);
    if (!(await lockMembersShared(trx, hub.id))) throw notFound('This hub');
    // All spaces before the first invite is accepted: other transactions lock spaces before invites.
    await lockGrantedSpaceTrees(
      trx,
      invites.map(({ id }) => id),
    );
    for (const invite of invites) await joinByInvite(trx, services, caller, { invite, userId: user.id });
    if (invites.length > 0) return;
    // An invite that was answered meanwhile can't be accepted any more.
    if (!hub.join_domains.includes(emailDomain(user.email))) throw forbidden('You can not join this hub.');
    await admitMember(trx, caller, {
      hubId: hub.id,
      userId: user.id,
      role: 'member',
      method: { name: 'mail_domain' },
    });
  });
  const now = await hubById(services.database, hub.id, user);
  if (!now) throw notFound('This hub');
  return now;
}

/**
 * Accepts a join request.
 * @throws ApiError 404 for no open request, 403 for a role above the caller's own, or one's own request.
 */
export async function acceptJoinRequest(
  services: Services,
  caller: JoinRequester,
  hub: Authorized<HubView, 'hub.invite'>,
  { id, role }: { id: string; role: HubRole },
): Promise<void> {
  if (!canGrantHubRole(hub.my_role, role)) throw forbidden('You can not give a role above your own.');
  return inTransaction(services, async (trx) => {
    const request = await lockJoinRequest(trx, hub.id, id);
    if (!request) throw notFound('This request');
    if (request.user_id === caller.user.id) throw forbidden('Somebody else has to answer your own request.');
    const method = { name: 'approval', by: caller.user.id } as const;
    await admitMember(trx, caller, { hubId: hub.id, userId: request.user_id, role, method });
    await deleteJoinRequest(trx, request.id);
    const granted = { userId: request.user_id, event: 'join_granted', actorId: caller.user.id } as const;
    await notifyOfHub(trx, services, hub.id, granted);
  });
}

/** @throws ApiError 404 for no open request. */
export function rejectJoinRequest(
  services: Services,
  caller: JoinRequester,
  hub: Authorized<HubView, 'hub.invite'>,
  id: string,
): Promise<void> {
  return inTransaction(services, async (trx) => {
    const request = await lockJoinRequest(trx, hub.id, id);
    if (!request) throw notFound('This request');
    await deleteJoinRequest(trx, request.id);
    const target = await person(trx, request.user_id);
    await recordAuditEvent(trx, caller, { hubId: hub.id, action: 'member.join_rejected', target });
    // Anybody who is no member learns nothing of who is.
    const refused = { userId: request.user_id, event: 'join_refused', actorId: null } as const;
    await notifyOfHub(trx, services, hub.id, refused);
  });
}

async function person(trx: Transaction, userId: string) {
  return { kind: 'member', id: userId, name: await accountName(trx, userId) } as const;
}
