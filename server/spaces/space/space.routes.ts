import { z } from 'zod';
import {
  changeSpaceRequest,
  createSpaceRequest,
  space,
  spaceAddress,
  spaceListQuery,
  spaceParams,
} from '#lib/contract/space.ts';
import { authorizeNewSpace, authorizeSpace } from '#server/access/policy/space-policy.ts';
import { expectedRevision } from '#server/api/if-match.ts';
import { inTransaction, listEnvelope, route } from '#server/api/route.ts';
import { spaceEvent } from '#server/api/write-events.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import { spaceByFormerSlug } from './former-slug.repo.ts';
import { presentSpace } from './space.presenter.ts';
import { countSpaceContents, NO_COUNTS, spaceBySlug } from './space.repo.ts';
import { changeSpace, createSpaceAs, describeSpace } from './space.service.ts';
import { spacesOf } from './space-list.repo.ts';

export const spaceRoutes = [
  route({
    method: 'GET',
    path: 'spaces/',
    summary: 'The spaces of a hub that the caller may see',
    auth: 'hub',
    query: spaceListQuery,
    handle: async ({ services, caller, query }) => {
      const { page, page_size } = query;
      const { spaces, count } = await spacesOf(services.database, caller, query);
      const counts = await countSpaceContents(
        services.database,
        caller,
        spaces.map(({ id }) => id),
      );
      return listEnvelope(
        spaces.map((one) => presentSpace(one, counts.get(one.id) ?? NO_COUNTS)),
        { page, page_size, count },
      );
    },
    response: z.array(space),
  }),
  route({
    method: 'POST',
    path: 'spaces/',
    publishes: 'nothing',
    summary: 'Create a space; its creator owns it',
    auth: 'hub user',
    body: createSpaceRequest,
    authorize: ({ caller }) => authorizeNewSpace(caller),
    handle: ({ services, body, authorized }) =>
      inTransaction(services, (trx) => createSpaceAs(trx, authorized, body)),
    present: async (slug, { services, caller }) => {
      const made = await spaceBySlug(services.database, caller, slug);
      if (!made) throw notFound('This space');
      return describeSpace(services, caller, made);
    },
    status: 201,
    response: space,
  }),
  route({
    method: 'GET',
    path: 'spaces/:slug/',
    readsSpace: 'space',
    summary: 'A space, with what the caller may do there',
    auth: 'hub',
    params: spaceParams,
    authorize: async ({ services, caller, params }) =>
      authorizeSpace(await spaceBySlug(services.database, caller, params.slug), 'space.view'),
    handle: ({ services, caller, authorized }) => describeSpace(services, caller, authorized),
    response: space,
  }),
  route({
    method: 'GET',
    path: 'spaces/:slug/address/',
    readsSpace: 'space',
    summary: 'The slug of a space today, also by one that it had before',
    auth: 'hub',
    params: spaceParams,
    authorize: async ({ services: { database }, caller, params }) => {
      const named = await spaceBySlug(database, caller, params.slug);
      const isSeen = Boolean(named?.rank);
      return authorizeSpace(
        isSeen ? named : await spaceByFormerSlug(database, caller, params.slug),
        'space.view',
      );
    },
    handle: ({ authorized }) => ({ slug: authorized.slug }),
    response: spaceAddress,
  }),
  route({
    method: 'PATCH',
    path: 'spaces/:slug/',
    acceptsRevision: true,
    summary: 'Change a space',
    auth: 'hub user',
    params: spaceParams,
    body: changeSpaceRequest,
    authorize: async ({ services, caller, params }) =>
      authorizeSpace(await spaceBySlug(services.database, caller, params.slug), 'space.share'),
    handle: ({ services, caller, body, authorized, request }) =>
      changeSpace(services, caller, authorized, body, expectedRevision(request)),
    present: (changed, { services, caller }) => describeSpace(services, caller, changed),
    publishes: ({ authorized }) => [spaceEvent(authorized)],
    response: space,
    refusalData: space,
  }),
];
