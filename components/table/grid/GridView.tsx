import {
  type KeyboardEvent,
  type MouseEvent as ReactMouseEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Row } from '#lib/contract/table.ts';
import { CellEditor, editorOf } from '../cells/CellEditor.tsx';
import { type CellContext, hasText } from '../cells/cell-text.ts';
import { menuPlace } from '../cells/menu-place.ts';
import type { PeopleByName } from '../cells/parse-cell.ts';
import {
  type CellPlace,
  isOneCell,
  moveSelection,
  rangeOf,
  type Selection,
  selectCell,
  tabbedCell,
  wholeColumn,
  wholeGrid,
  wholeRow,
  withinGrid,
} from '../cells/selection.ts';
import { shownValue } from '../changes/cell-writer.ts';
import type { TableChanges } from '../changes/use-table-changes.tsx';
import { PasteReport } from '../clipboard/PasteReport.tsx';
import { useClipboard } from '../clipboard/use-clipboard.tsx';
import type { ColorOfRow } from '../colors/row-colors.ts';
import { columnStarts, type GridColumn } from '../columns/grid-columns.ts';
import { indexOfRow } from '../rows/row-window.ts';
import type { TableControl } from '../rows/use-table.ts';
import { GridFooter, type GridFooterProps } from './GridFooter.tsx';
import { GridHeader } from './GridHeader.tsx';
import { GridLine, type LineSelection } from './GridLine.tsx';
import { gridCommand } from './grid-keys.ts';
import { GridRoot, GUTTER, ROW_HEIGHTS, type RowHeight } from './grid-style.ts';
import { useGridScroll } from './use-grid-scroll.ts';
import type { TableCursors } from './use-table-cursors.ts';
import { indexesWith } from './visible-area.ts';

type MenuPlace = { x: number; y: number };

export type GridViewProps = {
  itemId: string;
  title: string;
  table: TableControl;
  changes: TableChanges;
  columns: readonly GridColumn[];
  rowHeight: RowHeight;
  mayChange: boolean;
  context: CellContext;
  peopleByName: PeopleByName;
  colorOf: ColorOfRow | null;
  /** Where others are; null for a table inside of another layout. */
  cursors: TableCursors | null;
  onOpenRow: (row: Row) => void;
  onRowMenu: (row: Row, at: MenuPlace) => void;
  onColumnMenu: (column: GridColumn, at: MenuPlace) => void;
  /** The cell of a link is edited by choosing rows. */
  onChooseLinks: (row: Row, column: GridColumn) => void;
  onDeleteRows: (from: number, to: number) => void;
  onAddColumn: () => void;
  onResize: (column: GridColumn, width: number) => void;
  onMoveColumn: (column: GridColumn, before: GridColumn) => void;
  onFind: () => void;
  /** The text that is looked for, in lower case; empty for none. */
  found: string;
  /** What stands below the columns; null for no footer. */
  footer: GridFooterProps['values'] | null;
};

/** The cell of an element of the grid; null outside of cells. */
function cellAt(target: EventTarget | null): CellPlace | null {
  const cell = target instanceof Element ? target.closest('[data-cell]') : null;
  const [row, column] = (cell?.getAttribute('data-cell') ?? '').split(':').map(Number);
  return row === undefined || column === undefined || Number.isNaN(column) ? null : { row, column };
}

/** The cell that is edited: of this row, wherever others move it meanwhile. */
type Editing = { row: Row; column: GridColumn; seed?: string };
type Drag = { kind: 'select' } | { kind: 'fill'; source: ReturnType<typeof rangeOf> } | null;

