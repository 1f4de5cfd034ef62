import type { Values } from '#lib/fields/definition.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { CellChanges } from '#server/platform/database/schema/tables.ts';
import { writeColumnValues } from '../columns/column-values.repo.ts';
import { rowsByIds } from '../rows/row.repo.ts';
import { claimRowFiles, isOfColumns } from '../rows/row-file.repo.ts';
import { noteNewValues } from '../table/deleted-columns.ts';
import type { Table } from '../table/table.ts';
import { joinTypedNumbers, type TypedNumbers } from '../table/typed-numbers.ts';

/** What changes in deleted columns of a row that was written just now: its history and its revision are of that write. */
type DeletedCells = {
  id: string;
  revision: number;
  cells: CellChanges;
  /** How phone numbers were typed that come from other rows. */
  typed?: TypedNumbers | undefined;
};

/**
 * Changes what rows have in deleted columns. Nothing is checked, as of rows that come back: a unique column is compared when it is
 * restored.
 * @param behind their table of deleted columns (`tableOfDeletedColumns`)
 */
export async function changeDeletedCells(
  trx: Transaction,
  behind: Table,
  changes: readonly DeletedCells[],
): Promise<void> {
  const concerned = changes.filter(({ cells }) => behind.fields.some(({ id }) => Object.hasOwn(cells, id)));
  if (concerned.length === 0) return;
  const ids = concerned.map(({ id }) => id);
  const rows = await rowsByIds(trx, behind, ids);
  const changed = concerned.map(({ id, cells }) => {
    const values: Values = {};
    for (const { id: columnId, name } of behind.fields) {
      const pair = cells[columnId];
      if (pair) values[name] = pair[1];
    }
    return { id, values };
  });
  const written = concerned.map(({ id, revision, typed }, at) => {
    const row = rows.get(id);
    const values: Values = { ...row?.values, ...changed[at]?.values };
    return { id, revision, values, typed: joinTypedNumbers(row?.typed, typed) };
  });
  await writeColumnValues(trx, behind.item.id, { columns: behind.columns, waits: true }, written);
  await claimRowFiles(trx, behind, written, isOfColumns(behind));
  await noteNewValues(trx, behind, changed);
}
