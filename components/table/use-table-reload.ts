import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Column } from '#lib/contract/table.ts';
import { fromTableStart, isOnePage, type RowPages } from './row-pages.ts';
import {
  ANY,
  columnsKey,
  columnsOptions,
  isAny,
  loadColumns,
  loadRows,
  refreshKey,
  rowsKey,
  rowsOptions,
  type TableQuery,
  tableKey,
} from './row-queries.ts';

/** Reloads a table's columns and rows: on request of the reader, or after changes by others. */
export function useTableReload(itemId: string, query: TableQuery) {
  const client = useQueryClient();

  /** Aborts a running refresh: its page would replace the requested one. */
  const cancelRefresh = useCallback(
    () => client.cancelQueries({ queryKey: refreshKey(itemId) }),
    [client, itemId],
  );

  /** Loads the columns, and the rows from the beginning of the table. */
  const reload = useCallback(async () => {
    await client.cancelQueries({ queryKey: tableKey(itemId) });
    const options = rowsOptions(itemId, query);
    client.setQueryData<RowPages>(options.queryKey, (known) => known && fromTableStart(known));
    // A failure belongs to the query, and is shown with a retry.
    await Promise.allSettled([
      client.fetchQuery({ ...columnsOptions(itemId), staleTime: 0 }),
      client.fetchInfiniteQuery({ ...options, pages: 1, staleTime: 0 }),
    ]);
  }, [client, itemId, query]);

  /** Shows changes by others, if only one page was loaded and nothing is being loaded. */
  const refresh = useCallback(async () => {
    const queryKey = rowsKey(itemId, ANY);
    const known = client.getQueryData<RowPages>(queryKey);
    const [place] = known?.pageParams ?? [];
    const isLoading = client.isFetching({ queryKey, exact: true }) > 0;
    if (!isAny(query) || isLoading || !known || !place || !isOnePage(known)) return;
    await cancelRefresh();
    // Removes the previous result: a cancelled query falls back to it.
    client.removeQueries({ queryKey: refreshKey(itemId) });
    // A brief network failure changes nothing.
    const found = await client
      .fetchQuery({
        queryKey: refreshKey(itemId),
        queryFn: ({ signal }) =>
          Promise.all([loadColumns(itemId, signal), loadRows(itemId, ANY, place, signal)]),
        staleTime: 0,
      })
      .catch(() => null);
    if (!found) return;
    const [columns, page] = found;
    client.setQueryData<Column[]>(columnsKey(itemId), columns);
    client.setQueryData<RowPages>(queryKey, (before) =>
      before && isOnePage(before) ? { ...before, pages: [page] } : before,
    );
  }, [client, itemId, query, cancelRefresh]);

  return useMemo(() => ({ reload, refresh, cancelRefresh }), [reload, refresh, cancelRefresh]);
}
