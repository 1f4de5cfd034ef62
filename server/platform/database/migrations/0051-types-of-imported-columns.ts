import { type Kysely, sql } from 'kysely';

/**
 * The types that were chosen for the new columns of a file, by their headers, and what becomes of choices that a column doesn't
 * have; null: each column has the type of its cells, and lines with such a choice are refused.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table table_import add column column_types jsonb,
    add column unknown_options text check (unknown_options in ('refuse', 'add'))`.execute(database);
}
