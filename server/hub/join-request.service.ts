import { emailDomain } from '#lib/email.ts';
import type { HubRole } from '#lib/policy/roles.ts';
import { setActiveHub } from '../account/account.repo.ts';
import { conflict, forbidden, notFound } from '../http/api-error.ts';
import { inTransaction } from '../http/route.ts';
import type { Authorized } from '../policy/authorized.ts';
import { mayGrantHubRole, waysToJoin } from '../policy/hub-policy.ts';
import type { Services } from '../services.ts';
import { addMember, type HubView, hubById, type Viewer } from './hub.repo.ts';
import { inviteOfAddress } from './invite.repo.ts';
import { join } from './invite.service.ts';
import { endJoinRequest, insertJoinRequest, lockJoinRequest } from './join-request.repo.ts';

/**
 * Joins at once where an invitation or the verified mail domain lets the caller in, else asks the hub's admins.
 * @returns the hub as the caller stands to it now
 * @throws ApiError 409 for a member, 403 where there is no way in.
 */
export async function askToJoin(
  services: Services,
  user: NonNullable<Viewer>,
  hub: HubView,
  message: string,
): Promise<HubView> {
  if (hub.my_role) throw conflict('already_member', 'You belong to this hub already.');
  const way = waysToJoin(hub);
  if (!way) throw forbidden('You can not join this hub.');
  await inTransaction(services, async (trx) => {
    if (way === 'ask') return insertJoinRequest(trx, { hubId: hub.id, userId: user.id, message });
    const invite = await inviteOfAddress(trx, hub.id, user.email);
    if (invite) return join(trx, invite, user.id);
    // An invitation that was answered meanwhile lets nobody in any more.
    if (!hub.join_domains.includes(emailDomain(user.email))) throw forbidden('You can not join this hub.');
    await addMember(trx, { hubId: hub.id, userId: user.id, role: 'member' });
    await setActiveHub(trx, user.id, hub.id);
  });
  const now = await hubById(services.database, hub.id, user);
  if (!now) throw notFound('This hub');
  return now;
}

/**
 * Lets somebody in who asked.
 * @throws ApiError 404 for no open request, 403 for a role above the caller's own.
 */
export async function approveJoin(
  services: Services,
  hub: Authorized<HubView, 'hub.invite'>,
  approval: { id: string; role: HubRole },
): Promise<void> {
  if (!mayGrantHubRole(hub.my_role, approval.role))
    throw forbidden('You can not give a role above your own.');
  return inTransaction(services, async (trx) => {
    const request = await lockJoinRequest(trx, hub.id, approval.id);
    if (!request) throw notFound('This request');
    await addMember(trx, { hubId: hub.id, userId: request.user_id, role: approval.role });
  });
}

/** @throws ApiError 404 for no open request. */
export function rejectJoin(
  services: Services,
  hub: Authorized<HubView, 'hub.invite'>,
  id: string,
): Promise<void> {
  return inTransaction(services, async (trx) => {
    const request = await lockJoinRequest(trx, hub.id, id);
    if (!request) throw notFound('This request');
    await endJoinRequest(trx, request.id);
  });
}
