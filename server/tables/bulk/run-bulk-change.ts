import { authorizeItem } from '#server/access/policy/item-policy.ts';
import { requireItemView, type SignedIn } from '#server/items/item/item.service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { conflict } from '#server/platform/http/api-error.ts';
import { requireTable, type Table } from '../table/table.ts';
import { recordDeletion } from '../writes/delete-rows.ts';
import {
  findBulkChange,
  finishBulkChange,
  nextRowIds,
  noteRowsOf,
  recordBatch,
  type StoredBulkChange,
  setRowsNoted,
} from './bulk-change.repo.ts';
import { changeBatch } from './change-batch.ts';
import { matchingRows, noteMatchingRows } from './matching-rows.ts';

/** Rows that are changed in one transaction: others wait no longer than for these. */
const BATCH = 1000;

/** The table of a bulk change, if the caller may still change it: checked again for each batch. */
async function tableNow(trx: Transaction, caller: SignedIn, { item_id }: StoredBulkChange) {
  const item = authorizeItem(await requireItemView(trx, caller, item_id), 'item.change');
  return { item, table: await requireTable(trx, item, 'rows') };
}

/** Notes which rows are changed, so that what others change meanwhile adds none. @throws ApiError 409 where they have become more */
async function noteRows(
  trx: Transaction,
  caller: SignedIn,
  bulk: StoredBulkChange,
  found: Awaited<ReturnType<typeof tableNow>>,
): Promise<void> {
  if (bulk.undoes !== null) {
    await noteRowsOf(trx, bulk.id, bulk.undoes);
    return setRowsNoted(trx, bulk, 0);
  }
  const matching = await matchingRows(trx, caller, found, bulk.request, bulk.as_of);
  const noted = await noteMatchingRows(trx, bulk.id, matching);
  if (noted > bulk.total)
    throw conflict('more_rows', 'More rows match by now than were counted. Nothing was changed.');
  await setRowsNoted(trx, bulk, bulk.total - noted);
}

/** What a step of a bulk change did: nothing is left to do where `isOver`. */
export type BulkStep = { isOver: boolean; table: Table | null };

/**
 * Notes the rows of a bulk change, or changes the next of them, in the caller's transaction; a kill loses none, and repeats none.
 * @throws ApiError where its maker may not change the table any more, or it no longer exists
 */
export async function stepBulkChange(trx: Transaction, caller: SignedIn, id: string): Promise<BulkStep> {
  const bulk = await findBulkChange(trx, id, { lock: true });
  // Cancelled, or another run has done it.
  if (bulk?.state !== 'running') return { isOver: true, table: null };
  const found = await tableNow(trx, caller, bulk);
  const { table } = found;
  if (!bulk.has_rows) {
    await noteRows(trx, caller, bulk, found);
    return { isOver: false, table };
  }
  const ids = await nextRowIds(trx, bulk, BATCH);
  if (ids.length > 0) await recordBatch(trx, bulk, ids, await changeBatch({ trx, caller, table, bulk, ids }));
  if (ids.length === BATCH) return { isOver: false, table };
  await finishBulkChange(trx, bulk, 'done');
  await recordBulkDeletion(trx, caller, id);
  return { isOver: true, table };
}

/** Records in the audit log how many rows a bulk deletion deleted, also where it was ended before all of them were. */
export async function recordBulkDeletion(trx: Transaction, caller: SignedIn, id: string): Promise<void> {
  const bulk = await findBulkChange(trx, id);
  if (bulk?.kind !== 'delete' || bulk.changed === 0) return;
  const item = await trx
    .selectFrom('item')
    .select(['id', 'hub_id', 'space_id', 'scope_id', 'kind', 'title'])
    .where('id', '=', bulk.item_id)
    .executeTakeFirst();
  if (item) await recordDeletion(trx, caller, item, bulk.changed);
}
