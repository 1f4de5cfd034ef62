import type { Values } from '#lib/fields/definition.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import { queueNewRowIndexing } from '../indexing/queue-row-indexing.ts';
import { recordRowCountChange } from '../rows/row-count.ts';
import type { Table } from '../table/table.ts';
import { copyTableRows } from './copy-table-rows.ts';
import { checkNewRow, errorsAmongRows, type Refused } from './row.service.ts';

/** What became of a row that was to be added: its id, or why it was refused. */
export type AppendOutcome = { id: string } | Refused;

/**
 * Adds many rows at the end of a table, those whose values its columns accept, in the caller's transaction. Unlike
 * `insertRows` it returns nothing of them but their ids. The table must be locked (`requireTable(…, 'rows')`).
 * @returns the result of each, in their order
 */
export async function appendRows(
  trx: Transaction,
  table: Table,
  given: readonly Values[],
  userId: string | null,
): Promise<AppendOutcome[]> {
  const checked = given.map((values) => {
    const found = checkNewRow(table, values);
    return 'values' in found ? { id: newId(), values: found.values } : found;
  });
  const fine = checked.filter((one) => 'id' in one);
  const wrong = await errorsAmongRows(trx, table, fine);
  const rows = wrong.size > 0 ? fine.filter(({ id }) => !wrong.has(id)) : fine;
  if (rows.length > 0) {
    await copyTableRows(trx, table, rows, userId);
    await queueNewRowIndexing(
      trx,
      table,
      rows.map(({ id }) => id),
      { bulk: true },
    );
    await recordRowCountChange(trx, table, rows.length, userId);
  }
  return checked.map((one) => ('id' in one ? (wrong.get(one.id) ?? { id: one.id }) : one));
}
