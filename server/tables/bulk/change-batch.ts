import { conflict } from '#server/platform/http/api-error.ts';
import { moveRowsAway } from '../writes/delete-rows.ts';
import { restoreRows } from '../writes/restore-rows.ts';
import type { RowWriteOutcome } from '../writes/row.service.ts';
import { writerOf } from '../writes/write-rows.ts';
import { type BatchOutcome, type ChangedRow, changedRowsOf } from './bulk-change.repo.ts';
import { unchangedSince } from './matching-rows.ts';
import { revertBatch } from './revert-batch.ts';
import { type Batch, BULK, countOf, reasonsOf, writeBatch } from './write-batch.ts';

/** What became of rows that were deleted or restored. */
function outcomeOfMoves({ ids }: Batch, outcomes: readonly RowWriteOutcome[]): BatchOutcome {
  const changed = outcomes.flatMap((outcome): ChangedRow[] =>
    outcome.status === 'done' ? [{ id: outcome.row.id, revision: outcome.row.revision, cells: null }] : [],
  );
  const refused = countOf(outcomes, 'refused');
  return {
    changed,
    unchanged: 0,
    skipped: ids.length - changed.length - refused,
    refused,
    problems: reasonsOf(outcomes),
  };
}

async function deleteBatch(batch: Batch): Promise<BatchOutcome> {
  const { trx, caller, table, bulk, ids } = batch;
  // What was restored is deleted again as it was; what a filter found, as it was counted.
  const wanted: { id: string; revision?: number }[] =
    bulk.undoes === null
      ? (await unchangedSince(trx, table, ids, { asOf: bulk.as_of, lock: 'deletion' })).map((id) => ({ id }))
      : [...(await changedRowsOf(trx, bulk.undoes, ids)).values()].map(({ id, revision }) => ({
          id,
          revision,
        }));
  return outcomeOfMoves(batch, await moveRowsAway(trx, caller, table, wanted, BULK));
}

async function restoreBatch(batch: Batch): Promise<BatchOutcome> {
  const { trx, caller, table, ids } = batch;
  return outcomeOfMoves(batch, await restoreRows(trx, table, ids, await writerOf(trx, caller), BULK));
}

/** @throws ApiError 409 where one of its columns is there no more, or has another name; another one may have its name */
async function setBatch(batch: Batch): Promise<BatchOutcome> {
  const { trx, table, bulk, ids } = batch;
  const values = bulk.sent ?? {};
  const now = new Map(table.fields.map(({ name, id }) => [name, id]));
  const isThere = (name: string) =>
    now.has(name) && (bulk.column_ids?.[name] ?? now.get(name)) === now.get(name);
  if (!Object.keys(values).every(isThere))
    throw conflict('columns_changed', 'A column of this change was deleted or renamed meanwhile.');
  const columns = table.columns.filter(({ field }) => Object.hasOwn(values, field.name));
  const same = await unchangedSince(trx, table, ids, { asOf: bulk.as_of, lock: 'change' });
  const outcome = await writeBatch(batch, { changes: same.map((id) => ({ id, values })), columns });
  return { ...outcome, skipped: outcome.skipped + ids.length - same.length };
}

const BATCHES = { delete: deleteBatch, set: setBatch, restore: restoreBatch, revert: revertBatch };

/** Changes the next rows of a bulk change as single changes would: with history, links, formulas and the search index. */
export const changeBatch = (batch: Batch): Promise<BatchOutcome> => BATCHES[batch.bulk.kind](batch);
