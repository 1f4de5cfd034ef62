import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { Row, WireColumn } from '#lib/contract/table.ts';
import { PREPARING_MS } from './preparing.ts';
import { PAGE_SIZE } from './row-pages.ts';
import {
  ANY,
  columnsKey,
  columnsOptions,
  countOptions,
  isAny,
  isSameQuery,
  loadRows,
  type TableQuery,
  tableKey,
} from './row-queries.ts';
import { createRowStore } from './row-store.ts';
import {
  addPage,
  indexOfRow,
  insertRow,
  NO_ROWS,
  putRow,
  type RowWindow,
  removeRows,
  replaceRows,
  rowTotal,
} from './row-window.ts';
import type { TableData } from './table-data.ts';

/** The rows that the server rendered. */
const firstWindow = ({ rows, next, previous, count, offset }: TableData): RowWindow =>
  addPage(NO_ROWS, offset, { data: rows, next, previous, count });

/** A table's columns, and its rows as far as they were looked at. */
export function useTable(itemId: string, first: TableData, begin: TableQuery = ANY) {
  const client = useQueryClient();
  const [requested, setRequested] = useState(first.requested);
  const [store] = useState(() =>
    createRowStore(begin, firstWindow(first), (query, place, size, signal) =>
      loadRows(itemId, query, place, size, signal),
    ),
  );
  const state = useSyncExternalStore(store.subscribe, store.state, store.state);
  const { window, query, isFormer } = state;
  const columns = useQuery({ ...columnsOptions(itemId), initialData: first.columns });
  const counted = useQuery({
    ...countOptions(itemId, query),
    enabled: window.length === null && (!isAny(query) || window.count === null),
  });

  useEffect(() => () => store.close(), [store]);

  // Shows the data of a new rendering of the page, unless something else was asked for meanwhile.
  const [rendered, setRendered] = useState(first);
  useEffect(() => {
    if (rendered === first) return;
    setRendered(first);
    client.setQueryData<WireColumn[]>(columnsKey(itemId), first.columns);
    const isElsewhere = rendered.requested?.id !== first.requested?.id;
    if (isElsewhere) {
      setRequested(first.requested);
      store.show(firstWindow(first), ANY);
    } else void store.refresh();
  }, [rendered, first, itemId, client, store]);

  // Says when the index is there, though nobody scrolls.
  const isPreparing = window.isPreparing === true;
  useEffect(() => {
    if (!isPreparing) return;
    const timer = setInterval(() => void store.refresh(), PREPARING_MS);
    return () => clearInterval(timer);
  }, [isPreparing, store]);

  const reloadColumns = useCallback(
    () =>
      // A failure belongs to the query, and the columns that are known stay.
      client.fetchQuery({ ...columnsOptions(itemId), staleTime: 0 }).catch(() => undefined),
    [client, itemId],
  );
  /** Loads the columns, and the rows from the beginning of the table. */
  const reload = useCallback(async () => {
    await Promise.all([reloadColumns(), store.reload()]);
  }, [reloadColumns, store]);
  /** Shows changes by others. */
  const refresh = useCallback(async () => {
    await reloadColumns();
    void client.invalidateQueries({ queryKey: [...tableKey(itemId), 'count'] });
    void store.refresh();
  }, [client, itemId, reloadColumns, store]);
  const latestGoing = useRef<string | null>(null);
  /**
   * Shows a row in its place among those of the query, wherever that is; the focus stays where it is.
   * @throws ListError where its page can't be loaded
   */
  const goTo = useCallback(
    async (id: string) => {
      latestGoing.current = id;
      const { window: known, query: wanted } = store.state();
      if (indexOfRow(known, id) < 0) {
        const { signal } = new AbortController();
        const page = await loadRows(itemId, wanted, { around: id }, PAGE_SIZE, signal);
        // No row of the query that is shown by now, or another one was wanted since.
        if (store.state().query !== wanted || latestGoing.current !== id) return;
        const offset = page.offset ?? 0;
        store.change((before) => addPage(before, offset, page));
        store.want(offset, offset + page.data.length);
      }
      setRequested({ id, gone: false, isQuiet: true });
    },
    [itemId, store],
  );
  const look = (wanted: Partial<TableQuery>) => {
    const next = { ...store.state().query, ...wanted };
    void (isSameQuery(next, store.state().query) ? reload() : store.look(next));
  };

  const listed = isAny(query) ? window.count : window.length;
  const known = listed ?? counted.data ?? null;
  const counting = useMemo(() => ({ ...window, count: known }), [window, known]);
  return {
    store,
    columns: columns.data,
    window,
    query,
    list: state.list,
    /** How many rows there are to scroll through. */
    total: rowTotal(counting, PAGE_SIZE),
    /** The row that the page was opened at. */
    requested,
    /** The number of rows that were found; null while it is not known. */
    count: isFormer ? null : (window.length ?? known),
    /** The rows are those of the query before. */
    isFormer,
    loading: state.isLoading,
    isPreparing,
    error: state.error,
    isOutdated: state.isOutdated,
    reload,
    refresh,
    look,
    goTo,
    /** Shows an added or changed row. */
    put: (row: Row) =>
      store.change((known) => putRow(known, row), indexOfRow(store.state().window, row.id) < 0),
    /** Shows changed rows, where they are known. */
    replace: (rows: readonly Row[]) => store.change((known) => replaceRows(known, rows)),
    /** Shows a restored row again, at its former index. */
    restore: (row: Row, at: number) => store.change((known) => insertRow(known, row, at), true),
    /** Removes deleted rows from the list. */
    remove: (...ids: string[]) => store.change((known) => removeRows(known, ids), true),
  };
}

/** The state and the actions of a table's page. */
export type TableControl = ReturnType<typeof useTable>;
