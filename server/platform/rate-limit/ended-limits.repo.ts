import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';

/** Deletes counters whose window is over. */
export async function deleteEndedLimits(database: Database): Promise<void> {
  await sql`delete from attempt where ends_at < now()`.execute(database);
}
