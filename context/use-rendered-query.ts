import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';

type RenderedQueryOptions<Data> = {
  /** What it is: the key of its query. */
  of: readonly string[];
  /** What the server rendered; null where it could not load it. */
  rendered: Data | null;
  load: (signal: AbortSignal) => Promise<Data>;
};

export type RenderedQuery<Data> = {
  /** What was loaded last; null where there is nothing yet. */
  data: Data | null;
  /** Whether loading it again failed. */
  isError: boolean;
  /** Loads it again; a request before this one is aborted. */
  reload: () => Promise<unknown>;
  /** Shows what a write returned. */
  set: (data: Data) => void;
  update: (change: (now: Data) => Data) => void;
};

/** What came with the page, and is loaded again when something asks for it. */
export function useRenderedQuery<Data>(options: RenderedQueryOptions<Data>): RenderedQuery<Data> {
  const { of, rendered, load } = options;
  const client = useQueryClient();
  const keyText = JSON.stringify(of);
  const query = useQuery({
    queryKey: of,
    queryFn: ({ signal }) => load(signal),
    enabled: false,
    ...(rendered === null ? {} : { initialData: rendered }),
  });
  const set = useCallback(
    (data: Data) => {
      const key: string[] = JSON.parse(keyText);
      client.setQueryData<Data>(key, () => data);
    },
    [client, keyText],
  );
  const update = useCallback(
    (change: (now: Data) => Data) => {
      const key: string[] = JSON.parse(keyText);
      client.setQueryData<Data>(key, (now) => (now === undefined ? now : change(now)));
    },
    [client, keyText],
  );
  // The page was rendered again: its data is the current data.
  useEffect(() => {
    if (rendered !== null) set(rendered);
  }, [rendered, set]);
  return { data: query.data ?? null, isError: query.isError, reload: query.refetch, set, update };
}
