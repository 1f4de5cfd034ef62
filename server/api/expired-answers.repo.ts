import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';

/** Deletes responses that were kept for their `Idempotency-Key` a day ago. */
export async function deleteExpiredAnswers(database: Database): Promise<void> {
  await sql`delete from idempotent_answer where created_at < now() - interval '1 day'`.execute(database);
}
