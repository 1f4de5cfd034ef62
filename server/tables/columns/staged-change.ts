import type { Database, Transaction } from '#server/platform/database/database.ts';
import type { TableRow } from '../rows/row.repo.ts';
import { withFiles } from '../rows/row-file.repo.ts';
import type { Table, TableColumn } from '../table/table.ts';
import { withNameOfColumn } from '../table/typed-numbers.ts';
import { affectedColumns } from './affected-columns.ts';
import type { Watch } from './column-watch.ts';
import { columnsBehind, isComputedWhenShown } from './computed-columns.ts';
import { type Conversion, convertColumn } from './conversion.ts';
import { withColumns } from './plan-column.ts';
import { changedValues } from './rewrite-rows.ts';
import { behind, type Marker, rowsAfter, rowsBehind, writeStagedValues } from './staged-column.repo.ts';
import { refuseRepeated } from './unique-values.ts';

/** Rows that are written in one transaction: anybody who writes one of them waits for the others. */
const BATCH = 2_000;
/** So few rows behind that they are brought up to date while nobody writes. */
const BEHIND_FEW = 200;

/** Which values a change of a column makes different, and what they are computed from. */
export type ChangePlan = {
  /** The columns that are read, before the change and after it. */
  before: Table;
  after: Table;
  /** The ids of those whose values are written. */
  written: ReadonlySet<string>;
  /** Says when the plan is not the same any more. */
  signature: string;
};

/** A plan, and where its values are written: `columns` have the names of the new database columns. */
export type StagedChange = ChangePlan & {
  columns: readonly TableColumn[];
  marker: Marker;
  conversion: Conversion;
  /** Where the changed column becomes unique: how its new values are compared. */
  comparison: StagedComparison | null;
};

/** The new values of a column that becomes unique, and which of them were not compared yet. */
export type StagedComparison = {
  column: TableColumn;
  /** The rows whose values were written after all had been compared; null before that. */
  later: Set<string> | null;
};

const definitionOf = ({ field, name, type, options: { changing: _, ...options } }: TableColumn) => [
  field,
  name,
  type,
  options,
];

/** Plans what becomes of a table's values where the column at this place becomes another one. */
export function planChange(table: Table, at: number, next: TableColumn): ChangePlan {
  const columns = table.columns.toSpliced(at, 1, next);
  const { written, read } = affectedColumns(
    columns.map(({ field }) => field),
    at,
  );
  const own = table.columns[at];
  const behind = own && isComputedWhenShown(table, own) ? columnsBehind(table, own) : [];
  for (const [place, column] of table.columns.entries()) if (behind.includes(column)) read.add(place);
  const before = table.columns.filter((_, one) => read.has(one));
  const after = columns.filter((_, one) => read.has(one));
  const ids = new Set([...written].flatMap((one) => columns[one]?.field.id ?? []));
  return {
    before: withColumns(table, before),
    after: withColumns(table, after),
    written: ids,
    signature: JSON.stringify([
      before.map(definitionOf),
      definitionOf({ ...next, name: '' }),
      [...ids].sort(),
      table.country,
      table.formulas,
    ]),
  };
}

/** Writes the new values of rows beside those of before. @returns how many rows were written */
async function stageRows(
  database: Database | Transaction,
  staged: StagedChange,
  rows: readonly TableRow[],
): Promise<number> {
  if (rows.length === 0) return 0;
  const { before, after, conversion, comparison } = staged;
  for (const { id } of rows) comparison?.later?.add(id);
  const full = await withFiles(database, before, rows);
  const converted = await convertColumn(database, conversion, full);
  const { from, to } = { from: conversion.from.field, to: conversion.to.field };
  const worked = full.map((row, at) => ({
    ...row,
    values: changedValues(before, after, row, { from, to, next: converted[at]?.next }),
    typed: withNameOfColumn(row.typed, from.name, to.name),
  }));
  return writeStagedValues(database, before.item.id, staged, worked);
}

/** Writes the new values of all rows, a batch after the other; rows are read and written meanwhile. */
export async function stageAllRows(
  database: Database,
  staged: StagedChange,
  { signal, onBatch }: Watch,
): Promise<void> {
  let more = 0;
  for (let last: string | null = null; ; ) {
    signal.throwIfAborted();
    await onBatch(more);
    const rows = await rowsAfter(database, staged.before, last, BATCH);
    await stageRows(database, staged, rows);
    more = rows.length;
    last = rows.at(-1)?.id ?? null;
    if (rows.length < BATCH || last === null) return;
  }
}

/** Brings rows that were written meanwhile up to date, until few are behind or nothing more can be done now. */
export async function catchUp(
  database: Database,
  staged: StagedChange,
  { signal, onBatch, deadline }: Watch & { deadline: number },
): Promise<void> {
  do {
    signal.throwIfAborted();
    await onBatch(0);
    const rows = await rowsBehind(database, staged.before, staged.marker, BATCH);
    const written = await stageRows(database, staged, rows);
    if (rows.length <= BEHIND_FEW || written === 0) return;
  } while (performance.now() < deadline);
}

/**
 * Compares the new values of a column that becomes unique: once all of them, later those of rows that were written since. Rows that are
 * behind are left out until they are up to date.
 * @throws ApiError 409 with the first values that several rows have
 */
export async function compareStaged(
  database: Database | Transaction,
  { before, marker, comparison }: StagedChange,
): Promise<void> {
  if (!comparison) return;
  const { column, later } = comparison;
  const isLeftOut = (rows: string) => behind(marker, rows);
  if (later === null) await refuseRepeated(database, before.item.id, column, { isLeftOut });
  else if (later.size > 0)
    await refuseRepeated(database, before.item.id, column, { ids: [...later], isLeftOut });
  comparison.later = new Set();
}

/**
 * Brings the last rows up to date, while nobody writes: the table must be locked (`requireTable(…, 'columns')`).
 * @returns false where too many are behind: anybody who writes would wait for long
 */
export async function catchUpLocked(trx: Transaction, staged: StagedChange): Promise<boolean> {
  const rows = await rowsBehind(trx, staged.before, staged.marker, BATCH);
  if (rows.length >= BATCH) return false;
  return (await stageRows(trx, staged, rows)) === rows.length;
}
