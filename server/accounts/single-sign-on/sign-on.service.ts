import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { emailProblem } from '#lib/text/rules.ts';
import {
  type Account,
  accountByEmail,
  accountById,
  insertAccount,
  setEmailVerified,
  setPassword,
} from '#server/access/identity/account.repo.ts';
import { verifyPassword } from '#server/access/identity/password-verification.ts';
import { revokeSessions } from '#server/access/sessions/session.repo.ts';
import { deleteResetTokens } from '#server/accounts/password-reset.repo.ts';
import { deleteSecondFactor, secondFactorOf } from '#server/accounts/second-factor.repo.ts';
import { verifySecondFactor } from '#server/accounts/second-factor.service.ts';
import { openFirstSession, openSession } from '#server/accounts/sign-in.service.ts';
import { inTransaction } from '#server/api/route.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { consumeLimits, refundLimits } from '#server/platform/rate-limit/limits.ts';
import {
  proofCounters,
  registrationCounters,
  tokenCounters,
} from '#server/platform/rate-limit/sign-in-limits.ts';
import type { Services } from '#server/platform/services.ts';
import { namesIn } from './claims.ts';
import {
  confirmIdentity,
  hasOtherIdentity,
  type Identity,
  identityById,
  identityOfSubject,
  putIdentity,
  touchIdentity,
} from './identity.repo.ts';
import type { Provider, ProviderIdentity, SignOnChecks } from './provider.ts';
import { pendingCookie } from './sign-on-cookie.ts';
import { SignOnFailure } from './sign-on-failure.ts';
import { storeClaims } from './store-claims.ts';

/** A finished sign-in, or one that waits until the account's owner proves that it is theirs. */
type SignOnResult = { token: string } | { waiting: string };

/** What an account wants besides the provider's word. */
export type SignOnNeeds = { password: boolean; code: boolean };

/**
 * The provider's word alone opens what it made or what was connected before; an account with a verified address and a
 * password is connected only by it, and a second factor is asked for each time (docs/decisions/0219).
 */
async function needsOf(
  database: Database | Transaction,
  account: Account,
  isConfirmed: boolean,
): Promise<SignOnNeeds> {
  const factor = await secondFactorOf(database, account.id);
  return {
    password: !isConfirmed && account.password_hash !== null,
    code: factor?.confirmed_at != null,
  };
}

