import { useEffect, useState } from 'react';
import type { Directory } from '#lib/contract/directory.ts';
import { type SearchResult, search, searchDirectory } from '#services/search.ts';
import type { SearchKind } from './KindChips.tsx';

/** How long typing rests before it is searched for, in milliseconds. */
const DEBOUNCE = 120;
/** How many results the palette shows. */
const SHOWN = 8;
/** How many spaces and people it shows of each. */
const PLACES = 4;

type SearchState = {
  /** What the results are for; behind what is typed while an answer is on its way. */
  query: string;
  kind: SearchKind | null;
  places: Directory;
  results: SearchResult[];
  count: number | null;
  hasMore: boolean;
  error: string | null;
  /** From asking to answer, in milliseconds. */
  time: number;
};

const NOTHING: SearchState = {
  query: '',
  kind: null,
  places: { spaces: [], people: [] },
  results: [],
  count: null,
  hasMore: false,
  error: null,
  time: 0,
};

/** Searches while typing: debounced, and ignores responses of superseded requests. */
export function useSearch(typed: string, kind: SearchKind | null) {
  const query = typed.trim();
  const [state, setState] = useState(NOTHING);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt asks for the same again
  useEffect(() => {
    if (!query) {
      setState(NOTHING);
      return;
    }
    const stale = new AbortController();
    const timer = setTimeout(async () => {
      const began = performance.now();
      const [found, places] = await Promise.all([
        search({ q: query, kind: kind ?? undefined, page_size: SHOWN }, stale.signal),
        kind ? NOTHING.places : searchDirectory(query, stale.signal),
      ]);
      if (stale.signal.aborted) return;
      const time = Math.round(performance.now() - began);
      setState({
        query,
        kind,
        places: { spaces: places.spaces.slice(0, PLACES), people: places.people.slice(0, PLACES) },
        results: found.data,
        count: found.count,
        hasMore: found.hasMore,
        error: found.error,
        time,
      });
    }, DEBOUNCE);
    return () => {
      clearTimeout(timer);
      stale.abort();
    };
  }, [query, kind, attempt]);

  return {
    ...state,
    /** What is typed has no answer yet. */
    pending: query !== state.query || kind !== state.kind,
    retry: () => {
      setState(NOTHING);
      setAttempt(attempt + 1);
    },
  };
}

export type Search = ReturnType<typeof useSearch>;
