import { z } from 'zod';
import { disconnectIdentityRequest, identity, identityParams } from '#lib/contract/identity.ts';
import { requireCurrentPassword } from '#server/access/identity/password-verification.ts';
import { messageEnvelope, route } from '#server/api/route.ts';
import { isId } from '#server/platform/database/id.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import { deleteIdentity, identitiesOf } from './identity.repo.ts';

export const identityRoutes = [
  route({
    method: 'GET',
    path: 'auth/identities/',
    summary: 'Whom the provider of single sign-on knows the account as',
    auth: 'user',
    handle: ({ services, caller }) => identitiesOf(services.database, caller.user.id),
    present: (identities) =>
      identities.map(({ id, issuer, email, created_at, last_used_at }) => ({
        id,
        issuer,
        email,
        created_at: created_at.toISOString(),
        last_used_at: last_used_at.toISOString(),
      })),
    response: z.array(identity),
  }),
  route({
    method: 'DELETE',
    path: 'auth/identities/:id/',
    publishes: 'account',
    idempotent: false,
    summary: 'Disconnect single sign-on from the account, with what it says about groups',
    auth: 'user',
    params: identityParams,
    body: disconnectIdentityRequest,
    handle: async ({ services, request, caller, params, body }) => {
      const proof = { userId: caller.user.id, password: body.password, field: 'password' };
      await requireCurrentPassword(services, request, proof);
      const isGone = isId(params.id) && (await deleteIdentity(services.database, caller.user.id, params.id));
      if (!isGone) throw notFound('This identity');
      return messageEnvelope('Single sign-on is disconnected.');
    },
    response: z.null(),
  }),
];
