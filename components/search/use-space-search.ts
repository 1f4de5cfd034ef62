import { loadedPage } from '#context/list-error.ts';
import { useSearchQuery } from '#context/use-search-query.ts';
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
  const { found, error, again } = useSearchQuery({
    of: ['spaces', 'search', { writable }],
    typed,
    pause: PAUSE,
    when,
    search: async (q, signal) => {
      const wanted = { page_size: OFFERED, sort: 'name', ...(writable ? { writable } : {}) };
      const page = loadedPage(await listSpaces({ ...wanted, ...(q ? { q } : {}) }, { signal }));
      return { spaces: page.data, isAll: !page.hasMore && q === '' };
    },
  });
  if (error) return { found: { query: error.text, spaces: [], isAll: false, error: error.message }, again };
  return { found: found && { query: found.text, ...found.result, error: null }, again };
}
