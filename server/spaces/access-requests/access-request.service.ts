import type { z } from 'zod';
import { type ItemRole, ROLE_RANK } from '#lib/access/roles.ts';
import type { createAccessRequest } from '#lib/contract/access-request.ts';
import { recordAuditEvent } from '#server/access/audit/record.ts';
import { recordRepeatable } from '#server/access/audit/record-repeatable.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { refuseRoleAboveOwn } from '#server/access/policy/space-policy.ts';
import { inTransaction } from '#server/api/route.ts';
import { isId } from '#server/platform/database/id.ts';
import { conflict, forbidden, notFound } from '#server/platform/http/api-error.ts';
import { consumeLimitsIn, type Limit, limitCounter } from '#server/platform/rate-limit/limits.ts';
import { consumeMailLimitIn } from '#server/platform/rate-limit/mail-limits.ts';
import type { Services } from '#server/platform/services.ts';
import {
  deleteAccessRequests,
  insertAccessRequest,
  lockAccessRequest,
  ownAccessRequestRows,
  type PendingAccessRequest,
  withdrawAccessRequests,
} from '#server/spaces/members/access-request.repo.ts';
import {
  notifyAccessApproved,
  notifyAccessRequest,
  showAccessRefused,
  showAccessRequest,
} from '#server/spaces/members/space-mail.ts';
import { admitToSpace, spaceMemberAuditTarget } from '#server/spaces/members/space-member.service.ts';
import {
  lockAndAuthorizeSpace,
  lockAndAuthorizeSpaceMembers,
  type SignedInHubCaller,
  spaceAuditTarget,
} from '#server/spaces/space/lock-space.ts';
import { type SpaceView, spaceById, spaceBySlug } from '#server/spaces/space/space.repo.ts';
import { hubMemberBy, memberOfSpace } from '#server/spaces/space/space-member.repo.ts';

const REQUESTS: Limit = { name: 'access-request', most: 60, seconds: 3600 };
/** Mails about one user's requests to one space: its owners are notified, not flooded. */
const REQUEST_MAILS: Limit = { name: 'access-request-mail', most: 2, seconds: 24 * 3600 };

type AccessRequestInput = z.output<typeof createAccessRequest>;

/**
 * Only members and guests of the hub can request access and list their requests. @throws ApiError 403, the
 * same for every address.
 */
export function requireRequester(caller: SignedInHubCaller): void {
  if (!caller.hubRole) throw forbidden('Only people of this hub can ask for access.');
}

/**
 * Requests access to a space, or a stronger role in it. Callers who may not know of the space get the same
 * response whether it exists or not; the route ensures that the response time is the same, too.
 * @throws ApiError 403 for users who don't belong to the hub, 409 for those who have the role already, 429.
 */
export async function requestAccess(
  services: Services,
  caller: SignedInHubCaller,
  slug: string,
  { role, message }: AccessRequestInput,
): Promise<void> {
  requireRequester(caller);
  const seen = await spaceBySlug(services.database, caller, slug);
  if (seen?.rank && seen.rank >= ROLE_RANK[role]) {
    throw conflict('already_allowed', 'You can do this here already.');
  }
  await inTransaction(services, async (trx) => {
    await consumeLimitsIn(trx, services, [limitCounter(REQUESTS, caller.user.id)]);
    const hubId = caller.hub.id;
    const { space_id } = await insertAccessRequest(trx, {
      hubId,
      slug,
      userId: caller.user.id,
      role,
      message,
    });
    const space = space_id ? await spaceById(trx, caller, space_id) : undefined;
    if (!space) return;
    await recordRepeatable(trx, caller, {
      ...spaceAuditTarget(space),
      action: 'space.access_requested',
      details: { user_id: caller.user.id, role },
    });
    await showAccessRequest(trx, services, caller, space);
    const mails = [limitCounter(REQUEST_MAILS, space.id, caller.user.id)];
    if (await consumeMailLimitIn(trx, services, mails))
      await notifyAccessRequest(trx, services, caller, space);
  });
}

/** The caller's requests for an address; empty where they made none. */
export async function ownAccessRequests(
  services: Services,
  caller: SignedInHubCaller,
  slug: string,
  space: SpaceView | undefined,
): Promise<PendingAccessRequest[]> {
  requireRequester(caller);
  const requester = { hubId: caller.hub.id, slug, userId: caller.user.id, knowsSpace: Boolean(space?.rank) };
  return ownAccessRequestRows(services.database, requester);
}

export async function withdrawAccessRequest(
  services: Services,
  caller: SignedInHubCaller,
  slug: string,
): Promise<void> {
  requireRequester(caller);
  await withdrawAccessRequests(services.database, { hubId: caller.hub.id, slug, userId: caller.user.id });
}

/**
 * Approves an access request, at once.
 * @throws ApiError 404 for no pending request, 403 for one's own and for a role above the caller's.
 */
export async function acceptAccessRequest(
  services: Services,
  caller: SignedInHubCaller,
  { id: spaceId }: Authorized<SpaceView, 'space.members'>,
  approval: { id: string; role: ItemRole | undefined },
): Promise<void> {
  await inTransaction(services, async (trx) => {
    const space = await lockAndAuthorizeSpaceMembers(trx, caller, spaceId, 'space.members');
    const request = isId(approval.id) ? await lockAccessRequest(trx, space.id, approval.id) : undefined;
    if (!request) throw notFound('This request');
    if (request.user_id === caller.user.id)
      throw forbidden('Somebody else has to decide on your own request.');
    const role = approval.role ?? request.role;
    refuseRoleAboveOwn(space, role);
    const person = await hubMemberBy(trx, space.hub_id, { userId: request.user_id });
    if (!person || person.suspended) throw notFound('This request');
    const now = await memberOfSpace(trx, space.id, person.id);
    // A stronger role that the user has by now is not replaced.
    const granted = now && ROLE_RANK[now.role] > ROLE_RANK[role] ? now.role : role;
    await admitToSpace(trx, caller, space, { person, role: granted, reason: 'asked' });
    await recordAuditEvent(trx, caller, {
      ...spaceAuditTarget(space),
      action: 'space.access_approved',
      details: { ...spaceMemberAuditTarget(person), role: granted },
    });
    await notifyAccessApproved(trx, services, caller, space, person.id);
  });
}

/** @throws ApiError 404 for no pending request, 403 for one's own. */
export async function rejectAccessRequest(
  services: Services,
  caller: SignedInHubCaller,
  { id: spaceId }: Authorized<SpaceView, 'space.members'>,
  id: string,
): Promise<void> {
  await inTransaction(services, async (trx) => {
    const space = await lockAndAuthorizeSpace(trx, caller, spaceId, 'space.members');
    const request = isId(id) ? await lockAccessRequest(trx, space.id, id) : undefined;
    if (!request) throw notFound('This request');
    if (request.user_id === caller.user.id)
      throw forbidden('Somebody else has to decide on your own request.');
    await deleteAccessRequests(trx, { spaceId: space.id, userId: request.user_id, outcome: 'rejected' });
    await recordAuditEvent(trx, caller, {
      ...spaceAuditTarget(space),
      action: 'space.access_rejected',
      details: spaceMemberAuditTarget({ ...request, id: request.user_id }),
    });
    await showAccessRefused(trx, services, caller, space, request.user_id);
  });
}
