import { type Kysely, sql } from 'kysely';

/** Titles by their trigrams within a space, for lists that are filtered by a text. */
export async function up(database: Kysely<unknown>): Promise<void> {
  // What was just written waits in a list that each search reads: it stays short.
  await sql`create index item_title_trigrams on item using gin (space_id, lower(title) gin_trgm_ops)
    with (fastupdate = on, gin_pending_list_limit = 512) where trashed_at is null`.execute(database);
}
