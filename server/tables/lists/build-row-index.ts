import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import { inTransaction } from '#server/platform/database/in-transaction.ts';
import type { Task, TaskPayload } from '#server/platform/jobs/jobs.ts';
import type { Services } from '#server/platform/services.ts';
import { findTable, type Table } from '../table/table.ts';
import {
  awaitOtherBuilds,
  createRowIndex,
  deleteRowIndex,
  dropRowIndex,
  indexedColumn,
  isRowIndexValid,
  markRowIndexReady,
  type RowIndexKey,
  unusedRowIndexes,
} from './row-index.repo.ts';

export const BUILD_ROW_INDEX = 'build-row-index';

/** Days after which an index that nobody used is dropped. */
const UNUSED_DAYS = 30;

const indexOf = ({ item, key, down }: TaskPayload): RowIndexKey => ({
  itemId: String(item),
  key: String(key),
  down: down === true,
});

async function tableOf(database: Database, itemId: string): Promise<Table | null> {
  const { rows } = await sql<Table['item']>`
    select id, hub_id, space_id, scope_id, kind, title from item where id = ${itemId}`.execute(database);
  const [item] = rows;
  return item ? findTable(database, item) : null;
}

async function removeRowIndex(database: Database, index: RowIndexKey): Promise<void> {
  await dropRowIndex(database, index);
  await deleteRowIndex(database, index);
}

/** Builds an index while rows are read and written. What a killed build left is dropped, and built again. */
async function buildRowIndex(database: Database, index: RowIndexKey): Promise<void> {
  const table = await tableOf(database, index.itemId);
  const column = table ? indexedColumn(table, index.key) : undefined;
  if (!table || !column) return deleteRowIndex(database, index);
  await inTransaction({ database }, (trx) => awaitOtherBuilds(trx, index.itemId));
  for (const unused of await unusedRowIndexes(database, UNUSED_DAYS, index.itemId))
    await removeRowIndex(database, unused);
  const isValid = await isRowIndexValid(database, index);
  if (isValid === false) await dropRowIndex(database, index);
  if (!isValid) await createRowIndex(database, table, column, index);
  await markRowIndexReady(database, index);
}

/** The job that builds one index of a table. */
export function buildRowIndexTask({ database }: Pick<Services, 'database'>): Task {
  return {
    run: (payload) => buildRowIndex(database, indexOf(payload)),
    async giveUp(payload) {
      const index = indexOf(payload);
      if ((await isRowIndexValid(database, index)) === false) await dropRowIndex(database, index);
      await deleteRowIndex(database, index);
    },
  };
}

/** Drops indexes that nobody used for 30 days, or whose column no longer exists. */
export async function dropUnusedRowIndexes(database: Database, signal: AbortSignal): Promise<void> {
  for (const index of await unusedRowIndexes(database, UNUSED_DAYS)) {
    signal.throwIfAborted();
    await removeRowIndex(database, index);
  }
}
