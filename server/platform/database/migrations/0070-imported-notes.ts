import { type Kysely, sql } from 'kysely';

/** Notes on submissions, and what these were before they were changed, that came with the archive of a space. */
export async function up(database: Kysely<unknown>): Promise<void> {
  // Who wrote or corrected it, where that is nobody's account here.
  await sql`alter table submission_note add column imported_author text`.execute(database);
  await sql`alter table submission_edit add column imported_corrector text`.execute(database);
  // Those of its archive are here: what is deleted since then does not come again.
  await sql`alter table form add column has_imported_notes boolean not null default false,
    add column has_imported_history boolean not null default false`.execute(database);
}
