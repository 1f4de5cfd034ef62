import { type Kysely, sql } from 'kysely';

/**
 * Submissions by a mail address or a number in them, which are shown with the person of a contact list who has it. Only what
 * may be one is in the index.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create index submission_value_address on submission_value (form_id, lower(text), submission_id)
    where length(text) < 321 and text ~ '(@|^\\+[0-9])'`.execute(database);
}
