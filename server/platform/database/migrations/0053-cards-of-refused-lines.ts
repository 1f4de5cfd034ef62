import { type Kysely, sql } from 'kysely';

/**
 * The card of a line that an import refused, which comes back to be corrected. Of a file of cards, the header (line 1) has an
 * empty one; of another file each is null.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table table_import_refusal add column card text`.execute(database);
}
