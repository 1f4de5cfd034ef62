import type { GridColumn } from '../columns/grid-columns.ts';

/** How a column is edited: in the cell, by choosing rows of the linked table, or on the page of the row. */
export function editorOf({ tableType, field, isComputed }: GridColumn): 'cell' | 'link' | 'row' | null {
  if (isComputed) return null;
  if (tableType === 'link') return 'link';
  return tableType === 'attachment' || field.type === 'file' || field.type === 'form' ? 'row' : 'cell';
}