/** Sign-ins of the same person wait for each other: the first one makes one account. */
const lockSubject = (trx: Transaction, { issuer, subject }: ProviderIdentity) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`identity ${issuer} ${subject}`}, 0))`.execute(trx);

/**
 * Anybody who made an account with an address that they never proved loses it to whom the address belongs to: with password,
 * second factor and sessions (docs/contract.md §4).
 */
async function claimAccount(trx: Transaction, userId: string): Promise<void> {
  await setPassword(trx, userId, null);
  await deleteSecondFactor(trx, userId);
  await deleteResetTokens(trx, userId);
  await revokeSessions(trx, { userId, reason: 'password_changed' });
  await setEmailVerified(trx, userId);
}

type Found = { account: Account; identityId: string; isConfirmed: boolean; isNew: boolean };

/** The account of somebody whom no account knows yet: one of their address, or a new one. */
async function connect(trx: Transaction, person: ProviderIdentity): Promise<Found> {
  const { issuer, subject, verifiedEmail: email, claims } = person;
  if (email === null || emailProblem(email, 'Email')) throw new SignOnFailure('unverified');
  const made = await insertAccount(trx, { email, passwordHash: null, ...namesIn(claims) });
  if (made) {
    await setEmailVerified(trx, made.id);
    const identity = { userId: made.id, issuer, subject, email, isConfirmed: true };
    return { account: made, identityId: await putIdentity(trx, identity), isConfirmed: true, isNew: true };
  }
  const account = await accountByEmail(trx, email);
  if (!account) throw new SignOnFailure('expired');
  const userId = account.id;
  // The address went to another person at the provider, or two of them share it.
  if (await hasOtherIdentity(trx, { userId, issuer, subject })) throw new SignOnFailure('taken');
  const needs = await needsOf(trx, account, false);
  const isConfirmed = !account.is_email_verified || (!needs.password && !needs.code);
  if (!account.is_email_verified) await claimAccount(trx, userId);
  const identityId = await putIdentity(trx, { userId, issuer, subject, email, isConfirmed });
  return { account, identityId, isConfirmed, isNew: false };
}

async function knownAccount(trx: Transaction, identity: Identity, email: string | null): Promise<Found> {
  const account = await accountById(trx, identity.user_id);
  if (!account) throw new SignOnFailure('expired');
  await touchIdentity(trx, identity.id, email);
  return { account, identityId: identity.id, isConfirmed: true, isNew: false };
}

/**
 * Finishes a sign-in with the provider's response.
 * @throws SignOnFailure
 */
export async function finishSignOn(
  services: Services,
  request: FastifyRequest,
  { provider, callback, checks }: { provider: Provider; callback: URL; checks: SignOnChecks },
): Promise<SignOnResult> {
  const tried = await consumeLimits(services, tokenCounters(request));
  const person = await provider.finish(callback, checks);
  await refundLimits(services, tried);
  const known = await identityOfSubject(services.database, person);
  if (!known) await consumeLimits(services, registrationCounters(request));
  const { result, changedHubs } = await inTransaction(services, async (trx) => {
    await lockSubject(trx, person);
    const identity = await identityOfSubject(trx, person);
    const { account, identityId, isConfirmed, isNew } = identity?.confirmed_at
      ? await knownAccount(trx, identity, person.verifiedEmail)
      : await connect(trx, person);
    const changed = await storeClaims(trx, { userId: account.id, identityId, claims: person.claims });
    const needs = await needsOf(trx, account, isConfirmed);
    const waits = needs.password || needs.code;
    const open = (): Promise<string> =>
      isNew
        ? openFirstSession(services, trx, request, { userId: account.id })
        : openSession(services, trx, request, { account });
    const finished: SignOnResult = waits ? { waiting: identityId } : { token: await open() };
    return { result: finished, changedHubs: changed };
  });
  for (const hubId of changedHubs) services.changeEvents.publish({ about: 'people', hubId });
  return result;
}

/** A sign-in that waits; null where it is over. */
async function waitingSignOn(
  { database }: Pick<Services, 'database'>,
  identityId: string,
): Promise<{ account: Account; identity: Identity; needs: SignOnNeeds } | null> {
  const identity = await identityById(database, identityId);
  const account = identity && (await accountById(database, identity.user_id));
  if (!identity || !account) return null;
  return { account, identity, needs: await needsOf(database, account, identity.confirmed_at !== null) };
}

/** The same for the page, by the cookie of the browser that came back from the provider. */
export async function readWaitingSignOn(
  services: Pick<Services, 'database' | 'signingKey'>,
  headers: IncomingHttpHeaders,
): Promise<{ email: string; needs: SignOnNeeds } | null> {
  const pending = pendingCookie.read(services.signingKey, headers);
  const waiting = pending && (await waitingSignOn(services, pending.identityId));
  return waiting && { email: waiting.account.email, needs: waiting.needs };
}

/** Why a proof was not taken, as the page that asks for it has it. */
export type ProofProblem = 'password' | 'code' | 'limited';

/**
 * Finishes a sign-in that waited, with the account's own password or second factor; from then on the identity is the
 * account's.
 * @returns the token, or why the proof was not taken; null where the sign-in is over
 */
export async function confirmSignOn(
  services: Services,
  request: FastifyRequest,
  { identityId, password, code }: { identityId: string; password: string; code: string },
): Promise<{ token: string } | { problem: ProofProblem } | null> {
  const waiting = await waitingSignOn(services, identityId);
  if (!waiting) return null;
  const { account, identity, needs } = waiting;
  if (!identity.confirmed_at && !needs.password && !needs.code) return null;
  const counters = proofCounters(request, account.email, null);
  try {
    if (needs.password && !(await verifyPassword(services, counters, account.password_hash, password))) {
      return { problem: 'password' };
    }
    if (needs.code) await verifySecondFactor(services, counters, account, code);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 429) return { problem: 'limited' };
    if (error.status === 401) return { problem: 'code' };
    throw error;
  }
  return inTransaction(services, async (trx) => {
    await confirmIdentity(trx, identity.id);
    return { token: await openSession(services, trx, request, { account }) };
  });
}
