import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { profileRequest } from '#lib/contract/account.ts';
import {
  type Account,
  accountOf,
  eraseAccount,
  soleOwnerships,
  updateAccount,
} from '#server/access/identity/account.repo.ts';
import { storePicture } from '#server/access/identity/picture.ts';
import { provePassword } from '#server/access/identity/proof.ts';
import { originOf } from '#server/access/sessions/caller.ts';
import { inTransaction } from '#server/api/route.ts';
import { leaveAllHubs, lockHubsOf } from '#server/hubs/members/leave-all-hubs.ts';
import { conflict } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { recordFile } from '#server/platform/storage/file.repo.ts';

/** Changes what a person says about themselves. */
export async function changeAccount(
  services: Services,
  userId: string,
  { avatar, ...change }: z.output<typeof profileRequest>,
): Promise<Account> {
  const picture = avatar == null ? avatar : await storePicture(services, avatar, 'avatar');
  await inTransaction(services, async (trx) => {
    if (picture) await recordFile(trx, services.storage, picture);
    await updateAccount(trx, userId, {
      ...change,
      ...(picture === undefined ? {} : { avatar_sha256: picture?.sha256 ?? null }),
    });
  });
  return accountOf(services, userId);
}

/**
 * Ends an account for good. Hubs that nobody else belongs to end with it.
 * @throws ApiError 422 for a wrong password, 409 while others depend on a hub that only this person owns.
 */
export async function deleteAccount(
  services: Services,
  request: FastifyRequest,
  proof: { userId: string; password: string },
): Promise<void> {
  const {
    id,
    email,
    is_email_verified: isEmailVerified,
  } = await provePassword(services, request, {
    ...proof,
    field: 'password',
  });
  const actor = { user: { id, email, isEmailVerified, activeHubId: null }, origin: originOf(request) };
  await inTransaction(services, async (trx) => {
    await lockHubsOf(trx, proof.userId);
    const owned = await soleOwnerships(trx, proof.userId);
    const needed = owned.find((hub) => hub.others > 0);
    if (needed) {
      throw conflict(
        'last_owner',
        `You are the only owner of ${needed.name}. Make somebody else its owner first.`,
      );
    }
    for (const hub of owned) {
      await trx.updateTable('hub').set({ deleted_at: sql`now()` }).where('id', '=', hub.hub_id).execute();
    }
    await leaveAllHubs(trx, actor, proof.userId);
    await eraseAccount(trx, proof.userId);
  });
}
