import { recordAuditEvent } from '#server/access/audit/record.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import { lockSpaceTreeExclusive, lockSpaceTreesExclusive } from '#server/access/policy/scope.repo.ts';
import { inTransaction } from '#server/api/route.ts';
import { markFormsPurged } from '#server/forms/management/trash-form.ts';
import type { ItemView } from '#server/items/item/item.repo.ts';
import { requireItemView, type SignedIn } from '#server/items/item/item.service.ts';
import { purgeableItems } from '#server/items/item/trash.repo.ts';
import { markItemsPurged } from '#server/items/trash/purge-items.ts';
import { idsBeingRestored, restoreInProgress } from '#server/items/trash/restore-in-progress.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { conflict } from '#server/platform/http/api-error.ts';
import { queuePurge } from '#server/platform/jobs/queue-purge.ts';
import type { Services } from '#server/platform/services.ts';
import type { SignedInHubCaller } from '#server/spaces/space/lock-space.ts';
import { type PurgeableForm, purgeableForms } from './trashed-forms.repo.ts';

/** Trashed items that one request deletes. */
const BATCH_SIZE = 500;

/**
 * Permanently deletes an item in the trash, a folder with its contents.
 * @throws ApiError 409 for one that is not in the trash, or is just being restored.
 */
export async function purgeItem(
  services: Services,
  caller: SignedIn,
  { id, space_id }: Authorized<ItemView, 'item.delete'>,
): Promise<void> {
  await inTransaction(services, async (trx) => {
    await lockSpaceTreeExclusive(trx, space_id);
    const item = authorizeItem(await requireItemView(trx, caller, id), 'item.delete');
    if (!item.trashed_at) {
      throw conflict(
        'not_in_trash',
        'Only what is in the trash can be deleted for ever. Move it there first.',
      );
    }
    if ((await idsBeingRestored(trx, [id])).has(id)) throw restoreInProgress();
    await markItemsPurged(trx, caller, [item], caller.user.id);
    await queuePurge(services.jobs, item.hub_id, trx);
  });
}

/** Purges forms with their submissions, with an audit entry each. */
async function purgeForms(
  trx: Transaction,
  caller: SignedInHubCaller,
  forms: readonly PurgeableForm[],
): Promise<void> {
  for (const { id, hub_id, scope_id, title } of forms) {
    await recordAuditEvent(trx, caller, {
      hubId: hub_id,
      action: 'form.deleted',
      target: { kind: 'form', id, name: title },
      scopeId: scope_id,
    });
  }
  await markFormsPurged(
    trx,
    forms.map(({ id }) => id),
  );
}

/** Forms that one request deletes: each may have many submissions. */
const FORM_BATCH_SIZE = 20;

/**
 * Permanently deletes the items and forms in the trash of a hub or a space that the caller may delete; others
 * stay.
 */
export async function emptyTrash(
  services: Services,
  caller: SignedInHubCaller,
  spaceId: string | null,
): Promise<{ deleted: number; more: boolean }> {
  return inTransaction(services, async (trx) => {
    const seen = await purgeableItems(trx, caller, spaceId, BATCH_SIZE);
    const seenForms = await purgeableForms(trx, caller, spaceId, FORM_BATCH_SIZE);
    // Always in the same order, so that two concurrent requests can't deadlock.
    const spaces = [...seen, ...seenForms].map((resource) => resource.space_id);
    await lockSpaceTreesExclusive(trx, [...new Set(spaces)]);
    const known = new Set(seen.map(({ id }) => id));
    const endable = (await purgeableItems(trx, caller, spaceId, BATCH_SIZE)).filter(({ id }) =>
      known.has(id),
    );
    const following = await idsBeingRestored(
      trx,
      endable.map(({ id }) => id),
    );
    const items = endable.filter(({ id }) => !following.has(id));
    await markItemsPurged(trx, caller, items, caller.user.id);
    const stillForms = await purgeableForms(trx, caller, spaceId, FORM_BATCH_SIZE);
    const locked = new Set(seenForms.map(({ id }) => id));
    const forms = stillForms.filter(({ id }) => locked.has(id));
    await purgeForms(trx, caller, forms);
    const deleted = items.length + forms.length;
    if (deleted > 0) await queuePurge(services.jobs, caller.hub.id, trx);
    return { deleted, more: seen.length === BATCH_SIZE || seenForms.length === FORM_BATCH_SIZE };
  });
}
