import { sql } from 'kysely';
import { recordAuditEvent } from '#server/access/audit/record.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { rewriteScope } from '#server/access/policy/rewrite-scopes.ts';
import { lockSpaceTreeExclusive } from '#server/access/policy/scope.repo.ts';
import { rebuildSourcesOfSpace } from '#server/access/policy/scope-sources.ts';
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
 * Moves a space to the trash with everything in it: at once it can't be found or read by anybody, and its
 * slug is free.
 */
export async function deleteSpace(
  services: Services,
  caller: SignedInHubCaller,
  { id }: Authorized<SpaceView, 'space.delete'>,
): Promise<TrashedSpace> {
  return inTransaction(services, async (trx) => {
    const space = await lockAndAuthorizeSpace(trx, caller, id, 'space.delete');
    // Before the access lists are deleted: they tell the audit log whether the hub's admins may see the
    // entry.
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

/** A deleted space, locked, for users who may restore it. @throws ApiError 404. */
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
 * Restores a space from the trash, with its members, access and contents; under another slug if its own was
 * taken meanwhile.
 * @throws ApiError 404 for users who did not own it.
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
    await rebuildSourcesOfSpace(trx, space.id);
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
 * Permanently deletes a space in the trash: at once for everybody; a job deletes its contents.
 * @throws ApiError 404 for users who did not own it.
 */
export async function purgeSpace(services: Services, caller: SignedInHubCaller, id: string): Promise<void> {
  await inTransaction(services, async (trx) => {
    const space = await lockTrashedSpace(trx, caller, id);
    await purgeDeletedSpace(trx, caller, space);
    await queuePurge(services.jobs, space.hub_id, trx);
  });
}
