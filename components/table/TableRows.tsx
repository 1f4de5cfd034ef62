import { type ComponentProps, useEffect, useMemo } from 'react';
import styled from 'styled-components';
import { lazyComponent } from '#components/ui/lazy-component.tsx';
import type { MenuEntry } from '#components/ui/Menu.tsx';
import type { Item } from '#lib/contract/item.ts';
import type { Row } from '#lib/contract/table.ts';
import { below, from } from '#styles/tokens.ts';
import { ArrangedRows } from './ArrangedRows.tsx';
import { CursorsContext } from './cards/cursors-context.ts';
import { RowCards } from './cards/RowCards.tsx';
import { SelectableRows } from './cards/SelectableRows.tsx';
import type { TableChanges } from './changes/use-table-changes.tsx';
import { useRowColors } from './colors/use-row-colors.ts';
import { type GridColumn, groupColumns, orderedColumns, shownColumns } from './columns/grid-columns.ts';
import { GridView } from './grid/GridView.tsx';
import { useTableCursors } from './grid/use-table-cursors.ts';
import { GroupedRows } from './layouts/GroupedRows.tsx';
import type { FindControl } from './rows/find/use-find.ts';
import type { TableControl } from './rows/use-table.ts';
import type { OpenMenu } from './TableMenu.tsx';
import type { TableDialog } from './table-dialog.ts';
import { useCellContext } from './use-cell-context.ts';
import { useIsNarrow } from './use-is-narrow.ts';
import { useTableMenu } from './use-table-menu.tsx';
import { footerColumns, useFooter } from './views/use-footer.ts';
import type { ViewsControl } from './views/use-views.ts';
import { rowHeightOf, withColumn, withMovedColumn } from './views/view-settings.ts';

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
  async onDeleteRows(first: number, last: number) {
    const rows = await table.store.read(first, Math.min(last + 1, table.total));
    if (rows.length > 0) await changes.remove(rows);
  },
});

type TableRowsProps = {
  item: Item;
  table: TableControl;
  changes: TableChanges;
  views: ViewsControl;
  find: FindControl;
  /** The row whose page is open. */
  openRowId: string | null;
  mayChange: boolean;
  onOpen: (dialog: TableDialog) => void;
};

/** The rows of a table: a grid, or cards where the screen is narrow. */
export function TableRows(props: TableRowsProps) {
  const { item, table, changes, views, find, openRowId, mayChange, onOpen } = props;
  const isNarrow = useIsNarrow();
  const { shown: menu, open: showMenu, close: closeMenu } = useTableMenu();
  const { context, peopleByName } = useCellContext(table.columns);
  const { settings, change } = views;
  const columns = useMemo(
    () => shownColumns(table.columns, settings.columns),
    [table.columns, settings.columns],
  );
  const colorOf = useRowColors(table.columns, settings);
  const cursors = useTableCursors(item.id, mayChange);
  const { move, leave } = cursors;
  useEffect(() => {
    if (openRowId === null) return;
    const place = { row_id: openRowId, column_id: null };
    move(place);
    return () => leave(place);
  }, [openRowId, move, leave]);
  const summed = useMemo(() => footerColumns(columns, settings), [columns, settings]);
  const footer = useFooter(item.id, table, summed, context);
  const ids = orderedColumns(table.columns, settings.columns).map(({ id }) => id);
  const openRow = (row: Row) => {
    onOpen({ dialog: 'row', row });
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
      onDeleteRow={(row) => void changes.remove([row])}
      onClose={closeMenu}
    />
  );

  const closeFind = () => {
    find.close();
    document.querySelector<HTMLElement>('[role="grid"] [data-cell][tabindex="0"]')?.focus();
  };

  const selectable = { table, changes, mayChange, onOpen };
  const shared = { itemId: item.id, table, columns, mayChange, context, colorOf };
  const isCards = settings.type === 'list' || settings.type === 'gallery';
  const groups = useMemo(() => groupColumns(table.columns, settings.group), [table.columns, settings.group]);
  const isArranged = settings.type === 'board' || settings.type === 'calendar';
  if (isArranged) {
    const arranged = { ...shared, changes, onOpenRow: openRow, onRowMenu: openRowMenu };
    return (
      <CursorsContext value={cursors}>
        <SelectableRows {...selectable}>
          <ArrangedRows
            {...arranged}
            views={views}
            onAddRow={(values) => onOpen({ dialog: 'row', row: null, values })}
            onAddColumn={() => onOpen({ dialog: 'column', column: null })}
          />
        </SelectableRows>
        {openMenu}
      </CursorsContext>
    );
  }
  const isGrouped = groups.length > 0;
  const inGroups = (hasFooter: boolean, show: ComponentProps<typeof GroupedRows>['show']) => (
    <GroupedRows
      key={groups.map(({ id }) => id).join()}
      {...{ itemId: item.id, table, changes, groups, context, footer: summed, hasFooter, show }}
    />
  );
  const showCards = (rows: Pick<TableRowsProps, 'table' | 'changes'>) => (
    <RowCards
      {...shared}
      {...rows}
      isGallery={settings.type === 'gallery'}
      onOpenRow={openRow}
      onRowMenu={openRowMenu}
    />
  );
  const cards = (
    <CursorsContext value={cursors}>
      <SelectableRows {...selectable}>
        {isGrouped ? inGroups(false, showCards) : showCards({ table, changes })}
      </SelectableRows>
    </CursorsContext>
  );
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
  return (
    <>
      {isNarrow !== true && (
        <Wide>
          {isCards ? (
            cards
          ) : isGrouped ? (
            inGroups(true, (rows) => <GridView {...grid} {...rows} {...deletionsOf(rows)} />)
          ) : (
            <>
              {find.isOpen && <FindBar find={find} onClose={closeFind} />}
              <GridView {...grid} {...deletionsOf({ table, changes })} {...{ changes, footer }} />
            </>
          )}
        </Wide>
      )}
      {isNarrow !== false && <Narrow>{cards}</Narrow>}
      {openMenu}
    </>
  );
}
