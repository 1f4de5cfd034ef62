import { createContext, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import type { Row } from '#lib/contract/table.ts';

/** Which rows are selected by the boxes of their cards. */
export type RowSelection = {
  rows: ReadonlyMap<string, Row>;
  /** All rows of the list are, also those that are not loaded. */
  isAll: boolean;
  toggle: (row: Row, isSelected: boolean) => void;
  /** Selects further rows. */
  add: (rows: readonly Row[]) => void;
  selectAll: () => void;
  clear: () => void;
};

/** Null where rows can't be selected. */
export const RowSelectionContext = createContext<RowSelection | null>(null);

export const useSelectionOfRows = (): RowSelection | null => useContext(RowSelectionContext);

type State = { list: unknown; rows: ReadonlyMap<string, Row>; isAll: boolean };

const NOTHING: Omit<State, 'list'> = { rows: new Map(), isAll: false };

/** @param list what is shown: another search or filter is another list, of which nothing is selected */
export function useRowSelection(list: unknown): RowSelection {
  const [state, setState] = useState<State>({ list, ...NOTHING });
  useEffect(() => setState((before) => (before.list === list ? before : { list, ...NOTHING })), [list]);
  const { rows, isAll } = state.list === list ? state : NOTHING;
  const toggle = useCallback(
    (row: Row, isSelected: boolean) =>
      setState((before) => {
        const next = new Map(before.list === list ? before.rows : []);
        if (isSelected) next.set(row.id, row);
        else next.delete(row.id);
        return { list, rows: next, isAll: false };
      }),
    [list],
  );
  const add = useCallback(
    (more: readonly Row[]) =>
      setState((before) => {
        const next = new Map(before.list === list ? before.rows : []);
        for (const row of more) next.set(row.id, row);
        return { list, rows: next, isAll: false };
      }),
    [list],
  );
  const selectAll = useCallback(() => setState({ list, rows: new Map(), isAll: true }), [list]);
  const clear = useCallback(() => setState({ list, ...NOTHING }), [list]);
  return useMemo(
    () => ({ rows, isAll, toggle, add, selectAll, clear }),
    [rows, isAll, toggle, add, selectAll, clear],
  );
}
