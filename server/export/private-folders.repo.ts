import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';

/** Which of these items lie in a private folder, however far above. */
export async function itemsInPrivateFolders(
  database: Database,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ item_id: string }>`
    with recursive above as (
      select item.id as item_id, item.parent_id from item
      where item.id = any(${ids}::uuid[]) and item.parent_id is not null
      union all
      select above.item_id, folder.parent_id from above join item folder on folder.id = above.parent_id
    )
    select distinct above.item_id from above join item folder on folder.id = above.parent_id
    where folder.visibility = 'private'`.execute(database);
  return new Set(rows.map(({ item_id }) => item_id));
}
