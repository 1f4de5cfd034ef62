import { useState } from 'react';
import { useTypedSearch } from '#context/use-debounced.ts';
import type { TableControl } from '../use-table.ts';

/** A text that is looked for in the rows of a view; `FindBar.tsx` finds it. */
export function useFind({ query }: Pick<TableControl, 'query'>) {
  /** How often it was opened since it was closed; 0 while it is. */
  const [opened, setOpened] = useState(0);
  const { typed, setTyped, q } = useTypedSearch();
  const [at, setAt] = useState(0);
  // A search shows other rows than those that are found here.
  const isOpen = opened > 0 && query.q === '';
  const wanted = isOpen ? q.trim() : '';
  return {
    isOpen,
    opened,
    typed,
    wanted,
    /** What is looked for now, in lower case; empty for nothing. */
    text: wanted.toLowerCase(),
    /** The index of the match that is shown. */
    at,
    setAt,
    open: () => setOpened(opened + 1),
    close: () => setOpened(0),
    type(next: string) {
      setTyped(next);
      setAt(0);
    },
  };
}

export type FindControl = ReturnType<typeof useFind>;
