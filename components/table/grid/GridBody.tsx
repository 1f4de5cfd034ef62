import { useState } from 'react';
import type { Row } from '#lib/contract/table.ts';
import type { CellContext } from '../cells/cell-text.ts';
import { EditorOnDemand } from '../cells/EditorOnDemand.tsx';
import { isOneCell } from '../cells/selection.ts';
import { shownValue } from '../changes/cell-writer.ts';
import type { RowDraft } from '../changes/row-drafts.ts';
import type { ColorOfRow } from '../colors/row-colors.ts';
import type { GridColumn } from '../columns/grid-columns.ts';
import { rowName } from '../rows/table-data.ts';
import { GridLine, type LineSelection, type RenderedColumn } from './GridLine.tsx';
import type { CellEditing } from './use-cell-editing.ts';
import type { GridSelection } from './use-grid-selection.ts';
import type { TableCursors } from './use-table-cursors.ts';
import { indexesWith, type VisibleArea } from './visible-area.ts';

type GridBodyProps = {
  itemId: string;
  area: VisibleArea;
  total: number;
  rowHeight: number;
  /** Height of all rows, in pixels. */
  bodyHeight: number;
  width: number;
  /** The columns that are rendered. */
  columns: readonly RenderedColumn[];
  allColumns: readonly GridColumn[];
  lastFrozen: number;
  rowAt: (index: number) => Row | null;
  drafts: ReadonlyMap<string, RowDraft>;
  selection: GridSelection;
  editing: CellEditing;
  colorOf: ColorOfRow | null;
  cursors: TableCursors | null;
  /** The row that the page was opened at. */
  markedId: string | undefined;
  found: string;
  mayChange: boolean;
  context: CellContext;
  /** Reads a typed text as a value of a column, or promises to do so. */
  read: (column: GridColumn, text: string) => unknown;
};

/** What of a selection is in the row at an index. */
function lineSelection(
  index: number,
  { selection, focus, range, isActive }: GridSelection,
  mayFill: boolean,
): LineSelection | null {
  const hasFocus = index === focus.row && isActive;
  const isIn = isActive && index >= range.top && index <= range.bottom && focus.row >= 0;
  if (!hasFocus && !isIn) return null;
  const isRange = isIn && !isOneCell(selection);
  return {
    left: isRange ? range.left : 0,
    right: isRange ? range.right : -1,
    focus: hasFocus ? focus.column : null,
    fill: mayFill && index === range.bottom && focus.column >= 0 ? range.right : null,
  };
}

/** The rows that are seen, those with the focus or an editor wherever they are. */
export function GridBody(props: GridBodyProps) {
  const { area, rowHeight, columns, allColumns, width, rowAt, drafts, selection, editing } = props;
  const { mayChange, context } = props;
  const { focus } = selection;
  const { edited, editedRow } = editing;
  const lines = indexesWith(
    area.firstRow,
    Math.min(area.lastRow, props.total),
    [focus.row, editedRow],
    Math.max(props.total, editedRow + 1),
  );
  const [lastEdited, setLastEdited] = useState<string | null>(null);
  if (edited && edited.row.id !== lastEdited) setLastEdited(edited.row.id);
  const named = allColumns.map(({ column }) => column);
  return (
    <div role="rowgroup" className="body" style={{ height: props.bodyHeight, width }}>
      {lines.map((index) => {
        const row = rowAt(index) ?? (edited && editedRow === index ? edited.row : null);
        const draft = row ? drafts.get(row.id) : undefined;
        const column = edited && editedRow === index ? edited.column : undefined;
        return (
          <GridLine
            // The editor stays with its row, wherever others move that; a click that ends it is one on what is there.
            key={row !== null && row.id === lastEdited ? 'edited' : index}
            itemId={props.itemId}
            index={index}
            row={row}
            name={row ? rowName(named, row) : ''}
            top={index * rowHeight - area.offset}
            height={rowHeight}
            columns={columns}
            lastFrozen={props.lastFrozen}
            width={width}
            selection={lineSelection(index, selection, mayChange && !edited)}
            entry={focus.row === index ? focus.column : null}
            draft={draft}
            tint={(row && props.colorOf?.(row, draft)) ?? null}
            others={(row && props.cursors?.byRow.get(row.id)) ?? null}
            isMarked={row !== null && row.id === props.markedId}
            found={props.found}
            mayChange={mayChange}
            context={context}
            editing={column ? allColumns.findIndex(({ id }) => id === column.id) : null}
            editor={
              column &&
              row && (
                <EditorOnDemand
                  column={column}
                  row={row}
                  value={shownValue(row, draft, column.name)}
                  seed={edited?.seed}
                  people={context.people}
                  read={props.read}
                  context={context}
                  onDone={editing.finish}
                  onCancel={editing.cancel}
                  leave={editing.leave}
                />
              )
            }
          />
        );
      })}
    </div>
  );
}
