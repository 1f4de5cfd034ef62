import { useEffect, useRef } from 'react';
import type { Row } from '#lib/contract/table.ts';
import type { CellEditorProps } from '../cells/CellEditor.tsx';
import { editorOf } from '../cells/editor-of.ts';
import { type CellPlace, type GridBounds, selectCell, tabbedCell, withinGrid } from '../cells/selection.ts';
import { shownValue } from '../changes/cell-writer.ts';
import type { TableChanges } from '../changes/use-table-changes.tsx';
import type { GridColumn } from '../columns/grid-columns.ts';
import { indexOfRow, isUnread, type RowWindow } from '../rows/row-window.ts';
import type { TableControl } from '../rows/use-table.ts';
import type { GridSelection } from './use-grid-selection.ts';

/** The cell that is edited: of this row, wherever others move it meanwhile. */
export type EditedCell = {
  row: Row;
  /** The index of the row as it was known last. */
  index: number;
  column: GridColumn;
  seed?: string;
};

type Options = {
  edited: EditedCell | null;
  setEdited: (cell: EditedCell | null) => void;
  known: RowWindow;
  store: TableControl['store'];
  columns: readonly GridColumn[];
  bounds: GridBounds;
  changes: TableChanges;
  mayChange: boolean;
  selection: Pick<GridSelection, 'select' | 'requestFocus'>;
  /** @param column whose value is edited there */
  onOpenRow: (row: Row, column?: GridColumn) => void;
  onChooseLinks: (row: Row, column: GridColumn) => void;
};

/** Begins to edit a cell, stores what was typed, and continues to the next cell. */
export function useCellEditing(options: Options) {
  const { edited, setEdited, known, store, columns, bounds, changes, mayChange, selection } = options;
  const found = edited ? indexOfRow(known, edited.row.id) : -1;
  if (edited && found >= 0 && found !== edited.index) setEdited({ ...edited, index: found });
  const editedRow = edited && found < 0 && isUnread(known, edited.index) ? edited.index : found;
  const isGone = edited !== null && (editedRow < 0 || !columns.some(({ id }) => id === edited.column.id));
  const leave = useRef<(() => void) | null>(null);

  const begin = (place: CellPlace, seed?: string) => {
    const column = columns[place.column];
    const row = known.rows.get(place.row);
    if (!column || !row) return;
    const how = mayChange ? editorOf(column) : null;
    if (how === 'link') return options.onChooseLinks(row, column);
    if (how === 'row') return options.onOpenRow(row, column);
    if (how === 'cell') setEdited({ row, index: place.row, column, ...(seed === undefined ? {} : { seed }) });
    else if (!mayChange) options.onOpenRow(row);
  };

  const write = ({ row, column: { name } }: EditedCell, value: unknown) => {
    const before = shownValue(row, changes.cells.writer.drafts().get(row.id), name);
    const isSame = JSON.stringify(before ?? null) === JSON.stringify(value ?? null);
    if (!isSame) void changes.write([{ row, name, value }]);
    else changes.discard(row.id, name);
  };

  const finish: CellEditorProps['onDone'] = (value, key, isBack, read) => {
    if (!edited) return;
    setEdited(null);
    const { row, column } = edited;
    if (read || changes.actionQueue.isWaiting()) {
      const release = changes.showPending(row.id, column.name, value ?? null);
      changes.actionQueue.run(async () => {
        const known = read ? await read : value;
        release();
        // The row as the actions before it have left it.
        const { window: now } = store.state();
        write({ ...edited, row: now.rows.get(indexOfRow(now, row.id)) ?? row }, known);
      });
    } else write(edited, value);
    const place = { row: editedRow, column: columns.findIndex(({ id }) => id === column.id) };
    if (key === null) return;
    const next =
      key === 'Tab'
        ? tabbedCell(place, isBack, bounds)
        : withinGrid({ row: Math.max(0, place.row + (isBack ? -1 : 1)), column: place.column }, bounds);
    selection.select(selectCell(next ?? place));
  };

  const cancel = () => {
    if (!edited) return;
    setEdited(null);
    changes.discard(edited.row.id, edited.column.name);
    selection.requestFocus();
  };

  // Somebody deleted the row or the column, or it is no part of the view any more: what was typed is written all the same,
  // and the keys are those of the grid again.
  const { requestFocus } = selection;
  useEffect(() => {
    if (!isGone) return;
    leave.current?.();
    setEdited(null);
    if (document.activeElement === document.body) requestFocus();
  }, [isGone, setEdited, requestFocus]);

  /** Leaves the editor as a click elsewhere on the page does: what was typed is stored. */
  const leaveNow = () => {
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && activeElement.closest('[data-editor]')) activeElement.blur();
    leave.current?.();
  };

  return { edited, editedRow, begin, finish, cancel, leave, leaveNow };
}

export type CellEditing = ReturnType<typeof useCellEditing>;
