import { type Kysely, sql } from 'kysely';

/** What an empty cell of a file does to a row that is there already; null: it leaves the row's value. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table table_import add column empty_cells text check (empty_cells in ('leave', 'clear'))`.execute(
    database,
  );
}
