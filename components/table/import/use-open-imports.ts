import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { TableImport } from '#lib/contract/table-import.ts';
import { listImports } from '#services/table.ts';

/** A table that many people change says so many times a second, in milliseconds. */
const REFRESH_INTERVAL = 2000;

/** The unfinished imports of a table, regardless of who began them; one that ends here stays until it is closed. */
export function useOpenImports(itemId: string) {
  const client = useQueryClient();
  const queryKey = ['open imports', itemId];
  const { data = [], refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const open = await listImports(itemId, { state: 'open' }, signal);
      const ids = new Set(open.map(({ id }) => id));
      const before = client.getQueryData<TableImport[]>(queryKey) ?? [];
      // One whose columns were not chosen has no result to be read: it was started or cancelled elsewhere.
      return [...open, ...before.filter(({ id, awaits_choice: waits }) => !ids.has(id) && !waits)];
    },
    retry: false,
    staleTime: 0,
  });
  const refreshed = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const refreshNow = () => {
    timer.current = undefined;
    refreshed.current = Date.now();
    void refetch();
  };
  return {
    open: data,
    refresh: () => {
      if (timer.current !== undefined) return;
      const wait = refreshed.current + REFRESH_INTERVAL - Date.now();
      if (wait <= 0) refreshNow();
      else timer.current = setTimeout(refreshNow, wait);
    },
    close: (closed: string) =>
      client.setQueryData<TableImport[]>(queryKey, (known) => known?.filter(({ id }) => id !== closed)),
  };
}
