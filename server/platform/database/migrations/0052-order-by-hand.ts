import { type Kysely, sql } from 'kysely';

/**
 * Where an item stands among the folders, or the documents, of its folder in the tree; those without a position follow, by
 * title. Numbers have gaps, so that one that is put between two others changes no other.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table item add column position integer check (position > 0)`.execute(database);
}
