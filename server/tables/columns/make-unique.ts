import { sql } from 'kysely';
import type { Authorized } from '#server/access/policy/authorized.ts';
import type { ItemView } from '#server/items/item/item.repo.ts';
import type { SignedIn } from '#server/items/item/item.service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { inTransaction } from '#server/platform/database/in-transaction.ts';
import type { Services } from '#server/platform/services.ts';
import { recordRowCountChange } from '../rows/row-count.ts';
import { requireTable, type Table } from '../table/table.ts';
import { SHORT_LOCKS, withColumnLock } from './change-columns.ts';
import { updateColumn } from './column.repo.ts';
import { lockedTable, moveColumn } from './column-steps.ts';
import type { Watch } from './column-watch.ts';
import { finishColumnChange, lockActiveJob } from './finish-column-change.ts';
import { valueChange } from './plan-column.ts';
import { ChangeCancelled, type Planned, plannedChange, type WantedChange } from './switch-columns.ts';
import { switchWhenPossible } from './switch-when-possible.ts';
import { becomesUnique, buildUniqueIndex, refuseRepeated } from './unique-values.ts';

/** How long it tries to lock the table while others write without a pause, in milliseconds. */
const LOCKED_WITHIN_MS = 600_000;

type UniqueChange = {
  services: Services;
  caller: SignedIn;
  item: Authorized<ItemView, 'item.change'>;
  wanted: WantedChange;
};

/** The change as it is planned now, if it rewrites nothing, and no values may be alike after it; null otherwise. */
export function planUnique(
  services: Services,
  caller: SignedIn,
  item: Authorized<ItemView, 'item.change'>,
  wanted: WantedChange,
): Promise<Planned | null> {
  return inTransaction(services, async (trx) => {
    const table = await requireTable(trx, item);
    const planned = await plannedChange(trx, caller, table, wanted);
    const { column, next } = planned;
    return valueChange(table, column, next) === 'none' && becomesUnique(column, next) ? planned : null;
  });
}

/** Does something while nobody writes to the table, as soon as it can be locked. */
function whileLocked(
  { services, caller, item, wanted }: UniqueChange,
  signal: AbortSignal,
  work: (trx: Transaction, table: Table, planned: Planned) => Promise<void>,
): Promise<void> {
  const switchOver = () =>
    withColumnLock(
      services,
      async (trx) => {
        if (!(await lockActiveJob(trx, wanted.job))) throw new ChangeCancelled();
        const table = await lockedTable(trx, caller, item);
        await work(trx, table, await plannedChange(trx, caller, table, wanted));
        return true;
      },
      SHORT_LOCKS,
    );
  const deadline = performance.now() + LOCKED_WITHIN_MS;
  return switchWhenPossible({ catchUp: async () => undefined, switchOver, deadline, signal });
}

/**
 * Makes the values of a column of many rows unique, while rows are read and written. From when the index is there, nobody adds a
 * value twice; only then are the rows compared, so that none can come in between.
 * Where it fails, the index stays until the job has ended (`removeUnneededIndexes`): writers need it.
 * @throws ApiError 409 with the first values that several rows have
 */
export async function makeUnique(change: UniqueChange, { next }: Planned, watch: Watch): Promise<void> {
  const { services, caller, item, wanted } = change;
  const { database } = services;
  await buildUniqueIndex(database, item.id, next, watch);
  await whileLocked(change, watch.signal, async (trx) => {
    await sql`update table_column set options = options || '{"unique_pending": true}'
      where item_id = ${item.id} and column_id = ${wanted.column}`.execute(trx);
  });
  await watch.onBatch(Number(item.meta.rows));
  await refuseRepeated(database, item.id, next);
  await whileLocked(change, watch.signal, async (trx, table, planned) => {
    await updateColumn(trx, item.id, planned.next);
    await moveColumn(trx, table, wanted.column, wanted.sent);
    await recordRowCountChange(trx, table, 0, caller.user.id);
    await finishColumnChange(trx, { ...wanted, item: item.id });
  });
}
