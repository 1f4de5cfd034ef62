import { type Kysely, sql } from 'kysely';

/** Which columns a running bulk change writes, since others may have their names by now; null for those that began before. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table bulk_change add column column_ids jsonb`.execute(database);
}
