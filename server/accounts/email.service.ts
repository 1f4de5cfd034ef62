import type { FastifyRequest } from 'fastify';
import { normalizedEmail } from '#lib/text/email.ts';
import {
  type Account,
  accountByEmail,
  accountById,
  requireAccount,
  setEmail,
  setEmailVerified,
} from '#server/access/identity/account.repo.ts';
import { notifyAccountOwner, notifyAddressInUse } from '#server/access/identity/account-mail.ts';
import { requireCurrentPassword } from '#server/access/identity/password-verification.ts';
import { inTransaction } from '#server/api/route.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { conflict, invalid } from '#server/platform/http/api-error.ts';
import { consumeLimits, refundLimits } from '#server/platform/rate-limit/limits.ts';
import { codeMailCounters } from '#server/platform/rate-limit/mail-limits.ts';
import { proofCounters } from '#server/platform/rate-limit/sign-in-limits.ts';
import type { Services } from '#server/platform/services.ts';
import {
  consumeEmailProof,
  countProofAttempt,
  deleteEmailProof,
  emailProofOf,
  upsertEmailProof,
} from './email-proof.repo.ts';
import { deleteResetTokens } from './password-reset.repo.ts';
import { generateCode, hashCode, hashesEqual } from './verification-code.ts';

const CODE_DIGITS = 8;
const CODE_MINUTES = 30;
const PURPOSE = 'email';

const NO_CODE = 'This code does not work any more. Ask for a new one.';
const WRONG_CODE = 'This code is not right. Look at the newest mail.';

/** Creates a code and, unless `isSent` is false, mails it to the address that it verifies. */
export async function requestEmailProof(
  services: Services,
  trx: Transaction,
  proof: { userId: string; email: string; template: 'verify-email' | 'change-email'; isSent?: boolean },
): Promise<void> {
  const code = generateCode(CODE_DIGITS);
  const until = new Date(Date.now() + CODE_MINUTES * 60_000);
  const { userId, email, template } = proof;
  const hash = hashCode(services.signingKey, PURPOSE, userId, code);
  await upsertEmailProof(trx, { userId, email, codeHash: hash, expiresAt: until });
  if (proof.isSent === false) return;
  const values = { code, minutes: String(CODE_MINUTES) };
  await services.mail?.queue({ to: email, template, values, until }, { transaction: trx });
}

/**
 * Verifies an address with the code from its mail: the account's current address, or the one that it is
 * changing to.
 * @throws ApiError 422 for a wrong or expired code, 409 where another account has the address by now, 429.
 */
export async function verifyEmail(
  services: Services,
  request: FastifyRequest,
  proof: { userId: string; code: string },
): Promise<Account> {
  const { userId } = proof;
  const account = await requireAccount(services, userId);
  // Counted before it is compared, so that concurrent attempts can't exceed the limit.
  const tried = await consumeLimits(services, proofCounters(request, account.email, null));
  const expectedHash = await countProofAttempt(services.database, userId);
  if (expectedHash === undefined) throw invalid({ code: [NO_CODE] });
  if (!hashesEqual(expectedHash, hashCode(services.signingKey, PURPOSE, userId, proof.code))) {
    throw invalid({ code: [WRONG_CODE] });
  }
  const verified = await inTransaction(services, async (trx) => {
    const email = await consumeEmailProof(trx, userId, expectedHash);
    if (email === undefined) throw invalid({ code: [NO_CODE] });
    const before = await accountById(trx, userId);
    if (before && normalizedEmail(email) === before.email_key) await setEmailVerified(trx, userId);
    else if (before) await moveTo(services, trx, before, email);
    return accountById(trx, userId);
  });
  await refundLimits(services, tried);
  return verified ?? account;
}

/** Only for users who have verified the address: both accounts are theirs. */
const addressTaken = () =>
  conflict('email_taken', 'You have another account with this email. Delete that one first.');

/** Sets the new, verified address of an account, and notifies the old one. */
async function moveTo(services: Services, trx: Transaction, account: Account, email: string): Promise<void> {
  if (await accountByEmail(trx, email)) throw addressTaken();
  if (!(await setEmail(trx, account.id, { email, isVerified: true }))) throw addressTaken();
  // A reset link that went to the old address must not give anybody who reads its mail access to the account.
  await deleteResetTokens(trx, account.id);
  await notifyAccountOwner(
    services,
    account,
    { to: account.email, template: 'email-changed', values: { address: email } },
    { transaction: trx },
  );
}

/** What an account has to verify, for the screen that asks for the code. */
export async function pendingEmailProof(services: Services, userId: string) {
  const account = await requireAccount(services, userId);
  const proof = await emailProofOf(services.database, userId);
  const isVerified = account.is_email_verified;
  return {
    email: proof?.email ?? (isVerified ? null : account.email),
    is_change: proof !== undefined && normalizedEmail(proof.email) !== account.email_key,
    sent_at: proof?.sent_at.toISOString() ?? null,
    expires_at: proof?.expires_at.toISOString() ?? null,
  };
}

function requireMail(services: Services): void {
  if (services.mail) return;
  throw conflict(
    'no_mail',
    'This Hubkeep sends no mail. Its administrator can note that the address is yours.',
  );
}

/**
 * Mails another code; the previous one becomes invalid.
 * @throws ApiError 409 where there is nothing to verify or mail is not configured, 429.
 */
export async function resendCode(services: Services, request: FastifyRequest, userId: string): Promise<void> {
  requireMail(services);
  const account = await requireAccount(services, userId);
  const proof = await emailProofOf(services.database, userId);
  if (!proof && account.is_email_verified) {
    throw conflict('nothing_to_verify', 'Your email is confirmed already.');
  }
  await sendTo(services, request, account, proof?.email ?? account.email);
}

async function sendTo(
  services: Services,
  request: FastifyRequest,
  account: Account,
  email: string,
): Promise<void> {
  await consumeLimits(services, codeMailCounters(request, account.id, email));
  const isOwn = normalizedEmail(email) === account.email_key;
  const isFree = isOwn || !(await accountByEmail(services.database, email));
  await inTransaction(services, (trx) =>
    requestEmailProof(services, trx, {
      userId: account.id,
      email,
      template: isOwn ? 'verify-email' : 'change-email',
      isSent: isFree,
    }),
  );
  // Only the owner of the address learns that it is in use.
  if (!isFree) await notifyAddressInUse(services, email);
}

/**
 * Changes an account's address: at once where mail is not configured, else once a code from a mail to it was
 * entered. With mail, the caller does not learn whether another account has the address; its owner is
 * notified.
 * @throws ApiError 422, 429.
 */
export async function changeEmail(
  services: Services,
  request: FastifyRequest,
  change: { userId: string; email: string; password: string },
): Promise<Account> {
  const account = await requireCurrentPassword(services, request, { ...change, field: 'password' });
  const { email, userId } = change;
  const isOwn = normalizedEmail(email) === account.email_key;
  if (isOwn && account.is_email_verified) throw invalid({ email: ['This is your email already'] });
  if (services.mail) {
    await sendTo(services, request, account, email);
    return account;
  }
  await inTransaction(services, async (trx) => {
    const isFree = isOwn || !(await accountByEmail(trx, email));
    if (!isFree || !(await setEmail(trx, userId, { email, isVerified: false }))) {
      throw invalid({ email: ['Another account has this email. Choose another one'] });
    }
    await deleteResetTokens(trx, userId);
    await deleteEmailProof(trx, userId);
  });
  return requireAccount(services, userId);
}
