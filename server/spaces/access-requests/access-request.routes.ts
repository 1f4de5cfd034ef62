import { z } from 'zod';
import { spaceRoleAllows } from '#lib/access/operations.ts';
import {
  accessRequest,
  accessRequestParams,
  accessRequestQuery,
  approveAccessRequest,
  createAccessRequest,
} from '#lib/contract/access-request.ts';
import { spaceParams } from '#lib/contract/space.ts';
import { authorizeSpace, spaceRole } from '#server/access/policy/space-policy.ts';
import { listEnvelope, messageEnvelope, route } from '#server/api/route.ts';
import { spaceEvent } from '#server/api/write-events.ts';
import type { Services } from '#server/platform/services.ts';
import {
  accessRequestsOfSpace,
  type PendingAccessRequest,
} from '#server/spaces/members/access-request.repo.ts';
import type { SignedInHubCaller } from '#server/spaces/space/lock-space.ts';
import { spaceBySlug } from '#server/spaces/space/space.repo.ts';
import {
  acceptAccessRequest,
  ownAccessRequests,
  rejectAccessRequest,
  requestAccess,
  withdrawAccessRequest,
} from './access-request.service.ts';

/** Longer than a request to an existing space, the slower case, takes; in milliseconds. */
const MINIMUM_RESPONSE_MS = 250;

/** The same message for every address that the caller may not know of. */
const REQUEST_RECEIVED =
  'If there is a space here, its owners have been asked. You will see it once one of them says yes.';

const deciding = async (context: {
  services: Services;
  caller: SignedInHubCaller;
  params: { slug: string };
}) =>
  authorizeSpace(
    await spaceBySlug(context.services.database, context.caller, context.params.slug),
    'space.members',
  );

/** A request as the users who decide on it see it; guests see no address but their own. */
const presentFor =
  (reader: SignedInHubCaller) =>
  ({ id, role, message, created_at, user_id, email, ...person }: PendingAccessRequest) => ({
    id,
    user: {
      id: user_id,
      email: reader.hubRole === 'guest' && reader.user.id !== user_id ? '' : email,
      ...person,
    },
    role,
    message,
    created_at: created_at.toISOString(),
  });

export const accessRequestRoutes = [
  route({
    method: 'POST',
    path: 'spaces/:slug/access-requests/',
    publishes: 'nothing',
    summary: 'Request access to a space, or a stronger role; the response reveals nothing about the space',
    auth: 'hub user',
    params: spaceParams,
    body: createAccessRequest,
    handle: async ({ services, caller, params, body }) => {
      await requestAccess(services, caller, params.slug, body);
      return messageEnvelope(REQUEST_RECEIVED);
    },
    status: 202,
    minimumMs: MINIMUM_RESPONSE_MS,
    response: z.null(),
  }),
  route({
    method: 'GET',
    path: 'spaces/:slug/access-requests/',
    readsSpace: 'space',
    summary: 'Who waits to be let in, for the space’s owners; else what the caller asked for themselves',
    auth: 'hub user',
    params: spaceParams,
    query: accessRequestQuery,
    handle: async ({ services, caller, params, query: { page, page_size } }) => {
      const space = await spaceBySlug(services.database, caller, params.slug);
      if (space?.rank && spaceRoleAllows(spaceRole(space), 'space.members')) {
        const { id } = authorizeSpace(space, 'space.members');
        const at = { limit: page_size, offset: (page - 1) * page_size };
        const waiting = await accessRequestsOfSpace(services.database, id, at);
        return listEnvelope(waiting.map(presentFor(caller)), { page, page_size });
      }
      const own = page > 1 ? [] : await ownAccessRequests(services, caller, params.slug, space);
      return listEnvelope(own.map(presentFor(caller)), { page, page_size });
    },
    response: z.array(accessRequest),
  }),
  route({
    method: 'DELETE',
    path: 'spaces/:slug/access-requests/',
    publishes: 'nothing',
    summary: 'Take back what the caller asked for',
    auth: 'hub user',
    params: spaceParams,
    handle: async ({ services, caller, params }) => {
      await withdrawAccessRequest(services, caller, params.slug);
      return messageEnvelope('Your request is taken back.');
    },
    response: z.null(),
  }),
  route({
    method: 'POST',
    path: 'spaces/:slug/access-requests/:id/approve/',
    summary: 'Let somebody in who asked',
    auth: 'hub user',
    params: accessRequestParams,
    body: approveAccessRequest,
    authorize: deciding,
    handle: async ({ services, caller, params, body, authorized }) => {
      await acceptAccessRequest(services, caller, authorized, { id: params.id, role: body.role });
      return messageEnvelope('They are in the space now.');
    },
    publishes: ({ authorized }) => [spaceEvent(authorized)],
    response: z.null(),
  }),
  route({
    method: 'POST',
    path: 'spaces/:slug/access-requests/:id/reject/',
    summary: 'Turn a request for access down',
    auth: 'hub user',
    params: accessRequestParams,
    authorize: deciding,
    handle: async ({ services, caller, params, authorized }) => {
      await rejectAccessRequest(services, caller, authorized, params.id);
      return messageEnvelope('The request is turned down.');
    },
    publishes: ({ authorized }) => [spaceEvent(authorized)],
    response: z.null(),
  }),
];
