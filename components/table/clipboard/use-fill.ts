import type { Row } from '#lib/contract/table.ts';
import type { Range } from '../cells/selection.ts';
import type { CellChange } from '../changes/cell-writer.ts';
import type { GridColumn } from '../columns/grid-columns.ts';
import { CELLS_MAX, useClipboardNotices } from './clipboard-notices.tsx';
import type { ClipboardCell } from './clipboard-table.ts';
import {
  cellsBeside,
  cellsOfFilledRows,
  type FillOrder,
  fillDirection,
  isFilledValue,
  type ShownOf,
  seriesSource,
} from './fill-cells.ts';

type FillOptions = {
  columns: readonly GridColumn[];
  /** How many rows there are. */
  total: number;
  /** The selected cells. */
  range: Range;
  mayChange: boolean;
  shownOf: ShownOf;
  textOf: (row: Row, column: GridColumn, value: unknown) => string;
  /** The rows from one index to another, which is left out; they are read where they are not loaded. */
  rowsOf: (from: number, to: number) => Promise<Row[]>;
  write: (cells: CellChange[]) => Promise<void>;
  writeLines: (
    lines: readonly (readonly ClipboardCell[])[],
    at: { top: number; left: number },
  ) => Promise<void>;
};

const cellCount = ({ top, bottom, left, right }: Range) => (bottom - top + 1) * (right - left + 1);

/** Fills cells with the values of those beside them: repeated, or as the series of numbers or days that they begin. */
export function useFill(options: FillOptions) {
  const { columns, total, range, mayChange, shownOf, textOf, rowsOf, write, writeLines } = options;
  const { tooMany, failed } = useClipboardNotices();

  const fillRows = async (source: Range, whole: Range, order: FillOrder) => {
    const rows = await rowsOf(whole.top, Math.min(whole.bottom + 1, total));
    const filled = columns.slice(source.left, source.right + 1);
    const cells = cellsOfFilledRows(rows, source.bottom - source.top + 1, filled, shownOf, order);
    if (cells.length > 0) await write(cells);
  };

  const fillColumns = async (source: Range, whole: Range, order: FillOrder) => {
    const rows = await rowsOf(source.top, Math.min(source.bottom + 1, total));
    const sources = columns.slice(source.left, source.right + 1);
    const left = order.isBack ? whole.left : source.right + 1;
    const targets = columns.slice(left, order.isBack ? source.left : whole.right + 1);
    // A column that is computed keeps its values, as it does where rows are filled.
    const lines = rows.map((row) =>
      cellsBeside(row, sources, targets.length, shownOf, textOf, order).map((cell, at) =>
        targets[at]?.isComputed ? { text: '' } : cell,
      ),
    );
    await writeLines(lines, { top: source.top, left });
  };

  /** Fills a range from that part of it which is its source. */
  const fill = async (source: Range, whole: Range, { isSeries = false } = {}): Promise<void> => {
    const direction = fillDirection(source, whole);
    if (!mayChange || !direction) return;
    if (cellCount(whole) > CELLS_MAX) return void tooMany();
    try {
      const order = { isSeries, isBack: direction === 'up' || direction === 'left' };
      if (direction === 'down' || direction === 'up') await fillRows(source, whole, order);
      else await fillColumns(source, whole, order);
    } catch (error) {
      failed(error);
    }
  };

  /** Fills the selected rows from their first one; a single one from the row above it. */
  const fillDown = (): Promise<void> => {
    const top = range.bottom > range.top ? range.top : Math.max(0, range.top - 1);
    return fill({ ...range, top, bottom: top }, { ...range, top });
  };

  /** Fills the selected columns from their first one; a single one from the column before it. */
  const fillRight = (): Promise<void> => {
    const left = range.right > range.left ? range.left : Math.max(0, range.left - 1);
    return fill({ ...range, left, right: left }, { ...range, left });
  };

  /** Continues the series that the filled cells of the selection begin in its other cells. */
  const fillSeries = async (): Promise<void> => {
    if (!mayChange) return;
    if (cellCount(range) > CELLS_MAX) return void tooMany();
    try {
      const chosen = columns.slice(range.left, range.right + 1);
      const rows = await rowsOf(range.top, Math.min(range.bottom + 1, total));
      const source = seriesSource(
        rows.map((row) => chosen.map((column) => isFilledValue(shownOf(row, column)))),
      );
      if (!source) return;
      const { top, left } = range;
      const within = {
        top: top + source.top,
        bottom: top + source.bottom,
        left: left + source.left,
        right: left + source.right,
      };
      await fill(within, range, { isSeries: true });
    } catch (error) {
      failed(error);
    }
  };

  return { fill, fillDown, fillRight, fillSeries };
}
