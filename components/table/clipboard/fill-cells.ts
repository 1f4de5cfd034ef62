import type { Row } from '#lib/contract/table.ts';
import type { Range } from '../cells/selection.ts';
import type { CellChange } from '../changes/cell-writer.ts';
import type { GridColumn } from '../columns/grid-columns.ts';
import type { ClipboardCell } from './clipboard-table.ts';
import { continueSeries } from './continue-series.ts';

/** What a cell shows. */
export type ShownOf = (row: Row, column: GridColumn) => unknown;

/** Where a range grows to from the cells that it is filled with. */
export type FillDirection = 'down' | 'up' | 'right' | 'left';

/** @returns null where the whole is no larger than its source */
export function fillDirection(source: Range, whole: Range): FillDirection | null {
  if (whole.bottom > source.bottom) return 'down';
  if (whole.top < source.top) return 'up';
  if (whole.right > source.right) return 'right';
  return whole.left < source.left ? 'left' : null;
}

/** Whether what is filled is a series, and whether it comes before its source: above it, or to its left. */
export type FillOrder = { isSeries: boolean; isBack: boolean };

/** The value so many cells beyond the source, whose values are in the order of the filling, the nearest last. */
function valuesBeyond(
  column: GridColumn,
  values: readonly unknown[],
  { isSeries, isBack }: FillOrder,
): (after: number) => unknown {
  const series = isSeries ? continueSeries(column, values, isBack) : null;
  return series ?? ((after) => values[(after - 1) % values.length]);
}

const inOrder = <One>(all: readonly One[], isBack: boolean): readonly One[] =>
  isBack ? all.toReversed() : all;

/**
 * What filling rows below a source, or above it, writes: its values again, or how they continue.
 * @param rows those of the source and those to fill, from the top
 * @param height how many rows the source has
 */
export function cellsOfFilledRows(
  rows: readonly Row[],
  height: number,
  columns: readonly GridColumn[],
  shownOf: ShownOf,
  order: FillOrder,
): CellChange[] {
  const ordered = inOrder(rows, order.isBack);
  return columns
    .filter(({ isComputed }) => !isComputed)
    .flatMap((column) => {
      const beyond = valuesBeyond(
        column,
        ordered.slice(0, height).map((row) => shownOf(row, column)),
        order,
      );
      return ordered
        .slice(height)
        .map((row, at): CellChange => ({ row, name: column.name, value: beyond(at + 1) ?? null }));
    });
}

/**
 * What filling the columns beside a source writes into one row, as cells that are pasted there: a column of another type
 * takes them as it takes what is copied.
 * @param count how many columns are filled
 * @returns the cells from the left
 */
export function cellsBeside(
  row: Row,
  sources: readonly GridColumn[],
  count: number,
  shownOf: ShownOf,
  textOf: (row: Row, column: GridColumn, value: unknown) => string,
  { isSeries, isBack }: FillOrder,
): ClipboardCell[] {
  const ordered = inOrder(sources, isBack);
  const [first] = ordered;
  if (!first) return [];
  const isOneType = ordered.every(
    ({ tableType, field }) => tableType === first.tableType && field.type === first.field.type,
  );
  const values = ordered.map((column) => shownOf(row, column));
  const beyond = valuesBeyond(first, values, { isSeries: isSeries && isOneType, isBack });
  const cells = Array.from({ length: count }, (_, at): ClipboardCell => {
    const column = ordered[at % ordered.length] ?? first;
    const value = beyond(at + 1);
    return { text: textOf(row, column, value), value: value ?? null, column: column.id };
  });
  return isBack ? cells.toReversed() : cells;
}

/**
 * The cells of a range whose series fills the rest of it: the filled ones at one of its sides; where all or none are
 * filled, the first two lines.
 */
export function seriesSource(isFilled: readonly (readonly boolean[])[]): Range | null {
  const [height, width] = [isFilled.length, isFilled[0]?.length ?? 0];
  if (height * width < 2) return null;
  const rows = isFilled.map((line) => line.some(Boolean));
  const columns = Array.from({ length: width }, (_, at) => isFilled.some((line) => line[at]));
  const all = { top: 0, bottom: height - 1, left: 0, right: width - 1 };
  if (rows.includes(false) && rows.includes(true)) {
    if (rows[0]) return { ...all, bottom: rows.indexOf(false) - 1 };
    if (rows.at(-1)) return { ...all, top: rows.lastIndexOf(false) + 1 };
  }
  if (columns.includes(false) && columns.includes(true)) {
    if (columns[0]) return { ...all, right: columns.indexOf(false) - 1 };
    if (columns.at(-1)) return { ...all, left: columns.lastIndexOf(false) + 1 };
  }
  const begun = (count: number) => (count > 2 ? 1 : 0);
  return height > 1 ? { ...all, bottom: begun(height) } : { ...all, right: begun(width) };
}
