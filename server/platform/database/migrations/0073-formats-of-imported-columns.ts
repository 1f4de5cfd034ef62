import { type Kysely, sql } from 'kysely';

/** How columns of a file write days and numbers: found while it is planned, and used by every run that reads its lines. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table table_import add column column_formats jsonb`.execute(database);
}
