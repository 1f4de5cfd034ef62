import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { View } from '#lib/contract/table-views.ts';
import { listViews } from '#services/table-views.ts';
import { orListError, tableKey } from '../rows/row-queries.ts';

/** The views of a table: loaded again by one request at a time, and by one more where it may have missed a change. */
export function useListedViews(itemId: string, initialData: View[]) {
  const client = useQueryClient();
  const queryKey = [...tableKey(itemId), 'views'];
  const { data: views } = useQuery({
    queryKey,
    queryFn: ({ signal }) => orListError(listViews(itemId, signal)),
    initialData,
  });
  const running = useRef<Promise<void>>(null);
  const isOutdated = useRef(false);
  const load = () => {
    isOutdated.current = false;
    const own = client.invalidateQueries({ queryKey }).then(() => {
      if (running.current !== own) return;
      running.current = null;
      if (isOutdated.current) void load();
    });
    running.current = own;
    return own;
  };
  const set = (change: (known: View[]) => View[]) =>
    client.setQueryData<View[]>(queryKey, (known = []) => change(known));
  return {
    views,
    set,
    refresh() {
      if (running.current) isOutdated.current = true;
      else void load();
    },
    /** @returns the view with this id, as it is then */
    async reload(id: string): Promise<View | undefined> {
      await load();
      return client.getQueryData<View[]>(queryKey)?.find((one) => one.id === id);
    },
    /** Shows a view as it was saved, unless a newer one is known. */
    put: (view: View) =>
      set((known) =>
        known.some(({ id }) => id === view.id)
          ? known.map((one) => (one.id === view.id && one.revision <= view.revision ? view : one))
          : [...known, view],
      ),
  };
}
