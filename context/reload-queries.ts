import type { QueryClient } from '@tanstack/react-query';

/**
 * Refetches the displayed queries below a key. Also one that is being fetched for the first time: its
 * response may have been created before the change that caused the reload, and an invalidation alone would
 * accept that one.
 */
export async function reloadQueries(client: QueryClient, queryKey: readonly unknown[]): Promise<void> {
  await client.cancelQueries({ queryKey });
  await client.invalidateQueries({ queryKey });
}
