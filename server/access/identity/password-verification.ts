import type { FastifyRequest } from 'fastify';
import { isPassword } from '#server/platform/crypto/password.ts';
import { invalid } from '#server/platform/http/api-error.ts';
import {
  type Counter,
  consumeLimits,
  type Reservation,
  refundLimits,
  refuseIfLimited,
} from '#server/platform/rate-limit/limits.ts';
import { proofCounters } from '#server/platform/rate-limit/sign-in-limits.ts';
import type { Services } from '#server/platform/services.ts';
import { type Account, accountById } from './account.repo.ts';

/**
 * Compares a password with the stored one, and counts the attempt unless it is right. It is counted when it
 * is processed, not when it arrives: many devices of one user may sign in at the same time, and none of them
 * failed.
 * @throws ApiError 429.
 */
export async function verifyPassword(
  services: Services,
  counters: readonly Counter[],
  storedHash: string | null,
  password: string,
): Promise<boolean> {
  await refuseIfLimited(services, counters);
  let tried: Reservation | null = null;
  const right = await isPassword(storedHash, password, async () => {
    tried = await consumeLimits(services, counters);
  });
  if (right && tried) await refundLimits(services, tried);
  return right;
}

/**
 * Requires a signed-in user to enter the password again before something that can't be undone; limited as
 * sign-ins are.
 * @param field under which a wrong password is reported
 * @throws ApiError 422, 429.
 */
export async function requireCurrentPassword(
  services: Services,
  request: FastifyRequest,
  proof: { userId: string; password: string; field: string },
): Promise<Account> {
  const account = await accountById(services.database, proof.userId);
  const counters = proofCounters(request, account?.email ?? proof.userId, null);
  if (
    !(await verifyPassword(services, counters, account?.password_hash ?? null, proof.password)) ||
    !account
  ) {
    throw invalid({ [proof.field]: ['This is not your password'] });
  }
  return account;
}
