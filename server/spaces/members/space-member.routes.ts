import { z } from 'zod';
import { spaceParams } from '#lib/contract/space.ts';
import {
  addSpaceMemberRequest,
  candidate,
  candidateQuery,
  changeSpaceMemberRequest,
  spaceGroup,
  spaceGroupParams,
  spaceInvite,
  spaceInviteParams,
  spaceMember,
  spaceMemberOutcome,
  spaceMemberParams,
  spaceMemberQuery,
} from '#lib/contract/space-member.ts';
import { authorizeSpace } from '#server/access/policy/space-policy.ts';
import { listEnvelope, messageEnvelope, route } from '#server/api/route.ts';
import { spaceEvent } from '#server/api/write-events.ts';
import { pendingGrantsOn } from '#server/hubs/invites/pending-grant.ts';
import { spaceBySlug } from '#server/spaces/space/space.repo.ts';
import { candidatesFor, membersOfSpace } from '#server/spaces/space/space-member.repo.ts';
import { presentMember } from './space-member.presenter.ts';
import {
  addSpaceMember,
  changeSpaceMember,
  groupsOfSpace,
  removeSpaceGroup,
  removeSpaceMember,
  requireMemberList,
  revokeSpaceInvite,
} from './space-member.service.ts';

/** The number of suggestions for a name that is being typed. */
const CANDIDATES = 8;

