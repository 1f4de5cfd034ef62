import { type Kysely, sql } from 'kysely';

/** Which column each column of an imported file fills, also those that the import made; and how many lines there are. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table table_import add column new_columns boolean, add column column_ids jsonb, add column lines_total integer`,
    )
    .execute(database);
}
