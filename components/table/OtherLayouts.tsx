import type { ReactNode } from 'react';
import type { MenuEntry } from '#components/ui/Menu.tsx';
import type { Row } from '#lib/contract/table.ts';
import { ArrangedRows } from './ArrangedRows.tsx';
import { CursorsContext } from './cards/cursors-context.ts';
import { RowCards } from './cards/RowCards.tsx';
import { SelectableRows } from './cards/SelectableRows.tsx';
import type { CellContext } from './cells/cell-text.ts';
import type { TableChanges } from './changes/use-table-changes.tsx';
import type { ColorOfRow } from './colors/row-colors.ts';
import type { GridColumn } from './columns/grid-columns.ts';
import type { GridFooterPlace } from './grid/GridFooter.tsx';
import type { MenuPlace } from './grid/grid-actions.ts';
import type { TableCursors } from './grid/use-table-cursors.ts';
import { TableSums } from './layouts/FooterSums.tsx';
import { GroupedRows } from './layouts/GroupedRows.tsx';
import { PreparingLists } from './layouts/PreparingLists.tsx';
import type { TableControl } from './rows/use-table.ts';
import type { TableDialog } from './table-dialog.ts';
import type { ViewsControl } from './views/use-views.ts';

type RowsOfTable = { table: TableControl; changes: TableChanges };
/** Rows that a grid shows, and what stands below them. */
export type RowsOfGrid = RowsOfTable & { footer: ((place: GridFooterPlace) => ReactNode) | null };

type OtherLayoutsProps = RowsOfTable & {
  layout: 'arranged' | 'cards' | 'grids';
  itemId: string;
  views: ViewsControl;
  columns: readonly GridColumn[];
  /** The columns of the view's groups. */
  groups: readonly GridColumn[];
  mayChange: boolean;
  context: CellContext;
  colorOf: ColorOfRow | null;
  cursors: TableCursors;
  /** Shows the rows of a group as a grid. */
  showGrid: (rows: RowsOfGrid) => ReactNode;
  onOpen: (dialog: TableDialog) => void;
  onOpenRow: (row: Row) => void;
  onRowMenu: (row: Row, at: MenuPlace, more?: MenuEntry[]) => void;
};

/** The rows of a table other than as one grid: a board, a calendar, cards, and grids by group. */
export function OtherLayouts(props: OtherLayoutsProps) {
  const { layout, itemId, table, changes, views, columns, groups, cursors, showGrid, onOpen } = props;
  const { mayChange, context, colorOf, onOpenRow, onRowMenu } = props;
  const { settings } = views;
  const shared = { itemId, columns, mayChange, context, colorOf, onOpenRow, onRowMenu };
  const inGroups = (hasFooter: boolean, show: (rows: RowsOfGrid) => ReactNode) => (
    <PreparingLists isShownElsewhere={table.isPreparing}>
      <GroupedRows
        key={groups.map(({ id }) => id).join()}
        {...{ itemId, table, changes, groups, columns, settings, context, hasFooter, show }}
      />
    </PreparingLists>
  );
  if (layout === 'grids') return inGroups(true, showGrid);
  const showCards = (rows: RowsOfTable) => (
    <RowCards {...shared} {...rows} isGallery={settings.type === 'gallery'} />
  );
  return (
    <CursorsContext value={cursors}>
      <SelectableRows {...{ table, changes, mayChange, onOpen }}>
        {layout === 'arranged' ? (
          <PreparingLists isShownElsewhere={table.isPreparing}>
            <ArrangedRows
              {...shared}
              {...{ table, changes, views }}
              onAddRow={(values) => onOpen({ dialog: 'row', row: null, values })}
              onAddColumn={() => onOpen({ dialog: 'column', column: null })}
            />
          </PreparingLists>
        ) : groups.length > 0 ? (
          inGroups(false, showCards)
        ) : (
          <>
            <TableSums {...{ itemId, table, columns, settings, context }} />
            {showCards({ table, changes })}
          </>
        )}
      </SelectableRows>
    </CursorsContext>
  );
}
