import { type Kysely, sql } from 'kysely';

/** Orders whose keys are columns: with the kind beside them, a page far down a list is counted off in the index alone. */
const ORDERS: Record<string, string> = {
  changed: "((kind = 'folder')::int), updated_at, id",
  made: "((kind = 'folder')::int), id",
  size: "((kind = 'folder')::int), size, id",
};
const PLACES: Record<string, string> = { place: 'scope_id, parent_id', scope: 'scope_id' };

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const [order, keys] of Object.entries(ORDERS))
    for (const [place, columns] of Object.entries(PLACES)) {
      await sql.raw(`drop index item_${place}_by_${order}`).execute(database);
      await sql
        .raw(
          `create index item_${place}_by_${order} on item (${columns}, ${keys}) include (kind) where trashed_at is null`,
        )
        .execute(database);
    }
  // Titles by their trigrams within a space, for lists that are filtered by a text. What was just written waits in a
  // list that each search reads: it stays short.
  await sql`create index item_title_trigrams on item using gin (space_id, lower(title) gin_trgm_ops)
    with (fastupdate = on, gin_pending_list_limit = 512) where trashed_at is null`.execute(database);
}
