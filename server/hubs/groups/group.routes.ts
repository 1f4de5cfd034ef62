import { z } from 'zod';
import {
  addGroupMembersRequest,
  changeGroupRequest,
  createGroupRequest,
  type GroupMember,
  groupGrants,
  groupMember,
  groupMemberParams,
  groupParams,
  groupsQuery,
  type HubGroup,
  hubGroup,
} from '#lib/contract/group.ts';
import { hubParams } from '#lib/contract/hub.ts';
import { authorizeHub, hubAllowed } from '#server/access/policy/hub-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { listEnvelope, messageEnvelope, route } from '#server/api/route.ts';
import { membersEvent } from '#server/api/write-events.ts';
import { findHub } from '#server/hubs/hub/discoverable-hub.ts';
import type { HubView } from '#server/hubs/hub/hub.repo.ts';
import type { Services } from '#server/platform/services.ts';
import { type GroupMemberRow, type GroupRow, groupsOfHub, membersOfGroup } from './group.repo.ts';
import {
  addGroupMembers,
  changeGroup,
  createGroup,
  deleteGroup,
  removeGroupMember,
  requireGroup,
} from './group.service.ts';
import { visibleGrants } from './group-grants.ts';

type GroupContext = { services: Services; caller: Caller; params: { handle: string } };

/** Members of the hub see its groups; guests don't. */
const listing = async ({ services, caller, params }: GroupContext) =>
  authorizeHub(await findHub(services, caller, params.handle), 'hub.members');

const managing = async ({ services, caller, params }: GroupContext) =>
  authorizeHub(await findHub(services, caller, params.handle), 'hub.change_members');

function presentGroup(hub: HubView, { hub_id: _, created_at, updated_at, ...group }: GroupRow): HubGroup {
  const manages = hubAllowed(hub).includes('hub.change_members');
  return {
    ...group,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    allowed: manages ? ['change', 'delete', 'members'] : [],
  };
}

const presentMember = ({
  user_id: id,
  email,
  first_name,
  last_name,
  hub_role,
  suspended,
  by_name,
}: GroupMemberRow): GroupMember => ({
  user: { id, email, first_name, last_name },
  hub_role,
  suspended,
  by_name,
});

const pageOf = ({ q, page, page_size }: z.output<typeof groupsQuery>) => ({
  q,
  limit: page_size,
  offset: (page - 1) * page_size,
});

export const groupRoutes = [
  route({
    method: 'GET',
    path: 'hubs/:handle/groups/',
    summary: 'The groups of a hub; not for guests',
    auth: 'user',
    params: hubParams,
    query: groupsQuery,
    authorize: listing,
    handle: async ({ services, authorized, query }) => {
      const { groups, count } = await groupsOfHub(services.database, authorized.id, pageOf(query));
      const rows = groups.map((group) => presentGroup(authorized, group));
      return listEnvelope(rows, { page: query.page, page_size: query.page_size, count });
    },
    response: z.array(hubGroup),
  }),
  route({
    method: 'POST',
    path: 'hubs/:handle/groups/',
    summary: 'Create a group',
    auth: 'user',
    params: hubParams,
    body: createGroupRequest,
    publishes: ({ authorized }) => [membersEvent(authorized)],
    status: 201,
    authorize: managing,
    handle: async ({ services, caller, authorized, body }) =>
      presentGroup(authorized, await createGroup(services, caller, authorized, body)),
    response: hubGroup,
  }),
  route({
    method: 'GET',
    path: 'hubs/:handle/groups/:id/',
    summary: 'A group of a hub; not for guests',
    auth: 'user',
    params: groupParams,
    authorize: listing,
    handle: async ({ services, authorized, params }) =>
      presentGroup(authorized, await requireGroup(services.database, authorized, params.id)),
    response: hubGroup,
  }),
  route({
    method: 'PATCH',
    path: 'hubs/:handle/groups/:id/',
    summary: 'Change a group’s name, description, mail domains or claims; it acts at once',
    auth: 'user',
    params: groupParams,
    body: changeGroupRequest,
    authorize: managing,
    handle: async ({ services, caller, authorized, params, body }) =>
      presentGroup(authorized, await changeGroup(services, caller, authorized, params.id, body)),
    publishes: ({ authorized }) => [membersEvent(authorized)],
    response: hubGroup,
  }),
  route({
    method: 'DELETE',
    path: 'hubs/:handle/groups/:id/',
    summary: 'Delete a group, with all that it is granted',
    auth: 'user',
    params: groupParams,
    authorize: managing,
    handle: async ({ services, caller, authorized, params }) => {
      await deleteGroup(services, caller, authorized, params.id);
      return messageEnvelope('The group is deleted.');
    },
    publishes: ({ authorized }) => [membersEvent(authorized)],
    response: z.null(),
  }),
  route({
    method: 'GET',
    path: 'hubs/:handle/groups/:id/grants/',
    summary: 'What a group is granted, as far as the caller may see it; not for guests',
    auth: 'user',
    params: groupParams,
    authorize: listing,
    handle: async ({ services, caller, authorized, params }) =>
      visibleGrants(services.database, {
        group: await requireGroup(services.database, authorized, params.id),
        userId: caller.user.id,
      }),
    response: groupGrants,
  }),
  route({
    method: 'GET',
    path: 'hubs/:handle/groups/:id/members/',
    summary: 'Who is in a group; not for guests',
    auth: 'user',
    params: groupParams,
    query: groupsQuery,
    authorize: listing,
    handle: async ({ services, authorized, params, query }) => {
      const group = await requireGroup(services.database, authorized, params.id);
      const { members, count } = await membersOfGroup(services.database, group, pageOf(query));
      return listEnvelope(members.map(presentMember), {
        page: query.page,
        page_size: query.page_size,
        count,
      });
    },
    response: z.array(groupMember),
  }),
  route({
    method: 'POST',
    path: 'hubs/:handle/groups/:id/members/',
    summary: 'Add people of the hub to a group; it acts at once',
    auth: 'user',
    params: groupParams,
    body: addGroupMembersRequest,
    authorize: managing,
    handle: async ({ services, caller, authorized, params, body }) => {
      const userIds = body.map(({ user_id }) => user_id);
      return presentGroup(
        authorized,
        await addGroupMembers(services, caller, authorized, { id: params.id, userIds }),
      );
    },
    publishes: ({ authorized }) => [membersEvent(authorized)],
    response: hubGroup,
  }),
  route({
    method: 'DELETE',
    path: 'hubs/:handle/groups/:id/members/:user_id/',
    summary: 'Remove somebody from a group; it acts at once',
    auth: 'user',
    params: groupMemberParams,
    authorize: managing,
    handle: async ({ services, caller, authorized, params }) => {
      await removeGroupMember(services, caller, authorized, { id: params.id, userId: params.user_id });
      return messageEnvelope('They are not in the group any more.');
    },
    publishes: ({ authorized }) => [membersEvent(authorized)],
    response: z.null(),
  }),
];
