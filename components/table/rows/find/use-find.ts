import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTypedSearch } from '#context/use-debounced.ts';
import { countOptions, loadRows, tableKey } from '../row-queries.ts';
import type { TableControl } from '../use-table.ts';

/** Finds a text in the rows of a view, however many there are: the server names the row of each match, and the grid goes there. */
export function useFind(itemId: string, table: Pick<TableControl, 'query' | 'goTo'>) {
  const { query, goTo } = table;
  /** How often it was opened since it was closed; 0 while it is. */
  const [opened, setOpened] = useState(0);
  const { typed, setTyped, q } = useTypedSearch();
  const [at, setAt] = useState(0);
  // A search shows other rows than those that are found here.
  const isOpen = opened > 0 && query.q === '';
  const text = isOpen ? q.trim() : '';
  const wanted = { ...query, q: text };
  const counted = useQuery({ ...countOptions(itemId, wanted), enabled: text !== '' });
  const total = counted.data ?? null;
  const match = useQuery({
    queryKey: [...tableKey(itemId), 'count', 'find', query.sort, query.filter, text, at],
    queryFn: ({ signal }) => loadRows(itemId, wanted, { page: at + 1 }, 1, signal),
    enabled: text !== '',
  });
  const found = match.data?.data[0]?.id ?? null;
  useEffect(() => {
    if (found !== null) void goTo(found);
  }, [found, goTo]);

  const step = (by: number) => {
    if (!total) return;
    const next = (at + by + total) % total;
    // The only match is shown again where somebody scrolled away from it.
    if (next === at && found !== null) void goTo(found);
    setAt(next);
  };
  return {
    isOpen,
    opened,
    typed,
    /** What is looked for now, in lower case; empty for nothing. */
    text: text.toLowerCase(),
    /** The number of the match that is shown, from 1; null before it is known, 0 for none. */
    number: text === '' || total === null ? null : total === 0 ? 0 : at + 1,
    total,
    error: counted.error ?? match.error,
    open: () => setOpened(opened + 1),
    close: () => setOpened(0),
    type(next: string) {
      setTyped(next);
      setAt(0);
    },
    next: () => step(1),
    previous: () => step(-1),
  };
}

export type FindControl = ReturnType<typeof useFind>;
