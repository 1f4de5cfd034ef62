import { z } from 'zod';
import { user } from '#lib/contract/account.ts';
import { hubParams } from '#lib/contract/hub.ts';
import {
  createInviteLinkRequest,
  createInvitesRequest,
  hubInviteParams,
  invite,
  inviteLink,
  inviteOutcome,
  inviteParams,
  invitesQuery,
  pendingInvite,
} from '#lib/contract/invite.ts';
import { requireAccount } from '#server/access/identity/account.repo.ts';
import { authorizeHub } from '#server/access/policy/hub-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { listEnvelope, messageEnvelope, route } from '#server/api/route.ts';
import { membersEvent } from '#server/api/write-events.ts';
import { findHub } from '#server/hubs/hub/discoverable-hub.ts';
import { invitesOf, openInviteById } from '#server/hubs/hub/invite.repo.ts';
import { presentUser } from '#server/hubs/viewer/account.presenter.ts';
import { isId } from '#server/platform/database/id.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { presentInvite, presentPendingInvite } from './invite.presenter.ts';
import {
  acceptInvite,
  declineInvite,
  inviteAddresses,
  inviteByLink,
  readInvite,
  resendInvite,
  revokeInvite,
} from './invite.service.ts';

const inviting = async (context: { services: Services; caller: Caller; params: { handle: string } }) =>
  authorizeHub(await findHub(context.services, context.caller, context.params.handle), 'hub.invite');

async function theInvite(services: Services, hubId: string, id: string) {
  const invite = isId(id) ? await openInviteById(services.database, hubId, id) : undefined;
  if (!invite) throw notFound('This invitation');
  return invite;
}

export const inviteRoutes = [
  route({
    method: 'GET',
    path: 'hubs/:handle/invites/',
    summary: 'Invitations and links that are neither answered nor withdrawn',
    auth: 'user',
    params: hubParams,
    query: invitesQuery,
    authorize: inviting,
    handle: async ({ services, caller, authorized, query }) => {
      const { invites, count } = await invitesOf(services.database, authorized.id, query);
      const by = { hub: authorized, userId: caller.user.id };
      const rows = invites.map((one) => presentPendingInvite(one, by));
      return listEnvelope(rows, { page: query.page, page_size: query.page_size, count });
    },
    response: z.array(pendingInvite),
  }),
  route({
    method: 'POST',
    path: 'hubs/:handle/invites/',
    summary: 'Invite addresses; each has an outcome, and a link to hand over',
    auth: 'user',
    params: hubParams,
    body: createInvitesRequest,
    authorize: inviting,
    handle: ({ services, caller, body, authorized }) => inviteAddresses(services, authorized, caller, body),
    publishes: ({ authorized }) => [membersEvent(authorized)],
    response: z.array(inviteOutcome),
  }),
  route({
    method: 'POST',
    path: 'hubs/:handle/invite-links/',
    summary: 'Make a link that several people may join by; it is shown once',
    auth: 'user',
    params: hubParams,
    body: createInviteLinkRequest,
    authorize: inviting,
    handle: ({ services, caller, body, authorized }) => inviteByLink(services, authorized, caller, body),
    publishes: ({ authorized }) => [membersEvent(authorized)],
    status: 201,
    response: inviteLink,
  }),
  route({
    method: 'POST',
    path: 'hubs/:handle/invites/:id/resend/',
    summary: 'Make another link for an invitation, or for a link; the old one ends',
    auth: 'user',
    params: hubInviteParams,
    authorize: inviting,
    handle: async ({ services, caller, params, authorized }) =>
      resendInvite(services, authorized, caller, await theInvite(services, authorized.id, params.id)),
    publishes: ({ authorized }) => [membersEvent(authorized)],
    response: z.union([inviteOutcome, inviteLink]),
  }),
  route({
    method: 'DELETE',
    path: 'hubs/:handle/invites/:id/',
    summary: 'Take an invitation or a link back',
    auth: 'user',
    params: hubInviteParams,
    authorize: inviting,
    handle: async ({ services, caller, params, authorized }) => {
      const invite = await theInvite(services, authorized.id, params.id);
      await revokeInvite(services, authorized, caller, invite);
      return messageEnvelope('The invitation is withdrawn.');
    },
    publishes: ({ authorized }) => [membersEvent(authorized)],
    response: z.null(),
  }),
  route({
    method: 'GET',
    path: 'invites/:token/',
    hidesPathInLog: true,
    summary: 'What an invitation’s link invites to',
    auth: 'anyone',
    params: inviteParams,
    handle: ({ services, params }) => readInvite(services.database, params.token),
    present: presentInvite,
    response: invite,
  }),
  route({
    method: 'POST',
    path: 'invites/:token/accept/',
    hidesPathInLog: true,
    publishes: 'nothing',
    summary: 'Join the hub that invites this account; it becomes the active one',
    auth: 'user',
    params: inviteParams,
    handle: async ({ services, caller, params }) => {
      await acceptInvite(services, caller, params.token);
      return requireAccount(services, caller.user.id);
    },
    present: (account, { services }) => presentUser(services, account),
    response: user,
  }),
  route({
    method: 'POST',
    path: 'invites/:token/decline/',
    hidesPathInLog: true,
    publishes: 'nothing',
    summary: 'Turn an invitation down',
    auth: 'user',
    params: inviteParams,
    handle: async ({ services, caller, params }) => {
      await declineInvite(services, caller, params.token);
      return messageEnvelope('The invitation is declined.');
    },
    response: z.null(),
  }),
];
