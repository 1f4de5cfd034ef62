import { loadedPage } from '#context/list-error.ts';
import { useSearchQuery } from '#context/use-search-query.ts';
import type { Directory } from '#lib/contract/directory.ts';
import { type SearchResult, search, searchDirectory } from '#services/search.ts';
import type { SearchKind } from './KindChips.tsx';

/** How long typing rests before it is searched for, in milliseconds. */
const DEBOUNCE = 120;
/** How many results the palette shows. */
const SHOWN = 8;
/** How many spaces and people it shows of each. */
const PLACES = 4;

type Found = {
  places: Directory;
  results: SearchResult[];
  count: number | null;
  hasMore: boolean;
  /** From asking to answer, in milliseconds. */
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
  const [page, { spaces, people }] = await Promise.all([
    search({ q, kind: kind ?? undefined, page_size: SHOWN }, signal),
    kind ? NOTHING.places : searchDirectory(q, signal),
  ]);
  const { data, count, hasMore } = loadedPage(page);
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
    /** What the results are for; behind what is typed while an answer is on its way. */
    query: found?.text ?? '',
    error: error?.message ?? null,
    pending,
    retry: again,
  };
}

export type Search = ReturnType<typeof useSearch>;
