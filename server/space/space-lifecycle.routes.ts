import { z } from 'zod';
import { hubParams } from '#lib/contract/hub.ts';
import { ownerlessSpace, space, spaceParams, takeOverRequest } from '#lib/contract/space.ts';
import { trashedSpace } from '#lib/contract/trash.ts';
import { route } from '../http/route.ts';
import { findHub } from '../hub/hub.service.ts';
import { authorizeHub } from '../policy/hub-policy.ts';
import { authorizeSpace, authorizeTakeOver } from '../policy/space-policy.ts';
import type { Services } from '../services.ts';
import { presentTrashedSpace } from '../trash/trash.presenter.ts';
import { archiveSpace } from './archive-space.ts';
import { deleteSpace } from './delete-space.ts';
import type { SignedInHere } from './hold-space.ts';
import { spaceBySlug } from './space.repo.ts';
import { describeSpace } from './space.service.ts';
import { ownerlessSpaces, takeOverSpace } from './take-over.ts';

type Named = { services: Services; caller: SignedInHere; params: { slug: string } };
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
    answers: space,
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
    answers: space,
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
    answers: trashedSpace,
  }),
  route({
    method: 'POST',
    path: 'spaces/:slug/take-over/',
    summary:
      'Become an owner of a space as the hub’s owner, also of one that they can’t see; everybody in it is told',
    auth: 'hub user',
    params: spaceParams,
    body: takeOverRequest,
    authorize: async (context) => authorizeTakeOver(context.caller, await named(context)),
    handle: ({ services, authorized, params, body, request }) =>
      takeOverSpace(services, authorized, request, { slug: params.slug, password: body.password }),
    present: (taken, { services, caller }) => describeSpace(services, caller, taken),
    answers: space,
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
    answers: z.array(ownerlessSpace),
  }),
];
