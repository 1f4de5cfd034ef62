import { useEffect, useState } from 'react';
import type { SpaceSummary } from '#lib/contract/space.ts';
import { listSpaces } from '#services/space.ts';

/** Delay after the last keystroke before the request, in milliseconds. */
const DEBOUNCE = 150;
/** Number of matching spaces that the sidebar shows. */
const FOUND = 20;

type Found = { query: string; spaces: SpaceSummary[]; count: number; error: string | null };

/** Filters the hub's spaces on the server while the user types; an outdated request is aborted. */
export function useSpaceFilter() {
  const [typed, setTyped] = useState('');
  const [state, setState] = useState<Found | null>(null);
  const query = typed.trim();

  useEffect(() => {
    if (!query) {
      setState(null);
      return;
    }
    const stale = new AbortController();
    const timer = setTimeout(async () => {
      const { data, count, error } = await listSpaces(
        { q: query, page_size: FOUND },
        { signal: stale.signal },
      );
      if (!stale.signal.aborted) setState({ query, spaces: data, count: count ?? data.length, error });
    }, DEBOUNCE);
    return () => {
      clearTimeout(timer);
      stale.abort();
    };
  }, [query]);

  return {
    typed,
    setTyped,
    query,
    /** Null while nothing is typed, and until the first response. */
    found: state?.spaces ?? null,
    count: state?.count ?? null,
    error: state?.error ?? null,
  };
}
