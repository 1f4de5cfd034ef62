import { z } from 'zod';
import {
  changeAccessRequest,
  changedAccess,
  resourceAccess,
  resourceParams,
  sharedQuery,
  sharedResource,
  type WhoCanSeeQuery,
  whoCanSeeEntry,
  whoCanSeeQuery,
} from '#lib/contract/access.ts';
import { spaceParams } from '#lib/contract/space.ts';
import { authorizeSpace } from '#server/access/policy/space-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { expectedRevision } from '#server/api/if-match.ts';
import { listEnvelope, route } from '#server/api/route.ts';
import { resourceEvent } from '#server/api/write-events.ts';
import type { Services } from '#server/platform/services.ts';
import { spaceBySlug } from '#server/spaces/space/space.repo.ts';
import { changeAccess } from './change-access.ts';
import { describeResourceAccess } from './resource-access.ts';
import { findShareable, type ShareableKind } from './shareable.ts';
import { listSharedResources } from './shared-with.ts';
import { type AuthorizedToListAccess, listWhoCanSee } from './who-can-see.ts';

type AccessContext = {
  services: Services;
  caller: Caller & { user: NonNullable<Caller['user']> };
  query: WhoCanSeeQuery;
  authorized: AuthorizedToListAccess;
};

/** A page of who can see a resource that the caller may share, of any kind. */
async function respondWhoCanSee({ services, caller, query, authorized }: AccessContext) {
  const { entries, count } = await listWhoCanSee(services.database, authorized, caller.user.id, query);
  return listEnvelope(entries, { page: query.page, page_size: query.page_size, count });
}

/** The access routes of one kind of resource. */
const accessRoutesOf = (kind: ShareableKind, name: string) => [
  route({
    method: 'GET',
    path: `${kind}s/:id/access/`,
    summary: `Who may do what with ${name}, and why`,
    auth: 'user',
    params: resourceParams,
    authorize: ({ services, caller, params }) =>
      findShareable(services.database, caller, { kind, id: params.id }),
    handle: ({ services, caller, authorized }) =>
      describeResourceAccess(services.database, caller.user.id, authorized),
    response: resourceAccess,
  }),
  route({
    method: 'PUT',
    path: `${kind}s/:id/access/`,
    acceptsRevision: true,
    summary: `Set the visibility of ${name} and the people who are added to it by name, all at once`,
    auth: 'user',
    params: resourceParams,
    body: changeAccessRequest,
    authorize: ({ services, caller, params }) =>
      findShareable(services.database, caller, { kind, id: params.id }),
    handle: ({ services, caller, body, authorized, request }) =>
      changeAccess(services, caller, authorized, body, expectedRevision(request)),
    publishes: ({ authorized }) => [resourceEvent(authorized)],
    response: changedAccess,
    refusalData: resourceAccess,
  }),
  route({
    method: 'GET',
    path: `${kind}s/:id/who-can-see/`,
    summary: `Every person and link that can see ${name}, with the reasons`,
    auth: 'user',
    params: resourceParams,
    query: whoCanSeeQuery,
    authorize: ({ services, caller, params }) =>
      findShareable(services.database, caller, { kind, id: params.id }),
    handle: ({ services, caller, query, authorized }) =>
      respondWhoCanSee({ services, caller, query, authorized }),
    response: z.array(whoCanSeeEntry),
  }),
];

export const accessRoutes = [
  ...accessRoutesOf('item', 'an item'),
  ...accessRoutesOf('form', 'a form'),
  route({
    method: 'GET',
    path: 'spaces/:slug/who-can-see/',
    readsSpace: 'space',
    summary: 'Every person that can see a space, with the reasons',
    auth: 'hub user',
    params: spaceParams,
    query: whoCanSeeQuery,
    authorize: async ({ services, caller, params }) =>
      authorizeSpace(await spaceBySlug(services.database, caller, params.slug), 'space.share'),
    handle: ({ services, caller, query, authorized }) =>
      respondWhoCanSee({ services, caller, query, authorized }),
    response: z.array(whoCanSeeEntry),
  }),
  route({
    method: 'GET',
    path: 'shared/',
    summary: 'What was shared with the caller by name in a hub, the latest first',
    auth: 'hub user',
    query: sharedQuery,
    handle: async ({ services, caller, query }) => {
      const shared = await listSharedResources(services.database, caller, query);
      const isWhole = query.page === 1 && shared.length < query.page_size;
      return listEnvelope(shared, {
        page: query.page,
        page_size: query.page_size,
        count: isWhole ? shared.length : null,
      });
    },
    response: z.array(sharedResource),
  }),
];
