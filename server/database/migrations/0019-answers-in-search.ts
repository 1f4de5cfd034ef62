import { type Kysely, sql } from 'kysely';

/** New answers wait for their words to be sorted into the index together (`server/submission/index-answers.ts`). */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw('alter index form_passage_lexemes set (fastupdate = on, gin_pending_list_limit = 1024)')
    .execute(database);
}
