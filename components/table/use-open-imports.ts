import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TableImport } from '#lib/contract/table-import.ts';
import { listImports } from '#services/table.ts';

/** The unfinished imports of a table, whoever began them; one that ends here stays until it is closed. */
export function useOpenImports(itemId: string, isOn: boolean) {
  const client = useQueryClient();
  const queryKey = ['open imports', itemId];
  const { data = [], refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const open = await listImports(itemId, { state: 'open' }, signal);
      const ids = new Set(open.map(({ id }) => id));
      const before = client.getQueryData<TableImport[]>(queryKey) ?? [];
      return [...open, ...before.filter(({ id }) => !ids.has(id))];
    },
    enabled: isOn,
    retry: false,
    staleTime: 0,
  });
  return {
    open: isOn ? data : [],
    refresh: () => {
      if (isOn) void refetch();
    },
    close: (closed: string) =>
      client.setQueryData<TableImport[]>(queryKey, (known) => known?.filter(({ id }) => id !== closed)),
  };
}
