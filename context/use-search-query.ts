import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

type SearchQueryOptions<Found> = {
  /** Which search it is; the key of its query, with what is typed. */
  of: readonly unknown[];
  typed: string;
  /** How long typing rests before it is searched for, in milliseconds; an emptied field is not waited for. */
  pause: number;
  /** False while nothing is looked for. */
  when?: boolean;
  /** @throws what could not be found out */
  search: (text: string, signal: AbortSignal) => Promise<Found>;
};

export type SearchQuery<Found> = {
  /** The latest response and the text that it is for, which may be behind what is typed; null before the first. */
  found: { text: string; result: Found } | null;
  /** What is typed has no response yet. */
  pending: boolean;
  /** Why there is none for what was asked last. */
  error: { text: string; message: string } | null;
  /** Asks for the same again, as after it failed. */
  again: () => void;
};

/** A text once it has not changed for `pause` milliseconds. */
function useRested(text: string, pause: number): string {
  const [rested, setRested] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), pause);
    return () => clearTimeout(timer);
  }, [text, pause]);
  return pause === 0 ? text : rested;
}

/**
 * What is found for what is typed, without the spaces around it. What there is stays until the next response; a request
 * for a text that is not typed any more is aborted.
 */
export function useSearchQuery<Found>({
  of,
  typed,
  pause,
  when = true,
  search,
}: SearchQueryOptions<Found>): SearchQuery<Found> {
  const wanted = typed.trim();
  const text = useRested(wanted, wanted === '' ? 0 : pause);
  const query = useQuery<{ text: string; result: Found }>({
    queryKey: [...of, text],
    queryFn: async ({ signal }) => ({ text, result: await search(text, signal) }),
    // While more is typed, nothing is asked for what was typed before.
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
