import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ListPage } from '#services/http.ts';
import { loadedPage } from './list-error.ts';
import {
  asPages,
  FIRST_PLACE,
  insertEntry,
  type ListPages,
  type ListPlace,
  nextPlace,
  removeEntry,
  replaceEntry,
  uniqueEntries,
} from './list-pages.ts';
import { useNotification } from './NotificationProvider.tsx';

type ListQueryOptions<Entry> = {
  /** Which list it is; the key of its query, with `filter`. */
  of: readonly unknown[];
  /** The filter: while the list is loaded with another one, the previous entries stay. */
  filter?: Readonly<Record<string, unknown>>;
  /** The first page as the server rendered it, with the screen's initial filter; null to fetch it. */
  first: ListPage<Entry> | null;
  load: (place: ListPlace, signal: AbortSignal) => Promise<ListPage<Entry>>;
  idOf: (entry: Entry) => string;
};

export type ListQuery<Entry> = {
  /** Every entry once, in the order of the list. */
  entries: Entry[];
  /** How many there are in total; null where unknown. */
  count: number | null;
  hasMore: boolean;
  loading: boolean;
  error: string | null;
  /** Loads the page after the last one; also the retry after it failed. The same function for as long as the list is shown. */
  loadMore: () => Promise<void>;
  /** Loads the list again from its first page on, as after something was added to it. */
  reload: () => Promise<void>;
  replace: (entry: Entry) => void;
  remove: (id: string) => void;
  /** Puts an entry at the beginning. */
  insert: (entry: Entry) => void;
};

/** How often a page is asked for while reloads of its list come between. */
const MORE_ATTEMPTS = 4;

/** Reports to the notification state that a list is fetched, and the result unless it was aborted. */
function useFetchNotification(isFetching: boolean, error: string | null): void {
  const { start, succeed, fail } = useNotification();
  const wasFetching = useRef(false);
  useEffect(() => {
    if (isFetching) start();
    else if (wasFetching.current && error !== null) fail(error);
    else if (wasFetching.current) succeed();
    wasFetching.current = isFetching;
  }, [isFetching, error, start, succeed, fail]);
  useEffect(
    () => () => {
      if (wasFetching.current) succeed();
    },
    [succeed],
  );
}

/**
 * A list that grows page by page, of which the server rendered the first page. The latest request wins: one
 * whose key has changed, or whose screen was left, is aborted.
 */
export function useListQuery<Entry>({
  of,
  filter = {},
  first,
  load,
  idOf,
}: ListQueryOptions<Entry>): ListQuery<Entry> {
  const client = useQueryClient();
  const queryKey = [...of, filter];
  const keyText = JSON.stringify(queryKey);
  const filterText = JSON.stringify(filter);
  const [begun] = useState(filterText);
  const [rendered, setRendered] = useState<{ first: typeof first; keyText: string | null }>({
    first,
    keyText,
  });
  const initial = rendered.keyText === keyText && rendered.first?.error === null ? rendered.first : null;

  const options = {
    queryKey,
    queryFn: async ({ pageParam, signal }: { pageParam: ListPlace; signal: AbortSignal }) =>
      loadedPage(await load(pageParam, signal)),
    initialPageParam: FIRST_PLACE,
    getNextPageParam: nextPlace<Entry>,
  };
  const query = useInfiniteQuery<ListPage<Entry>, Error, ListPages<Entry>, unknown[], ListPlace>({
    ...options,
    placeholderData: (previous, before) =>
      JSON.stringify(before?.queryKey.slice(0, -1)) === JSON.stringify(of) ? previous : undefined,
    ...(initial ? { initialData: asPages(initial) } : {}),
  });

  useEffect(() => {
    if (rendered.first === first) {
      // The user may have changed something before returning to this list: it is refetched.
      if (rendered.keyText !== null && rendered.keyText !== keyText) setRendered({ first, keyText: null });
      return;
    }
    // The page was rendered again, as by a visit to its own address: its data is the current data.
    const isShown = filterText === begun;
    setRendered({ first, keyText: isShown ? keyText : null });
    if (first?.error !== null) return;
    const key: unknown[] = JSON.parse(keyText);
    if (isShown) client.setQueryData<ListPages<Entry>>(key, asPages(first));
    // It does not apply to a list with another filter.
    else void client.invalidateQueries({ queryKey: key, exact: true }, { cancelRefetch: false });
  }, [rendered, first, keyText, filterText, begun, client]);

  const error = query.error?.message ?? null;
  useFetchNotification(query.isFetching, error);

  const change = (act: (pages: ListPages<Entry>) => ListPages<Entry>) =>
    client.setQueryData<ListPages<Entry>>(queryKey, (pages) => pages && act(pages));
  const reload = async () => {
    await client.cancelQueries({ queryKey, exact: true });
    // Its failure is the query's, and is shown with a retry.
    await client.fetchInfiniteQuery({ ...options, pages: 1, staleTime: 0 }).catch(() => undefined);
  };
  const shown = { query, keyText, reload };
  const latest = useRef<typeof shown | null>(shown);
  useEffect(() => {
    latest.current = shown;
  });
  useEffect(
    () => () => {
      latest.current = null;
    },
    [],
  );
  const loadMore = useCallback(async () => {
    const at = latest.current;
    if (!at) return;
    const { data, isPlaceholderData, isError, isFetchNextPageError, refetch, fetchNextPage } = at.query;
    if (!data || isPlaceholderData) return void (await refetch());
    // What failed was loading the list again.
    if (isError && !isFetchNextPageError) return at.reload();
    // A reload for a change waits for nobody: the page that it took back, or that joined it, is fetched once it is done.
    for (let attempt = 0; attempt < MORE_ATTEMPTS; attempt += 1) {
      const { data: now, ...result } = await fetchNextPage({ cancelRefetch: false });
      const isLonger = (now?.pages.length ?? 0) > data.pages.length;
      if (isLonger || result.isError || !result.hasNextPage || latest.current?.keyText !== at.keyText) return;
      // What took it back begins a reload before anything else is done.
      await new Promise((resolve) => setTimeout(resolve));
    }
  }, []);
  const pages = query.data?.pages;
  const entries = useMemo(() => uniqueEntries(pages ?? [], idOf), [pages, idOf]);
  return {
    entries,
    count: pages?.at(-1)?.count ?? null,
    hasMore: query.hasNextPage,
    loading: query.isFetching,
    error,
    loadMore,
    reload,
    replace: (entry) => change((known) => replaceEntry(known, entry, idOf)),
    remove: (id) => {
      const left = change((known) => removeEntry(known, id, idOf));
      // The last loaded entry was removed, and there are others: the list is not empty.
      if (left?.pages.every(({ data }) => data.length === 0) && left.pages.at(-1)?.hasMore) void reload();
    },
    insert: (entry) => change((known) => insertEntry(known, entry, idOf)),
  };
}
