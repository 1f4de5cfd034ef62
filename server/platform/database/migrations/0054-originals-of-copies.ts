import { type Kysely, sql } from 'kysely';

/** Copies are found by their originals: documents that are copied together lead to each other's copies. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create index item_copy_row_original on item_copy_row (job_id, original_id)`.execute(database);
}
