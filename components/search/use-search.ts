import { loadedPage } from '#context/list-error.ts';
import { useSearchQuery } from '#context/use-search-query.ts';
import type { Directory } from '#lib/contract/directory.ts';
import { type SearchResult, search, searchDirectory } from '#services/search.ts';
import type { SearchKind } from './KindChips.tsx';

/** Delay of the search after the last keystroke, in milliseconds. */
const DEBOUNCE = 120;
/** Number of results in the palette. */
const SHOWN = 8;
/** Number of spaces and of people in the palette. */
const PLACES = 4;

type Found = {
  places: Directory;
  results: SearchResult[];
  count: number | null;
  hasMore: boolean;
  /** From request to response, in milliseconds. */
  time: number;
};

const NOTHING: Found = {
  places: { spaces: [], people: [] },
  results: [],
  count: null,
  hasMore: false,
  time: 0,
};

async function find(q: string, kind: SearchKind | null, signal: AbortSignal): Promise<Found> {
  if (!q) return NOTHING;
  const began = performance.now();
  const request = { q, kind: kind ?? undefined, page_size: SHOWN };
  const [page, directory] = await Promise.all([
    search({ ...request, people: kind ? undefined : String(PLACES) }, signal),
    kind ? NOTHING.places : searchDirectory(q, signal),
  ]);
  const loaded = loadedPage(page);
  // Where people can't be shown, their rows are among the results.
  const { data, count, hasMore } = directory ? loaded : loadedPage(await search(request, signal));
  const { spaces, people } = directory ?? NOTHING.places;
  const places = { spaces: spaces.slice(0, PLACES), people: people.slice(0, PLACES) };
  return { places, results: data, count, hasMore, time: Math.round(performance.now() - began) };
}

/** Searches while typing. */
export function useSearch(typed: string, kind: SearchKind | null) {
  const { found, pending, error, again } = useSearchQuery({
    of: ['search', kind],
    typed,
    pause: DEBOUNCE,
    search: (text, signal) => find(text, kind, signal),
  });
  return {
    ...(found?.result ?? NOTHING),
    /** The query of the results; behind the typed text while a request is pending. */
    query: found?.text ?? '',
    error: error?.message ?? null,
    pending,
    retry: again,
  };
}

export type Search = ReturnType<typeof useSearch>;
