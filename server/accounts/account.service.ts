import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { profileRequest } from '#lib/contract/account.ts';
import {
  type Account,
  anonymizeAccount,
  requireAccount,
  soleOwnedHubs,
  updateAccount,
} from '#server/access/identity/account.repo.ts';
import { requireCurrentPassword } from '#server/access/identity/password-verification.ts';
import { storePicture } from '#server/access/identity/picture.ts';
import { originOf } from '#server/access/sessions/caller.ts';
import { inTransaction } from '#server/api/route.ts';
import { leaveAllHubs, lockHubsOfAccount } from '#server/hubs/members/leave-all-hubs.ts';
import { conflict } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { recordFile } from '#server/platform/storage/file.repo.ts';

/** Changes the profile of an account. */
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
  return requireAccount(services, userId);
}

/**
 * Permanently deletes an account. Hubs with no other member are deleted with it.
 * @throws ApiError 422 for a wrong password, 409 while others depend on a hub that only this user owns.
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
  } = await requireCurrentPassword(services, request, {
    ...proof,
    field: 'password',
  });
  const actor = { user: { id, email, isEmailVerified, activeHubId: null }, origin: originOf(request) };
  await inTransaction(services, async (trx) => {
    await lockHubsOfAccount(trx, proof.userId);
    const owned = await soleOwnedHubs(trx, proof.userId);
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
    await anonymizeAccount(trx, proof.userId);
  });
}
