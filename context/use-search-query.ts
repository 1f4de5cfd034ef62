import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDebounced } from './use-debounced.ts';

type SearchQueryOptions<Found> = {
  /** Which search it is; the key of its query, with the typed text. */
  of: readonly unknown[];
  typed: string;
  /** How long typing rests before it is searched for, in milliseconds; an emptied field is not waited for. */
  pause: number;
  /** False while nothing is searched. */
  when?: boolean;
  /** @throws the error of the search */
  search: (text: string, signal: AbortSignal) => Promise<Found>;
};

export type SearchQuery<Found> = {
  /** The latest response and its text, which may be older than the typed one; null before the first. */
  found: { text: string; result: Found } | null;
  /** The typed text has no response yet. */
  pending: boolean;
  /** The error of the latest request. */
  error: { text: string; message: string } | null;
  /** Repeats the request, as after a failure. */
  again: () => void;
};

/**
 * The results for the typed text, without surrounding spaces. The previous ones stay until the next response;
 * a request for an outdated text is aborted.
 */
export function useSearchQuery<Found>({
  of,
  typed,
  pause,
  when = true,
  search,
}: SearchQueryOptions<Found>): SearchQuery<Found> {
  const wanted = typed.trim();
  const text = useDebounced(wanted, wanted === '' ? 0 : pause);
  const query = useQuery<{ text: string; result: Found }>({
    queryKey: [...of, text],
    queryFn: async ({ signal }) => ({ text, result: await search(text, signal) }),
    // While typing continues, nothing is requested for the previous text.
    enabled: when && text === wanted,
    placeholderData: keepPreviousData,
  });
  return {
    found: query.data ?? null,
    pending: when && (wanted !== text || query.isFetching),
    error: query.error && { text, message: query.error.message },
    again: () => void query.refetch(),
  };
}
