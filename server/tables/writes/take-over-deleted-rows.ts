import type { Transaction } from '#server/platform/database/database.ts';
import { writeColumnValues } from '../columns/column-values.repo.ts';
import { deletedRowsByIds, removeFromDeletedRows } from '../rows/deleted-row.repo.ts';
import { restoredValues } from '../rows/restored-values.ts';
import type { TableRow } from '../rows/row.repo.ts';
import { noteNewValues, tableOfDeletedColumns } from '../table/deleted-columns.ts';
import type { Table } from '../table/table.ts';
import { typedInCells } from '../table/typed-numbers.ts';

/**
 * Rows that were added under the ids of deleted ones are no deleted rows any more; what those had in columns that were deleted,
 * too, is theirs.
 */
export async function takeOverDeletedRows(
  trx: Transaction,
  table: Table,
  rows: readonly TableRow[],
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const behind = await tableOfDeletedColumns(trx, table);
  const deleted = behind ? await deletedRowsByIds(trx, table.item.id, ids) : new Map();
  const written = rows.flatMap(({ id, revision }) => {
    const from = deleted.get(id);
    if (!behind || !from) return [];
    const values = restoredValues(behind, from);
    return [{ id, revision, values, typed: typedInCells(behind.columns, values, from.cells) }];
  });
  if (behind && written.length > 0) {
    await writeColumnValues(trx, table.item.id, { columns: behind.columns, waits: true }, written);
    await noteNewValues(trx, behind, written);
  }
  await removeFromDeletedRows(trx, table.item.id, ids);
}
