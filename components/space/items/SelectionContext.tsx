import { createContext, type ReactNode, useCallback, useContext, useMemo, useReducer, useState } from 'react';
import type { Item } from '#lib/contract/item.ts';
import { NOTHING_SELECTED, nextSelection, type Selection, type SelectionEvent } from './selection.ts';

export type SelectionControl = {
  /** The selected items, in the order of the list. */
  items: readonly Item[];
  /** Whether all loaded items are selected. */
  allShown: boolean;
  isSelected: (id: string) => boolean;
  select: (event: SelectionEvent) => void;
  /** Selects all loaded items, and these items of the list that are not loaded. */
  addToSelection: (others: readonly Item[]) => void;
};

const Context = createContext<SelectionControl | null>(null);

/** The selection of a list; an item that leaves the list is deselected. */
export function useSelectionControl(items: readonly Item[]): SelectionControl {
  const [selection, select] = useReducer(
    (now: Selection, { event, order }: { event: SelectionEvent; order: readonly string[] }) =>
      nextSelection(now, event, { order }),
    NOTHING_SELECTED,
  );
  // Selected items of a long list that are not loaded.
  const [others, setOthers] = useState<readonly Item[]>([]);
  const order = useMemo(() => items.map(({ id }) => id), [items]);
  const dispatch = useCallback(
    (event: SelectionEvent) => {
      if (event.type === 'cleared' || event.type === 'all') setOthers([]);
      select({ event, order });
    },
    [order],
  );
  const selectAlso = useCallback(
    (more: readonly Item[]) => {
      setOthers(more);
      select({ event: { type: 'set', ids: [...order, ...more.map(({ id }) => id)] }, order });
    },
    [order],
  );
  return useMemo(() => {
    const shown = new Set(order);
    const isSelected = (id: string) => selection.ids.has(id);
    return {
      items: [...items, ...others.filter(({ id }) => !shown.has(id))].filter(({ id }) => isSelected(id)),
      allShown: order.length > 0 && order.every(isSelected),
      isSelected,
      select: dispatch,
      addToSelection: selectAlso,
    };
  }, [items, others, order, selection, dispatch, selectAlso]);
}

export function SelectionProvider({ control, children }: { control: SelectionControl; children: ReactNode }) {
  return <Context.Provider value={control}>{children}</Context.Provider>;
}

/** Null where nothing can be selected. */
export const useSelection = () => useContext(Context);
