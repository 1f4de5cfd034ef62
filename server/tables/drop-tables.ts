import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import { deleteInBatches } from '#server/platform/database/delete-in-batches.ts';
import { withColumnLock } from './columns/change-columns.ts';
import { rowTableOf } from './table/table.ts';

/** Tables that are dropped one after the other before yielding to others. */
const BATCH = 100;

/** Drops the tables whose items were permanently deleted, each in a transaction of its own. */
export async function dropPurgedTables(database: Database, signal: AbortSignal): Promise<void> {
  for (;;) {
    const deleted = await database.selectFrom('deleted_table').select('item_id').limit(BATCH).execute();
    for (const { item_id } of deleted) {
      signal.throwIfAborted();
      const ofTable = sql`item_id = ${item_id}`;
      await deleteInBatches(database, 'row_change', ofTable, signal);
      await deleteInBatches(database, 'deleted_row', ofTable, signal);
      const ofItsChanges = sql`bulk_id in (select id from bulk_change where ${ofTable})`;
      await deleteInBatches(database, 'bulk_change_row', ofItsChanges, signal);
      await deleteInBatches(database, 'bulk_change', ofTable, signal);
      await withColumnLock({ database }, async (trx) => {
        await sql`drop table if exists ${rowTableOf(item_id)}`.execute(trx);
        await trx.deleteFrom('deleted_table').where('item_id', '=', item_id).execute();
      });
    }
    if (deleted.length < BATCH) return;
    await pause(0);
  }
}
