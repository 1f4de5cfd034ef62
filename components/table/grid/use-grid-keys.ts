import type { KeyboardEvent, RefObject } from 'react';
import { menuPlace } from '../cells/menu-place.ts';
import {
  type CellPlace,
  type GridBounds,
  moveSelection,
  selectCell,
  tabbedCell,
  wholeColumn,
  wholeGrid,
  wholeRow,
} from '../cells/selection.ts';
import { shownValue } from '../changes/cell-writer.ts';
import { hasContent } from '../clipboard/dragged-fill.ts';
import type { Clipboard } from '../clipboard/use-clipboard.tsx';
import { boundedWidth } from '../columns/grid-columns.ts';
import type { GridActions } from './grid-actions.ts';
import { cellAt, elementOfCell } from './grid-cell.ts';
import { type GridCommand, gridCommand } from './grid-keys.ts';
import type { CellEditing } from './use-cell-editing.ts';
import type { GridSelection } from './use-grid-selection.ts';

/** How much wider or narrower a key makes a column, in pixels. */
const STEP = 10;

type Options = {
  root: RefObject<HTMLDivElement | null>;
  bounds: GridBounds;
  /** Rows that are seen at once. */
  pageRows: () => number;
  selection: GridSelection;
  editing: CellEditing;
  clipboard: Pick<Clipboard, 'clear' | 'fillDown' | 'fillRight' | 'fillSeries'>;
  actions: GridActions;
};

/** What the keys do in a grid, as in a spreadsheet. */
export function useGridKeys({ root, bounds, pageRows, selection, editing, clipboard, actions }: Options) {
  const { focus, range, select } = selection;
  const { columns, rowAt, mayChange } = actions;
  const onHeader = focus.row < 0;

  const openMenu = () => {
    const cell = elementOfCell(root.current, focus);
    if (!cell) return;
    const column = columns[focus.column];
    const row = rowAt(focus.row);
    if (onHeader && column) actions.onColumnMenu(column, menuPlace(cell));
    else if (row && mayChange) actions.onRowMenu(row, menuPlace(cell));
  };

  /** Whether a cell has a value; null where its row isn't loaded. */
  const isFilled = ({ row, column }: CellPlace): boolean | null => {
    const [found, { name = '' } = {}] = [rowAt(row), columns[column]];
    if (!found) return null;
    return hasContent(shownValue(found, actions.changes.drafts.get(found.id), name));
  };

  /** @returns whether the command was one here; otherwise the key is the browser's */
  const run = (command: GridCommand): boolean => {
    const row = rowAt(focus.row);
    switch (command.kind) {
      case 'move': {
        const size = { ...bounds, page: pageRows() };
        select(moveSelection(selection.selection, command.move, size, { ...command, isFilled }));
        return true;
      }
      case 'tab': {
        if (actions.all && !command.isBack && actions.all.focusBar()) return true;
        const next = onHeader || focus.column < 0 ? null : tabbedCell(focus, command.isBack, bounds);
        // At the last cell, Tab leaves the grid.
        if (!next) return false;
        select(selectCell(next));
        return true;
      }
      case 'compose':
        // The key is left to the editor, which has the focus by now.
        if (!onHeader && focus.column >= 0) editing.begin(focus, '');
        return false;
      case 'resize': {
        const column = onHeader ? columns[focus.column] : undefined;
        if (column) actions.onResize(column, boundedWidth(column.width + (command.isWider ? STEP : -STEP)));
        return column !== undefined;
      }
      case 'edit':
        // Nothing can be typed into the cells: the key is the page's.
        if (command.seed !== undefined && !mayChange) return false;
        if (!onHeader && focus.column >= 0) {
          editing.begin(focus, command.seed);
          return true;
        }
        if (command.seed !== undefined) return false;
        if (onHeader) openMenu();
        else if (row) actions.onOpenRow(row);
        return true;
      case 'clear':
        if (actions.all) actions.all.remove();
        else if (focus.column < 0 && mayChange) actions.onDeleteRows(range.top, range.bottom);
        else clipboard.clear();
        return true;
      case 'undo':
        if (mayChange) actions.changes.undo();
        return true;
      case 'redo':
        if (mayChange) actions.changes.redo();
        return true;
      case 'fillDown':
      case 'fillRight':
      case 'fillSeries':
        // Where nothing is filled, the key is the browser's.
        if (!mayChange || onHeader || focus.column < 0) return false;
        clipboard[command.kind]();
        return true;
      case 'openRow':
        if (onHeader && focus.column < 0) select(wholeGrid(bounds));
        else if (row) actions.onOpenRow(row);
        return true;
      case 'selectAll':
        select(wholeGrid(bounds));
        return true;
      case 'selectRow':
        select(wholeRow(Math.max(0, focus.row), bounds));
        return true;
      case 'selectColumn':
        select(wholeColumn(Math.max(0, focus.column), bounds));
        return true;
      case 'menu':
        openMenu();
        return true;
      case 'find':
        actions.onFind();
        return true;
    }
  };

  return (event: KeyboardEvent) => {
    if (editing.edited || event.nativeEvent.isComposing || !cellAt(event.target)) return;
    const isButton = event.target instanceof HTMLElement && event.target.closest('button, a') !== null;
    const command = gridCommand(event);
    if (!command || (isButton && command.kind === 'edit')) return;
    if (run(command)) event.preventDefault();
  };
}
