import { sql } from 'kysely';
import { record } from '../audit/record.ts';
import type { Transaction } from '../database/database.ts';
import { forgetForms } from '../form/trash-form.ts';
import { conflict } from '../http/api-error.ts';
import { inTransaction } from '../http/route.ts';
import type { ItemView } from '../item/item.repo.ts';
import { currentView, type SignedIn } from '../item/item.service.ts';
import type { Authorized } from '../policy/authorized.ts';
import { authorizeItem } from '../policy/item-policy.ts';
import { lockPlaces, lockPlacesOf, placeItem } from '../policy/scope.repo.ts';
import { purgeSoon } from '../processing/purge.ts';
import type { Services } from '../services.ts';
import type { SignedInHere } from '../space/hold-space.ts';
import { forgetItems } from './forget.ts';
import { type Branch, branchesOf, endableItems } from './trash.repo.ts';
import { type EndableForm, endableForms } from './trashed-forms.repo.ts';

/** Entries of the trash that one request ends. */
const AT_ONCE = 500;

/**
 * Ends trees of items. What the caller may not end in them (something private of somebody else) is taken out of its
 * folder first, and stays in the trash of those who may see it.
 */
async function endTrees(trx: Transaction, caller: SignedIn, ids: readonly string[]): Promise<void> {
  const branches = await branchesOf(trx, { userId: caller.user.id }, ids);
  const below = Map.groupBy(branches, (branch) => branch.parent_id);
  const byId = new Map(branches.map((branch) => [branch.id, branch]));
  const ended: Branch[] = [];
  const kept: Branch[] = [];
  const walk = (branch: Branch): void => {
    if (!branch.may_end) {
      kept.push(branch);
      return;
    }
    ended.push(branch);
    for (const child of below.get(branch.id) ?? []) walk(child);
  };
  for (const id of ids) {
    const top = byId.get(id);
    if (top) walk(top);
  }
  for (const branch of kept) {
    await sql`update item set parent_id = null where id = ${branch.id}`.execute(trx);
    await placeItem(trx, { ...branch, parent_id: null });
  }
  const tops = new Set(ids);
  for (const { id, hub_id, scope_id, title } of ended) {
    if (!tops.has(id)) continue;
    await record(trx, caller, {
      hubId: hub_id,
      action: 'item.deleted',
      target: { kind: 'item', id, name: title },
      scopeId: scope_id,
    });
  }
  for (const [hubId, items] of Map.groupBy(ended, (branch) => branch.hub_id)) {
    await forgetItems(
      trx,
      hubId,
      items.map(({ id }) => id),
    );
  }
}

/**
 * Ends an item that is in the trash, a folder with what lies in it.
 * @throws ApiError 409 for one that is not in the trash.
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
    await endTrees(trx, caller, [item.id]);
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
  await forgetForms(
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
    const still = new Set((await endableItems(trx, caller, spaceId, AT_ONCE)).map(({ id }) => id));
    const ids = seen.map(({ id }) => id).filter((id) => still.has(id));
    await endTrees(trx, caller, ids);
    const stillForms = await endableForms(trx, caller, spaceId, FORMS_AT_ONCE);
    const locked = new Set(seenForms.map(({ id }) => id));
    const forms = stillForms.filter(({ id }) => locked.has(id));
    await endForms(trx, caller, forms);
    const deleted = ids.length + forms.length;
    if (deleted > 0) await purgeSoon(services.jobs, caller.hub.id, trx);
    return { deleted, more: seen.length === AT_ONCE || seenForms.length === FORMS_AT_ONCE };
  });
}
