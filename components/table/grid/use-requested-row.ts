import { type RefObject, useEffect, useRef } from 'react';
import { type CellContext, hasText } from '../cells/cell-text.ts';
import { selectCell } from '../cells/selection.ts';
import type { GridColumn } from '../columns/grid-columns.ts';
import { indexOfRow } from '../rows/row-window.ts';
import type { TableControl } from '../rows/use-table.ts';
import type { GridScroll } from './use-grid-scroll.ts';
import type { GridSelection } from './use-grid-selection.ts';

/** Pixels between the top of the grid and the row: not at the edge, which may be below what the window shows. */
const ABOVE = 160;

type Options = {
  root: RefObject<HTMLDivElement | null>;
  table: TableControl;
  columns: readonly GridColumn[];
  rowHeight: number;
  found: string;
  context: CellContext;
  scroll: Pick<GridScroll, 'reveal' | 'scrollTo'>;
  selection: Pick<GridSelection, 'mark' | 'activate' | 'requestFocus'>;
};

/**
 * Shows the row that the page was opened at, or that a search found: once, so that rows that are loaded later don't
 * scroll the page again.
 * @returns the id of that row
 */
export function useRequestedRow(options: Options): string | undefined {
  const { root, table, columns, rowHeight, found, context, scroll, selection } = options;
  const { reveal, scrollTo } = scroll;
  const { mark, activate, requestFocus } = selection;
  const requested = table.requested && !table.requested.gone ? table.requested : null;
  const shown = useRef<typeof requested>(null);
  const known = table.window;
  useEffect(() => {
    if (requested === null || shown.current === requested) return;
    const at = indexOfRow(known, requested.id);
    const row = known.rows.get(at);
    if (!row) return;
    shown.current = requested;
    scrollTo(at * rowHeight - ABOVE);
    if (requested.isQuiet) {
      const column = Math.max(
        0,
        columns.findIndex((one) => hasText(one, row, found, context)),
      );
      mark(selectCell({ row: at, column }));
      return reveal(at, column, columns[column]?.isFrozen === true);
    }
    mark(selectCell({ row: at, column: 0 }));
    activate();
    requestFocus();
    root.current?.scrollIntoView?.({ block: 'nearest' });
  }, [
    requested,
    known,
    rowHeight,
    columns,
    found,
    context,
    root,
    scrollTo,
    reveal,
    mark,
    activate,
    requestFocus,
  ]);
  return requested?.id;
}
