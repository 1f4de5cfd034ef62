import type { QueryClient } from '@tanstack/react-query';

/**
 * Asks again for the queries below a key that are shown. One that is being asked for the first time as well: its response
 * may have been made before the change that it is reloaded for, and an invalidation alone would take that one.
 */
export async function reloadQueries(client: QueryClient, queryKey: readonly unknown[]): Promise<void> {
  await client.cancelQueries({ queryKey });
  await client.invalidateQueries({ queryKey });
}
