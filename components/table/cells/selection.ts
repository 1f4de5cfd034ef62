/**
 * A cell by the index of its row and of its shown column. Row -1 is the header; column -1 has the number and the
 * actions of each row.
 */
export type CellPlace = { row: number; column: number };

/** A range of cells: from where it was begun to where the focus is. */
export type Selection = { anchor: CellPlace; focus: CellPlace };

/** How many rows and columns there are to move in. */
export type GridBounds = { rows: number; columns: number };
/** With how many rows are seen at once. */
export type GridSize = GridBounds & { page: number };

export type Range = { top: number; bottom: number; left: number; right: number };

export const selectCell = (cell: CellPlace): Selection => ({ anchor: cell, focus: cell });

/** The cells of a selection, ends included: never the header, nor the column of actions. */
export function rangeOf({ anchor, focus }: Selection): Range {
  return {
    top: Math.max(0, Math.min(anchor.row, focus.row)),
    bottom: Math.max(anchor.row, focus.row),
    left: Math.max(0, Math.min(anchor.column, focus.column)),
    right: Math.max(anchor.column, focus.column),
  };
}

export const isInRange = ({ top, bottom, left, right }: Range, { row, column }: CellPlace): boolean =>
  row >= top && row <= bottom && column >= left && column <= right;

/** Whether a range has all cells, also those that are not loaded. */
export const isWhole = ({ top, bottom, left, right }: Range, { rows, columns }: GridBounds): boolean =>
  top === 0 && left === 0 && bottom >= rows - 1 && right >= columns - 1;

export const isOneCell = ({ anchor, focus }: Selection): boolean =>
  anchor.row === focus.row && anchor.column === focus.column;

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most));

/** A cell that there is. */
export const withinGrid = ({ row, column }: CellPlace, size: GridBounds): CellPlace => ({
  row: clamp(row, -1, size.rows - 1),
  column: clamp(column, -1, size.columns - 1),
});

/** What a key does to the selection. */
export type Move = 'up' | 'down' | 'left' | 'right' | 'pageUp' | 'pageDown' | 'home' | 'end';

const STEPS: Partial<Record<Move, { row: number; column: number }>> = {
  up: { row: -1, column: 0 },
  down: { row: 1, column: 0 },
  left: { row: 0, column: -1 },
  right: { row: 0, column: 1 },
};

/**
 * Where Ctrl and an arrow lead: to the last filled cell of a block, or to the first one after empty cells; to the edge of the
 * grid where neither is there, or where rows on the way are not loaded.
 */
function blockEdge(
  from: CellPlace,
  move: Move,
  size: GridBounds,
  isFilled: (place: CellPlace) => boolean | null,
): CellPlace | null {
  const step = STEPS[move];
  if (!step || from.row < 0 || from.column < 0) return null;
  const after = (place: CellPlace): CellPlace | null => {
    const next = { row: place.row + step.row, column: place.column + step.column };
    const isThere = next.row >= 0 && next.row < size.rows && next.column >= 0 && next.column < size.columns;
    return isThere ? next : null;
  };
  const first = after(from);
  if (!first) return null;
  const isBlock = isFilled(from) === true && isFilled(first) === true;
  let at = from;
  for (let next: CellPlace | null = first; next; next = after(at)) {
    const filled = isFilled(next);
    if (filled === null) return null;
    if (isBlock && !filled) return at;
    at = next;
    if (!isBlock && filled) return at;
  }
  return at;
}

function moved({ row, column }: CellPlace, move: Move, isFar: boolean, size: GridSize): CellPlace {
  const lastRow = size.rows - 1;
  const lastColumn = size.columns - 1;
  switch (move) {
    case 'up':
      return { row: isFar ? Math.min(row, 0) : row - 1, column };
    case 'down':
      return { row: isFar ? lastRow : row + 1, column };
    case 'left':
      return { row, column: isFar ? Math.min(column, 0) : column - 1 };
    case 'right':
      return { row, column: isFar ? lastColumn : column + 1 };
    case 'pageUp':
      return { row: row <= 0 ? row : Math.max(0, row - size.page), column };
    case 'pageDown':
      return { row: Math.min(lastRow, Math.max(0, row) + size.page), column };
    case 'home':
      return { row: isFar ? Math.min(0, lastRow) : row, column: 0 };
    case 'end':
      return { row: isFar ? lastRow : row, column: lastColumn };
  }
}

/**
 * The selection after a key.
 * @param isFar with Ctrl or Command: to the edge of a block of filled cells, or of the grid
 * @param isExtended with Shift: the range grows, and its begin stays
 */
export function moveSelection(
  selection: Selection,
  move: Move,
  size: GridSize,
  {
    isFar = false,
    isExtended = false,
    isFilled,
  }: { isFar?: boolean; isExtended?: boolean; isFilled?: (place: CellPlace) => boolean | null } = {},
): Selection {
  const edge = isFar && isFilled ? blockEdge(selection.focus, move, size, isFilled) : null;
  const focus = edge ?? withinGrid(moved(selection.focus, move, isFar, size), size);
  if (!isExtended) return selectCell(focus);
  const { row, column } = focus;
  return { anchor: selection.anchor, focus: { row: Math.max(0, row), column: Math.max(0, column) } };
}

/** The cell after Tab or Shift+Tab, line by line; null where it leaves the grid. */
export function tabbedCell({ row, column }: CellPlace, isBack: boolean, size: GridBounds): CellPlace | null {
  const at = Math.max(0, row) * size.columns + Math.max(0, column) + (isBack ? -1 : 1);
  if (at < 0 || at >= size.rows * size.columns) return null;
  return { row: Math.floor(at / size.columns), column: at % size.columns };
}

export const wholeRow = (row: number, size: GridBounds): Selection => ({
  anchor: { row, column: size.columns - 1 },
  focus: { row, column: 0 },
});
export const wholeColumn = (column: number, size: GridBounds): Selection => ({
  anchor: { row: size.rows - 1, column },
  focus: { row: 0, column },
});
/** All cells: also of rows that are added, or found to be there, later. */
export const wholeGrid = (size: GridBounds): Selection => ({
  anchor: { row: Number.MAX_SAFE_INTEGER, column: size.columns - 1 },
  focus: { row: 0, column: 0 },
});
