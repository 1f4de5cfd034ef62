import { columnsBetween } from '../columns/grid-columns.ts';

/** The rows and columns that are rendered (ends excluded), and by how much the rows lie higher than their place in the list. */
export type VisibleArea = {
  firstRow: number;
  lastRow: number;
  firstColumn: number;
  lastColumn: number;
  /** Pixels; see `scroll-scale.ts`. */
  offset: number;
};

/** Rows that are rendered beyond the ones that are seen, so that they are there when they come into view. */
const ROWS_BEYOND = 8;
/** Pixels, to either side. */
const COLUMNS_BEYOND = 240;
/** What is rendered before the size of the window is known. */
const VIEW_DEFAULT = { height: 720, width: 1440 };

export type View = { top: number; left: number; height: number; width: number; offset: number };

export function visibleArea(
  { top, left, height, width, offset }: View,
  {
    total,
    rowHeight,
    starts,
    frozenWidth,
  }: { total: number; rowHeight: number; starts: readonly number[]; frozenWidth: number },
): VisibleArea {
  const seenHeight = height || VIEW_DEFAULT.height;
  const seenWidth = width || VIEW_DEFAULT.width;
  const [firstColumn, lastColumn] = columnsBetween(
    starts,
    left + frozenWidth - COLUMNS_BEYOND,
    left + seenWidth + COLUMNS_BEYOND,
  );
  return {
    firstRow: Math.max(0, Math.floor(top / rowHeight) - ROWS_BEYOND),
    lastRow: Math.min(total, Math.ceil((top + seenHeight) / rowHeight) + ROWS_BEYOND),
    firstColumn,
    lastColumn,
    offset,
  };
}

export const isSameArea = (one: VisibleArea, other: VisibleArea): boolean =>
  one.firstRow === other.firstRow &&
  one.lastRow === other.lastRow &&
  one.firstColumn === other.firstColumn &&
  one.lastColumn === other.lastColumn &&
  one.offset === other.offset;

/** The indexes from first to before last, and those of places that stay rendered, in order. */
export function indexesWith(first: number, last: number, others: readonly number[], count: number): number[] {
  const all = new Set<number>();
  for (const index of others) if (index >= 0 && index < count) all.add(index);
  for (let index = first; index < last; index += 1) all.add(index);
  return [...all].sort((one, other) => one - other);
}
