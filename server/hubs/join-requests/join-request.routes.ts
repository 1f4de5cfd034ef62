import { z } from 'zod';
import { hub, hubParams } from '#lib/contract/hub.ts';
import {
  approveJoinRequest,
  createJoinRequest,
  joinRequest,
  joinRequestParams,
} from '#lib/contract/join-request.ts';
import { listQuery } from '#lib/contract/pagination.ts';
import { authorizeHub } from '#server/access/policy/hub-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { listEnvelope, messageEnvelope, route } from '#server/api/route.ts';
import { membersEvent } from '#server/api/write-events.ts';
import { findHub, requireDiscoverableHub } from '#server/hubs/hub/discoverable-hub.ts';
import { presentHub } from '#server/hubs/hub/hub.presenter.ts';
import { isId } from '#server/platform/database/id.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { countJoinRequests, joinRequestsOf } from './join-request.repo.ts';
import { acceptJoinRequest, rejectJoinRequest, requestToJoin } from './join-request.service.ts';

const approving = async (context: { services: Services; caller: Caller; params: { handle: string } }) =>
  authorizeHub(await findHub(context.services, context.caller, context.params.handle), 'hub.invite');

export const joinRequestRoutes = [
  route({
    method: 'POST',
    path: 'hubs/:handle/join-requests/',
    summary: 'Join a hub that lets the caller in, or ask its admins to',
    auth: 'user',
    params: hubParams,
    body: createJoinRequest,
    authorize: ({ services, caller, params }) => requireDiscoverableHub(services, caller, params.handle),
    handle: ({ services, caller, body, authorized }) =>
      requestToJoin(services, caller, authorized, body.message ?? ''),
    present: presentHub,
    publishes: ({ authorized }) => [membersEvent(authorized)],
    response: hub,
  }),
  route({
    method: 'GET',
    path: 'hubs/:handle/join-requests/',
    summary: 'People who wait to be let in',
    auth: 'user',
    params: hubParams,
    query: listQuery,
    authorize: approving,
    handle: async ({ services, authorized, query: { page, page_size } }) => {
      const at = { limit: page_size, offset: (page - 1) * page_size };
      const [requests, count] = await Promise.all([
        joinRequestsOf(services.database, authorized.id, at),
        countJoinRequests(services.database, authorized.id),
      ]);
      const rows = requests.map(({ id, message, created_at, user_id, ...person }) => ({
        id,
        user: { id: user_id, ...person },
        message,
        created_at: created_at.toISOString(),
      }));
      return listEnvelope(rows, { page, page_size, count });
    },
    response: z.array(joinRequest),
  }),
  route({
    method: 'POST',
    path: 'hubs/:handle/join-requests/:id/approve/',
    summary: 'Let somebody in who asked',
    auth: 'user',
    params: joinRequestParams,
    body: approveJoinRequest,
    authorize: approving,
    handle: async ({ services, caller, params, body, authorized }) => {
      if (!isId(params.id)) throw notFound('This request');
      await acceptJoinRequest(services, caller, authorized, { id: params.id, role: body.role });
      return messageEnvelope('They belong to the hub now.');
    },
    publishes: ({ authorized }) => [membersEvent(authorized)],
    response: z.null(),
  }),
  route({
    method: 'POST',
    path: 'hubs/:handle/join-requests/:id/reject/',
    summary: 'Turn a request to join down',
    auth: 'user',
    params: joinRequestParams,
    authorize: approving,
    handle: async ({ services, caller, params, authorized }) => {
      if (!isId(params.id)) throw notFound('This request');
      await rejectJoinRequest(services, caller, authorized, params.id);
      return messageEnvelope('The request is turned down.');
    },
    publishes: ({ authorized }) => [membersEvent(authorized)],
    response: z.null(),
  }),
];
