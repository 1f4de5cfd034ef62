import { z } from 'zod';
import { hubParams } from '#lib/contract/hub.ts';
import { ownerlessSpace, space, spaceParams, takeOverRequest } from '#lib/contract/space.ts';
import { trashedSpace } from '#lib/contract/trash.ts';
import { authorizeHub } from '#server/access/policy/hub-policy.ts';
import { authorizeSpace, authorizeSpaceTakeover } from '#server/access/policy/space-policy.ts';
import { route } from '#server/api/route.ts';
import { spaceEvent } from '#server/api/write-events.ts';
import { findHub } from '#server/hubs/hub/discoverable-hub.ts';
import type { Services } from '#server/platform/services.ts';
import { ownerlessSpaces, takeOverSpace } from '#server/spaces/members/space-takeover.ts';
import { archiveSpace } from '#server/spaces/space/archive-space.ts';
import type { SignedInHubCaller } from '#server/spaces/space/lock-space.ts';
import { spaceBySlug } from '#server/spaces/space/space.repo.ts';
import { describeSpace } from '#server/spaces/space/space.service.ts';
import { deleteSpace } from './delete-space.ts';
import { presentTrashedSpace } from './trash.presenter.ts';

type Named = { services: Services; caller: SignedInHubCaller; params: { slug: string } };
const named = ({ services, caller, params }: Named) => spaceBySlug(services.database, caller, params.slug);

export const spaceLifecycleRoutes = [
  route({
    method: 'POST',
    path: 'spaces/:slug/archive/',
    summary: 'Put a space into the archive: it can only be read',
    auth: 'hub user',
    params: spaceParams,
    authorize: async (context) => authorizeSpace(await named(context), 'space.archive'),
    handle: ({ services, caller, authorized }) => archiveSpace(services, caller, authorized, true),
    present: (changed, { services, caller }) => describeSpace(services, caller, changed),
    publishes: ({ authorized }) => [spaceEvent(authorized)],
    response: space,
  }),
  route({
    method: 'POST',
    path: 'spaces/:slug/unarchive/',
    summary: 'Take a space out of the archive',
    auth: 'hub user',
    params: spaceParams,
    authorize: async (context) => authorizeSpace(await named(context), 'space.archive'),
    handle: ({ services, caller, authorized }) => archiveSpace(services, caller, authorized, false),
    present: (changed, { services, caller }) => describeSpace(services, caller, changed),
    publishes: ({ authorized }) => [spaceEvent(authorized)],
    response: space,
  }),
  route({
    method: 'DELETE',
    path: 'spaces/:slug/',
    summary: 'Put a space into the trash, with all that is in it',
    auth: 'hub user',
    params: spaceParams,
    authorize: async (context) => authorizeSpace(await named(context), 'space.delete'),
    handle: ({ services, caller, authorized }) => deleteSpace(services, caller, authorized),
    present: presentTrashedSpace,
    publishes: ({ authorized }) => [spaceEvent(authorized)],
    response: trashedSpace,
  }),
  route({
    method: 'POST',
    path: 'spaces/:slug/take-over/',
    idempotent: false,
    summary:
      'Become an owner of a space as the hub’s owner, also of one that they can’t see; all of its members are notified',
    auth: 'hub user',
    params: spaceParams,
    body: takeOverRequest,
    authorize: async (context) => authorizeSpaceTakeover(context.caller, await named(context)),
    handle: ({ services, authorized, params, body, request }) =>
      takeOverSpace(services, authorized, request, { slug: params.slug, password: body.password }),
    present: (taken, { services, caller }) => describeSpace(services, caller, taken),
    publishes: ({ result }) => [spaceEvent(result)],
    response: space,
  }),
  route({
    method: 'GET',
    path: 'hubs/:handle/ownerless-spaces/',
    summary: 'Private spaces that nobody owns who can act, for the hub’s owner to take over',
    auth: 'user',
    params: hubParams,
    authorize: async ({ services, caller, params }) =>
      authorizeHub(await findHub(services, caller, params.handle), 'hub.take_over_space'),
    handle: async ({ services, authorized }) => {
      const spaces = await ownerlessSpaces(services.database, authorized.id);
      return spaces.map((one) => ({ ...one, created_at: one.created_at.toISOString() }));
    },
    response: z.array(ownerlessSpace),
  }),
];
