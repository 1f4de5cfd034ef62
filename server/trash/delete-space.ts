import { sql } from 'kysely';
import { recordAuditEvent } from '#server/access/audit/record.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { rewriteScope } from '#server/access/policy/rewrite-scopes.ts';
import { lockSpaceTreeExclusive } from '#server/access/policy/scope.repo.ts';
import { authorizeSpace } from '#server/access/policy/space-policy.ts';
import { inTransaction } from '#server/api/route.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import { queuePurge } from '#server/platform/jobs/queue-purge.ts';
import type { Services } from '#server/platform/services.ts';
import {
  lockAndAuthorizeSpace,
  type SignedInHubCaller,
  spaceAuditTarget,
} from '#server/spaces/space/lock-space.ts';
import { revokeSpaceAccess } from '#server/spaces/space/revoke-space-access.ts';
import { isSlugTaken, type SpaceView, spaceById } from '#server/spaces/space/space.repo.ts';
import { findFreeSlug } from '#server/spaces/space/space-slug.ts';
import { type TrashedSpace, trashedSpace } from '#server/spaces/space/space-trash.repo.ts';
import { purgeDeletedSpace } from './purge-spaces.ts';

/**
 * Puts a space into the trash with all that is in it: at once nobody finds it or reads anything of it by any way, and
 * its address is free.
 */
export async function deleteSpace(
  services: Services,
  caller: SignedInHubCaller,
  { id }: Authorized<SpaceView, 'space.delete'>,
): Promise<TrashedSpace> {
  return inTransaction(services, async (trx) => {
    const space = await lockAndAuthorizeSpace(trx, caller, id, 'space.delete');
    // Before the lists go: by them the log knows whether the hub's admins may read of it.
    await recordAuditEvent(trx, caller, {
      ...spaceAuditTarget(space),
      action: 'space.deleted',
      details: { visibility: space.visibility },
    });
    await trx
      .updateTable('space')
      .set({ deleted_at: sql<Date>`now()`, deleted_by: caller.user.id, revision: space.revision + 1 })
      .where('id', '=', space.id)
      .execute();
    await revokeSpaceAccess(trx, services.jobs, space.id);
    return lockTrashedSpace(trx, caller, space.id);
  });
}

/** A deleted space, held, for who may take it back. @throws ApiError 404. */
async function lockTrashedSpace(
  trx: Transaction,
  caller: SignedInHubCaller,
  id: string,
): Promise<Authorized<TrashedSpace, 'space.delete'>> {
  const seen = await trashedSpace(trx, caller, id);
  if (seen) await lockSpaceTreeExclusive(trx, seen.id);
  return authorizeSpace(seen && (await trashedSpace(trx, caller, id)), 'space.delete');
}

/**
 * Takes a space out of the trash, with the people, rights and things that it had; under another address where its own
 * was taken meanwhile.
 * @throws ApiError 404 for who did not own it.
 */
export async function restoreSpace(
  services: Services,
  caller: SignedInHubCaller,
  id: string,
): Promise<SpaceView> {
  return inTransaction(services, async (trx) => {
    const space = await lockTrashedSpace(trx, caller, id);
    const taken = await isSlugTaken(trx, space.hub_id, space.slug);
    const slug = taken ? await findFreeSlug(trx, space.hub_id, space.slug) : space.slug;
    await trx
      .updateTable('space')
      .set({ deleted_at: null, deleted_by: null, slug, updated_at: sql<Date>`now()` })
      .where('id', '=', space.id)
      .execute();
    await rewriteScope(trx, space.scope_id);
    await recordAuditEvent(trx, caller, {
      ...spaceAuditTarget(space),
      action: 'space.restored',
      details: { slug },
    });
    const restored = await spaceById(trx, caller, space.id);
    if (!restored) throw notFound('This space');
    return restored;
  });
}

/**
 * Ends a space in the trash before its time: at once it is gone for everybody; a job deletes what is in it.
 * @throws ApiError 404 for who did not own it.
 */
export async function purgeSpace(services: Services, caller: SignedInHubCaller, id: string): Promise<void> {
  await inTransaction(services, async (trx) => {
    const space = await lockTrashedSpace(trx, caller, id);
    await purgeDeletedSpace(trx, caller, space);
    await queuePurge(services.jobs, space.hub_id, trx);
  });
}
