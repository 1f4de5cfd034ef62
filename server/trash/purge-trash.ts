import { purgeItems } from '#server/items/trash/purge-items.ts';
import { purgeDeletedTokens, purgeUnusedTokens } from '#server/platform/indexing/purge-vocabulary.ts';
import type { Services } from '#server/platform/services.ts';
import { purgeSpaces } from './purge-spaces.ts';

/**
 * Purges items and spaces whose time in the trash is over; then the search tokens that only they contained.
 * @param isNight also scans the whole vocabulary of the affected hubs, which takes long in large ones
 */
export async function purgeTrash(
  stores: Pick<Services, 'database' | 'storage'>,
  signal: AbortSignal,
  { isNight }: { isNight: boolean },
): Promise<void> {
  const hubs = new Set([...(await purgeSpaces(stores, signal)), ...(await purgeItems(stores, signal))]);
  const { database } = stores;
  await purgeDeletedTokens(database, signal);
  if (!isNight) return;
  for (const hub of hubs) await purgeUnusedTokens(database, hub, signal);
}
