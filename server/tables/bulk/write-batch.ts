import type { Values } from '#lib/fields/definition.ts';
import { ownValue } from '#lib/fields/own-value.ts';
import type { SignedIn } from '#server/items/item/item.service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { CellChanges } from '#server/platform/database/schema/tables.ts';
import { linkedIds } from '../rows/row-links.ts';
import { isLink } from '../table/link-column.ts';
import type { LinkColumn, Table, TableColumn } from '../table/table.ts';
import { changeDeletedCells } from '../writes/deleted-cells.ts';
import { changeRows, type RowChange, type RowWriteOutcome } from '../writes/row.service.ts';
import { ROWS, writerOf } from '../writes/write-rows.ts';
import { writeSentRows } from '../writes/write-sent-rows.ts';
import type { BatchOutcome, ChangedRow, StoredBulkChange } from './bulk-change.repo.ts';

/** What users wait for is indexed first. */
export const BULK = { bulk: true };

export type Batch = {
  trx: Transaction;
  caller: SignedIn;
  table: Table;
  bulk: StoredBulkChange;
  ids: readonly string[];
};

/** Why rows were refused, and how many of them for each reason. */
export function reasonsOf(outcomes: readonly RowWriteOutcome[]): Map<string, number> {
  const reasons = new Map<string, number>();
  for (const outcome of outcomes) {
    if (outcome.status !== 'refused') continue;
    for (const message of new Set(Object.values(outcome.errors).flat()))
      reasons.set(message, (reasons.get(message) ?? 0) + 1);
  }
  return reasons;
}

export const countOf = (outcomes: readonly RowWriteOutcome[], status: RowWriteOutcome['status']) =>
  outcomes.filter((outcome) => outcome.status === status).length;

/** The values of columns in rows; of links, the ids of the linked rows. */
export async function cellReader(trx: Transaction, columns: readonly TableColumn[], ids: readonly string[]) {
  const links = new Map<string, ReadonlyMap<string, string[]>>();
  for (const column of columns)
    if (isLink(column)) links.set(column.field.id, await linkedIds(trx, column, ids));
  return ({ field }: TableColumn, row: { id: string; values: Values }): unknown => {
    const linked = links.get(field.id);
    return (linked ? linked.get(row.id) : ownValue(row.values, field.name)) ?? null;
  };
}

type Written = {
  changes: readonly RowChange[];
  /** The columns whose values are among the changes. */
  columns: readonly TableColumn[];
  deleted?: DeletedPart | undefined;
};

/** Deleted columns that are written, too. */
export type DeletedPart = {
  /** Those of links; what these become is among the values of the changes. */
  links: readonly LinkColumn[];
  /** The others, as a table of them alone. */
  behind: Table | null;
  /** What changes in any of them, by the ids of rows. */
  cells: ReadonlyMap<string, CellChanges>;
};

/** Writes rows, and what changes of them in deleted columns whose values are stored in the same row. */
async function writeRows(
  { trx, caller, table }: Batch,
  changes: readonly RowChange[],
  deleted: DeletedPart | undefined,
): Promise<RowWriteOutcome[]> {
  const writer = await writerOf(trx, caller);
  const { behind, cells } = deleted ?? {};
  if (!behind) return changeRows(trx, table, changes, writer, undefined, BULK);
  const stored = ({ id }: RowChange): CellChanges =>
    Object.fromEntries(
      behind.fields.flatMap(({ id: columnId }) => {
        const pair = cells?.get(id)?.[columnId];
        return pair ? [[columnId, pair]] : [];
      }),
    );
  const all = changes.map((change) => ({ ...change, links: { ...change.links, ...stored(change) } }));
  const outcomes = await changeRows(trx, table, all, writer, undefined, BULK);
  const done = all.flatMap((change, at) => {
    const outcome = outcomes[at];
    return outcome?.status === 'done'
      ? [{ id: change.id, revision: outcome.row.revision, cells: stored(change) }]
      : [];
  });
  await changeDeletedCells(trx, behind, done);
  return outcomes;
}

/** Writes values, and tells what the cells were before. */
export async function writeBatch(
  batch: Batch,
  { changes, columns, deleted }: Written,
): Promise<BatchOutcome> {
  const { trx, caller, table } = batch;
  const links = deleted?.links ?? [];
  const withLinks = links.length > 0 ? { ...table, columns: [...table.columns, ...links] } : table;
  const outcomes = await writeSentRows(trx, caller, withLinks, changes, {
    ...ROWS,
    write: (right) => writeRows(batch, right, deleted),
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
    const all = { ...cells, ...deleted?.cells.get(row.id) };
    return Object.keys(all).length > 0 ? [{ id: row.id, revision: row.revision, cells: all }] : [];
  });
  return {
    changed,
    unchanged: done.length - changed.length,
    skipped: countOf(outcomes, 'missing'),
    refused: countOf(outcomes, 'refused'),
    problems: reasonsOf(outcomes),
  };
}
