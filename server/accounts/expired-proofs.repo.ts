import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import { deleteInBatches } from '#server/platform/database/delete-in-batches.ts';

/** Deletes expired verification codes and reset links. */
export async function deleteExpiredProofs(database: Database, signal: AbortSignal): Promise<void> {
  await deleteInBatches(database, 'password_reset', sql`expires_at < now()`, signal);
  await deleteInBatches(database, 'email_proof', sql`expires_at < now()`, signal);
}
