import type { Values } from '#lib/fields/definition.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import { uniqueColumns } from '../columns/unique-values.ts';
import { queueNewRowIndexing } from '../indexing/queue-row-indexing.ts';
import { recordRowCountChange } from '../rows/row-count.ts';
import { fileFieldsOf } from '../rows/row-file.repo.ts';
import type { Table } from '../table/table.ts';
import { joinTypedNumbers, type TypedNumbers } from '../table/typed-numbers.ts';
import { type AppendedRow, streamTableRows } from './copy-table-rows.ts';
import { membersByDefault } from './new-row-defaults.ts';
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
  input: readonly { values: Values; typed?: TypedNumbers | undefined }[],
  userId: string | null,
): Promise<AppendOutcome[]> {
  const origin = { by: userId, members: await membersByDefault(trx, table, [userId]) };
  const checked = input.map(({ values, typed }) => {
    const found = checkNewRow(table, values, origin);
    if (!('values' in found)) return found;
    return { id: newId(), values: found.values, typed: joinTypedNumbers(found.typed, typed) };
  });
  const fine = checked.filter((one) => 'id' in one);
  const wrong = await errorsAmongRows(trx, table, fine);
  const rows = wrong.size > 0 ? fine.filter(({ id }) => !wrong.has(id)) : fine;
  const added = (async function* () {
    yield rows;
  })();
  if (rows.length > 0) await appendIndependentRows(trx, table, added, userId);
  return checked.map((one) => ('id' in one ? (wrong.get(one.id) ?? { id: one.id }) : one));
}

/** Whether a new row of the table is right or wrong by its own values alone. */
export const areIndependent = (table: Table): boolean =>
  uniqueColumns(table).length === 0 && fileFieldsOf(table.fields).size === 0;

/**
 * Adds rows that were checked, as they come: each group is written while the next one is made, so that few are alive at once.
 * @returns how many they were
 */
export async function appendIndependentRows(
  trx: Transaction,
  table: Table,
  groups: AsyncIterable<readonly AppendedRow[]>,
  userId: string | null,
): Promise<number> {
  const ids: string[] = [];
  async function* noted() {
    for await (const group of groups) {
      for (const { id } of group) ids.push(id);
      yield group;
    }
  }
  await streamTableRows(trx, table, noted(), userId);
  await queueNewRowIndexing(trx, table, ids, { bulk: true });
  if (ids.length > 0) await recordRowCountChange(trx, table, ids.length, userId);
  return ids.length;
}
