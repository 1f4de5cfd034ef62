import { type Kysely, sql } from 'kysely';

/** Who sent a file that waits for its answer, so that what one sender and one form have waiting is bounded. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database);
}

const STATEMENTS = [
  // A keyed hash of an account or an address; forgotten once the file has its answer.
  'alter table form_file add column sender_hash bytea',
  'alter table form_upload add column sender_hash bytea',
  'create index form_file_of_form_waiting on form_file (form_id) where submission_id is null',
  'create index form_file_sender on form_file (sender_hash) where submission_id is null',
  'create index form_upload_sender on form_upload (sender_hash)',
];
