import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { countOptions, loadRows, tableKey } from '../row-queries.ts';
import type { TableControl } from '../use-table.ts';
import type { FindControl } from './use-find.ts';

/** Goes to rows, and has the failure of the last time. */
function useGoing(goTo: TableControl['goTo']) {
  const [failed, setFailed] = useState<{ id: string; error: unknown } | null>(null);
  const go = useCallback(
    (id: string) => {
      setFailed(null);
      goTo(id).catch((error: unknown) => setFailed({ id, error }));
    },
    [goTo],
  );
  return { go, failed };
}

/** Finds a text in the rows of a view, however many there are: the server names the row of each match, and the grid goes there. */
export function useMatches(
  itemId: string,
  { query, goTo }: Pick<TableControl, 'query' | 'goTo'>,
  { wanted: text, at, setAt }: FindControl,
) {
  const wanted = { ...query, q: text };
  const counted = useQuery({ ...countOptions(itemId, wanted), enabled: text !== '' });
  const total = counted.data ?? null;
  const match = useQuery({
    queryKey: [...tableKey(itemId), 'count', 'find', query.sort, query.filter, text, at],
    queryFn: ({ signal }) => loadRows(itemId, wanted, { page: at + 1 }, 1, signal),
    enabled: text !== '',
  });
  const found = match.data?.data[0]?.id ?? null;
  const { go, failed } = useGoing(goTo);
  useEffect(() => {
    if (found !== null) go(found);
  }, [found, go]);

  const step = (by: number) => {
    if (!total) return;
    const next = (at + by + total) % total;
    // The only match is shown again where somebody scrolled away from it.
    if (next === at && found !== null) go(found);
    setAt(next);
  };
  const isFailed = failed !== null && failed.id === found;
  return {
    /** The number of the match that is shown, from 1; null before it is known, 0 for none. */
    number: text === '' || total === null ? null : total === 0 ? 0 : at + 1,
    total,
    /** Whether the matches, or the one that is shown next, are still awaited. */
    isSearching: text !== '' && (counted.isPending || match.isPending),
    error: counted.error ?? match.error ?? (isFailed ? failed.error : null),
    /** Does again what failed. */
    retry() {
      if (counted.error) void counted.refetch();
      if (match.error) void match.refetch();
      if (isFailed) go(failed.id);
    },
    next: () => step(1),
    previous: () => step(-1),
  };
}
