import { sql } from 'kysely';
import { transact } from '#server/platform/database/after-commit.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Task } from '#server/platform/jobs/jobs.ts';
import { queueMovedIndexing } from './queue-item-indexing.ts';

/** Items that move to another space per transaction, with their contents: the locks are held only briefly. */
export const ITEMS_MOVED_MAX = 20_000;

export const INDEX_MOVED_ITEMS = 'index-moved';

const below = (ids: readonly string[]) => sql`with recursive below as (
  select id from item where id = any(${ids}::uuid[])
  union select item.id from item join below on item.parent_id = below.id)`;

/**
 * Moves items and all their contents, including trashed ones, to another space, with their scopes; their
 * access lists have to be recomputed after it.
 * @throws ApiError 422 `too_many_items` where there are more items in them than can be moved in one request
 */
export async function moveSubtrees(trx: Transaction, ids: readonly string[], spaceId: string): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<{ count: number }>`
    ${below(ids)} select count(*)::int as count from (select from below limit ${ITEMS_MOVED_MAX + 1}) as counted`.execute(
    trx,
  );
  if (Number(rows[0]?.count) > ITEMS_MOVED_MAX) {
    throw new ApiError(
      422,
      'too_many_items',
      `More than ${ITEMS_MOVED_MAX.toLocaleString('en')} items can not go to another space at once. Move the folders in it one after the other.`,
    );
  }
  await sql`${below(ids)} update item set space_id = ${spaceId} from below where item.id = below.id`.execute(
    trx,
  );
  const { rows: moved } = await sql<{ id: string }>`${below(ids)}
    update scope set space_id = ${spaceId} from below where scope.item_id = below.id returning scope.id`.execute(
    trx,
  );
  await sql`update scope_entry set space_id = ${spaceId}
    where scope_id = any(${moved.map((row) => row.id)}::uuid[])`.execute(trx);
}

/** The job of earlier versions that indexed what was moved: what it left is noted for the indexer. */
export function indexMovedItemsTask({ database }: { database: Database }): Task {
  return {
    async run({ items }) {
      await transact(database, (trx) => queueMovedIndexing(trx, String(items).split(',')));
    },
  };
}
