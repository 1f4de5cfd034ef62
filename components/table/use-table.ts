import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { uniqueEntries } from '#context/list-pages.ts';
import type { Column, Row } from '#lib/contract/table.ts';
import type { RowPage } from '#services/table.ts';
import { firstRowPages, type RowPages, type RowPlace } from './row-pages.ts';
import {
  ANY,
  columnsKey,
  columnsOptions,
  isAny,
  rowsKey,
  rowsOptions,
  type TableQuery,
  tableKey,
} from './row-queries.ts';
import type { TableData } from './table-data.ts';
import { useRowChanges } from './use-row-changes.ts';
import { useTableReload } from './use-table-reload.ts';

const idOf = ({ id }: Row) => id;

/** Shows the data of a new rendering of the page, unless more than the initial rows was requested. */
function useRenderedAnew(itemId: string, first: TableData, show: (first: TableData) => void): void {
  const client = useQueryClient();
  const [rendered, setRendered] = useState(first);
  useEffect(() => {
    if (rendered === first) return;
    setRendered(first);
    const queryKey = rowsKey(itemId, ANY);
    const isElsewhere = rendered.asked?.id !== first.asked?.id;
    if (isElsewhere) void client.cancelQueries({ queryKey: tableKey(itemId) });
    else {
      const known = client.getQueryData<RowPages>(queryKey);
      const shown = uniqueEntries(known?.pages ?? [], idOf).length;
      const isLoading = client.isFetching({ queryKey, exact: true }) > 0;
      if (!known || isLoading || shown > first.rows.length + 1) return;
    }
    client.setQueryData<Column[]>(columnsKey(itemId), first.columns);
    client.setQueryData<RowPages>(queryKey, (before) => before && firstRowPages(first));
    show(first);
  }, [rendered, first, itemId, client, show]);
}

/**
 * A table's columns and loaded rows. The latest request wins: a request for another order or search, or of a page that
 * was left, is aborted.
 */
export function useTable(itemId: string, first: TableData) {
  const [query, setQuery] = useState(ANY);
  /** The initial rows while no order or search was requested; null afterwards. */
  const [begin, setBegin] = useState<TableData | null>(first);
  const [asked, setAsked] = useState(first.asked);

  const columns = useQuery({ ...columnsOptions(itemId), initialData: first.columns });
  const rows = useInfiniteQuery<RowPage, Error, RowPages, unknown[], RowPlace>({
    ...rowsOptions(itemId, query),
    ...(begin && isAny(query) ? { initialData: firstRowPages(begin) } : {}),
  });
  // The previous rows stay until others are loaded, and if that fails.
  const [last, setLast] = useState(() => firstRowPages(first));
  if (rows.data && rows.data !== last) setLast(rows.data);
  const { pages } = rows.data ?? last;

  const show = useCallback((anew: TableData) => {
    setBegin(anew);
    setAsked(anew.asked);
    setQuery(ANY);
  }, []);
  useRenderedAnew(itemId, first, show);
  const { reload, refresh, cancelRefresh } = useTableReload(itemId, query);
  const { hidden, ...changes } = useRowChanges(itemId, setLast);

  const look = (wanted: Partial<TableQuery>) => {
    const next = { ...query, ...wanted };
    if (next.sort === query.sort && next.q === query.q) return void reload();
    void cancelRefresh();
    setBegin(null);
    setQuery(next);
  };
  const more = async () => {
    await cancelRefresh();
    await (rows.data ? rows.fetchNextPage() : rows.refetch());
  };
  const earlier = async () => {
    await cancelRefresh();
    await (rows.data ? rows.fetchPreviousPage() : rows.refetch());
  };

  const loaded = useMemo(() => uniqueEntries(pages, idOf), [pages]);
  const visible = useMemo(() => loaded.filter(({ id }) => !hidden.includes(id)), [loaded, hidden]);
  const count = pages.at(-1)?.count ?? null;
  return {
    ...changes,
    columns: columns.data,
    rows: visible,
    query,
    /** The row that the page was opened at. */
    asked,
    count: count === null ? null : Math.max(0, count - (loaded.length - visible.length)),
    loading: rows.isFetching,
    /** The error of the latest request, until it is retried. */
    error: rows.isFetching ? null : (rows.error?.message ?? null),
    hasMore: Boolean(pages.at(-1)?.next),
    hasEarlier: Boolean(pages[0]?.previous),
    reload,
    refresh,
    more,
    earlier,
    look,
  };
}

/** The state and the actions of a table's page. */
export type TableControl = ReturnType<typeof useTable>;
