import { z } from 'zod';
import {
  bothFactorsRequest,
  confirmSecondFactorRequest,
  recoveryCodes,
  secondFactorStart,
  secondFactorState as secondFactorStateShape,
  startSecondFactorRequest,
} from '#lib/contract/second-factor.ts';
import { messageEnvelope, route } from '#server/api/route.ts';
import {
  confirmSecondFactor,
  disableSecondFactor,
  renewRecoveryCodes,
  secondFactorState,
  startSecondFactor,
} from './second-factor.service.ts';

export const secondFactorRoutes = [
  route({
    method: 'GET',
    path: 'auth/second-factor/',
    summary: 'Whether signing in asks for a code, and how many recovery codes are left',
    auth: 'user',
    handle: ({ services, caller }) => secondFactorState(services, caller.user.id),
    response: secondFactorStateShape,
  }),
  route({
    method: 'POST',
    path: 'auth/second-factor/start/',
    publishes: 'account',
    idempotent: false,
    summary: 'Make a secret for an authenticator app; it counts once a first code is given',
    auth: 'user',
    body: startSecondFactorRequest,
    handle: ({ services, request, caller, body }) =>
      startSecondFactor(services, request, { userId: caller.user.id, ...body }),
    response: secondFactorStart,
  }),
  route({
    method: 'POST',
    path: 'auth/second-factor/confirm/',
    publishes: 'account',
    idempotent: false,
    summary: 'Turn on the second factor with a first code; returns the recovery codes, once',
    auth: 'user',
    body: confirmSecondFactorRequest,
    handle: ({ services, request, caller, body }) =>
      confirmSecondFactor(services, request, { userId: caller.user.id, ...body }),
    response: recoveryCodes,
  }),
  route({
    method: 'POST',
    path: 'auth/second-factor/recovery-codes/',
    publishes: 'account',
    idempotent: false,
    summary: 'Make new recovery codes; the ones before end',
    auth: 'user',
    body: bothFactorsRequest,
    handle: ({ services, request, caller, body }) =>
      renewRecoveryCodes(services, request, { userId: caller.user.id, ...body }),
    response: recoveryCodes,
  }),
  route({
    method: 'DELETE',
    path: 'auth/second-factor/',
    publishes: 'account',
    idempotent: false,
    summary: 'Turn the second factor off',
    auth: 'user',
    body: bothFactorsRequest,
    handle: async ({ services, request, caller, body }) => {
      await disableSecondFactor(services, request, { userId: caller.user.id, ...body });
      return messageEnvelope('Your second factor is off.');
    },
    response: z.null(),
  }),
];
