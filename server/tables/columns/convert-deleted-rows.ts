import type { Transaction } from '#server/platform/database/database.ts';
import { deletedRowsWith, deletedValues, writeDeletedValues } from '../rows/deleted-row.repo.ts';
import { withFiles } from '../rows/row-file.repo.ts';
import { isStored } from '../table/table.ts';
import { isComputedWhenShown } from './computed-columns.ts';
import { type Conversion, convertStored } from './conversion.ts';
import { withColumns } from './plan-column.ts';

const BATCH = 1_000;
/** Those that were deleted last: nobody writes to the table meanwhile. */
const CONVERTED_MAX = 10_000;

/** Converts what deleted rows have in a changed column, for when they are restored. The table must be locked (`requireTable(…, 'columns')`). */
export async function convertDeletedRows(trx: Transaction, conversion: Conversion): Promise<void> {
  const { from, to, table } = conversion;
  if (isComputedWhenShown(table, from) || !isStored(to) || to.field.formula !== undefined) return;
  const { id: itemId } = table.item;
  const all = await deletedRowsWith(trx, itemId, from.field.id, CONVERTED_MAX);
  for (let at = 0; at < all.length; at += BATCH) {
    const read = await deletedValues(trx, itemId, from.field.id, all.slice(at, at + BATCH));
    const rows = read.map(({ id, value }) => ({ id, values: { [from.field.name]: value } }));
    const full = await withFiles(trx, withColumns(table, [from]), rows);
    const converted = await convertStored(trx, conversion, full);
    const next = converted.map((one) => ({ id: one.id, value: one.next }));
    await writeDeletedValues(trx, itemId, from.field.id, next);
  }
}
