import type { Values } from '#lib/fields/definition.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';
import { computed } from '../columns/rewrite-rows.ts';
import { repeatedErrors, repeatedValues } from '../columns/unique-values.ts';
import { queueRowIndexing } from '../indexing/queue-row-indexing.ts';
import { type DeletedRow, deletedRowsByIds, insertRestoredRows } from '../rows/deleted-row.repo.ts';
import { restoredValues } from '../rows/restored-values.ts';
import { rewriteRows, rowsByIds } from '../rows/row.repo.ts';
import { recordRowCountChange } from '../rows/row-count.ts';
import { withFiles } from '../rows/row-file.repo.ts';
import { noteNewValues, tableOfDeletedColumns } from '../table/deleted-columns.ts';
import type { Table } from '../table/table.ts';
import { typedInCells } from '../table/typed-numbers.ts';
import type { RowWriteOutcome, RowWriter } from './row.service.ts';

/** Writes what restored rows have, also in columns that were deleted and can be restored. */
async function writeRestoredValues(
  trx: Transaction,
  table: Table,
  rows: readonly { id: string; from: DeletedRow; values: Values }[],
  userId: string | null,
): Promise<void> {
  const behind = await tableOfDeletedColumns(trx, table);
  const columns = [...table.columns, ...(behind?.columns ?? [])];
  const written = rows.map(({ id, from, values: own }) => {
    const values = behind ? { ...own, ...restoredValues(behind, from) } : own;
    return { id, values, typed: typedInCells(columns, values, from.cells) };
  });
  await rewriteRows(trx, { ...table, columns }, written, userId);
  if (behind) await noteNewValues(trx, behind, written);
}

/**
 * Restores deleted rows as they were: values that a column does not accept any more are kept, and reported with the
 * row. The table must be locked (`requireTable(…, 'rows')`).
 * @param options.bulk what users wait for is indexed first
 * @returns the outcome of each: `refused` where another row has a unique value by now, `missing` where it was never deleted, or longer than 30 days ago
 */
export async function restoreRows(
  trx: Transaction,
  table: Table,
  wanted: readonly string[],
  writer: RowWriter,
  { bulk = false }: { bulk?: boolean } = {},
): Promise<RowWriteOutcome[]> {
  const ids = [...new Set(wanted.filter(isId))];
  const deleted = await deletedRowsByIds(trx, table.item.id, ids);
  const all = [...deleted.values()].map((from) => {
    // A formula, or what it reads, may be another one by now.
    const values = computed(table, restoredValues(table, from));
    return { id: from.id, from, values };
  });
  const repeated = await repeatedValues(trx, table, all);
  const rows = all.filter(({ id }) => !repeated.has(id));
  if (rows.length > 0) {
    await insertRestoredRows(trx, table.item.id, rows, writer.id);
    await writeRestoredValues(trx, table, rows, writer.id);
  }
  const found = await rowsByIds(trx, table, ids);
  const restored = await withFiles(
    trx,
    table,
    [...found.values()].filter(({ id }) => deleted.has(id)),
  );
  for (const row of restored) found.set(row.id, row);
  if (restored.length > 0) {
    await queueRowIndexing(trx, table, restored, { bulk });
    await recordRowCountChange(trx, table, restored.length, writer.id);
  }
  return wanted.map((id): RowWriteOutcome => {
    const columns = repeated.get(id);
    if (columns) return { status: 'refused', errors: repeatedErrors(columns) };
    const row = found.get(id);
    return row ? { status: 'done', row } : { status: 'missing' };
  });
}
