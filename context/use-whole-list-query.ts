import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { reloadQueries } from './reload-queries.ts';

type WholeListOptions<Entry> = {
  /** Which list it is: the key of its query. */
  of: readonly unknown[];
  /** The list as the server rendered it with the page; without it, it is fetched. */
  first?: Entry[];
  load: (signal: AbortSignal) => Promise<Entry[]>;
  /** A list with a new entry; at its end by default. */
  add?: (entries: readonly Entry[], entry: Entry) => Entry[];
};

export type WholeListQuery<Entry> = {
  query: UseQueryResult<Entry[]>;
  /** Empty until it is loaded. */
  entries: readonly Entry[];
  reload: () => Promise<void>;
  /** Shows an entry as it is now, or a new one. */
  put: (entry: Entry) => Promise<void>;
  remove: (id: string) => Promise<void>;
};

/** A short list that is loaded whole, and changed in the cache as it is changed on the server. */
export function useWholeListQuery<Entry extends { id: string }>({
  of,
  first,
  load,
  add = (entries, entry) => [...entries, entry],
}: WholeListOptions<Entry>): WholeListQuery<Entry> {
  const client = useQueryClient();
  const queryKey = [...of];
  const keyText = JSON.stringify(queryKey);
  const query = useQuery<Entry[]>({
    queryKey,
    queryFn: ({ signal }) => load(signal),
    ...(first ? { initialData: first } : {}),
  });

  const [rendered, setRendered] = useState(first);
  useEffect(() => {
    if (rendered === first) return;
    // The page was rendered again: its data is the current data.
    setRendered(first);
    const key: unknown[] = JSON.parse(keyText);
    if (first) client.setQueryData<Entry[]>(key, first);
  }, [rendered, first, keyText, client]);

  const change = async (act: (entries: Entry[]) => Entry[]) => {
    const wasLoading = client.isFetching({ queryKey, exact: true }) > 0;
    await client.cancelQueries({ queryKey, exact: true });
    client.setQueryData<Entry[]>(queryKey, (known) => known && act(known));
    // What was on its way may have been read before the change.
    if (wasLoading) await client.invalidateQueries({ queryKey, exact: true });
  };
  return {
    query,
    entries: query.data ?? [],
    reload: () => reloadQueries(client, queryKey),
    put: (entry) =>
      change((known) =>
        known.some(({ id }) => id === entry.id)
          ? known.map((one) => (one.id === entry.id ? entry : one))
          : add(known, entry),
      ),
    remove: (removed) => change((known) => known.filter(({ id }) => id !== removed)),
  };
}
