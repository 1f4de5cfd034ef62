import { type Kysely, sql } from 'kysely';

/** Since when an import of rows is paused: it goes on from the line where it stopped, once somebody resumes it. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table table_import add column paused_at timestamptz`.execute(database);
}