export const spaceMemberRoutes = [
  route({
    method: 'GET',
    path: 'spaces/:slug/members/',
    readsSpace: 'space',
    summary: 'The people who were added to a space, owners first',
    auth: 'hub user',
    params: spaceParams,
    query: spaceMemberQuery,
    authorize: async ({ services, caller, params }) =>
      requireMemberList(
        services,
        caller,
        authorizeSpace(await spaceBySlug(services.database, caller, params.slug), 'space.view'),
      ),
    handle: async ({ services, caller, authorized, query: { page, page_size, q } }) => {
      // Guests can't search by addresses that they may not see.
      const byAddress = caller.hubRole !== 'guest';
      const at = { q, byAddress, limit: page_size, offset: (page - 1) * page_size };
      const members = await membersOfSpace(services.database, authorized.id, at);
      return listEnvelope(
        members.map((member) => presentMember(member, caller)),
        { page, page_size },
      );
    },
    response: z.array(spaceMember),
  }),
  route({
    method: 'POST',
    path: 'spaces/:slug/members/',
    summary: 'Add somebody of the hub to a space, or invite an address to it',
    auth: 'hub user',
    params: spaceParams,
    body: addSpaceMemberRequest,
    authorize: async ({ services, caller, params }) =>
      authorizeSpace(await spaceBySlug(services.database, caller, params.slug), 'space.share'),
    handle: ({ services, caller, body, authorized }) => addSpaceMember(services, caller, authorized, body),
    publishes: ({ authorized }) => [spaceEvent(authorized)],
    status: 201,
    response: spaceMemberOutcome,
  }),
  route({
    method: 'GET',
    path: 'spaces/:slug/groups/',
    readsSpace: 'space',
    summary: 'The groups that were added to a space; none for guests',
    auth: 'hub user',
    params: spaceParams,
    authorize: async ({ services, caller, params }) =>
      requireMemberList(
        services,
        caller,
        authorizeSpace(await spaceBySlug(services.database, caller, params.slug), 'space.view'),
      ),
    handle: ({ services, caller, authorized }) => groupsOfSpace(services, caller, authorized),
    response: z.array(spaceGroup),
  }),
  route({
    method: 'DELETE',
    path: 'spaces/:slug/groups/:id/',
    summary: 'Remove a group from a space; it acts at once',
    auth: 'hub user',
    params: spaceGroupParams,
    authorize: async ({ services, caller, params }) =>
      authorizeSpace(await spaceBySlug(services.database, caller, params.slug), 'space.members'),
    handle: async ({ services, caller, params, authorized }) => {
      await removeSpaceGroup(services, caller, authorized, params.id);
      return messageEnvelope('The group is not in the space any more.');
    },
    publishes: ({ authorized }) => [spaceEvent(authorized)],
    response: z.null(),
  }),
  route({
    method: 'GET',
    path: 'spaces/:slug/candidates/',
    readsSpace: 'space',
    summary: 'People of the hub who could be added to a space, by name or address',
    auth: 'hub user',
    params: spaceParams,
    query: candidateQuery,
    authorize: async ({ services, caller, params }) =>
      authorizeSpace(await spaceBySlug(services.database, caller, params.slug), 'space.share'),
    handle: async ({ services, caller, authorized, query }) => {
      // A guest only finds members of their own spaces.
      const found =
        caller.hubRole === 'guest'
          ? []
          : await candidatesFor(services.database, authorized, { q: query.q, limit: CANDIDATES });
      return found.map(({ id, email, first_name, last_name }) => ({ id, email, first_name, last_name }));
    },
    response: z.array(candidate),
  }),
  route({
    method: 'GET',
    path: 'spaces/:slug/invites/',
    readsSpace: 'space',
    summary: 'Addresses that were invited to a space and have not answered',
    auth: 'hub user',
    params: spaceParams,
    authorize: async ({ services, caller, params }) =>
      authorizeSpace(await spaceBySlug(services.database, caller, params.slug), 'space.share'),
    // Guests see no addresses of others.
    handle: async ({ services, caller, authorized }) =>
      caller.hubRole === 'guest'
        ? []
        : pendingGrantsOn(services.database, { kind: 'space', id: authorized.id }),
    present: (pending) =>
      pending.map(({ invite_id, created_at, expires_at, ...rest }) => ({
        id: invite_id,
        ...rest,
        created_at: created_at.toISOString(),
        expires_at: expires_at.toISOString(),
      })),
    response: z.array(spaceInvite),
  }),
  route({
    method: 'DELETE',
    path: 'spaces/:slug/invites/:id/',
    summary: 'Take an invitation to a space back',
    auth: 'hub user',
    params: spaceInviteParams,
    authorize: async ({ services, caller, params }) =>
      authorizeSpace(await spaceBySlug(services.database, caller, params.slug), 'space.members'),
    handle: async ({ services, caller, params, authorized }) => {
      await revokeSpaceInvite(services, caller, authorized, params.id);
      return messageEnvelope('The invitation is taken back.');
    },
    publishes: ({ authorized }) => [spaceEvent(authorized)],
    response: z.null(),
  }),
  route({
    method: 'PATCH',
    path: 'spaces/:slug/members/:user_id/',
    summary: 'Give somebody another role in a space',
    auth: 'hub user',
    params: spaceMemberParams,
    body: changeSpaceMemberRequest,
    authorize: async ({ services, caller, params }) =>
      authorizeSpace(await spaceBySlug(services.database, caller, params.slug), 'space.members'),
    handle: ({ services, caller, params, body, authorized }) =>
      changeSpaceMember(services, caller, authorized, { userId: params.user_id, role: body.role }),
    present: (changed, { caller }) => presentMember(changed, caller),
    publishes: ({ authorized }) => [spaceEvent(authorized)],
    response: spaceMember,
  }),
  route({
    method: 'DELETE',
    path: 'spaces/:slug/members/:user_id/',
    summary: 'Take somebody out of a space, or leave it',
    auth: 'hub user',
    params: spaceMemberParams,
    authorize: async ({ services, caller, params }) =>
      authorizeSpace(await spaceBySlug(services.database, caller, params.slug), 'space.view'),
    handle: async ({ services, caller, params, authorized }) => {
      await removeSpaceMember(services, caller, authorized, params.user_id);
      return messageEnvelope('They are not in the space any more.');
    },
    publishes: ({ authorized }) => [spaceEvent(authorized)],
    response: z.null(),
  }),
];