/** The rows of a table as a spreadsheet: only what is seen is rendered, however many rows and columns there are. */
export function GridView(props: GridViewProps) {
  const { itemId, title, table, changes, columns, mayChange, context, peopleByName } = props;
  const { window: known, total, store } = table;
  const height = ROW_HEIGHTS[props.rowHeight];
  const root = useRef<HTMLDivElement>(null);
  const starts = useMemo(() => columnStarts(columns), [columns]);
  const frozen = columns.filter(({ isFrozen }) => isFrozen).length;
  const frozenWidth = GUTTER + (starts[frozen] ?? 0);
  const { area, reveal, scrollTo, bodyHeight, pageRows } = useGridScroll({
    ...{ root, total, rowHeight: height, starts, frozenWidth, gutter: GUTTER },
  });
  const { firstRow, lastRow } = area;
  useEffect(() => store.want(firstRow, lastRow), [store, firstRow, lastRow]);

  const [selection, setSelection] = useState<Selection>(() => selectCell({ row: 0, column: 0 }));
  /** Whether the focus is in the grid, or was put there by an act. */
  const [isActive, setIsActive] = useState(false);
  const [editing, setEditing] = useState<Editing | null>(null);
  const drag = useRef<Drag>(null);
  const takesFocus = useRef(false);
  const size = { rows: total, columns: columns.length, page: pageRows() };
  const focus = withinGrid(selection.focus, size);
  const range = rangeOf({ anchor: withinGrid(selection.anchor, size), focus });
  const clipboard = useClipboard({
    ...{ table, changes, columns, range, mayChange, context, people: peopleByName },
  });

  const select = (next: Selection) => {
    setSelection(next);
    setIsActive(true);
    takesFocus.current = true;
    reveal(next.focus.row, next.focus.column, columns[next.focus.column]?.isFrozen === true);
  };

  // The rows of another search or order begin at their first one.
  const [list, setList] = useState(table.list);
  useEffect(() => {
    if (list === table.list) return;
    setList(table.list);
    setSelection(selectCell({ row: 0, column: 0 }));
    scrollTo(0);
  }, [list, table.list, scrollTo]);

  // The row that the page was opened at: once, so that rows that are loaded later don't scroll the page again.
  const requested = table.asked && !table.asked.gone ? table.asked : null;
  const shownMark = useRef<typeof requested>(null);
  useEffect(() => {
    if (requested === null || shownMark.current === requested) return;
    const at = indexOfRow(known, requested.id);
    const row = known.rows.get(at);
    if (!row) return;
    shownMark.current = requested;
    if (requested.isQuiet) {
      const column = Math.max(
        0,
        columns.findIndex((one) => hasText(one, row, props.found, context)),
      );
      setSelection(selectCell({ row: at, column }));
      // Not at the edge, which may be below what the window shows.
      scrollTo(at * height - 160);
      return reveal(at, column, columns[column]?.isFrozen === true);
    }
    scrollTo(at * height - 160);
    setSelection(selectCell({ row: at, column: 0 }));
    setIsActive(true);
    takesFocus.current = true;
    root.current?.scrollIntoView?.({ block: 'nearest' });
  }, [requested, known, height, scrollTo, reveal, columns, props.found, context]);

  useLayoutEffect(() => {
    if (!takesFocus.current || editing) return;
    const cell = root.current?.querySelector<HTMLElement>(`[data-cell="${focus.row}:${focus.column}"]`);
    if (!cell) return;
    takesFocus.current = false;
    if (document.activeElement !== cell) cell.focus({ preventScroll: true });
  });

  const moveCursor = props.cursors?.move;
  const focusedRow = isActive ? (known.rows.get(focus.row)?.id ?? null) : null;
  const focusedColumn = isActive ? (columns[focus.column]?.id ?? null) : null;
  useEffect(() => {
    moveCursor?.({ row_id: focusedRow, column_id: focusedRow === null ? null : focusedColumn });
  }, [moveCursor, focusedRow, focusedColumn]);

  const editedRow = editing ? indexOfRow(known, editing.row.id) : -1;
  const rowAt = (index: number) => known.rows.get(index) ?? null;
  const edit = (place: CellPlace, seed?: string) => {
    const column = columns[place.column];
    const row = rowAt(place.row);
    if (!column || !row) return;
    const how = mayChange ? editorOf(column) : null;
    if (how === 'link') return props.onChooseLinks(row, column);
    if (how === 'row') return props.onOpenRow(row);
    if (how === 'cell') setEditing({ row, column, ...(seed === undefined ? {} : { seed }) });
    else if (!mayChange) props.onOpenRow(row);
  };

  const finishEdit = (value: unknown, key: 'Enter' | 'Tab' | null, isBack: boolean) => {
    if (!editing) return;
    setEditing(null);
    const { row, column } = editing;
    const before = shownValue(row, changes.drafts.get(row.id), column.name);
    const isSame = JSON.stringify(before ?? null) === JSON.stringify(value ?? null);
    if (!isSame) void changes.write([{ row, name: column.name, value }]);
    else changes.discard(row.id, column.name);
    const place = { row: editedRow, column: columns.findIndex(({ id }) => id === column.id) };
    if (key === null) return;
    const next =
      key === 'Tab'
        ? tabbedCell(place, isBack, size)
        : withinGrid({ row: Math.max(0, place.row + (isBack ? -1 : 1)), column: place.column }, size);
    select(selectCell(next ?? place));
  };

  const openMenu = () => {
    const cell = root.current?.querySelector(`[data-cell="${focus.row}:${focus.column}"]`);
    if (!cell) return;
    const column = columns[focus.column];
    const row = rowAt(focus.row);
    if (focus.row < 0 && column) props.onColumnMenu(column, menuPlace(cell));
    else if (row && mayChange) props.onRowMenu(row, menuPlace(cell));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (editing || event.nativeEvent.isComposing || !cellAt(event.target)) return;
    const isButton = event.target instanceof HTMLElement && event.target.closest('button, a') !== null;
    const command = gridCommand(event);
    if (!command || (isButton && command.kind === 'edit')) return;
    const row = rowAt(focus.row);
    const onHeader = focus.row < 0;
    switch (command.kind) {
      case 'move':
        select(moveSelection(selection, command.move, size, command));
        break;
      case 'tab': {
        const next = onHeader || focus.column < 0 ? null : tabbedCell(focus, command.isBack, size);
        // At the last cell, Tab leaves the grid.
        if (!next) return;
        select(selectCell(next));
        break;
      }
      case 'edit':
        if (onHeader || focus.column < 0) {
          if (command.seed !== undefined) return;
          if (onHeader) openMenu();
          else if (row) props.onOpenRow(row);
        } else edit(focus, command.seed);
        break;
      case 'clear':
        if (focus.column < 0 && mayChange) props.onDeleteRows(range.top, range.bottom);
        else void clipboard.clear();
        break;
      case 'undo':
        if (mayChange) void changes.undo();
        break;
      case 'redo':
        if (mayChange) void changes.redo();
        break;
      case 'fillDown':
        if (range.bottom > range.top) void clipboard.fill({ ...range, bottom: range.top }, range.bottom);
        break;
      case 'openRow':
        if (row) props.onOpenRow(row);
        break;
      case 'selectAll':
        select(wholeGrid(size));
        break;
      case 'selectRow':
        select(wholeRow(Math.max(0, focus.row), size));
        break;
      case 'selectColumn':
        select(wholeColumn(Math.max(0, focus.column), size));
        break;
      case 'menu':
        openMenu();
        break;
      case 'find':
        props.onFind();
        break;
    }
    event.preventDefault();
  };

  const onMouseDown = (event: ReactMouseEvent) => {
    const place = cellAt(event.target);
    if (!place || event.button !== 0) return;
    const { target } = event;
    if (target instanceof Element && target.closest('button, a, .resize')) return;
    if (target instanceof Element && target.closest('[data-fill]')) {
      drag.current = { kind: 'fill', source: range };
      event.preventDefault();
      return;
    }
    // A header is dragged to another place.
    if (place.row < 0 && place.column >= 0) {
      setSelection(wholeColumn(place.column, size));
      return;
    }
    event.preventDefault();
    if (place.column < 0)
      return select(place.row < 0 ? wholeGrid(size) : extended(wholeRow(place.row, size), event));
    drag.current = { kind: 'select' };
    select(event.shiftKey ? { anchor: selection.anchor, focus: place } : selectCell(place));
  };
  const extended = (next: Selection, { shiftKey }: ReactMouseEvent): Selection =>
    shiftKey ? { anchor: { ...next.anchor, row: selection.anchor.row }, focus: next.focus } : next;
  const onMouseMove = (event: ReactMouseEvent) => {
    if (!drag.current) return;
    const place = cellAt(event.target);
    if (!place || place.row < 0 || place.column < 0) return;
    if (drag.current.kind === 'select') return select({ anchor: selection.anchor, focus: place });
    const { source } = drag.current;
    select({
      anchor: { row: source.top, column: source.left },
      focus: { row: Math.max(source.bottom, place.row), column: source.right },
    });
  };
  useEffect(() => {
    const finish = () => {
      const dragged = drag.current;
      drag.current = null;
      if (dragged?.kind === 'fill' && range.bottom > dragged.source.bottom)
        void clipboard.fill(dragged.source, range.bottom);
    };
    window.addEventListener('mouseup', finish);
    return () => window.removeEventListener('mouseup', finish);
  });

  const onClick = (event: ReactMouseEvent) => {
    if (!(event.target instanceof Element)) return;
    const opener = event.target.closest('[data-open], [data-menu]');
    const id = opener?.getAttribute('data-open') ?? opener?.getAttribute('data-menu');
    const row = id ? rowAt(indexOfRow(known, id)) : null;
    if (!opener || !row) return;
    if (opener.hasAttribute('data-open')) props.onOpenRow(row);
    else props.onRowMenu(row, menuPlace(opener));
  };
  const onContextMenu = (event: ReactMouseEvent) => {
    const place = cellAt(event.target);
    if (!place || editing) return;
    const at = { x: event.clientX, y: event.clientY };
    const column = columns[place.column];
    const row = rowAt(place.row);
    if (place.row < 0 && column) props.onColumnMenu(column, at);
    else if (row && mayChange) {
      if (place.row < range.top || place.row > range.bottom) select(selectCell(place));
      props.onRowMenu(row, at);
    } else return;
    event.preventDefault();
  };

  const shownIndexes = indexesWith(
    area.firstColumn,
    area.lastColumn,
    [...Array(frozen).keys(), focus.column],
    columns.length,
  );
  const key = shownIndexes.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the indexes
  const rendered = useMemo(
    () =>
      shownIndexes.flatMap((index) => {
        const column = columns[index];
        return column ? [{ column, index, start: starts[index] ?? 0 }] : [];
      }),
    [key, columns, starts],
  );
  const lines = indexesWith(firstRow, Math.min(lastRow, total), [focus.row, editedRow], total);
  const width = GUTTER + (starts.at(-1) ?? 0) + (mayChange ? 48 : 0);
  const selectionOf = (index: number): LineSelection | null => {
    const hasFocus = index === focus.row && isActive;
    const isIn = isActive && index >= range.top && index <= range.bottom && focus.row >= 0;
    if (!hasFocus && !isIn) return null;
    const isRange = isIn && !isOneCell(selection);
    return {
      left: isRange ? range.left : 0,
      right: isRange ? range.right : -1,
      focus: hasFocus ? focus.column : null,
      fill: mayChange && index === range.bottom && !editing && focus.column >= 0 ? range.right : null,
    };
  };

  return (
    <>
      <GridRoot
        ref={root}
        role="grid"
        aria-label={title}
        aria-rowcount={table.count === null ? -1 : table.count + 1}
        aria-colcount={columns.length + (mayChange ? 2 : 1)}
        aria-multiselectable
        aria-readonly={!mayChange || undefined}
        aria-busy={table.loading || undefined}
        onKeyDown={onKeyDown}
        onMouseDown={onMouseDown}
        onMouseMove={onMouseMove}
        onClick={onClick}
        onDoubleClick={(event) => {
          const place = cellAt(event.target);
          if (place && place.row >= 0 && place.column >= 0) edit(place);
        }}
        onContextMenu={onContextMenu}
        onCopy={clipboard.onCopy}
        onCut={clipboard.onCut}
        onPaste={clipboard.onPaste}
        onFocus={(event) => {
          const place = cellAt(event.target);
          setIsActive(true);
          if (place && event.target instanceof Element && event.target.hasAttribute('data-cell')) {
            const isKnown = place.row === focus.row && place.column === focus.column;
            if (!isKnown && !drag.current && !takesFocus.current) setSelection(selectCell(place));
          }
        }}
      >
        <GridHeader
          columns={rendered}
          count={columns.length}
          lastFrozen={frozen - 1}
          width={width}
          sort={table.query.sort}
          focus={isActive && focus.row < 0 ? focus.column : null}
          entry={focus.row < 0 || total === 0 ? focus.column : null}
          mayChange={mayChange}
          onMenu={props.onColumnMenu}
          onAddColumn={props.onAddColumn}
          onResize={props.onResize}
          onMove={props.onMoveColumn}
        />
        <div role="rowgroup" className="body" style={{ height: bodyHeight, width }}>
          {lines.map((index) => {
            const row = rowAt(index);
            const column = editing && editedRow === index ? editing.column : undefined;
            return (
              <GridLine
                key={index}
                itemId={itemId}
                index={index}
                row={row}
                top={index * height - area.offset}
                height={height}
                columns={rendered}
                lastFrozen={frozen - 1}
                width={width}
                selection={selectionOf(index)}
                entry={focus.row === index ? focus.column : null}
                draft={row ? changes.drafts.get(row.id) : undefined}
                tint={(row && props.colorOf?.(row, changes.drafts.get(row.id))) ?? null}
                others={(row && props.cursors?.byRow.get(row.id)) ?? null}
                isMarked={row !== null && row.id === requested?.id}
                found={props.found}
                mayChange={mayChange}
                context={context}
                editing={column ? columns.findIndex(({ id }) => id === column.id) : null}
                editor={
                  column &&
                  row && (
                    <CellEditor
                      column={column}
                      row={row}
                      value={shownValue(row, changes.drafts.get(row.id), column.name)}
                      seed={editing?.seed}
                      people={context.people}
                      onDone={finishEdit}
                      onCancel={() => {
                        setEditing(null);
                        changes.discard(row.id, column.name);
                        takesFocus.current = true;
                      }}
                    />
                  )
                }
              />
            );
          })}
        </div>
        {props.footer && (
          <GridFooter columns={rendered} lastFrozen={frozen - 1} width={width} values={props.footer} />
        )}
      </GridRoot>
      {clipboard.report && <PasteReport report={clipboard.report} onClose={clipboard.closeReport} />}
    </>
  );
}
