import { z } from 'zod';
import { user } from '#lib/contract/account.ts';
import {
  changeHubRequest,
  checkHandleQuery,
  handleCheck,
  hub,
  hubParams,
  membershipEnded,
  newHandle,
} from '#lib/contract/hub.ts';
import { listQuery } from '#lib/contract/pagination.ts';
import { requireAccount, setActiveHub } from '#server/access/identity/account.repo.ts';
import { sendPicture } from '#server/access/identity/picture.ts';
import { authorizeHub } from '#server/access/policy/hub-policy.ts';
import { expectedRevision } from '#server/api/if-match.ts';
import { listEnvelope, route } from '#server/api/route.ts';
import { membersEvent } from '#server/api/write-events.ts';
import { findHub, requireDiscoverableHub, requireRenamedHub } from '#server/hubs/hub/discoverable-hub.ts';
import { requireFreeHandle } from '#server/hubs/hub/handle.ts';
import { presentHub } from '#server/hubs/hub/hub.presenter.ts';
import { countHubsOf, hubsOf } from '#server/hubs/hub/hub.repo.ts';
import { membershipEndReason } from '#server/hubs/members/former-member.repo.ts';
import { presentUser } from '#server/hubs/viewer/account.presenter.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import { changeHub } from './hub.service.ts';

export const hubRoutes = [
  route({
    method: 'GET',
    path: 'hubs/',
    summary: 'The hubs that the caller belongs to, by name',
    auth: 'user',
    query: listQuery,
    handle: async ({ services, caller, query }) => {
      const { page, page_size } = query;
      const [hubs, count] = await Promise.all([
        hubsOf(services.database, caller.user, { limit: page_size, offset: (page - 1) * page_size }),
        countHubsOf(services.database, caller.user.id),
      ]);
      return listEnvelope(hubs.map(presentHub), { page, page_size, count });
    },
    response: z.array(hub),
  }),
  route({
    method: 'GET',
    path: 'hubs/:handle/membership-end/',
    summary: 'Why the caller belongs to this hub no more: removed or suspended',
    auth: 'user',
    params: hubParams,
    handle: async ({ services, caller, params }) => {
      const ended = await membershipEndReason(services.database, params.handle, caller.user.id);
      if (!ended) throw notFound('This');
      return { ended };
    },
    response: membershipEnded,
  }),
  route({
    method: 'GET',
    path: 'hubs/:handle/new-handle/',
    summary: 'The handle that a hub has now which had this one before',
    auth: 'anyone',
    params: hubParams,
    handle: async ({ services, caller, params }) => {
      const { handle } = await requireRenamedHub(services, caller, params.handle);
      return { domain_handle: handle };
    },
    response: newHandle,
  }),
  route({
    method: 'GET',
    path: 'hubs/check/',
    summary: 'Whether a handle is free, and one like it that is',
    auth: 'user',
    query: checkHandleQuery,
    handle: ({ services, query }) => requireFreeHandle(services.database, query.domain_handle),
    response: handleCheck,
  }),
  route({
    method: 'GET',
    path: 'hubs/:handle/',
    summary: 'A hub, as far as its visibility lets the caller know it',
    auth: 'anyone',
    params: hubParams,
    handle: ({ services, caller, params }) => requireDiscoverableHub(services, caller, params.handle),
    present: presentHub,
    response: hub,
  }),
  route({
    method: 'GET',
    path: 'hubs/:handle/logo/',
    summary: 'The hub’s logo, for who may know of the hub',
    auth: 'anyone',
    acceptsSessionCookie: true,
    stream: ['image/*'],
    params: hubParams,
    authorize: ({ services, caller, params }) => requireDiscoverableHub(services, caller, params.handle),
    handle: async ({ services, authorized, reply }) => {
      if (!authorized.logo_sha256) throw notFound('This logo');
      await sendPicture(services, reply, authorized.logo_sha256);
    },
  }),
  route({
    method: 'PATCH',
    path: 'hubs/:handle/',
    acceptsRevision: true,
    summary: 'Change a hub’s settings',
    auth: 'user',
    params: hubParams,
    body: changeHubRequest,
    authorize: async ({ services, caller, params }) =>
      authorizeHub(await findHub(services, caller, params.handle), 'hub.change'),
    handle: ({ services, caller, body, authorized, request }) =>
      changeHub(services, caller, authorized, body, expectedRevision(request)),
    present: presentHub,
    publishes: ({ authorized }) => [membersEvent(authorized)],
    response: hub,
    refusalData: hub,
  }),
  route({
    method: 'POST',
    path: 'hubs/:handle/activate/',
    summary: 'Make a hub the one that requests without Org-Handle act in',
    auth: 'user',
    params: hubParams,
    authorize: async ({ services, caller, params }) =>
      authorizeHub(await findHub(services, caller, params.handle), 'hub.view'),
    handle: async ({ services, caller, authorized }) => {
      await setActiveHub(services.database, caller.user.id, authorized.id);
      return requireAccount(services, caller.user.id);
    },
    present: (account, { services }) => presentUser(services, account),
    publishes: ({ authorized }) => [membersEvent(authorized)],
    response: user,
  }),
];
