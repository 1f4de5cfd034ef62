import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { queueIndexing, wakeAfterCommit } from '#server/platform/indexing/outbox.ts';

/** An item by its title, and a document by its text. */
export const INDEX_ITEM = 'item';
/** Passages that are stored of an item's file, after those that have its title. */
export const INDEX_STORED_TEXT = 'stored-text';
/** An item that another space has now. */
export const INDEX_MOVED = 'space';

/** Has items indexed again after their title or content was changed, in the transaction that does. */
export async function queueItemIndexing(
  trx: Database | Transaction,
  items: readonly { id: string; hub_id: string }[],
): Promise<void> {
  await queueIndexing(
    trx,
    items.map(({ id, hub_id }) => ({ hubId: hub_id, kind: INDEX_ITEM, targetId: id })),
  );
}

/** Has items indexed under their new space, with all that is in them, in the transaction that moves them. */
export async function queueMovedIndexing(trx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`with recursive below as (
      select id from item where id = any(${ids}::uuid[])
      union select item.id from item join below on item.parent_id = below.id
    )
    insert into index_outbox (hub_id, kind, target_id)
    select hub_id, ${INDEX_MOVED}, id from item join below using (id)`.execute(trx);
  await wakeAfterCommit(trx);
}
