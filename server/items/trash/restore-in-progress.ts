import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '#server/platform/database/database.ts';
import { type ApiError, conflict } from '#server/platform/http/api-error.ts';

/**
 * Whether the folder of an item in the trash was restored, and the item follows shortly
 * (`server/items/item/restore-descendants.ts`). `item` is a row of that name.
 */
export const PARENT_WAS_RESTORED: RawBuilder<boolean> = sql<boolean>`exists (
  select from pending_folder_restore pending where pending.folder_id = item.parent_id and pending.moment = item.trashed_at)`;

/** Those of some items in the trash that follow a folder, any number of folders above, that was restored. */
export async function idsBeingRestored(
  trx: Transaction,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    with recursive above as (
      select id, parent_id, trashed_at from item where id = any(${ids}::uuid[])
      union
      select above.id, folder.parent_id, above.trashed_at
      from above join item folder on folder.id = above.parent_id and folder.trashed_at = above.trashed_at
    )
    select distinct above.id from above
      join pending_folder_restore pending on pending.folder_id = above.parent_id and pending.moment = above.trashed_at`.execute(
    trx,
  );
  return new Set(rows.map(({ id }) => id));
}

/** The refusal of an action on something that is about to be out of the trash. */
export function restoreInProgress(): ApiError {
  return conflict(
    'being_restored',
    'This is being restored with the folder that it lies in. It is there in a moment.',
  );
}
