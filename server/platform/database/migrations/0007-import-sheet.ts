import { type Kysely, sql } from 'kysely';

/** Which sheet of a workbook is imported. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table table_import add column sheet integer`.execute(database);
}
