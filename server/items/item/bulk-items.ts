import type { ItemOperation } from '#lib/access/operations.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import { lockSpaceTreesExclusive } from '#server/access/policy/scope.repo.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { ApiError, noMatchFound, notFound, serverBusy } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { presentItem } from './item.presenter.ts';
import { countChildren, type ItemView, itemById } from './item.repo.ts';

/** Why something was not done to one of several items. */
export type ItemRefusal = { id: string; error: ApiError };

/** What was done to several items, and why not to others. */
export type BulkResult = { items: ItemView[]; refused: ItemRefusal[] };

/** Items with the caller's role, in the order of their ids; undefined for those that don't exist. */
async function viewsOf(trx: Transaction, caller: Caller, ids: readonly string[]) {
  return Promise.all(ids.map((id) => itemById(trx, caller, id)));
}

/** Items that the caller may see, in the order of their ids. */
export async function itemViews(
  trx: Transaction,
  caller: Caller,
  ids: readonly string[],
): Promise<ItemView[]> {
  return (await viewsOf(trx, caller, ids)).filter((item) => item?.rank).filter((item) => item !== undefined);
}

/**
 * Sorts items by whether `check` accepts them.
 * @param check throws the refusal of one
 */
export function partitionByCheck<Item extends { id: string }, Passed>(
  items: readonly Item[],
  check: (item: Item) => Passed,
): { passed: Passed[]; refused: ItemRefusal[] } {
  const passed: Passed[] = [];
  const refused: ItemRefusal[] = [];
  for (const item of items) {
    try {
      passed.push(check(item));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refused.push({ id: item.id, error });
    }
  }
  return { passed, refused };
}

/**
 * Locks the spaces of items, and determines for each what the caller may do to it then.
 * @param alsoLocked further spaces, the destinations of items
 * @throws ApiError 404 where the caller sees none of them
 */
export async function lockAndAuthorize<Operation extends ItemOperation>(
  trx: Transaction,
  caller: Caller,
  ids: readonly string[],
  { operation, alsoLocked = [] }: { operation: Operation; alsoLocked?: readonly string[] },
): Promise<{ passed: Authorized<ItemView, Operation>[]; refused: ItemRefusal[] }> {
  const before = await itemViews(trx, caller, ids);
  const locked = new Set([...before.map((item) => item.space_id), ...alsoLocked]);
  if (before.length === 0) throw ids.length === 1 ? notFound('This item') : noMatchFound('These items');
  await lockSpaceTreesExclusive(trx, [...locked]);
  const hubId = before[0]?.hub_id;
  const now = await viewsOf(trx, caller, ids);
  return partitionByCheck(
    ids.map((id, at) => ({ id, item: now[at] })),
    ({ item }) => {
      // One request is about one hub.
      const allowed = authorizeItem(item?.hub_id === hubId ? item : undefined, operation);
      // It was moved to another space at this very moment.
      if (!locked.has(allowed.space_id)) throw serverBusy();
      return allowed;
    },
  );
}

/** @throws the refusal, where nothing at all could be done. */
export function refuseWhenNothingDone({ items, refused }: BulkResult): void {
  if (items.length === 0 && refused[0]) throw refused[0].error;
}

/** The result of a bulk request, as the API returns it. */
export async function presentBulkResult(
  { items, refused }: BulkResult,
  { services, caller }: { services: Services; caller: Caller },
) {
  const folders = items.filter((item) => item.kind === 'folder').map(({ id }) => id);
  const children = await countChildren(services.database, caller, folders);
  return {
    items: items.map((item) => presentItem(item, children.get(item.id) ?? 0)),
    refused: refused.map(({ id, error }) => ({ id, code: error.code, message: error.message })),
  };
}
