import type { FastifyRequest } from 'fastify';
import { invalid } from '../http/api-error.ts';
import { giveBack, reserve } from '../limits/limits.ts';
import { proofCounters } from '../limits/sign-in-limits.ts';
import type { Services } from '../services.ts';
import { type Account, accountById } from './account.repo.ts';
import { isPassword } from './password.ts';

/**
 * Has a signed-in person prove the password again before something that can't be undone; limited as sign-ins are.
 * @param field under which a wrong password is told
 * @throws ApiError 422, 429.
 */
export async function provePassword(
  services: Services,
  request: FastifyRequest,
  proof: { userId: string; password: string; field: string },
): Promise<Account> {
  const account = await accountById(services.database, proof.userId);
  const tried = await reserve(services, proofCounters(request, account?.email ?? proof.userId, null));
  if (!account || !(await isPassword(account.password_hash, proof.password))) {
    throw invalid({ [proof.field]: ['This is not your password'] });
  }
  await giveBack(services, tried);
  return account;
}
