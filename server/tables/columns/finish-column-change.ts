import { sql } from 'kysely';
import { readFields } from '#lib/fields/read-definition.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import type { ItemView } from '#server/items/item/item.repo.ts';
import type { SignedIn } from '#server/items/item/item.service.ts';
import { afterCommit } from '#server/platform/database/after-commit.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { conflict } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { queueTableIndexing } from '../indexing/queue-row-indexing.ts';
import { findTable, requireTable, type Table } from '../table/table.ts';
import { SHORT_LOCKS, withColumnLock } from './change-columns.ts';
import { deleteColumnRow } from './column.repo.ts';
import { ADD_COLUMN, queueColumnChange } from './queue-column-change.ts';
import { COLUMN_LIMITS, inUse } from './read-columns.ts';

/** A job, and the column that names it. */
type ColumnJob = { job: string; item: string; column: string };

/** After how long a new column that others use is computed again, in milliseconds. */
const AGAIN_MS = 3_600_000;

/** Finishes the job of a column, which no longer names it. */
export async function finishColumnChange(
  database: Database | Transaction,
  { job, item, column }: ColumnJob,
  reason: string | null = null,
): Promise<void> {
  await sql`with ended as (
      update job set state = ${reason === null ? 'ready' : 'failed'}, reason = ${reason},
        progress = ${reason === null ? 1 : null}, updated_at = now()
      where id = ${job} and state not in ('ready', 'failed')
    )
    update table_column set options = options - 'changing' - 'unique_pending'
    where item_id = ${item} and column_id = ${column} and options ->> 'changing' = ${job}`.execute(database);
}

/** Whether a job is to continue; until the transaction ends, nobody ends it. Locked before the table, by everybody. */
export async function lockActiveJob(trx: Transaction, job: string): Promise<boolean> {
  const { rows } =
    await sql`select from job where id = ${job} and state in ('queued', 'running') for update`.execute(trx);
  return rows.length > 0;
}

/** Deletes a new column whose values are not there. @returns why not, where other columns use it */
async function deleteNewColumn(trx: Transaction, { item, fields }: Table, columnId: string) {
  const rest = fields.filter(({ id }) => id !== columnId);
  const read = readFields(rest, COLUMN_LIMITS);
  if (!read.ok) return inUse(rest, read.problems);
  await deleteColumnRow(trx, item.id, { id: columnId });
  // Rows that were written meanwhile have been indexed with values of it.
  await queueTableIndexing(trx, [item]);
  return null;
}

/**
 * Fails the computation of a new column, which is deleted: without values it would be wrong, and nothing would say so. Where
 * others use it by now, it is computed again later, until that is cancelled.
 */
export function failNewColumn(
  services: Pick<Services, 'database' | 'jobs'>,
  caller: SignedIn,
  failed: ColumnJob,
  reason: string,
): Promise<void> {
  return withColumnLock(
    services,
    async (trx) => {
      const { job, item: itemId, column: columnId } = failed;
      if (!(await lockActiveJob(trx, job))) return;
      const { rows } = await sql<Table['item']>`
        select id, hub_id, space_id, scope_id, kind, title from item where id = ${itemId}`.execute(trx);
      const [item] = rows;
      const table = item ? await findTable(trx, item, 'columns') : null;
      const column = table?.columns.find(
        ({ field, options }) => field.id === columnId && options.changing === job,
      );
      const use = table && column ? await deleteNewColumn(trx, table, columnId) : null;
      const message = use ? `${reason} Other columns use this one: it is tried again in an hour.` : reason;
      await finishColumnChange(trx, failed, message);
      if (table && column && use) {
        const at = new Date(Date.now() + AGAIN_MS);
        await queueColumnChange(services, trx, caller, table.item, column, null, at);
      }
    },
    SHORT_LOCKS,
  );
}

/**
 * Cancels a change of a column: its values are as they were, and a new column is there no more.
 * @throws ApiError 409 where it has ended, or others use the new column
 */
export function cancelColumnChange(
  services: Services,
  item: Authorized<ItemView, 'item.change'>,
  job: { id: string; task: string },
): Promise<void> {
  return withColumnLock(services, async (trx) => {
    if (!(await lockActiveJob(trx, job.id))) throw conflict('job_ended', 'This change has ended already.');
    const isNew = job.task === ADD_COLUMN;
    // Somebody may be adding a column that uses a new one.
    const table = await requireTable(trx, item, isNew ? 'columns' : undefined);
    const column = table.columns.find(({ options }) => options.changing === job.id);
    const use = isNew && column ? await deleteNewColumn(trx, table, column.field.id) : null;
    if (use) throw use;
    const reason = 'The change was cancelled. Everything is as before.';
    await finishColumnChange(trx, { job: job.id, item: item.id, column: column?.field.id ?? '' }, reason);
    await afterCommit(trx, async () =>
      services.changeEvents.publish({ about: 'item', hubId: item.hub_id, id: item.id }),
    );
  });
}
