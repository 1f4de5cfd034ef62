import { type ComponentProps, useEffect, useMemo } from 'react';
import styled from 'styled-components';
import { fetchWhenIdle } from '#components/ui/idle-code.ts';
import { lazyComponent } from '#components/ui/lazy-component.tsx';
import type { MenuEntry } from '#components/ui/Menu.tsx';
import type { Item } from '#lib/contract/item.ts';
import type { Row } from '#lib/contract/table.ts';
import { below, from } from '#styles/tokens.ts';
import type { TableChanges } from './changes/use-table-changes.tsx';
import { useRowColors } from './colors/use-row-colors.ts';
import { type GridColumn, groupColumns, orderedColumns, shownColumns } from './columns/grid-columns.ts';
import { GridView } from './grid/GridView.tsx';
import { type TableCursors, useTableCursors } from './grid/use-table-cursors.ts';
import type { FindControl } from './rows/find/use-find.ts';
import { shownRows } from './rows/shown-rows.ts';
import type { TableControl } from './rows/use-table.ts';
import type { OpenMenu } from './TableMenu.tsx';
import type { TableDialog } from './table-dialog.ts';
import { loadOtherLayouts, OtherLayouts, TableFooter } from './table-parts.ts';
import { useCellContext } from './use-cell-context.ts';
import { useTableMenu } from './use-table-menu.tsx';
import type { ViewsControl } from './views/use-views.ts';
import { rowHeightOf, withColumn, withMovedColumn } from './views/view-settings.ts';

fetchWhenIdle(loadOtherLayouts);

const FindBar = lazyComponent(() => import('./rows/find/FindBar.tsx').then((file) => file.FindBar));

const Wide = styled.div`
  ${below('md')} {
    display: none;
  }
`;
const Narrow = styled.div`
  ${from('md')} {
    display: none;
  }
`;

/** Deletes rows by their indexes among those of the grid that has them. */
const deletionsOf = ({ table, changes }: Pick<TableRowsProps, 'table' | 'changes'>) => ({
  /** @returns what deletes those that are there now, also where it waits */
  onDeleteRows(first: number, last: number) {
    const read = shownRows(table.store);
    const afterLast = Math.min(last + 1, table.total);
    return async () => {
      const rows = await read(first, afterLast);
      if (rows.length > 0) await changes.remove(rows);
    };
  },
});

type TableRowsProps = {
  item: Item;
  table: TableControl;
  changes: TableChanges;
  views: ViewsControl;
  find: FindControl;
  /** Null where that is not known. */
  isNarrow: boolean | null;
  /** The row whose page is open. */
  openRowId: string | null;
  mayChange: boolean;
  onOpen: (dialog: TableDialog) => void;
};

/** Shows others the row whose page is open. */
function useCursorAtRow({ move, leave }: TableCursors, rowId: string | null): void {
  useEffect(() => {
    if (rowId === null) return;
    const place = { row_id: rowId, column_id: null };
    move(place);
    return () => leave(place);
  }, [rowId, move, leave]);
}

/** The rows of a table: a grid, or cards where the screen is narrow. */
export function TableRows(props: TableRowsProps) {
  const { item, table, changes, views, find, isNarrow, openRowId, mayChange, onOpen } = props;
  const { shown: menu, open: showMenu, close: closeMenu } = useTableMenu();
  const { context, peopleByName } = useCellContext(table.columns);
  const { settings, change } = views;
  const columns = useMemo(
    () => shownColumns(table.columns, settings.columns),
    [table.columns, settings.columns],
  );
  const colorOf = useRowColors(table.columns, settings);
  const cursors = useTableCursors(item.id, mayChange);
  useCursorAtRow(cursors, openRowId);
  const ids = orderedColumns(table.columns, settings.columns).map(({ id }) => id);
  const openRow = (row: Row, column?: GridColumn) => {
    onOpen({ dialog: 'row', row, ...(column && { field: column.name }) });
  };

  const openRowMenu = (row: Row, at: OpenMenu['at'], more: MenuEntry[] = []) => showMenu({ at, row, more });
  const openColumnMenu = (column: GridColumn, at: OpenMenu['at']) => showMenu({ at, column });

  const openMenu = menu && (
    <menu.Component
      menu={menu.menu}
      columns={table.columns}
      views={views}
      mayChange={mayChange}
      open={onOpen}
      onOpenRow={openRow}
      onDeleteRow={(row) => changes.actionQueue.run(() => changes.remove([row]))}
      onClose={closeMenu}
    />
  );

  const closeFind = () => {
    find.close();
    document.querySelector<HTMLElement>('[role="grid"] [data-cell][tabindex="0"]')?.focus();
  };

  const shared = { itemId: item.id, table, columns, mayChange, context, colorOf };
  const isCards = settings.type === 'list' || settings.type === 'gallery';
  const isArranged = settings.type === 'board' || settings.type === 'calendar';
  const groups = useMemo(() => groupColumns(table.columns, settings.group), [table.columns, settings.group]);
  const isGrouped = groups.length > 0;
  const grid = {
    ...shared,
    title: item.title,
    cursors,
    rowHeight: rowHeightOf(settings),
    peopleByName,
    onOpenRow: openRow,
    onRowMenu: openRowMenu,
    onColumnMenu: openColumnMenu,
    onChooseLinks: (row: Row, column: GridColumn) => onOpen({ dialog: 'links', row, column }),
    onBulk: (dialog: 'edit all' | 'delete all', rows: TableControl, onMade: () => void) =>
      onOpen({ dialog, rows, onMade }),
    onAddColumn: () => onOpen({ dialog: 'column', column: null }),
    onResize: (column: GridColumn, width: number) => change(withColumn(settings, ids, column.id, { width })),
    onMoveColumn: (column: GridColumn, before: GridColumn) =>
      change(withMovedColumn(settings, ids, column.id, before.id)),
    found: find.text,
    onFind: () =>
      isGrouped || table.query.q !== ''
        ? document.querySelector<HTMLInputElement>('input[name="q"]')?.focus()
        : find.open(),
  };
  const others = (layout: ComponentProps<typeof OtherLayouts>['layout']) => (
    <OtherLayouts
      {...{ layout, ...shared, changes, views, groups, cursors, onOpen }}
      showGrid={(rows) => <GridView {...grid} {...rows} {...deletionsOf(rows)} />}
      onOpenRow={openRow}
      onRowMenu={openRowMenu}
    />
  );
  if (isArranged)
    return (
      <>
        {others('arranged')}
        {openMenu}
      </>
    );
  return (
    <>
      {isNarrow !== true && (
        <Wide>
          {isCards ? (
            others('cards')
          ) : isGrouped ? (
            others('grids')
          ) : (
            <>
              {find.isOpen && <FindBar itemId={item.id} {...{ table, find }} onClose={closeFind} />}
              <GridView
                {...grid}
                {...deletionsOf({ table, changes })}
                changes={changes}
                footer={
                  settings.layout.footer
                    ? (place) => (
                        <TableFooter
                          {...{ itemId: item.id, table, settings, context, place }}
                          shown={columns}
                        />
                      )
                    : null
                }
              />
            </>
          )}
        </Wide>
      )}
      {isNarrow !== false && <Narrow>{others('cards')}</Narrow>}
      {openMenu}
    </>
  );
}
