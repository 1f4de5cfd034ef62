import type { Range } from '../cells/selection.ts';

/** Whether a cell shows anything: neither an empty text nor an empty list. */
export const hasContent = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== '';

/**
 * The range that dragging from a source to a cell fills: along rows or columns, whichever the cell is further out by;
 * the source itself for a cell of it.
 */
export function draggedFill(source: Range, at: { row: number; column: number }): Range {
  const outside = (least: number, most: number, one: number) => Math.max(least - one, one - most, 0);
  const rows = outside(source.top, source.bottom, at.row);
  const columns = outside(source.left, source.right, at.column);
  if (rows > columns)
    return { ...source, top: Math.min(source.top, at.row), bottom: Math.max(source.bottom, at.row) };
  return { ...source, left: Math.min(source.left, at.column), right: Math.max(source.right, at.column) };
}
