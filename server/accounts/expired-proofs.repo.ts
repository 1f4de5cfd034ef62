import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';

/** Deletes codes and links for passwords and addresses whose time is over. */
export async function deleteExpiredProofs(database: Database): Promise<void> {
  await sql`delete from password_reset where expires_at < now()`.execute(database);
  await sql`delete from email_proof where expires_at < now()`.execute(database);
}
