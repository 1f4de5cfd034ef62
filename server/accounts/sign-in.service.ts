import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { parseUserAgent } from '#lib/browser/user-agent.ts';
import type { loginRequest, registerRequest } from '#lib/contract/account.ts';
import {
  type Account,
  accountByEmail,
  accountById,
  insertAccount,
  setEmailVerified,
} from '#server/access/identity/account.repo.ts';
import { notifyAccountOwner, notifyAddressInUse } from '#server/access/identity/account-mail.ts';
import { verifyPassword } from '#server/access/identity/password-verification.ts';
import { originOf } from '#server/access/sessions/caller.ts';
import { signIn } from '#server/access/sessions/sign-in.ts';
import { inTransaction } from '#server/api/route.ts';
import { tokenProvesAddress } from '#server/hubs/hub/invite.repo.ts';
import { acceptInviteAtRegistration } from '#server/hubs/invites/invite.service.ts';
import { hashPassword } from '#server/platform/crypto/password.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { ApiError, invalid } from '#server/platform/http/api-error.ts';
import { consumeLimits } from '#server/platform/rate-limit/limits.ts';
import { proofCounters, registrationCounters } from '#server/platform/rate-limit/sign-in-limits.ts';
import type { Services } from '#server/platform/services.ts';
import { requestEmailProof } from './email.service.ts';
import { hashDevice, isKnownDevice, rememberDevice } from './known-device.repo.ts';
import { verifySecondFactor } from './second-factor.service.ts';

/** A new session's token, and its account. */
export type SignedInAccount = { token: string; account: Account };

const ADDRESS_TAKEN = 'An account with this email exists already; sign in, or choose another email';

/**
 * Creates an account and signs it in, into the hub of its invite if it has one.
 * @throws ApiError 422 when the address has an account, or the invite is for another one; 429.
 */
export async function registerAccount(
  services: Services,
  request: FastifyRequest,
  body: z.output<typeof registerRequest>,
): Promise<SignedInAccount> {
  await consumeLimits(services, registrationCounters(request));
  // Hashed before the address is checked, so that the response time does not disclose whether it is in use.
  const passwordHash = await hashPassword(body.password);
  const signedIn = await inTransaction(services, async (trx) => {
    const made = await insertAccount(trx, {
      email: body.email,
      passwordHash,
      firstName: body.first_name ?? '',
      lastName: body.last_name ?? '',
    });
    if (!made) return null;
    if (body.invite_token) {
      await acceptInviteAtRegistration(trx, services, made, body.invite_token, originOf(request));
    }
    if (body.invite_token && (await tokenProvesAddress(trx, body.invite_token))) {
      await setEmailVerified(trx, made.id);
    } else if (services.mail) {
      await requestEmailProof(services, trx, {
        userId: made.id,
        email: made.email,
        template: 'verify-email',
      });
    }
    const first = { userId: made.id, visitorId: body.visitor_id };
    const token = await openFirstSession(services, trx, request, first);
    return { token, account: (await accountById(trx, made.id)) ?? made };
  });
  if (signedIn) return signedIn;
  await notifyAddressInUse(services, body.email);
  throw invalid({ email: [ADDRESS_TAKEN] });
}

/**
 * The hash under which the requesting device is remembered: of the browser's fingerprint, or of a program's
 * user agent.
 */
function deviceOfRequest(
  { signingKey }: Services,
  request: FastifyRequest,
  userId: string,
  visitorId: string | null | undefined,
): string {
  return hashDevice(signingKey, userId, visitorId ?? `program ${request.headers['user-agent'] ?? ''}`);
}

const WRONG = 'The email or the password is not right.';

/**
 * Signs in by address and password; errors don't disclose which of them is wrong.
 * @throws ApiError 401, 429.
 */
export async function logIn(
  services: Services,
  request: FastifyRequest,
  body: z.output<typeof loginRequest>,
): Promise<SignedInAccount> {
  const { database, signingKey } = services;
  const account = await accountByEmail(database, body.email);
  // Computed for unknown addresses too, so that the response time is the same.
  const device = body.visitor_id ? hashDevice(signingKey, account?.id ?? '', body.visitor_id) : null;
  const known =
    device !== null && (await isKnownDevice(database, account?.id ?? NOBODY, device)) ? device : null;
  const counters = proofCounters(request, body.email, known);
  const passwordHash = account?.password_hash ?? null;
  if (!(await verifyPassword(services, counters, passwordHash, body.password)) || !account) {
    throw new ApiError(401, 'wrong_credentials', WRONG);
  }
  await verifySecondFactor(services, counters, account, body.code);
  const token = await inTransaction(services, (trx) =>
    openSession(services, trx, request, { account, visitorId: body.visitor_id }),
  );
  return { token, account };
}

/** Signs in an account whose owner proved who they are, and notifies them of a device that is new to it; returns the token. */
export async function openSession(
  services: Services,
  trx: Transaction,
  request: FastifyRequest,
  { account, visitorId }: { account: Account; visitorId?: string | null | undefined },
): Promise<string> {
  const used = deviceOfRequest(services, request, account.id, visitorId);
  if (!(await isKnownDevice(trx, account.id, used))) await notifyNewDevice(services, trx, account, request);
  await rememberDevice(trx, account.id, used);
  return signIn(services, trx, account.id, request);
}

/** The same for an account that was made by this request: its first device is not news. */
export async function openFirstSession(
  services: Services,
  trx: Transaction,
  request: FastifyRequest,
  { userId, visitorId }: { userId: string; visitorId?: string | null | undefined },
): Promise<string> {
  await rememberDevice(trx, userId, deviceOfRequest(services, request, userId, visitorId));
  return signIn(services, trx, userId, request);
}

/** Notifies an account's owner of a sign-in from a new device. */
async function notifyNewDevice(
  services: Services,
  trx: Transaction,
  account: Account,
  request: FastifyRequest,
): Promise<void> {
  const { browser, system } = parseUserAgent(request.headers['user-agent'] ?? '');
  const message = {
    to: account.email,
    template: 'new-device',
    values: {
      device: [browser, system].filter(Boolean).join(', ') || 'Unknown device',
      place: request.ip,
      time: `${WHEN.format(new Date())} UTC`,
    },
    link: `${services.config.publicUrl}/profile`,
  } as const;
  await notifyAccountOwner(services, account, message, { transaction: trx });
}

const WHEN = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** An id that no account has. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
