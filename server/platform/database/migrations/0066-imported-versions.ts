import { type Kysely, sql } from 'kysely';

/** Earlier versions of documents that came with the archive of a space. */
export async function up(database: Kysely<unknown>): Promise<void> {
  // Those of their authors who have no account here, or in whose names the importer may not write: names, who began it first.
  await sql`alter table document_version add column imported_authors text[] not null default '{}'`.execute(
    database,
  );
  // Versions that were deleted here since then do not come again.
  await sql`alter table import_source add column has_versions boolean not null default false`.execute(
    database,
  );
}
