import { memo, useMemo } from 'react';
import type { CellContext } from '../cells/cell-text.ts';
import type { GridColumn } from '../columns/grid-columns.ts';
import { GridFooter, type GridFooterPlace } from '../grid/GridFooter.tsx';
import type { TableControl } from '../rows/use-table.ts';
import { footerColumns, useFooter } from './use-footer.ts';
import type { ViewSettings } from './view-settings.ts';

type TableFooterProps = {
  itemId: string;
  table: TableControl;
  /** All that are shown; those of the place are rendered. */
  shown: readonly GridColumn[];
  settings: ViewSettings;
  context: CellContext;
  place: GridFooterPlace;
};

/** Below a grid: what its view sums up of all rows that it finds. */
export const TableFooter = memo(function TableFooter(props: TableFooterProps) {
  const { itemId, table, shown, settings, context, place } = props;
  const wanted = useMemo(() => footerColumns(shown, settings), [shown, settings]);
  const values = useFooter(itemId, table, wanted, context);
  return values && <GridFooter {...place} values={values} />;
});
