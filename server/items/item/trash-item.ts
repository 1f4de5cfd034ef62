import { sql } from 'kysely';
import type { z } from 'zod';
import type { restoreRequest } from '#lib/contract/trash.ts';
import { recordAuditEvent } from '#server/access/audit/record.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { requireAcceptedDisclosure } from '#server/access/policy/disclosure.ts';
import { authorizeItem, itemRole } from '#server/access/policy/item-policy.ts';
import {
  assignItemScope,
  lockSpaceTreeExclusive,
  principalsOnScope,
} from '#server/access/policy/scope.repo.ts';
import { inactiveLinks, revokeReactivatedLinks } from '#server/access/visibility/reactivated-links.ts';
import { makePrivate, recordVisibility } from '#server/access/visibility/visibility.ts';
import { requireRevision } from '#server/api/if-match.ts';
import { inTransaction } from '#server/api/route.ts';
import { lockMembersShared } from '#server/hubs/members/member.repo.ts';
import { idsBeingRestored, restoreInProgress } from '#server/items/trash/restore-in-progress.ts';
import { recordTrashReaders, trashReaders } from '#server/items/trash/trashed-readers.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import type { ItemView } from './item.repo.ts';
import { describeItem, requireItemView, type SignedIn } from './item.service.ts';
import { restoreWithDescendants } from './restore-descendants.ts';
import { nearestActiveFolder } from './trash.repo.ts';
import { trashDescendants } from './trash-descendants.ts';

type Restoration = z.output<typeof restoreRequest>;

const targetOf = (item: ItemView) => ({
  hubId: item.hub_id,
  scopeId: item.scope_id,
  target: { kind: 'item' as const, id: item.id, name: item.title },
});

/** The location in the audit entry: its space, for those who may see that. */
async function locationOf(trx: Transaction, { space_id, space_name }: ItemView) {
  const space = await trx
    .selectFrom('space')
    .select('scope_id')
    .where('id', '=', space_id)
    .executeTakeFirstOrThrow();
  return { place: space_name, place_scope_id: space.scope_id };
}

/**
 * Puts an item into the trash, a folder with all its contents; nothing is lost, and nobody finds it.
 * @throws ApiError 409 with the current state for a stale revision.
 */
export async function trashItem(
  services: Services,
  caller: SignedIn,
  { id, space_id }: Authorized<ItemView, 'item.trash'>,
  expected: number | null,
): Promise<ItemView> {
  return inTransaction(services, async (trx) => {
    // Nothing may be put into a folder while it is being trashed.
    await lockSpaceTreeExclusive(trx, space_id);
    const item = authorizeItem(await requireItemView(trx, caller, id), 'item.trash');
    await requireRevision(expected, item.revision, () => describeItem({ database: trx }, caller, item));
    // One time for all of them, so that a restore brings back exactly what was trashed with the folder.
    if (!item.trashed_at) await recordTrashReaders(trx, [item]);
    await sql`update item set trashed_at = now(), trashed_by = ${caller.user.id}, revision = revision + 1
      where id = ${id} and trashed_at is null`.execute(trx);
    await trashDescendants(trx, services.jobs, item);
    await recordAuditEvent(trx, caller, {
      ...targetOf(item),
      action: 'item.trashed',
      details: await locationOf(trx, item),
    });
    return requireItemView(trx, caller, id);
  });
}

/**
 * Puts an item whose folder stays in the trash into the nearest folder above that is not trashed, else at its
 * space's top.
 * @param had the principals that may have known it (`trashReaders`)
 * @throws ApiError 409 where more people would see it, or anything in it, there than in its folder, unless
 * its
 *   visibility is chosen or that is accepted.
 */
async function restoreItemRow(
  trx: Transaction,
  caller: SignedIn,
  item: ItemView,
  had: readonly string[],
  { visibility, disclosure }: Restoration,
): Promise<void> {
  const folder = item.parent_id ? await nearestActiveFolder(trx, item.parent_id) : null;
  const returnsToPlace = (folder?.id ?? null) === item.parent_id;
  const disclosureContext = {
    hubId: item.hub_id,
    requesterId: caller.user.id,
    isOutsider: item.is_outsider,
    accepted: disclosure,
  };
  if (returnsToPlace && visibility === undefined) {
    // Its folder may have been opened to more people while it was in the trash.
    const changed = { id: item.id, title: item.title, had, scopeId: item.scope_id };
    await requireAcceptedDisclosure(trx, { ...disclosureContext, changed: [changed], below: [] });
    return;
  }
  if (visibility === 'private' && item.visibility !== 'private') {
    await makePrivate(trx, caller, { ...item, kind: 'item' }, itemRole(item));
  }
  const lapsed = await inactiveLinks(trx, [item.id]);
  const restored: ItemView = {
    ...item,
    parent_id: folder?.id ?? null,
    visibility: visibility ?? item.visibility,
  };
  await sql`update item set parent_id = ${restored.parent_id}, visibility = ${restored.visibility},
      position = case when parent_id is not distinct from ${restored.parent_id}::uuid then position end
    where id = ${item.id}`.execute(trx);
  const { scopeId, below } = await assignItemScope(trx, restored);
  await revokeReactivatedLinks(trx, lapsed);
  await requireAcceptedDisclosure(trx, {
    ...disclosureContext,
    changed: visibility === undefined ? [{ id: item.id, title: item.title, had, scopeId }] : [],
    below,
  });
  if (visibility !== undefined && visibility !== item.visibility) {
    await recordVisibility(trx, caller, { ...item, kind: 'item' }, visibility);
  }
}

/**
 * Takes an item out of the trash, with what was trashed together with it, to its old place or to the nearest
 * folder that is not trashed; one that is not in the trash stays as it is. Of a large folder the rest follows
 * shortly (`restoreWithDescendants`).
 * @param restoration what is chosen or accepted where it would be shown to more people
 * @throws ApiError 409 for a place where more people would see it, when nothing is chosen or accepted; for
 * what is
 *   already being restored with its folder.
 */
export async function restoreItem(
  services: Services,
  caller: SignedIn,
  { id, hub_id, space_id }: Authorized<ItemView, 'item.restore'>,
  restoration: Restoration = {},
): Promise<ItemView> {
  return inTransaction(services, async (trx) => {
    if (restoration.visibility === 'private' && !(await lockMembersShared(trx, hub_id)))
      throw notFound('This item');
    await lockSpaceTreeExclusive(trx, space_id);
    const item = authorizeItem(await requireItemView(trx, caller, id), 'item.restore');
    if (!item.trashed_at) return item;
    if ((await idsBeingRestored(trx, [id])).has(id)) throw restoreInProgress();
    const had = await trashReaders(trx, item, await principalsOnScope(trx, item.scope_id));
    await restoreWithDescendants(trx, services.jobs, [id]);
    await restoreItemRow(trx, caller, item, had, restoration);
    const restored = await requireItemView(trx, caller, id);
    await recordAuditEvent(trx, caller, {
      ...targetOf(restored),
      action: 'item.restored',
      details: await locationOf(trx, item),
    });
    return restored;
  });
}
