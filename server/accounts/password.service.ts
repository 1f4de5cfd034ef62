import type { FastifyRequest } from 'fastify';
import {
  accountByEmail,
  accountById,
  setEmailVerified,
  setPassword,
} from '#server/access/identity/account.repo.ts';
import { tellOwner } from '#server/access/identity/account-mail.ts';
import { provePassword } from '#server/access/identity/proof.ts';
import { endSessions } from '#server/access/sessions/session.repo.ts';
import { inTransaction } from '#server/api/route.ts';
import { hashPassword } from '#server/platform/crypto/password.ts';
import { seal, unseal } from '#server/platform/crypto/sealed-text.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { invalid } from '#server/platform/http/api-error.ts';
import type { Task } from '#server/platform/jobs/jobs.ts';
import { giveBack, reserve } from '#server/platform/rate-limit/limits.ts';
import { maySend, resetCounters, resetMailCounters } from '#server/platform/rate-limit/mail-limits.ts';
import { tokenCounters } from '#server/platform/rate-limit/sign-in-limits.ts';
import type { Services } from '#server/platform/services.ts';
import { endResetTokens, isResetToken, makeResetToken, takeResetToken } from './password-reset.repo.ts';

/** A link that the administrator hands over lives for a day. */
const ADMIN_LINK_SECONDS = 24 * 3600;
/** One that was mailed, for as long as a person needs to find the mail. */
const MAILED_LINK_MINUTES = 60;

const ENDED = 'This link was used already or is too old. Ask for a new one.';

/**
 * Sets a password by a link's token, which is used up; every device is signed out.
 * @throws ApiError 422 for a token that is none any more, 429.
 */
export async function resetPassword(
  services: Services,
  request: FastifyRequest,
  body: { token: string; password: string },
): Promise<void> {
  const tried = await reserve(services, tokenCounters(request));
  if (!(await isResetToken(services.database, body.token))) throw invalid({ token: [ENDED] });
  const passwordHash = await hashPassword(body.password);
  await inTransaction(services, async (trx) => {
    const taken = await takeResetToken(trx, body.token);
    if (!taken) throw invalid({ token: [ENDED] });
    const { userId, wasMailed } = taken;
    await setPassword(trx, userId, passwordHash);
    // Who has the token of a mail has read that mail.
    if (wasMailed) await setEmailVerified(trx, userId);
    await endSessions(trx, { userId, reason: 'password_changed' });
    await endResetTokens(trx, userId);
    await tellOfNewPassword(services, trx, userId);
  });
  await giveBack(services, tried);
}

/**
 * Changes a password that its owner knows; every other device is signed out.
 * @throws ApiError 422 when the old one is wrong, 429.
 */
export async function changePassword(
  services: Services,
  request: FastifyRequest,
  change: { userId: string; sessionId: string | null; oldPassword: string; password: string },
): Promise<void> {
  const { userId } = change;
  await provePassword(services, request, { userId, password: change.oldPassword, field: 'old_password' });
  const passwordHash = await hashPassword(change.password);
  await inTransaction(services, async (trx) => {
    await setPassword(trx, userId, passwordHash);
    await endSessions(trx, { userId, reason: 'password_changed', except: change.sessionId });
    await endResetTokens(trx, userId);
    await tellOfNewPassword(services, trx, userId);
  });
}

async function tellOfNewPassword(services: Services, trx: Transaction, userId: string): Promise<void> {
  const account = await accountById(trx, userId);
  if (!account) return;
  const link = `${services.config.publicUrl}/profile`;
  const message = { to: account.email, template: 'password-changed', values: {}, link } as const;
  await tellOwner(services, account, message, { transaction: trx });
}

/** A link with which an account's person sets a new password; for the administrator to hand over, never for a log. */
export async function resetLink(
  services: Pick<Services, 'database'>,
  publicUrl: string,
  userId: string,
): Promise<string> {
  const lives = { seconds: ADMIN_LINK_SECONDS, wasMailed: false };
  return linkWith(publicUrl, await makeResetToken(services.database, userId, lives));
}

const linkWith = (publicUrl: string, token: string): string =>
  `${publicUrl}/auth/reset-password?token=${token}`;

const sealedFor = { purpose: 'reset request', belongsTo: '' };

/**
 * Mails a link to set a new password, if the address has an account. Whether it has is only looked up by the job, so
 * that neither the answer nor its time tells.
 * @throws ApiError 429.
 */
export async function requestReset(
  services: Services,
  request: FastifyRequest,
  email: string,
): Promise<void> {
  await reserve(services, resetCounters(request, email));
  const sealed = seal(services.signingKey, sealedFor, email);
  await services.jobs.add(MAIL_RESET_LINK, { sealed }, { urgent: true });
}

export const MAIL_RESET_LINK = 'mail-reset-link';

/** The job behind `requestReset`. */
export function mailResetLink(services: Services): Task {
  const { database, mail, signingKey, config } = services;
  return {
    async run({ sealed }) {
      if (typeof sealed !== 'string') throw new TypeError('a reset request has an address');
      const account = await accountByEmail(database, unseal(signingKey, sealedFor, sealed));
      if (!mail || !account?.password_hash) return;
      if (!(await maySend(services, resetMailCounters(account.id)))) return;
      await inTransaction(services, async (trx) => {
        const lives = { seconds: MAILED_LINK_MINUTES * 60, wasMailed: true };
        const link = linkWith(config.publicUrl, await makeResetToken(trx, account.id, lives));
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
