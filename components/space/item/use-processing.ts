import { useQueries } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Item } from '#lib/contract/item.ts';
import { getItem } from '#services/item.ts';
import { readingState } from './reading-state.ts';

/** Milliseconds between two requests for an item: soon at first, then less and less often. */
const SHORTEST = 500;
const LONGEST = 10_000;
const SLOWER = 1.5;
/** Items that are asked for at a time; the others follow when these are processed. */
const BATCH_SIZE = 10;

export const isProcessing = (item: Item) => ['queued', 'running'].includes(readingState(item));

/** Loads items again that are still being processed, until they are ready or failed; not while the tab is hidden. */
export function useProcessing(items: readonly Item[], onChange: (item: Item) => void): void {
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  }, [onChange]);

  useQueries({
    queries: items
      .filter(isProcessing)
      .slice(0, BATCH_SIZE)
      .map((item) => ({
        queryKey: ['processing', item.id],
        queryFn: async ({ signal }: { signal: AbortSignal }) => {
          const { data } = await getItem(item.id, signal);
          latest.current(data);
          return data;
        },
        initialData: item,
        retry: false,
        refetchInterval: ({ state }: { state: { dataUpdateCount: number; errorUpdateCount: number } }) =>
          Math.min(SHORTEST * SLOWER ** (state.dataUpdateCount + state.errorUpdateCount), LONGEST),
      })),
  });
}
