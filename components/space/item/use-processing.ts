import { useQueries } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Item } from '#lib/contract/item.ts';
import { isProcessing, processingQuery } from './processing-query.ts';

/** Items that are asked for at a time; the others follow when these are processed. */
const BATCH_SIZE = 10;

/** Loads those of a list of items again that are still being processed, until they are ready or failed. */
export function useProcessing(items: readonly Item[], onChange: (item: Item) => void): void {
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  }, [onChange]);

  useQueries({
    queries: items
      .filter(isProcessing)
      .slice(0, BATCH_SIZE)
      .map((item) => processingQuery(item, (loaded) => latest.current(loaded))),
  });
}
