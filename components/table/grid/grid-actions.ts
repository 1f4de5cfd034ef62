import type { Row } from '#lib/contract/table.ts';
import type { TableChanges } from '../changes/use-table-changes.tsx';
import type { GridColumn } from '../columns/grid-columns.ts';

export type MenuPlace = { x: number; y: number };

/** What keys and pointer do to the rows and columns of a grid. */
export type GridActions = {
  columns: readonly GridColumn[];
  /** The row at an index; null while it isn't loaded. */
  rowAt: (index: number) => Row | null;
  indexOf: (rowId: string) => number;
  mayChange: boolean;
  changes: Pick<TableChanges, 'drafts' | 'undo' | 'redo'>;
  onOpenRow: (row: Row) => void;
  onRowMenu: (row: Row, at: MenuPlace) => void;
  onColumnMenu: (column: GridColumn, at: MenuPlace) => void;
  onDeleteRows: (from: number, to: number) => void;
  /** Where all rows are selected: what keys do with them. */
  all: { remove: () => void; clear: () => void; focusBar: () => boolean } | null;
  onResize: (column: GridColumn, width: number) => void;
  onFind: () => void;
};
