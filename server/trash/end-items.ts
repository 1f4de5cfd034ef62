import { record } from '#server/access/audit/record.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import { lockPlaces, lockPlacesOf } from '#server/access/policy/scope.repo.ts';
import { inTransaction } from '#server/api/route.ts';
import { markFormsPurged } from '#server/forms/management/trash-form.ts';
import type { ItemView } from '#server/items/item/item.repo.ts';
import { currentView, type SignedIn } from '#server/items/item/item.service.ts';
import { endableItems } from '#server/items/item/trash.repo.ts';
import { beingRestored, isBeingRestored } from '#server/items/trash/being-restored.ts';
import { markItemsPurged } from '#server/items/trash/purge-items.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { conflict } from '#server/platform/http/api-error.ts';
import { purgeSoon } from '#server/platform/jobs/queue-purge.ts';
import type { Services } from '#server/platform/services.ts';
import type { SignedInHere } from '#server/spaces/space/hold-space.ts';
import { type EndableForm, endableForms } from './trashed-forms.repo.ts';

/** Entries of the trash that one request ends. */
const AT_ONCE = 500;

/**
 * Ends an item that is in the trash, a folder with what lies in it.
 * @throws ApiError 409 for one that is not in the trash, or is on its way out of it.
 */
export async function endItem(
  services: Services,
  caller: SignedIn,
  { id, space_id }: Authorized<ItemView, 'item.delete'>,
): Promise<void> {
  await inTransaction(services, async (trx) => {
    await lockPlaces(trx, space_id);
    const item = authorizeItem(await currentView(trx, caller, id), 'item.delete');
    if (!item.trashed_at) {
      throw conflict(
        'not_in_trash',
        'Only what is in the trash can be deleted for ever. Move it there first.',
      );
    }
    if ((await beingRestored(trx, [id])).has(id)) throw isBeingRestored();
    await markItemsPurged(trx, caller, [item], caller.user.id);
    await purgeSoon(services.jobs, item.hub_id, trx);
  });
}

/** Ends forms with their answers; what of them is in the log says so. */
async function endForms(
  trx: Transaction,
  caller: SignedInHere,
  forms: readonly EndableForm[],
): Promise<void> {
  for (const { id, hub_id, scope_id, title } of forms) {
    await record(trx, caller, {
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

/** Forms that one request ends: each may have many answers. */
const FORMS_AT_ONCE = 20;

/**
 * Ends what is in the trash of a hub or a space, items and forms, as far as the caller may; what they may not, stays.
 */
export async function emptyTrash(
  services: Services,
  caller: SignedInHere,
  spaceId: string | null,
): Promise<{ deleted: number; more: boolean }> {
  return inTransaction(services, async (trx) => {
    const seen = await endableItems(trx, caller, spaceId, AT_ONCE);
    const seenForms = await endableForms(trx, caller, spaceId, FORMS_AT_ONCE);
    // Always in one order, so that two that empty at once do not wait for each other in a circle.
    const spaces = [...seen, ...seenForms].map((thing) => thing.space_id);
    await lockPlacesOf(trx, [...new Set(spaces)]);
    const known = new Set(seen.map(({ id }) => id));
    const endable = (await endableItems(trx, caller, spaceId, AT_ONCE)).filter(({ id }) => known.has(id));
    const following = await beingRestored(
      trx,
      endable.map(({ id }) => id),
    );
    const items = endable.filter(({ id }) => !following.has(id));
    await markItemsPurged(trx, caller, items, caller.user.id);
    const stillForms = await endableForms(trx, caller, spaceId, FORMS_AT_ONCE);
    const locked = new Set(seenForms.map(({ id }) => id));
    const forms = stillForms.filter(({ id }) => locked.has(id));
    await endForms(trx, caller, forms);
    const deleted = items.length + forms.length;
    if (deleted > 0) await purgeSoon(services.jobs, caller.hub.id, trx);
    return { deleted, more: seen.length === AT_ONCE || seenForms.length === FORMS_AT_ONCE };
  });
}
