import type { Row } from '#lib/contract/table.ts';
import type { Values } from '#lib/fields/definition.ts';
import type { ParsedCell } from '../cells/parse-cell.ts';
import type { CellChange } from '../changes/cell-writer.ts';
import type { GridColumn } from '../columns/grid-columns.ts';
import type { ClipboardCell } from './clipboard-table.ts';

/** A cell that was not pasted, and why; by the name of its column, or the path of a problem that belongs to none. */
export type PasteProblem = { row: number; name: string; label: string; text: string; message: string };

export type PastedRow = { values: Values; row: number };
export type Corner = { top: number; columns: readonly GridColumn[] };

/** What a paste writes: into the rows that are there, and as new ones below them; and what it can't. */
export function pastedValues(
  lines: readonly (readonly ClipboardCell[])[],
  rows: readonly Row[],
  { top, left, columns }: Corner & { left: number },
  parse: (column: GridColumn, text: string) => ParsedCell,
  read: ReadCells = new Map(),
): { writes: CellChange[]; added: PastedRow[]; problems: PasteProblem[] } {
  const problems: PasteProblem[] = [];
  const writes: CellChange[] = [];
  const added: PastedRow[] = [];
  for (const [at, line] of lines.entries()) {
    const row = rows[at];
    const values: Values = {};
    for (const [beside, cell] of line.entries()) {
      const column = columns[left + beside];
      if (!column) continue;
      const about = { row: top + at, name: column.name, label: column.label, text: cell.text };
      if (column.isComputed) {
        if (cell.text !== '') problems.push({ ...about, message: 'computed' });
        continue;
      }
      const known = read.get(`${at}:${beside}`);
      const parsed =
        known ?? (hasValue(column, cell, columns) ? { value: cell.value ?? null } : parse(column, cell.text));
      if ('problem' in parsed) problems.push({ ...about, message: parsed.problem });
      else if (row) writes.push({ row, name: column.name, value: parsed.value });
      else if (parsed.value !== null) values[column.name] = parsed.value;
    }
    if (!row && Object.keys(values).length > 0) added.push({ values, row: top + at });
  }
  return { writes, added, problems };
}

/** Cells that the server read before they are pasted, by their places among the pasted lines (`line:cell`). */
export type ReadCells = ReadonlyMap<string, ParsedCell>;

/** Whether a column has files. */
export const isOfFiles = ({ tableType, field }: Pick<GridColumn, 'tableType' | 'field'>): boolean =>
  tableType === 'attachment' || field.type === 'file';

/** Whether a cell is pasted as its value: types whose values are not texts are, between columns of the same kind. */
export function hasValue(
  column: GridColumn,
  { column: from }: ClipboardCell,
  columns: readonly GridColumn[],
): boolean {
  if (from === undefined) return false;
  const source = columns.find(({ id }) => id === from);
  const isSame = from === column.id;
  const isKind =
    source?.tableType === column.tableType &&
    source?.field.type === column.field.type &&
    source?.column.table === column.column.table &&
    source?.field.multiple === column.field.multiple;
  const isOptions = column.field.options !== undefined && !isSame;
  return (isSame || isKind) && !isOfFiles(column) && !isOptions;
}
