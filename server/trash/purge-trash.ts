import { purgeItems } from '#server/items/trash/purge-items.ts';
import { sweepDeletedTokens, sweepVocabulary } from '#server/platform/indexing/sweep-vocabulary.ts';
import type { Services } from '#server/platform/services.ts';
import { purgeSpaces } from './purge-spaces.ts';

/**
 * Ends what was in the trash for its time: items and whole spaces; then the words that only they held.
 * @param isNight looks at all words of the hubs in which something was deleted, which takes long in large ones
 */
export async function purgeTrash(
  stores: Pick<Services, 'database' | 'storage'>,
  signal: AbortSignal,
  { isNight }: { isNight: boolean },
): Promise<void> {
  const hubs = new Set([...(await purgeSpaces(stores, signal)), ...(await purgeItems(stores, signal))]);
  const { database } = stores;
  await sweepDeletedTokens(database, signal);
  if (!isNight) return;
  for (const hub of hubs) await sweepVocabulary(database, hub, signal);
}
