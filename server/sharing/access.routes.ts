import { z } from 'zod';
import {
  changeAccessRequest,
  changedAccess,
  sharedQuery,
  sharedThing,
  thingAccess,
  thingParams,
  type WhoCanSeeQuery,
  whoCanSeeEntry,
  whoCanSeeQuery,
} from '#lib/contract/access.ts';
import { spaceParams } from '#lib/contract/space.ts';
import { authorizeSpace } from '#server/access/policy/space-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { expectedRevision } from '#server/api/if-match.ts';
import { listAnswer, route } from '#server/api/route.ts';
import type { Services } from '#server/platform/services.ts';
import { spaceBySlug } from '#server/spaces/space/space.repo.ts';
import { changeAccess } from './change-access.ts';
import { type ShareableKind, thingToShare } from './shareable.ts';
import { sharedWith } from './shared-with.ts';
import { describeAccess } from './thing-access.ts';
import { type ToWatch, whoCanSee } from './who-can-see.ts';

type Asked = {
  services: Services;
  caller: Caller & { user: NonNullable<Caller['user']> };
  query: WhoCanSeeQuery;
  authorized: ToWatch;
};

/** A page of who can see what the caller may share, whatever it is. */
async function answerWhoCanSee({ services, caller, query, authorized }: Asked) {
  const { entries, count } = await whoCanSee(services.database, authorized, caller.user.id, query);
  return listAnswer(entries, { page: query.page, page_size: query.page_size, count });
}

/** Who may do what with things of one kind. */
const accessRoutesOf = (kind: ShareableKind, name: string) => [
  route({
    method: 'GET',
    path: `${kind}s/:id/access/`,
    summary: `Who may do what with ${name}, and why`,
    auth: 'user',
    params: thingParams,
    authorize: ({ services, caller, params }) =>
      thingToShare(services.database, caller, { kind, id: params.id }),
    handle: ({ services, caller, authorized }) =>
      describeAccess(services.database, caller.user.id, authorized),
    answers: thingAccess,
  }),
  route({
    method: 'PUT',
    path: `${kind}s/:id/access/`,
    summary: `Set the visibility of ${name} and the people who are added to it by name, all at once`,
    auth: 'user',
    params: thingParams,
    body: changeAccessRequest,
    authorize: ({ services, caller, params }) =>
      thingToShare(services.database, caller, { kind, id: params.id }),
    handle: ({ services, caller, body, authorized, request }) =>
      changeAccess(services, caller, authorized, body, expectedRevision(request)),
    answers: changedAccess,
  }),
  route({
    method: 'GET',
    path: `${kind}s/:id/who-can-see/`,
    summary: `Every person and link that can see ${name}, with the reasons`,
    auth: 'user',
    params: thingParams,
    query: whoCanSeeQuery,
    authorize: ({ services, caller, params }) =>
      thingToShare(services.database, caller, { kind, id: params.id }),
    handle: ({ services, caller, query, authorized }) =>
      answerWhoCanSee({ services, caller, query, authorized }),
    answers: z.array(whoCanSeeEntry),
  }),
];

export const accessRoutes = [
  ...accessRoutesOf('item', 'an item'),
  ...accessRoutesOf('form', 'a form'),
  route({
    method: 'GET',
    path: 'spaces/:slug/who-can-see/',
    summary: 'Every person that can see a space, with the reasons',
    auth: 'hub user',
    params: spaceParams,
    query: whoCanSeeQuery,
    authorize: async ({ services, caller, params }) =>
      authorizeSpace(await spaceBySlug(services.database, caller, params.slug), 'space.share'),
    handle: ({ services, caller, query, authorized }) =>
      answerWhoCanSee({ services, caller, query, authorized }),
    answers: z.array(whoCanSeeEntry),
  }),
  route({
    method: 'GET',
    path: 'shared/',
    summary: 'What was shared with the caller by name in a hub, the latest first',
    auth: 'hub user',
    query: sharedQuery,
    handle: async ({ services, caller, query }) => {
      const shared = await sharedWith(services.database, caller, query);
      const isWhole = query.page === 1 && shared.length < query.page_size;
      return listAnswer(shared, {
        page: query.page,
        page_size: query.page_size,
        count: isWhole ? shared.length : null,
      });
    },
    answers: z.array(sharedThing),
  }),
];
