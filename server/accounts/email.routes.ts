import { z } from 'zod';
import { changeEmailRequest, pendingEmail, user, verifyEmailRequest } from '#lib/contract/account.ts';
import { messageEnvelope, route } from '#server/api/route.ts';
import { presentUser } from '#server/hubs/viewer/account.presenter.ts';
import { changeEmail, pendingEmailProof, resendCode, verifyEmail } from './email.service.ts';

export const emailRoutes = [
  route({
    method: 'GET',
    path: 'auth/verify-email/',
    summary: 'The address that waits for its code',
    auth: 'user',
    handle: ({ services, caller }) => pendingEmailProof(services, caller.user.id),
    response: pendingEmail,
  }),
  route({
    method: 'POST',
    path: 'auth/verify-email/',
    publishes: 'account',
    idempotent: false,
    summary: 'Prove the address by the code of its mail',
    auth: 'user',
    body: verifyEmailRequest,
    handle: ({ services, request, caller, body }) =>
      verifyEmail(services, request, { userId: caller.user.id, code: body.code }),
    present: (account, { services }) => presentUser(services, account),
    response: user,
  }),
  route({
    method: 'POST',
    path: 'auth/resend-code/',
    publishes: 'account',
    idempotent: false,
    summary: 'Mail another code; the one before ends',
    auth: 'user',
    handle: async ({ services, request, caller }) => {
      await resendCode(services, request, caller.user.id);
      return messageEnvelope('Another code is on its way.');
    },
    response: z.null(),
  }),
  route({
    method: 'POST',
    path: 'auth/email/change/',
    publishes: 'account',
    idempotent: false,
    summary: 'Use another address: where mail is sent, once its code was given',
    auth: 'user',
    body: changeEmailRequest,
    handle: ({ services, request, caller, body }) =>
      changeEmail(services, request, { userId: caller.user.id, ...body }),
    present: async (account, { services }) =>
      messageEnvelope(
        services.mail
          ? 'A code is on its way to the new email. Enter it to use that one.'
          : 'Your email is changed.',
        await presentUser(services, account),
      ),
    response: user,
  }),
];
