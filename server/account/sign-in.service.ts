import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { loginRequest, registerRequest } from '#lib/contract/account.ts';
import { ApiError, invalid } from '../http/api-error.ts';
import { inTransaction } from '../http/route.ts';
import { acceptInviteAtRegistration } from '../hub/invite.service.ts';
import { reserve } from '../limits/limits.ts';
import { proofCounters, registrationCounters } from '../limits/sign-in-limits.ts';
import type { Services } from '../services.ts';
import { originOf } from '../session/caller.ts';
import { signIn } from '../session/sign-in.ts';
import { type Account, accountByEmail, accountById, insertAccount } from './account.repo.ts';
import { deviceHash, isKnownDevice, rememberDevice } from './known-device.repo.ts';
import { hashPassword } from './password.ts';
import { comparePassword } from './proof.ts';

/** A new session's token, and whose it is. */
export type SignedInAccount = { token: string; account: Account };

const TAKEN = 'An account with this email exists already; sign in, or choose another email';

/**
 * Makes an account and signs it in, into the hub of its invitation where it brings one.
 * @throws ApiError 422 when the address has an account, or the invitation is for another one; 429.
 */
export async function registerAccount(
  services: Services,
  request: FastifyRequest,
  body: z.output<typeof registerRequest>,
): Promise<SignedInAccount> {
  await reserve(services, registrationCounters(request));
  // Hashed before the address is looked at, so that the time does not tell what the answer may.
  const passwordHash = await hashPassword(body.password);
  return inTransaction(services, async (trx) => {
    const made = await insertAccount(trx, {
      email: body.email,
      passwordHash,
      firstName: body.first_name ?? '',
      lastName: body.last_name ?? '',
    });
    if (!made) throw invalid({ email: [TAKEN] });
    if (body.invite_token) {
      await acceptInviteAtRegistration(trx, made, body.invite_token, originOf(request));
    }
    if (body.visitor_id) {
      await rememberDevice(trx, made.id, deviceHash(services.signingKey, made.id, body.visitor_id));
    }
    const token = await signIn(services, trx, made.id, request);
    return { token, account: (await accountById(trx, made.id)) ?? made };
  });
}

const WRONG = 'The email or the password is not right.';

/**
 * Signs in by address and password; what is wrong about them is never told.
 * @throws ApiError 401, 429.
 */
export async function logIn(
  services: Services,
  request: FastifyRequest,
  body: z.output<typeof loginRequest>,
): Promise<SignedInAccount> {
  const { database, signingKey } = services;
  const account = await accountByEmail(database, body.email);
  // Worked out for unknown addresses too: the same work, the same time.
  const device = body.visitor_id ? deviceHash(signingKey, account?.id ?? '', body.visitor_id) : null;
  const known =
    device !== null && (await isKnownDevice(database, account?.id ?? NOBODY, device)) ? device : null;
  const counters = proofCounters(request, body.email, known);
  const kept = account?.password_hash ?? null;
  if (!(await comparePassword(services, counters, kept, body.password)) || !account) {
    throw new ApiError(401, 'wrong_credentials', WRONG);
  }
  const token = await inTransaction(services, async (trx) => {
    if (device) await rememberDevice(trx, account.id, device);
    return signIn(services, trx, account.id, request);
  });
  return { token, account };
}

/** An id that no account has. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
