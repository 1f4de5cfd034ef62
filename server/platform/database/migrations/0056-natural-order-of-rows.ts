import { type Kysely, sql } from 'kysely';

/**
 * Texts of rows are sorted in natural order, for which there are other indexes. Those of before are used by nobody: the
 * next purge drops them, one by one and beside writers.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`update row_index set used_at = '-infinity'
    where key in ('created_by', 'updated_by') or exists (
      select from table_column own
      where own.item_id = row_index.item_id and own.name = row_index.key and own.pg_type = 'text')`.execute(
    database,
  );
}
