import { z } from 'zod';
import { hubParams } from '#lib/contract/hub.ts';
import {
  changeMemberRequest,
  member,
  memberDetail,
  memberParams,
  memberRemoval,
  membersQuery,
} from '#lib/contract/member.ts';
import { authorizeHub } from '#server/access/policy/hub-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { listEnvelope, messageEnvelope, route } from '#server/api/route.ts';
import { membersEvent } from '#server/api/write-events.ts';
import { findHub } from '#server/hubs/hub/discoverable-hub.ts';
import type { Services } from '#server/platform/services.ts';
import { presentMember } from './member.presenter.ts';
import { changeMember, findMember, listMembers, removalImpact, removeMember } from './member.service.ts';

type MemberContext = { services: Services; caller: Caller; params: { handle: string } };

/** Requires membership only; operations on a member are authorized once the hub's members are locked. */
const belonging = async ({ services, caller, params }: MemberContext) =>
  authorizeHub(await findHub(services, caller, params.handle), 'hub.view');

export const memberRoutes = [
  route({
    method: 'GET',
    path: 'hubs/:handle/members/',
    summary: 'Who belongs to a hub; not for guests',
    auth: 'user',
    params: hubParams,
    query: membersQuery,
    authorize: async ({ services, caller, params }) =>
      authorizeHub(await findHub(services, caller, params.handle), 'hub.members'),
    handle: async ({ services, caller, authorized, query }) => {
      const { members, count } = await listMembers(services, authorized, query);
      const rows = members.map((one) => presentMember(authorized, caller.user.id, one));
      return listEnvelope(rows, { page: query.page, page_size: query.page_size, count });
    },
    response: z.array(member),
  }),
  route({
    method: 'GET',
    path: 'hubs/:handle/members/:user_id/',
    summary: 'One member, and what ends if they leave',
    auth: 'user',
    params: memberParams,
    authorize: belonging,
    handle: async ({ services, caller, authorized, params }) => {
      const found = await findMember(services, caller, authorized, params.user_id);
      const leaving = await removalImpact(services, caller, authorized, found);
      return { ...presentMember(authorized, caller.user.id, found), leaving };
    },
    response: memberDetail,
  }),
  route({
    method: 'PATCH',
    path: 'hubs/:handle/members/:user_id/',
    summary: 'Change a member’s role, suspend or reinstate them; it acts at once',
    auth: 'user',
    params: memberParams,
    body: changeMemberRequest,
    authorize: belonging,
    handle: ({ services, caller, authorized, params, body }) =>
      changeMember(services, caller, authorized.id, params.user_id, body),
    present: (changed, { caller }) => presentMember(changed.hub, caller.user.id, changed.member),
    publishes: ({ authorized }) => [membersEvent(authorized)],
    response: member,
  }),
  route({
    method: 'DELETE',
    path: 'hubs/:handle/members/:user_id/',
    summary: 'Remove a member, or leave the hub; it acts at once',
    auth: 'user',
    params: memberParams,
    authorize: belonging,
    handle: async ({ services, caller, authorized, params }) => {
      const count = await removeMember(services, caller, authorized.id, params.user_id);
      const left = params.user_id.toLowerCase() === caller.user.id;
      const done = left ? 'You left the hub.' : 'They do not belong to the hub any more.';
      if (count === 0) return messageEnvelope(done, { spaces_without_owner: 0 });
      const spaces = count === 1 ? 'One private space has' : `${count} private spaces have`;
      return messageEnvelope(`${done} ${spaces} no owner now; an owner of the hub can take over.`, {
        spaces_without_owner: count,
      });
    },
    publishes: ({ authorized }) => [membersEvent(authorized)],
    response: memberRemoval,
  }),
];
