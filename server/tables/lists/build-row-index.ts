import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import { inTransaction } from '#server/platform/database/in-transaction.ts';
import { isLockOrStatementTimeout } from '#server/platform/database/lock-timeout.ts';
import type { JobOptions, Task, TaskPayload } from '#server/platform/jobs/jobs.ts';
import type { Services } from '#server/platform/services.ts';
import { findTable, type Table } from '../table/table.ts';
import { withTitles } from './link-titles.ts';
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
import { dropStoredOrder, makeStoredOrder, unusedStoredOrders } from './stored-order.repo.ts';
import { columnOfOrderKey, isStoredOrderKey, storedOrderOf } from './stored-order.ts';

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
  if (isStoredOrderKey(index.key)) {
    // First, so that nobody reads it whose changes are noted no more.
    await deleteRowIndex(database, index);
    return dropStoredOrder(database, index);
  }
  await dropRowIndex(database, index);
  await deleteRowIndex(database, index);
}

/** Stores an order by what linked rows have; one that is computed in another way meanwhile is asked for under another key. */
async function buildStoredOrder(
  database: Database,
  table: Table,
  index: RowIndexKey,
  signal: AbortSignal,
): Promise<void> {
  const name = columnOfOrderKey(index.key);
  const titled = await withTitles(
    database,
    null,
    table,
    table.columns.filter((one) => one.name === name),
  );
  const column = titled.columns.find((one) => one.name === name);
  const stored = column ? storedOrderOf(database, titled, { column, down: index.down }) : null;
  if (stored?.index.key === index.key) await makeStoredOrder(database, titled, stored, signal);
  else await removeRowIndex(database, index);
}

/** Builds an index while rows are read and written. What a killed build left is dropped, and built again. */
async function buildRowIndex(database: Database, index: RowIndexKey, signal: AbortSignal): Promise<void> {
  const table = await tableOf(database, index.itemId);
  const isStored = isStoredOrderKey(index.key);
  const column = table && !isStored ? indexedColumn(table, index.key) : undefined;
  if (!table || !(isStored || column))
    return isStored ? removeRowIndex(database, index) : deleteRowIndex(database, index);
  await inTransaction({ database }, (trx) => awaitOtherBuilds(trx, index.itemId));
  for (const unused of await unusedRowIndexes(database, UNUSED_DAYS, index.itemId))
    await removeRowIndex(database, unused).catch((error: unknown) => {
      // At night it is tried again.
      if (!isLockOrStatementTimeout(error)) throw error;
    });
  if (!column) return buildStoredOrder(database, table, index, signal);
  const isValid = await isRowIndexValid(database, index);
  if (isValid === false) await dropRowIndex(database, index);
  if (!isValid) await createRowIndex(database, table, column, index);
  await markRowIndexReady(database, index);
}

/** How long a build is put off that waited for a lock in vain, and for how long it is put off again and again, in milliseconds. */
const PUT_OFF_MS = 60_000;
const PUT_OFF_MOST_MS = 24 * 3_600_000;

/** PostgreSQL's `lock_not_available`. */
const isLocked = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '55P03';

/**
 * Builds an index, or puts that off where another one reads the table that it replaces: a backup of everything may take hours, and is
 * no failure of the build.
 * @throws the database's error where it was put off for a day already
 */
async function buildOrPutOff(
  { database, jobs }: BuildServices,
  payload: TaskPayload,
  signal: AbortSignal,
): Promise<void> {
  try {
    await buildRowIndex(database, indexOf(payload), signal);
  } catch (error) {
    const since = typeof payload.since === 'number' ? payload.since : Date.now();
    if (!isLocked(error) || signal.aborted || Date.now() - since > PUT_OFF_MOST_MS) throw error;
    const later: JobOptions = { at: new Date(Date.now() + PUT_OFF_MS), exclusive: String(payload.item) };
    await jobs.add(BUILD_ROW_INDEX, { ...payload, since }, later);
  }
}

type BuildServices = Pick<Services, 'database'> & { jobs: Pick<Services['jobs'], 'add'> };

/** The job that builds one index of a table. */
export function buildRowIndexTask(services: BuildServices): Task {
  const { database } = services;
  return {
    run: (payload, { signal }) => buildOrPutOff(services, payload, signal),
    async giveUp(payload) {
      const index = indexOf(payload);
      if (isStoredOrderKey(index.key)) return removeRowIndex(database, index);
      if ((await isRowIndexValid(database, index)) === false) await dropRowIndex(database, index);
      await deleteRowIndex(database, index);
    },
  };
}

/** Changes of an order that are noted until somebody reads it; one with more is made again when it is wanted. */
const CHANGES_MAX = 200_000;

/** Drops indexes and stored orders that nobody used for 30 days, or whose column no longer exists. */
export async function dropUnusedRowIndexes(database: Database, signal: AbortSignal): Promise<void> {
  const failed: unknown[] = [];
  const remove = async (unused: readonly RowIndexKey[]): Promise<void> => {
    for (const index of unused) {
      signal.throwIfAborted();
      // A table that is in use for long keeps none of the others.
      await removeRowIndex(database, index).catch((error: unknown) => failed.push(error));
    }
  };
  await remove(await unusedRowIndexes(database, UNUSED_DAYS));
  await remove(await unusedStoredOrders(database, CHANGES_MAX));
  if (failed.length > 0) throw failed[0];
}
