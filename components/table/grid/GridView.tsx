import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { fetchWhenIdle } from '#components/ui/idle-code.ts';
import { lazyComponent, lazyDialog, lazyQuietComponent } from '#components/ui/lazy-component.tsx';
import type { Row } from '#lib/contract/table.ts';
import type { RowHeight } from '#lib/contract/table-views.ts';
import type { CellContext } from '../cells/cell-text.ts';
import { loadCellEditor, useEditorOfFocus } from '../cells/EditorOnDemand.tsx';
import type { PeopleByName } from '../cells/parse-cell.ts';
import { isWhole, selectCell } from '../cells/selection.ts';
import type { TableChanges } from '../changes/use-table-changes.tsx';
import { useClipboard } from '../clipboard/use-clipboard.tsx';
import { useGridActions } from '../clipboard/use-grid-actions.tsx';
import { useReadText } from '../clipboard/use-read-text.ts';
import type { ColorOfRow } from '../colors/row-colors.ts';
import { columnStarts, type GridColumn } from '../columns/grid-columns.ts';
import { createRowPace } from '../rows/row-pace.ts';
import { indexOfRow } from '../rows/row-window.ts';
import type { TableControl } from '../rows/use-table.ts';
import { GridBody } from './GridBody.tsx';
import type { GridFooterPlace } from './GridFooter.tsx';
import { GridHeader } from './GridHeader.tsx';
import type { GridActions, MenuPlace } from './grid-actions.ts';
import { GridRoot, GUTTER, ROW_HEIGHTS } from './grid-style.ts';
import { type EditedCell, useCellEditing } from './use-cell-editing.ts';
import { useFrozenColumns } from './use-frozen-columns.ts';
import { useGridKeys } from './use-grid-keys.ts';
import { useGridPointer } from './use-grid-pointer.ts';
import { useGridScroll } from './use-grid-scroll.ts';
import { type GridSelection, useGridSelection } from './use-grid-selection.ts';
import { useRequestedRow } from './use-requested-row.ts';
import type { TableCursors } from './use-table-cursors.ts';
import { indexesWith, type VisibleArea } from './visible-area.ts';

const PasteReport = lazyDialog(() => import('../clipboard/PasteReport.tsx').then((file) => file.PasteReport));
const AddPastedColumns = lazyDialog(() =>
  import('../clipboard/AddPastedColumns.tsx').then((file) => file.AddPastedColumns),
);

const RowInPlace = lazyQuietComponent(() => import('./grid-on-use.ts').then((file) => file.RowInPlace));
const BulkBar = lazyComponent(() => import('../changes/bulk-on-use.ts').then((file) => file.BulkBar));

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
  onOpenRow: (row: Row, column?: GridColumn) => void;
  onRowMenu: (row: Row, at: MenuPlace) => void;
  onColumnMenu: (column: GridColumn, at: MenuPlace) => void;
  /** The cell of a link is edited by choosing rows. */
  onChooseLinks: (row: Row, column: GridColumn) => void;
  /** @returns what deletes the rows that are there now, also where it waits */
  onDeleteRows: (from: number, to: number) => () => Promise<void>;
  /** Changes or deletes all rows of the list, once that is confirmed. */
  onBulk: (dialog: 'edit all' | 'delete all', rows: TableControl, onMade: () => void) => void;
  onAddColumn: () => void;
  onResize: (column: GridColumn, width: number) => void;
  onMoveColumn: (column: GridColumn, before: GridColumn) => void;
  onFind: () => void;
  /** The text that is looked for, in lower case; empty for none. */
  found: string;
  /** What stands below the columns; null for no footer. */
  footer: ((place: GridFooterPlace) => ReactNode) | null;
};

/** Loads the rows that are looked at, at the pace of the scrolling. */
function useRowPace(store: TableControl['store'], { firstRow, lastRow }: VisibleArea): void {
  const pace = useMemo(() => createRowPace(store.want), [store]);
  useEffect(() => pace.close, [pace]);
  useEffect(() => pace.look(firstRow, lastRow), [pace, firstRow, lastRow]);
}

