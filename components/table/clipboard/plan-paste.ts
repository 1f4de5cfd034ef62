import type { Range } from '../cells/selection.ts';
import type { ClipboardCell } from './clipboard-table.ts';

/** Where each pasted cell goes. */
export type PastePlan = {
  /** Row and column of the first cell. */
  top: number;
  left: number;
  /** The lines to paste, repeated where a larger range was selected. */
  lines: readonly (readonly ClipboardCell[])[];
  /** Columns of the clipboard that are beyond the last column of the table, and what the lines have there. */
  beyond: number;
  beyondLines: readonly (readonly ClipboardCell[])[];
};

/** As many lines as these are too many to be arguments of a function. */
export const widthOf = (cells: readonly (readonly ClipboardCell[])[]) =>
  cells.reduce((width, line) => Math.max(width, line.length), 0);

/**
 * Where cells of a clipboard go in a selected range: from its first cell on. Where the range is larger, and a multiple of
 * them, they are repeated; one cell fills any range.
 */
export function planPaste(
  cells: readonly (readonly ClipboardCell[])[],
  { top, bottom, left, right }: Range,
  columnCount: number,
): PastePlan {
  const [height, width] = [cells.length, widthOf(cells)];
  const [rangeHeight, rangeWidth] = [bottom - top + 1, right - left + 1];
  const repeats = (range: number, own: number) =>
    own > 0 && range > own && range % own === 0 ? range / own : 1;
  const [down, across] = [repeats(rangeHeight, height), repeats(rangeWidth, width)];
  const wide =
    across === 1
      ? cells
      : cells.map((line) => {
          const padded = Array.from({ length: width }, (_, at) => line[at] ?? { text: '' });
          return Array.from({ length: across }, () => padded).flat();
        });
  const lines = down === 1 ? wide : Array.from({ length: down }, () => wide).flat();
  const available = Math.max(0, columnCount - left);
  const beyond = Math.max(0, widthOf(lines) - available);
  if (beyond === 0) return { top, left, lines, beyond, beyondLines: [] };
  const [fitting, beyondLines] = [
    lines.map((line) => line.slice(0, available)),
    lines.map((line) => line.slice(available)),
  ];
  return { top, left, lines: fitting, beyond, beyondLines };
}
