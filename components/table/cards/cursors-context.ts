import { createContext, useContext, useMemo } from 'react';
import type { TableCursors } from '../grid/use-table-cursors.ts';

const NOBODY: TableCursors = { byRow: new Map(), move: () => undefined, leave: () => undefined };

/** Where others are in the table whose cards are shown; nobody where no table is open. */
export const CursorsContext = createContext<TableCursors>(NOBODY);

/** Tells others that this page is at a row while the focus is within its card. */
export function useCardCursor(rowId: string) {
  const { move, leave } = useContext(CursorsContext);
  return useMemo(() => {
    const place = { row_id: rowId, column_id: null };
    return { onFocus: () => move(place), onBlur: () => leave(place) };
  }, [rowId, move, leave]);
}
