import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import { deleteInBatches } from '#server/platform/database/delete-in-batches.ts';

/** Deletes responses that were stored for their `Idempotency-Key` a day ago. */
export async function deleteExpiredIdempotencyRecords(
  database: Database,
  signal: AbortSignal,
): Promise<void> {
  await deleteInBatches(database, 'idempotency_record', sql`created_at < now() - interval '1 day'`, signal);
}
