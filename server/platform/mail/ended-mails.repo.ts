import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import { deleteInBatches } from '#server/platform/database/delete-in-batches.ts';

/** Deletes the records of mails that were sent or refused 30 days ago. */
export async function deleteEndedMails(database: Database, signal: AbortSignal): Promise<void> {
  await deleteInBatches(database, 'outgoing_mail', sql`ended_at < now() - interval '30 days'`, signal);
}
