import { type Kysely, sql } from 'kysely';

/** Items that were set aside: read-only, and neither listed nor found unless somebody wants them. */
export async function up(database: Kysely<unknown>): Promise<void> {
  // With a folder, all in it has the folder's own time: taking it back brings back what was archived with it.
  await sql`alter table item add column archived_at timestamptz`.execute(database);
  // Small ones, for what is archived alone: to take it off counts, and to leave it out of lists.
  await sql`create index item_archived_of_scope on item (scope_id, kind) where archived_at is not null`.execute(
    database,
  );
  await sql`create index item_archived_of_space on item (space_id, parent_id, id) where archived_at is not null`.execute(
    database,
  );
}
