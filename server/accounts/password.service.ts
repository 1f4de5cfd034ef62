import type { FastifyRequest } from 'fastify';
import {
  accountByEmail,
  accountById,
  setEmailVerified,
  setPassword,
} from '#server/access/identity/account.repo.ts';
import { notifyAccountOwner } from '#server/access/identity/account-mail.ts';
import { requireCurrentPassword } from '#server/access/identity/password-verification.ts';
import { revokeSessions } from '#server/access/sessions/session.repo.ts';
import { inTransaction } from '#server/api/route.ts';
import { decryptText, encryptText } from '#server/platform/crypto/encrypted-text.ts';
import { hashPassword } from '#server/platform/crypto/password.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { invalid } from '#server/platform/http/api-error.ts';
import type { Task } from '#server/platform/jobs/jobs.ts';
import { consumeLimits, refundLimits } from '#server/platform/rate-limit/limits.ts';
import {
  consumeMailLimit,
  resetCounters,
  resetMailCounters,
} from '#server/platform/rate-limit/mail-limits.ts';
import { tokenCounters } from '#server/platform/rate-limit/sign-in-limits.ts';
import type { Services } from '#server/platform/services.ts';
import {
  consumeResetToken,
  deleteResetTokens,
  insertResetToken,
  isValidResetToken,
} from './password-reset.repo.ts';

/** How long a link that the administrator hands over is valid. */
const ADMIN_LINK_SECONDS = 24 * 3600;
/** How long a mailed link is valid: enough to find the mail. */
const MAILED_LINK_MINUTES = 60;

const RESET_LINK_EXPIRED = 'This link was used already or is too old. Ask for a new one.';

/**
 * Sets a password with a link's token, which is used up; signs every device out.
 * @throws ApiError 422 for an invalid token, 429.
 */
export async function resetPassword(
  services: Services,
  request: FastifyRequest,
  body: { token: string; password: string },
): Promise<void> {
  const tried = await consumeLimits(services, tokenCounters(request));
  if (!(await isValidResetToken(services.database, body.token)))
    throw invalid({ token: [RESET_LINK_EXPIRED] });
  const passwordHash = await hashPassword(body.password);
  await inTransaction(services, async (trx) => {
    const taken = await consumeResetToken(trx, body.token);
    if (!taken) throw invalid({ token: [RESET_LINK_EXPIRED] });
    const { userId, wasMailed } = taken;
    await setPassword(trx, userId, passwordHash);
    // Anybody who has a mailed token can read mail to the address.
    if (wasMailed) await setEmailVerified(trx, userId);
    await revokeSessions(trx, { userId, reason: 'password_changed' });
    await deleteResetTokens(trx, userId);
    await notifyPasswordChanged(services, trx, userId);
  });
  await refundLimits(services, tried);
}

/**
 * Changes a password, given the current one; signs every other device out.
 * @throws ApiError 422 when the current one is wrong, 429.
 */
export async function changePassword(
  services: Services,
  request: FastifyRequest,
  change: { userId: string; sessionId: string | null; oldPassword: string; password: string },
): Promise<void> {
  const { userId } = change;
  await requireCurrentPassword(services, request, {
    userId,
    password: change.oldPassword,
    field: 'old_password',
  });
  const passwordHash = await hashPassword(change.password);
  await inTransaction(services, async (trx) => {
    await setPassword(trx, userId, passwordHash);
    await revokeSessions(trx, { userId, reason: 'password_changed', except: change.sessionId });
    await deleteResetTokens(trx, userId);
    await notifyPasswordChanged(services, trx, userId);
  });
}

async function notifyPasswordChanged(services: Services, trx: Transaction, userId: string): Promise<void> {
  const account = await accountById(trx, userId);
  if (!account) return;
  const link = `${services.config.publicUrl}/profile`;
  const message = { to: account.email, template: 'password-changed', values: {}, link } as const;
  await notifyAccountOwner(services, account, message, { transaction: trx });
}

/** A link to set a new password, for the administrator to hand over; must not be logged. */
export async function createResetLink(
  services: Pick<Services, 'database'>,
  publicUrl: string,
  userId: string,
): Promise<string> {
  const lifetime = { seconds: ADMIN_LINK_SECONDS, wasMailed: false };
  return linkWith(publicUrl, await insertResetToken(services.database, userId, lifetime));
}

const linkWith = (publicUrl: string, token: string): string =>
  `${publicUrl}/auth/reset-password?token=${token}`;

const sealedFor = { purpose: 'reset request', belongsTo: '' };

/**
 * Mails a link to set a new password, if the address has an account. Only the job checks that, so that
 * neither the response nor its time discloses it.
 * @throws ApiError 429.
 */
export async function requestReset(
  services: Services,
  request: FastifyRequest,
  email: string,
): Promise<void> {
  await consumeLimits(services, resetCounters(request, email));
  const sealed = encryptText(services.signingKey, sealedFor, email);
  await services.jobs.add(MAIL_RESET_LINK, { sealed }, { urgent: true });
}

export const MAIL_RESET_LINK = 'mail-reset-link';

/** The job behind `requestReset`. */
export function mailResetLink(services: Services): Task {
  const { database, mail, signingKey, config } = services;
  return {
    async run({ sealed }) {
      if (typeof sealed !== 'string') throw new TypeError('a reset request has an address');
      const account = await accountByEmail(database, decryptText(signingKey, sealedFor, sealed));
      // Who signs in elsewhere may set a password too; a deleted account's address is nobody's.
      if (!mail || !(account?.password_hash || account?.is_email_verified)) return;
      if (!(await consumeMailLimit(services, resetMailCounters(account.id)))) return;
      await inTransaction(services, async (trx) => {
        const lifetime = { seconds: MAILED_LINK_MINUTES * 60, wasMailed: true };
        const link = linkWith(config.publicUrl, await insertResetToken(trx, account.id, lifetime));
        const values = { minutes: String(MAILED_LINK_MINUTES) };
        const until = new Date(Date.now() + MAILED_LINK_MINUTES * 60_000);
        await mail.queue(
          { to: account.email, template: 'reset-password', values, link, until },
          { transaction: trx },
        );
      });
    },
  };
}
