import type { Values } from '#lib/fields/definition.ts';
import { ownValue } from '#lib/fields/own-value.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { CellChanges } from '#server/platform/database/schema/tables.ts';
import { rowsByIds } from '../rows/row.repo.ts';
import { isOfColumns } from '../rows/row-file.repo.ts';
import { tableOfDeletedColumns } from '../table/deleted-columns.ts';
import type { Table } from '../table/table.ts';
import { joinTypedNumbers, type TypedNumbers } from '../table/typed-numbers.ts';
import { withOwnFiles } from './merge-parts.repo.ts';
import { byColumns, cellBefore, mergedValues } from './merged-values.ts';

/** What becomes of the deleted columns of the row that is kept. */
export type DeletedPart = {
  /** Their table of deleted columns; null where it has none. */
  behind: Table | null;
  cells: CellChanges;
  typed?: TypedNumbers | undefined;
  /** What all of them have before and after, by their ids. */
  before: Values;
  after: Values;
};

const NONE: DeletedPart = { behind: null, cells: {}, before: {}, after: {} };

/** What the kept row gets in deleted columns, as in the others: what it does not have, and all files and labels. */
export async function mergedDeletedCells(
  trx: Transaction,
  table: Table,
  { retained, others }: { retained: string; others: readonly string[] },
): Promise<DeletedPart> {
  const behind = await tableOfDeletedColumns(trx, table);
  if (!behind) return NONE;
  const ids = [retained, ...others];
  const found = await rowsByIds(trx, behind, ids);
  const rows = ids.flatMap((id) => found.get(id) ?? []);
  const before = byColumns(behind, found.get(retained)?.values ?? {});
  const merged = mergedValues(behind, rows, {}, behind.labels);
  const own = await withOwnFiles(trx, behind, { retained, others }, merged, isOfColumns(behind));
  const after = byColumns(behind, own);
  const cells: CellChanges = {};
  for (const { id } of behind.fields) {
    const [from, to] = [ownValue(before, id) ?? null, ownValue(after, id) ?? null];
    if (JSON.stringify(from) !== JSON.stringify(to)) cells[id] = [from, to];
  }
  return { behind, cells, typed: joinTypedNumbers(...rows.map((row) => row.typed)), before, after };
}

/** What the kept row gets back in columns that are deleted by now. */
export async function deletedCellsBefore(
  trx: Transaction,
  table: Table,
  merge: { row_id: string; before: Values; after: Values },
): Promise<Pick<DeletedPart, 'behind' | 'cells'>> {
  const behind = await tableOfDeletedColumns(trx, table);
  if (!behind) return NONE;
  const row = (await rowsByIds(trx, behind, [merge.row_id])).get(merge.row_id);
  const cells: CellChanges = {};
  for (const { id, name } of behind.fields) {
    const now = ownValue(row?.values ?? {}, name);
    const value = cellBefore(now, ownValue(merge.before, id), ownValue(merge.after, id));
    if (value !== undefined) cells[id] = [now ?? null, value];
  }
  return { behind, cells };
}
