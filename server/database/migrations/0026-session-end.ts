import { type Kysely, sql } from 'kysely';

/** A session that ended is kept for a while with the reason, so that its device can be told why it is signed out. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table session add column ended_because text`.execute(database);
}
