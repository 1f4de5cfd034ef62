import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Item } from '#lib/contract/item.ts';
import { failureOf } from '#services/http.ts';
import { getItem } from '#services/item.ts';

/**
 * Loads an item that others changed.
 * @returns `gone` where the reader may not see it any more; null where it did not load, or where it was asked for
 * again since: that response is the newer one
 */
export function useChangedItem(): (id: string) => Promise<Item | 'gone' | null> {
  const client = useQueryClient();
  return useCallback(
    async (id) => {
      const queryKey = ['changed item', id];
      await client.cancelQueries({ queryKey });
      // Without what the last one found: a query that is canceled falls back to it.
      client.removeQueries({ queryKey });
      try {
        const loaded = await client.fetchQuery({
          queryKey,
          queryFn: ({ signal }) => getItem(id, signal),
        });
        return loaded.data;
      } catch (error) {
        return failureOf(error)?.status === 404 ? 'gone' : null;
      }
    },
    [client],
  );
}
