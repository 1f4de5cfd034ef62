import { type Kysely, sql } from 'kysely';

/**
 * The words of a batch are entered into the vocabulary's index together, which the indexer does after each: one by one, each word
 * with its trigrams took most of the time of a document.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter index hub_word_alike set (fastupdate = on, gin_pending_list_limit = 4096)`.execute(
    database,
  );
}
