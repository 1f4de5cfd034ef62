import { type Kysely, sql } from 'kysely';

/** What the file of an import is called, for the list of a table's imports; null for those before. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table table_import add column file_name text`.execute(database);
}
