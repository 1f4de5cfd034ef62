import type { Row } from '#lib/contract/table.ts';
import type { Values } from '#lib/fields/definition.ts';
import type { ParsedCell } from '../cells/parse-cell.ts';
import type { CellChange } from '../changes/cell-writer.ts';
import type { GridColumn } from '../columns/grid-columns.ts';
import type { ClipboardCell } from './clipboard-table.ts';

/** A cell that was not pasted, and why. */
export type PasteProblem = { row: number; label: string; text: string; message: string };

export type PastedRow = { values: Values; row: number };
export type Corner = { top: number; columns: readonly GridColumn[] };

/** What a paste writes: into the rows that are there, and as new ones below them; and what it can't. */
export function pastedValues(
  lines: readonly (readonly ClipboardCell[])[],
  rows: readonly Row[],
  { top, left, columns }: Corner & { left: number },
  parse: (column: GridColumn, text: string) => ParsedCell,
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
      const about = { row: top + at, label: column.label, text: cell.text };
      if (column.isComputed) {
        if (cell.text !== '') problems.push({ ...about, message: 'computed' });
        continue;
      }
      const parsed = parsePasted(column, cell, columns, (text) => parse(column, text));
      if ('problem' in parsed) problems.push({ ...about, message: parsed.problem });
      else if (row) writes.push({ row, name: column.name, value: parsed.value });
      else if (parsed.value !== null) values[column.name] = parsed.value;
    }
    if (!row && Object.keys(values).length > 0) added.push({ values, row: top + at });
  }
  return { writes, added, problems };
}

/** Types whose values are not texts: they are pasted as values, between columns of the same kind. */
function parsePasted(
  column: GridColumn,
  cell: ClipboardCell,
  columns: readonly GridColumn[],
  parse: (text: string) => ParsedCell,
): ParsedCell {
  if (cell.column === undefined) return parse(cell.text);
  const source = columns.find(({ id }) => id === cell.column);
  const isSame = cell.column === column.id;
  const isKind =
    source?.tableType === column.tableType &&
    source?.field.type === column.field.type &&
    source?.column.table === column.column.table &&
    source?.field.multiple === column.field.multiple;
  const isFile = column.tableType === 'attachment' || column.field.type === 'file';
  const isOptions = column.field.options !== undefined && !isSame;
  if ((isSame || isKind) && !isFile && !isOptions) return { value: cell.value ?? null };
  return parse(cell.text);
}
