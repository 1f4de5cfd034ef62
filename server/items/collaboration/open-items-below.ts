import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';

/** Which of the open items are one of those that changed, or lie below one. */
export async function openItemsBelow(
  database: Database,
  changed: readonly string[],
  open: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ open_id: string }>`
    with recursive up as (
      select id as open_id, id, parent_id from item where id = any(${open}::uuid[])
      union select up.open_id, item.id, item.parent_id from up join item on item.id = up.parent_id
    )
    select distinct open_id from up where id = any(${changed}::uuid[])`.execute(database);
  return new Set(rows.map((row) => row.open_id));
}
