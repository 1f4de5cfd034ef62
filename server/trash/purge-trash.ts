import type { Database } from '../database/database.ts';
import { sweepWords } from '../search/sweep-words.ts';
import { purgeItems } from './purge-items.ts';
import { purgeSpaces } from './purge-spaces.ts';

/**
 * Ends what was in the trash for its time: items and whole spaces; then the words that only they held.
 * @param ended a hub in which something was ended already
 */
export async function purgeTrash(
  database: Database,
  signal: AbortSignal,
  ended: string | null,
): Promise<void> {
  const hubs = new Set(ended === null ? [] : [ended]);
  for (const hub of await purgeSpaces(database, signal)) hubs.add(hub);
  for (const hub of await purgeItems(database, signal)) hubs.add(hub);
  for (const hub of hubs) await sweepWords(database, hub, signal);
}
