import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';

/** Deletes what is noted of mails that were sent or refused 30 days ago. */
export async function deleteEndedMails(database: Database): Promise<void> {
  await sql`delete from outgoing_mail where ended_at < now() - interval '30 days'`.execute(database);
}
