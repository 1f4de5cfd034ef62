import { z } from 'zod';
import { user } from '#lib/contract/account.ts';
import { hubParams } from '#lib/contract/hub.ts';
import {
  createInvitesRequest,
  hubInviteParams,
  invite,
  inviteOutcome,
  inviteParams,
  pendingInvite,
} from '#lib/contract/invite.ts';
import { listQuery } from '#lib/contract/pagination.ts';
import { presentUser } from '../account/account.presenter.ts';
import { accountOf } from '../account/account.service.ts';
import { isId } from '../database/id.ts';
import { notFound } from '../http/api-error.ts';
import { listAnswer, messageAnswer, route } from '../http/route.ts';
import { authorizeHub } from '../policy/hub-policy.ts';
import type { Services } from '../services.ts';
import type { Caller } from '../session/caller.ts';
import { findHub } from './hub.service.ts';
import { presentInvite, presentPendingInvite } from './invite.presenter.ts';
import { endInvite, inviteById, invitesOf } from './invite.repo.ts';
import { acceptInvite, declineInvite, inviteAddresses, openInvite, resendInvite } from './invite.service.ts';

const inviting = async (context: { services: Services; caller: Caller; params: { handle: string } }) =>
  authorizeHub(await findHub(context.services, context.caller, context.params.handle), 'hub.invite');

export const inviteRoutes = [
  route({
    method: 'GET',
    path: 'hubs/:handle/invites/',
    summary: 'Invitations that nobody has answered yet',
    auth: 'user',
    params: hubParams,
    query: listQuery,
    authorize: inviting,
    handle: async ({ services, authorized, query: { page, page_size } }) => {
      const at = { limit: page_size, offset: (page - 1) * page_size };
      const invites = await invitesOf(services.database, authorized.id, at);
      return listAnswer(invites.map(presentPendingInvite), { page, page_size });
    },
    answers: z.array(pendingInvite),
  }),
  route({
    method: 'POST',
    path: 'hubs/:handle/invites/',
    summary: 'Invite addresses; each has an outcome, and a link to hand over',
    auth: 'user',
    params: hubParams,
    body: createInvitesRequest,
    authorize: inviting,
    handle: ({ services, caller, body, authorized }) =>
      inviteAddresses(services, authorized, caller.user.id, body),
    answers: z.array(inviteOutcome),
  }),
  route({
    method: 'POST',
    path: 'hubs/:handle/invites/:id/resend/',
    summary: 'Make another link for an invitation; the old one ends',
    auth: 'user',
    params: hubInviteParams,
    authorize: inviting,
    handle: async ({ services, caller, params, authorized }) => {
      const open = isId(params.id) && (await inviteById(services.database, authorized.id, params.id));
      if (!open) throw notFound('This invitation');
      return resendInvite(services, authorized, caller.user.id, open);
    },
    answers: inviteOutcome,
  }),
  route({
    method: 'DELETE',
    path: 'hubs/:handle/invites/:id/',
    summary: 'Take an invitation back',
    auth: 'user',
    params: hubInviteParams,
    authorize: inviting,
    handle: async ({ services, params, authorized }) => {
      const ended = isId(params.id) && (await endInvite(services.database, authorized.id, params.id));
      if (!ended) throw notFound('This invitation');
      return messageAnswer('The invitation is taken back.');
    },
  }),
  route({
    method: 'GET',
    path: 'invites/:token/',
    summary: 'What an invitation’s link invites to',
    auth: 'anyone',
    params: inviteParams,
    handle: ({ services, params }) => openInvite(services.database, params.token),
    present: presentInvite,
    answers: invite,
  }),
  route({
    method: 'POST',
    path: 'invites/:token/accept/',
    summary: 'Join the hub that invites this account; it becomes the active one',
    auth: 'user',
    params: inviteParams,
    handle: async ({ services, caller, params }) => {
      await acceptInvite(services, caller.user, params.token);
      return accountOf(services, caller.user.id);
    },
    present: (account, { services }) => presentUser(services.database, account),
    answers: user,
  }),
  route({
    method: 'POST',
    path: 'invites/:token/decline/',
    summary: 'Turn an invitation down',
    auth: 'user',
    params: inviteParams,
    handle: async ({ services, caller, params }) => {
      await declineInvite(services, caller.user, params.token);
      return messageAnswer('The invitation is declined.');
    },
  }),
];
