import { loadedPage } from '#context/list-error.ts';
import { useSearchQuery } from '#context/use-search-query.ts';
import type { Space } from '#lib/contract/space.ts';
import { listSpaces } from '#services/space.ts';

/** Number of spaces that are offered; of more, those whose name contains the typed text. */
const OFFERED = 100;
/** Delay after the last keystroke before the list is updated, in milliseconds. */
const PAUSE = 250;

export type FoundSpaces = {
  /** The text that was searched for. */
  query: string;
  spaces: Space[];
  /** Whether these are all spaces to choose from. */
  isAll: boolean;
  error: string | null;
};

/**
 * Searches the hub's spaces by name on the server, while the user types.
 * @param options `writable`: only those that the user may add to; `when`: false disables the search
 * @returns null until the first response; `again` repeats it after a failure
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
