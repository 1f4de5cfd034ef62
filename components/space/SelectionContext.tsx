import { createContext, type ReactNode, useCallback, useContext, useMemo, useReducer } from 'react';
import type { Item } from '#lib/contract/item.ts';
import { ITEMS_AT_ONCE } from '#services/item.ts';
import { NOTHING_SELECTED, nextSelection, type Selection, type SelectionEvent } from './selection.ts';

export type SelectionControl = {
  /** The selected items, in the order of the list. */
  items: readonly Item[];
  isSelected: (id: string) => boolean;
  select: (event: SelectionEvent) => void;
};

const Context = createContext<SelectionControl | null>(null);

/** What is selected of the items of a list; one that is gone from it is selected no more. */
export function useSelectionOf(items: readonly Item[]): SelectionControl {
  const [selection, select] = useReducer(
    (now: Selection, { event, order }: { event: SelectionEvent; order: readonly string[] }) =>
      nextSelection(now, event, { order, most: ITEMS_AT_ONCE }),
    NOTHING_SELECTED,
  );
  const order = useMemo(() => items.map(({ id }) => id), [items]);
  const dispatch = useCallback((event: SelectionEvent) => select({ event, order }), [order]);
  return useMemo(
    () => ({
      items: items.filter(({ id }) => selection.ids.has(id)),
      isSelected: (id: string) => selection.ids.has(id),
      select: dispatch,
    }),
    [items, selection, dispatch],
  );
}

export function SelectionProvider({ control, children }: { control: SelectionControl; children: ReactNode }) {
  return <Context.Provider value={control}>{children}</Context.Provider>;
}

/** Null where nothing can be selected. */
export const useSelection = () => useContext(Context);
