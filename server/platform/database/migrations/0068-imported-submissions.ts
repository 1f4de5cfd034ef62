import { type Kysely, sql } from 'kysely';

/** Submissions of forms that came with the archive of a space. */
export async function up(database: Kysely<unknown>): Promise<void> {
  // Who submitted it, where that is nobody's account here.
  await sql`alter table submission add column imported_submitter text`.execute(database);
  // Those of its archive are not all here yet: once they are, nothing of it comes again.
  await sql`alter table form add column awaits_submissions boolean not null default false`.execute(database);
}
