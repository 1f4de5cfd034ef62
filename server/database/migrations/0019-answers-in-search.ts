import { type Kysely, sql } from 'kysely';

/** The words of new answers wait to be sorted into their indexes together (`server/submission/index-answers.ts`). */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database);
}

const STATEMENTS = [
  'alter index form_passage_lexemes set (fastupdate = on, gin_pending_list_limit = 1024)',
  // Longer than what comes between two sortings, so that no answer is held up by one.
  'alter index submission_words set (gin_pending_list_limit = 2048)',
];