/** Shows others the cell that has the focus; null where none has. */
function useOwnCursor(cursors: TableCursors | null, rowId: string | null, columnId: string | null): void {
  const { move, leave } = cursors ?? {};
  useEffect(() => {
    if (rowId === null || columnId === null) return;
    const place = { row_id: rowId, column_id: columnId };
    move?.(place);
    return () => leave?.(place);
  }, [move, leave, rowId, columnId]);
}

/** What is done with all rows, from their bar and by keys. */
function useBulkBar({ table, onBulk }: GridViewProps, selection: GridSelection) {
  const bar = useRef<HTMLDivElement>(null);
  const firstCell = selectCell({ row: 0, column: 0 });
  const clear = () => selection.select(firstCell);
  const open = (dialog: 'edit all' | 'delete all') => onBulk(dialog, table, clear);
  const focusBar = () => {
    const button = bar.current?.querySelector('button');
    button?.focus();
    return document.activeElement === button;
  };
  return {
    acts: { remove: () => open('delete all'), clear, focusBar },
    bar: (
      <BulkBar
        bar={bar}
        count={table.count}
        onEdit={() => open('edit all')}
        onDelete={() => open('delete all')}
        onClear={clear}
        onReplaced={() => selection.mark(firstCell)}
      />
    ),
  };
}

type RenderedColumns = {
  columns: readonly GridColumn[];
  /** Where each column begins, in pixels. */
  starts: readonly number[];
  area: VisibleArea;
  /** How many of the first columns always stay. */
  frozen: number;
  /** The index of the column with the focus. */
  focused: number;
};

/** The columns that are seen, those that always stay, and the one with the focus. */
function useRenderedColumns({ columns, starts, area, frozen, focused }: RenderedColumns) {
  const stays = [...Array(frozen).keys(), focused];
  const indexes = indexesWith(area.firstColumn, area.lastColumn, stays, columns.length);
  const key = indexes.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the indexes
  return useMemo(
    () =>
      indexes.flatMap((index) => {
        const column = columns[index];
        return column ? [{ column, index, start: starts[index] ?? 0 }] : [];
      }),
    [key, columns, starts],
  );
}

