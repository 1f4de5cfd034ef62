import { z } from 'zod';
import {
  changePasswordRequest,
  deleteAccountRequest,
  forgotPasswordRequest,
  loginRequest,
  profileRequest,
  registerRequest,
  resetPasswordRequest,
  session,
  sessionParams,
  signedIn,
  user,
  userParams,
} from '#lib/contract/account.ts';
import { avatarFor, requireAccount } from '#server/access/identity/account.repo.ts';
import { sendPicture } from '#server/access/identity/picture.ts';
import { revokeSession, revokeSessions, sessionsOf } from '#server/access/sessions/session.repo.ts';
import { messageEnvelope, route } from '#server/api/route.ts';
import { presentUser } from '#server/hubs/viewer/account.presenter.ts';
import { isId } from '#server/platform/database/id.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { changeAccount, deleteAccount } from './account.service.ts';
import { changePassword, requestReset, resetPassword } from './password.service.ts';
import { logIn, registerAccount, type SignedInAccount } from './sign-in.service.ts';

const presentSignedIn = async (
  { token, account }: SignedInAccount,
  { services }: { services: Services },
) => ({ token, user: await presentUser(services, account) });

/** How long the request for a reset takes at least, in milliseconds: as long with an account as without. */
const FORGOT_RESPONSE_MS = 100;

export const accountRoutes = [
  route({
    method: 'POST',
    path: 'auth/register/',
    publishes: 'nothing',
    idempotent: false,
    summary: 'Make an account and sign in',
    auth: 'anyone',
    body: registerRequest,
    handle: ({ services, request, body }) => registerAccount(services, request, body),
    present: presentSignedIn,
    status: 201,
    response: signedIn,
  }),
  route({
    method: 'POST',
    path: 'auth/login/',
    publishes: 'nothing',
    idempotent: false,
    summary: 'Sign in by email and password',
    auth: 'anyone',
    body: loginRequest,
    handle: ({ services, request, body }) => logIn(services, request, body),
    present: presentSignedIn,
    response: signedIn,
  }),
  route({
    method: 'GET',
    path: 'auth/logout/',
    publishes: 'account',
    summary: 'End the session of this token',
    auth: 'user',
    handle: async ({ services, caller }) => {
      if (caller.sessionId) {
        const session = { userId: caller.user.id, id: caller.sessionId };
        await revokeSession(services.database, { ...session, reason: 'signed_out' });
      }
      return messageEnvelope('You are signed out.');
    },
    response: z.null(),
  }),
  route({
    method: 'GET',
    path: 'auth/me/',
    summary: 'The account that asks',
    auth: 'user',
    handle: ({ services, caller }) => requireAccount(services, caller.user.id),
    present: (account, { services }) => presentUser(services, account),
    response: user,
  }),
  route({
    method: 'PATCH',
    path: 'auth/me/',
    publishes: 'account',
    idempotent: false,
    summary: 'Change the profile',
    auth: 'user',
    body: profileRequest,
    handle: ({ services, caller, body }) => changeAccount(services, caller.user.id, body),
    present: (account, { services }) => presentUser(services, account),
    response: user,
  }),
  route({
    method: 'DELETE',
    path: 'auth/me/',
    publishes: 'account',
    idempotent: false,
    summary: 'Permanently delete the account',
    auth: 'user',
    body: deleteAccountRequest,
    handle: async ({ services, request, caller, body }) => {
      await deleteAccount(services, request, { userId: caller.user.id, password: body.password });
      return messageEnvelope('Your account is deleted.');
    },
    response: z.null(),
  }),
  route({
    method: 'POST',
    path: 'auth/password/forgot/',
    publishes: 'nothing',
    idempotent: false,
    summary: 'Ask for a way to set a new password',
    auth: 'anyone',
    body: forgotPasswordRequest,
    minimumMs: FORGOT_RESPONSE_MS,
    // The response is the same for every address; without mail, only the administrator can create a link.
    handle: async ({ services, request, body }) => {
      if (!services.mail) {
        return messageEnvelope(
          'This Hubkeep sends no mail. Ask its administrator for a link to set a new password.',
        );
      }
      await requestReset(services, request, body.email);
      return messageEnvelope('If this email has an account, a link to set a new password is on its way.');
    },
    response: z.null(),
  }),
  route({
    method: 'POST',
    path: 'auth/password/reset/',
    publishes: 'account',
    idempotent: false,
    summary: 'Set a new password by the token of a link',
    auth: 'anyone',
    body: resetPasswordRequest,
    handle: async ({ services, request, body }) => {
      await resetPassword(services, request, body);
      return messageEnvelope('Your new password is set. Sign in with it.');
    },
    response: z.null(),
  }),
  route({
    method: 'POST',
    path: 'auth/password/change/',
    publishes: 'account',
    idempotent: false,
    summary: 'Change the password; other devices are signed out',
    auth: 'user',
    body: changePasswordRequest,
    handle: async ({ services, request, caller, body }) => {
      await changePassword(services, request, {
        userId: caller.user.id,
        sessionId: caller.sessionId,
        oldPassword: body.old_password,
        password: body.password,
      });
      return messageEnvelope('Your password is changed. Other devices are signed out.');
    },
    response: z.null(),
  }),
  route({
    method: 'GET',
    path: 'users/:id/avatar/',
    summary: 'A person’s picture, for themselves and those who share a hub with them',
    auth: 'user',
    acceptsSessionCookie: true,
    stream: ['image/*'],
    params: userParams,
    handle: async ({ services, caller, params, reply }) => {
      const sha256 = isId(params.id) && (await avatarFor(services.database, params.id, caller.user.id));
      if (!sha256) throw notFound('This picture');
      await sendPicture(services, reply, sha256);
    },
  }),
  route({
    method: 'GET',
    path: 'auth/sessions/',
    summary: 'Devices that are signed in',
    auth: 'user',
    handle: ({ services, caller }) => sessionsOf(services.database, caller.user.id),
    present: (sessions, { caller }) =>
      sessions.map((one) => ({
        ...one,
        created_at: one.created_at.toISOString(),
        last_seen_at: one.last_seen_at.toISOString(),
        is_current: one.id === caller.sessionId,
      })),
    response: z.array(session),
  }),
  route({
    method: 'DELETE',
    path: 'auth/sessions/',
    publishes: 'account',
    idempotent: false,
    summary: 'Sign every other device out',
    auth: 'user',
    handle: async ({ services, caller }) => {
      await revokeSessions(services.database, {
        userId: caller.user.id,
        reason: 'signed_out_elsewhere',
        except: caller.sessionId,
      });
      return messageEnvelope('Every other device is signed out.');
    },
    response: z.null(),
  }),
  route({
    method: 'DELETE',
    path: 'auth/sessions/:id/',
    publishes: 'account',
    idempotent: false,
    summary: 'Sign a device out',
    auth: 'user',
    params: sessionParams,
    handle: async ({ services, caller, params }) => {
      const reason = params.id === caller.sessionId ? 'signed_out' : 'signed_out_elsewhere';
      const session = { userId: caller.user.id, id: params.id, reason } as const;
      const ended = isId(params.id) && (await revokeSession(services.database, session));
      if (!ended) throw notFound('This session');
      return messageEnvelope('The device is signed out.');
    },
    response: z.null(),
  }),
];
