import type { Database } from '../database/database.ts';
import { sweepDeletedWords, sweepWords } from '../search/sweep-words.ts';
import { purgeItems } from './purge-items.ts';
import { purgeSpaces } from './purge-spaces.ts';

/**
 * Ends what was in the trash for its time: items and whole spaces; then the words that only they held.
 * @param isNight looks at all words of the hubs in which something was ended, which takes long in large ones
 */
export async function purgeTrash(
  database: Database,
  signal: AbortSignal,
  { isNight }: { isNight: boolean },
): Promise<void> {
  const hubs = new Set([...(await purgeSpaces(database, signal)), ...(await purgeItems(database, signal))]);
  await sweepDeletedWords(database, signal);
  if (!isNight) return;
  for (const hub of hubs) await sweepWords(database, hub, signal);
}
