import { type Kysely, sql } from 'kysely';

/** For what a table's stored formulas were computed: the day and the time zone, where they depend on them. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table user_table add column formulas_for text`.execute(database);
}
