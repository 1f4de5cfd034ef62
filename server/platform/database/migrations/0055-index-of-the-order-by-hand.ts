import { type Kysely, sql } from 'kysely';

/** What lies in a folder in the order by hand, for the tree and the lists of published spaces: a page of it is read alone. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create index item_place_by_position on item (scope_id, parent_id, ((kind = 'folder')::int),
    (coalesce(position, 2147483647)), (title collate natural_order), id) where trashed_at is null`.execute(
    database,
  );
}
