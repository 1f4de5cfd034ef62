import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import { deleteInBatches } from '#server/platform/database/delete-in-batches.ts';

/** Deletes counters whose window is over. */
export async function deleteEndedLimits(database: Database, signal: AbortSignal): Promise<void> {
  await deleteInBatches(database, 'rate_limit_counter', sql`ends_at < now()`, signal);
}
