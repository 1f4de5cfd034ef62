import { sql } from 'kysely';
import type { FolderStep } from '#lib/contract/item.ts';
import { isItemVisible } from '#server/access/policy/item-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import type { Database } from '#server/platform/database/database.ts';
import { type ItemView, itemById } from './item.repo.ts';

/** Folders deeper than this are shown without the first of those above them. */
const STEPS_MAX = 20;

/** The ids of an item and of the folders above it, the nearest first. */
async function idsUpwards(database: Database, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive above as (
      select id, parent_id, 0 as distance from item where id = ${id}
      union all
      select item.id, item.parent_id, above.distance + 1
      from item join above on item.id = above.parent_id
      where above.distance < ${STEPS_MAX}
    ) select id from above order by distance`.execute(database);
  return rows.map((row) => row.id);
}

/**
 * The folders from the top level down to an item, including the item itself where it is a folder. Folders
 * above the first one that the caller can't see are omitted.
 */
export async function foldersTo(database: Database, caller: Caller, item: ItemView): Promise<FolderStep[]> {
  const ids = await idsUpwards(database, item.id);
  // Requested together, they are one statement.
  const upwards = await Promise.all(ids.map((id) => itemById(database, caller, id)));
  const steps: FolderStep[] = [];
  for (const one of upwards) {
    if (!one || !isItemVisible(one)) break;
    if (one.kind === 'folder') steps.unshift({ id: one.id, title: one.title });
    if (one.sees_folder === false) break;
  }
  return steps.slice(-STEPS_MAX);
}
