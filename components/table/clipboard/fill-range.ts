import type { Range } from '../cells/selection.ts';
import { CELLS_MAX } from './clipboard-notices.tsx';
import { hasContent } from './dragged-fill.ts';
import { cellsBeside, cellsOfFilledRows, type FillOrder, fillDirection, seriesSource } from './fill-cells.ts';
import type { GridActionContext } from './grid-action.ts';
import { writeLines } from './paste-cells.ts';

const cellCount = ({ top, bottom, left, right }: Range) => (bottom - top + 1) * (right - left + 1);

async function fillRows(
  { table, columns, changes, shownOf, rowsOf }: GridActionContext,
  source: Range,
  whole: Range,
  order: FillOrder,
): Promise<void> {
  const rows = await rowsOf(whole.top, Math.min(whole.bottom + 1, table.total));
  const filled = columns.slice(source.left, source.right + 1);
  const cells = cellsOfFilledRows(rows, source.bottom - source.top + 1, filled, shownOf, order);
  if (cells.length > 0) await changes.write(cells);
}

async function fillColumns(
  place: GridActionContext,
  source: Range,
  whole: Range,
  order: FillOrder,
): Promise<void> {
  const { table, columns, shownOf, textOf, rowsOf } = place;
  const rows = await rowsOf(source.top, Math.min(source.bottom + 1, table.total));
  const sources = columns.slice(source.left, source.right + 1);
  const left = order.isBack ? whole.left : source.right + 1;
  const targets = columns.slice(left, order.isBack ? source.left : whole.right + 1);
  // A column that is computed keeps its values, as it does where rows are filled.
  const lines = rows.map((row) =>
    cellsBeside(row, sources, targets.length, shownOf, textOf, order).map((cell, at) =>
      targets[at]?.isComputed ? { text: '' } : cell,
    ),
  );
  await writeLines(place, lines, { top: source.top, left });
}

/**
 * Fills a range from that part of it which is its source: with its values again, or as the series of numbers or days that they
 * begin.
 */
export async function fill(
  place: GridActionContext,
  source: Range,
  whole: Range,
  { isSeries = false } = {},
): Promise<void> {
  const direction = fillDirection(source, whole);
  if (!direction) return;
  if (cellCount(whole) > CELLS_MAX) return void place.tooMany();
  try {
    const order = { isSeries, isBack: direction === 'up' || direction === 'left' };
    if (direction === 'down' || direction === 'up') await fillRows(place, source, whole, order);
    else await fillColumns(place, source, whole, order);
  } catch (error) {
    place.failed(error);
  }
}

/** Fills the selected rows from their first one; a single one from the row above it. */
export function fillDown(place: GridActionContext): Promise<void> {
  const { range } = place;
  const top = range.bottom > range.top ? range.top : Math.max(0, range.top - 1);
  return fill(place, { ...range, top, bottom: top }, { ...range, top });
}

/** Fills the selected columns from their first one; a single one from the column before it. */
export function fillRight(place: GridActionContext): Promise<void> {
  const { range } = place;
  const left = range.right > range.left ? range.left : Math.max(0, range.left - 1);
  return fill(place, { ...range, left, right: left }, { ...range, left });
}

/** Continues the series that the filled cells of the selection begin in its other cells. */
export async function fillSeries(place: GridActionContext): Promise<void> {
  const { table, columns, range, shownOf, rowsOf } = place;
  if (cellCount(range) > CELLS_MAX) return void place.tooMany();
  try {
    const chosen = columns.slice(range.left, range.right + 1);
    const rows = await rowsOf(range.top, Math.min(range.bottom + 1, table.total));
    const source = seriesSource(rows.map((row) => chosen.map((column) => hasContent(shownOf(row, column)))));
    if (!source) return;
    const { top, left } = range;
    const within = {
      top: top + source.top,
      bottom: top + source.bottom,
      left: left + source.left,
      right: left + source.right,
    };
    await fill(place, within, range, { isSeries: true });
  } catch (error) {
    place.failed(error);
  }
}
