import { type Kysely, sql } from 'kysely';

/**
 * Texts of discussions that came with the archive of a space: who wrote them there, by name. Who is known here is their author;
 * others have no account here, so that nobody seems to have written what they did not.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table comment alter column created_by drop not null,
    add column imported_author text,
    add constraint comment_has_author check (num_nonnulls(created_by, imported_author) > 0)`.execute(
    database,
  );
  // What was imported is new to nobody.
  await sql`alter table post alter column created_by drop not null,
    add column imported_author text,
    add column imported_at timestamptz,
    add constraint post_has_author check (num_nonnulls(created_by, imported_author) > 0)`.execute(database);
  // Votes of the source, whose people nobody is told.
  await sql`alter table poll add column imported_voters integer not null default 0`.execute(database);
  await sql`alter table poll_option add column imported_votes integer not null default 0`.execute(database);
}
