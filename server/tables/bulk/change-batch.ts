import { isDeepStrictEqual } from 'node:util';
import type { Values } from '#lib/fields/definition.ts';
import { ownValue } from '#lib/fields/own-value.ts';
import type { SignedIn } from '#server/items/item/item.service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { CellChanges } from '#server/platform/database/schema/tables.ts';
import { rowsByIds } from '../rows/row.repo.ts';
import { linkedIds } from '../rows/row-links.ts';
import { isLink } from '../table/link-column.ts';
import type { Table, TableColumn } from '../table/table.ts';
import { moveRowsAway } from '../writes/delete-rows.ts';
import { restoreRows } from '../writes/restore-rows.ts';
import { changeRows, type RowChange, type RowWriteOutcome } from '../writes/row.service.ts';
import { ROWS, writerOf } from '../writes/write-rows.ts';
import { writeSentRows } from '../writes/write-sent-rows.ts';
import {
  type BatchOutcome,
  type ChangedRow,
  changedRowsOf,
  type StoredBulkChange,
} from './bulk-change.repo.ts';
import { unchangedSince } from './matching-rows.ts';

/** What users wait for is indexed first. */
const BULK = { bulk: true };

type Batch = {
  trx: Transaction;
  caller: SignedIn;
  table: Table;
  bulk: StoredBulkChange;
  ids: readonly string[];
};

/** Why rows were refused, and how many of them for each reason. */
function reasonsOf(outcomes: readonly RowWriteOutcome[]): Map<string, number> {
  const reasons = new Map<string, number>();
  for (const outcome of outcomes) {
    if (outcome.status !== 'refused') continue;
    for (const message of new Set(Object.values(outcome.errors).flat()))
      reasons.set(message, (reasons.get(message) ?? 0) + 1);
  }
  return reasons;
}

const countOf = (outcomes: readonly RowWriteOutcome[], status: RowWriteOutcome['status']) =>
  outcomes.filter((outcome) => outcome.status === status).length;

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

/** The values of columns in rows; of links, the ids of the linked rows. */
async function cellReader(trx: Transaction, columns: readonly TableColumn[], ids: readonly string[]) {
  const links = new Map<string, ReadonlyMap<string, string[]>>();
  for (const column of columns)
    if (isLink(column)) links.set(column.field.id, await linkedIds(trx, column, ids));
  return ({ field }: TableColumn, row: { id: string; values: Values }): unknown => {
    const linked = links.get(field.id);
    return (linked ? linked.get(row.id) : ownValue(row.values, field.name)) ?? null;
  };
}

/** Writes values, and tells what the cells were before. */
async function writeBatch(
  { trx, caller, table }: Batch,
  changes: readonly RowChange[],
  columns: readonly TableColumn[],
): Promise<BatchOutcome> {
  const outcomes = await writeSentRows(trx, caller, table, changes, {
    ...ROWS,
    write: async (right) => changeRows(trx, table, right, await writerOf(trx, caller), undefined, BULK),
  });
  const done = outcomes.flatMap((outcome) => (outcome.status === 'done' ? [outcome] : []));
  const cellOf = await cellReader(
    trx,
    columns,
    done.map(({ row }) => row.id),
  );
  const changed = done.flatMap(({ row, previous = {} }): ChangedRow[] => {
    const cells: CellChanges = Object.fromEntries(
      columns.flatMap((column): [string, [unknown, unknown]][] =>
        Object.hasOwn(previous, column.field.name)
          ? [[column.field.id, [previous[column.field.name] ?? null, cellOf(column, row)]]]
          : [],
      ),
    );
    return Object.keys(cells).length > 0 ? [{ id: row.id, revision: row.revision, cells }] : [];
  });
  return {
    changed,
    unchanged: done.length - changed.length,
    skipped: countOf(outcomes, 'missing'),
    refused: countOf(outcomes, 'refused'),
    problems: reasonsOf(outcomes),
  };
}

async function setBatch(batch: Batch): Promise<BatchOutcome> {
  const { trx, table, bulk, ids } = batch;
  const values = bulk.sent ?? {};
  const columns = table.columns.filter(({ field }) => Object.hasOwn(values, field.name));
  const same = await unchangedSince(trx, table, ids, { asOf: bulk.as_of, lock: 'change' });
  const outcome = await writeBatch(
    batch,
    same.map((id) => ({ id, values })),
    columns,
  );
  return { ...outcome, skipped: outcome.skipped + ids.length - same.length };
}

/** Gives cells back what they had; those that somebody changed meanwhile keep what they have. */
async function revertBatch(batch: Batch): Promise<BatchOutcome> {
  const { trx, table, bulk, ids } = batch;
  const before = await changedRowsOf(trx, bulk.undoes ?? '', ids);
  const concerned = new Set([...before.values()].flatMap(({ cells }) => Object.keys(cells ?? {})));
  const columns = table.columns.filter(({ field }) => concerned.has(field.id));
  const rows = await rowsByIds(trx, table, ids, { lock: 'change' });
  const cellOf = await cellReader(trx, columns, ids);
  const skipped = new Map<string, number>();
  const changes = [...rows.values()].flatMap((row): RowChange[] => {
    const values: Values = {};
    const cells = before.get(row.id)?.cells ?? {};
    for (const column of columns) {
      const pair = cells[column.field.id];
      if (!pair) continue;
      const [from, to] = pair;
      if (isDeepStrictEqual(cellOf(column, row), to ?? null)) values[column.field.name] = from;
      else {
        const message = `${column.field.label} was changed by somebody else meanwhile`;
        skipped.set(message, (skipped.get(message) ?? 0) + 1);
      }
    }
    return Object.keys(values).length > 0 ? [{ id: row.id, values }] : [];
  });
  const outcome =
    changes.length > 0
      ? await writeBatch(batch, changes, columns)
      : { changed: [], unchanged: 0, skipped: 0, refused: 0, problems: new Map<string, number>() };
  return {
    ...outcome,
    skipped: outcome.skipped + ids.length - changes.length,
    problems: new Map([...outcome.problems, ...skipped]),
  };
}

const BATCHES = { delete: deleteBatch, set: setBatch, restore: restoreBatch, revert: revertBatch };

/** Changes the next rows of a bulk change as single changes would: with history, links, formulas and the search index. */
export const changeBatch = (batch: Batch): Promise<BatchOutcome> => BATCHES[batch.bulk.kind](batch);
