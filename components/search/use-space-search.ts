import { useEffect, useState } from 'react';
import type { Space } from '#lib/contract/space.ts';
import { listSpaces } from '#services/space.ts';

/** Spaces that are offered at once; of more, those whose name holds what is typed. */
const OFFERED = 100;
/** How long nobody types before the list follows, in milliseconds. */
const PAUSE = 250;

export type FoundSpaces = {
  /** What was searched for. */
  query: string;
  spaces: Space[];
  /** Whether these are all spaces that there are to choose from. */
  isAll: boolean;
  error: string | null;
};

/**
 * The hub's spaces by name, on the server, while somebody types.
 * @param options `writable`: only those that the person may add to; `when`: false while nothing is looked for
 * @returns null until the first response; `again` after it failed
 */
export function useSpaceSearch(
  typed: string,
  { writable = false, when = true }: { writable?: boolean; when?: boolean } = {},
): { found: FoundSpaces | null; again: () => void } {
  const [found, setFound] = useState<FoundSpaces | null>(null);
  const [attempt, setAttempt] = useState(0);
  const query = typed.trim();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same again
  useEffect(() => {
    if (!when) return;
    const stale = new AbortController();
    const timer = setTimeout(
      async () => {
        const wanted = { page_size: OFFERED, sort: 'name', ...(writable ? { writable } : {}) };
        const { data, hasMore, error } = await listSpaces(
          { ...wanted, ...(query ? { q: query } : {}) },
          { signal: stale.signal },
        );
        if (!stale.signal.aborted)
          setFound({ query, spaces: data, isAll: !hasMore && query === '' && !error, error });
      },
      query ? PAUSE : 0,
    );
    return () => {
      clearTimeout(timer);
      stale.abort();
    };
  }, [query, writable, when, attempt]);
  return { found, again: () => setAttempt((count) => count + 1) };
}
