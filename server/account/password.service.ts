import type { FastifyRequest } from 'fastify';
import { invalid } from '../http/api-error.ts';
import { inTransaction } from '../http/route.ts';
import { giveBack, reserve } from '../limits/limits.ts';
import { tokenCounters } from '../limits/sign-in-limits.ts';
import type { Services } from '../services.ts';
import { endSessions } from '../session/session.repo.ts';
import { setPassword } from './account.repo.ts';
import { hashPassword } from './password.ts';
import { makeResetToken, ownerOfResetToken, takeResetToken } from './password-reset.repo.ts';
import { provePassword } from './proof.ts';

/** A link that the administrator hands over lives for a day. */
const ADMIN_LINK_SECONDS = 24 * 3600;

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
  if (!(await ownerOfResetToken(services.database, body.token))) throw invalid({ token: [ENDED] });
  const passwordHash = await hashPassword(body.password);
  await inTransaction(services, async (trx) => {
    const userId = await takeResetToken(trx, body.token);
    if (!userId) throw invalid({ token: [ENDED] });
    await setPassword(trx, userId, passwordHash);
    await endSessions(trx, userId);
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
    await endSessions(trx, userId, change.sessionId);
    await trx.deleteFrom('password_reset').where('user_id', '=', userId).execute();
  });
}

/** A link with which an account's person sets a new password; for the administrator to hand over, never for a log. */
export async function resetLink(
  services: Pick<Services, 'database'>,
  publicUrl: string,
  userId: string,
): Promise<string> {
  const token = await makeResetToken(services.database, userId, ADMIN_LINK_SECONDS);
  return `${publicUrl}/auth/reset-password?token=${token}`;
}
