import { createContext, useCallback, useState } from 'react';
import type { RowStore } from './row-store.ts';

/** Where parts of a table, as its groups, report that their rows could not be read again. */
export const OutdatedLists = createContext<(store: RowStore, isOutdated: boolean) => void>(() => undefined);

/** The parts of a table whose rows could not be read again, and where they report it. */
export function useOutdatedLists() {
  'use no memo'; // Lighter than what it would save.
  const [stores, setStores] = useState<readonly RowStore[]>([]);
  const report = useCallback(
    (store: RowStore, isOutdated: boolean) =>
      setStores((before) => {
        if (before.includes(store) === isOutdated) return before;
        return isOutdated ? [...before, store] : before.filter((one) => one !== store);
      }),
    [],
  );
  return { stores, report };
}