/** The rows of a table as a spreadsheet: only what is seen is rendered, however many rows and columns there are. */
export function GridView(props: GridViewProps) {
  // Nearly everything of it changes with each turn of the wheel.
  'use no memo';
  const { itemId, title, table, changes, columns, mayChange, context, peopleByName, found } = props;
  const { window: known, total, store } = table;
  const rowHeight = ROW_HEIGHTS[props.rowHeight];
  const root = useRef<HTMLDivElement>(null);
  const starts = useMemo(() => columnStarts(columns), [columns]);
  const frozen = columns.filter(({ isFrozen }) => isFrozen).length;
  const frozenWidth = GUTTER + (starts[frozen] ?? 0);
  const scroll = useGridScroll({ root, total, rowHeight, starts, frozenWidth, gutter: GUTTER });
  const { area } = scroll;
  useFrozenColumns(root);
  useRowPace(store, area);

  const [edited, setEdited] = useState<EditedCell | null>(null);
  const bounds = { rows: total, columns: columns.length };
  const isEditing = edited !== null;
  const selection = useGridSelection({ root, columns, bounds, list: table.list, isEditing, scroll });
  const { focus, range, isActive } = selection;
  const requestedId = useRequestedRow({ root, table, columns, rowHeight, found, context, scroll, selection });
  const codeActions = useGridActions(changes.actionQueue, mayChange);
  const read = useReadText(codeActions, peopleByName);
  const clipboard = useClipboard({
    ...{ itemId, table, changes, columns, range, mayChange, context, codeActions, people: peopleByName },
  });

  useEffect(() => {
    if (mayChange) fetchWhenIdle(loadCellEditor);
  }, [mayChange]);

  useEditorOfFocus(mayChange && isActive && focus.row >= 0 ? columns[focus.column] : undefined);
  useOwnCursor(
    props.cursors,
    isActive ? (known.rows.get(focus.row)?.id ?? null) : null,
    isActive ? (columns[focus.column]?.id ?? null) : null,
  );

  const isAll = mayChange && isActive && total > 1 && isWhole(range, bounds);
  const bulk = useBulkBar(props, selection);

  const { onOpenRow, onChooseLinks, onRowMenu, onColumnMenu, onDeleteRows, onFind, onResize } = props;
  const editing = useCellEditing({
    ...{ edited, setEdited, known, store, columns, bounds, changes, mayChange, selection },
    ...{ onOpenRow, onChooseLinks },
  });
  const rowAt = (index: number) => known.rows.get(index) ?? null;
  const actions: GridActions = {
    ...{ columns, rowAt, indexOf: (id) => indexOfRow(known, id), mayChange, changes },
    onDeleteRows: (from, to) => changes.actionQueue.run(onDeleteRows(from, to)),
    ...{ onOpenRow, onRowMenu, onColumnMenu, onFind, onResize },
    all: isAll ? bulk.acts : null,
  };
  const onKeyDown = useGridKeys({
    ...{ root, bounds, pageRows: scroll.pageRows, selection, editing, clipboard, actions },
  });
  const pointer = useGridPointer({ root, bounds, selection, editing, clipboard, actions });

  const rendered = useRenderedColumns({ columns, starts, area, frozen, focused: focus.column });
  const width = GUTTER + (starts.at(-1) ?? 0) + (mayChange ? 48 : 0);
  const lastFrozen = frozen - 1;
  const footerPlace = useMemo(
    () => ({ columns: rendered, lastFrozen, width, total }),
    [rendered, lastFrozen, width, total],
  );

  return (
    <>
      <GridRoot
        ref={root}
        role="grid"
        aria-label={title}
        aria-rowcount={table.count === null ? -1 : table.count + (props.footer ? 2 : 1)}
        aria-colcount={columns.length + (mayChange ? 2 : 1)}
        aria-multiselectable
        aria-readonly={!mayChange || undefined}
        aria-busy={table.loading || undefined}
        onKeyDown={onKeyDown}
        {...pointer}
        onCopy={clipboard.onCopy}
        onCut={clipboard.onCut}
        onPaste={clipboard.onPaste}
      >
        <GridHeader
          columns={rendered}
          count={columns.length}
          lastFrozen={lastFrozen}
          width={width}
          sort={table.query.sort}
          focus={isActive && focus.row < 0 ? focus.column : null}
          entry={focus.row < 0 || total === 0 ? focus.column : null}
          mayChange={mayChange}
          isAll={isAll}
          onMenu={props.onColumnMenu}
          onAddColumn={props.onAddColumn}
          onResize={onResize}
          onMove={props.onMoveColumn}
        />
        <GridBody
          {...{ itemId, area, total, rowHeight, width, lastFrozen, rowAt, selection, editing }}
          {...{ found, mayChange, context, read }}
          bodyHeight={scroll.bodyHeight}
          columns={rendered}
          allColumns={columns}
          drafts={changes.drafts}
          colorOf={props.colorOf}
          cursors={props.cursors}
          markedId={requestedId}
        />
        {props.footer?.(footerPlace)}
      </GridRoot>
      {mayChange && <RowInPlace {...{ table, changes, selection }} editedId={edited?.row.id ?? null} />}
      {isAll && bulk.bar}
      {clipboard.wide && <AddPastedColumns {...clipboard.wide} />}
      {clipboard.report && <PasteReport report={clipboard.report} onClose={clipboard.closeReport} />}
    </>
  );
}
