import type { Item } from '#lib/contract/item.ts';
import { getItem } from '#services/item.ts';
import { readingState } from './reading-state.ts';

/** Milliseconds between two requests for an item: soon at first, then less and less often. */
const SHORTEST = 500;
const LONGEST = 10_000;
const SLOWER = 1.5;

export const isProcessing = (item: Item) => ['queued', 'running'].includes(readingState(item));

/** Loads an item again that is still being processed, until it is ready or failed; not while the tab is hidden. */
export const processingQuery = (item: Item, onChange: (item: Item) => void) => ({
  queryKey: ['processing', item.id],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { data } = await getItem(item.id, signal);
    onChange(data);
    return data;
  },
  initialData: item,
  retry: false,
  refetchInterval: ({ state }: { state: { dataUpdateCount: number; errorUpdateCount: number } }) =>
    Math.min(SHORTEST * SLOWER ** (state.dataUpdateCount + state.errorUpdateCount), LONGEST),
});
