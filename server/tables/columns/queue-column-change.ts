import { sql } from 'kysely';
import { BACKGROUND_ROWS } from '#lib/contract/table-limits.ts';
import { serializeActiveLinks } from '#server/access/links/recheck-links.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import type { ItemView } from '#server/items/item/item.repo.ts';
import type { SignedIn } from '#server/items/item/item.service.ts';
import { afterCommit } from '#server/platform/database/after-commit.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import { inTransaction } from '#server/platform/database/in-transaction.ts';
import { hubTenant } from '#server/platform/database/tenant.ts';
import { conflict } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import type { TableColumn } from '../table/table.ts';
import type { ColumnInput } from './plan-column.ts';

export const CHANGE_COLUMN = 'change-column';
/** What `job.task` says of a new column whose values are computed: where that fails, the column is deleted. */
const ADD_COLUMN = 'add-column';

/** Whether a job changes the values of a column. */
export const isColumnChange = ({ task }: { task: string }): boolean =>
  task === CHANGE_COLUMN || task === ADD_COLUMN;

/** Whether all rows of a table are rewritten by a job: a request would take too long. */
export const hasManyRows = ({ meta }: Pick<ItemView, 'meta'>): boolean => Number(meta.rows) > BACKGROUND_ROWS;

/** How many rows a change of a column is about. */
export async function rowsToChange(
  { database }: { database: Database | Transaction },
  itemId: string | null,
): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select coalesce((meta ->> 'rows')::float8, 0) as rows from item where id = ${itemId}`.execute(database);
  return rows[0]?.rows ?? 0;
}

/** @throws ApiError 409 while a job other than this one rewrites the values of a column */
export function refuseWhileChanging({ field, options }: TableColumn, job: string | null = null): void {
  if (options.changing !== undefined && options.changing !== job)
    throw conflict(
      'column_changing',
      `The values of “${field.label}” are being changed. Try again when that is done.`,
    );
}

/**
 * Has the values of a column rewritten by a job; until it is done, the column names it.
 * @param change the new definition, which the job applies; null where only values are to be computed
 */
export async function queueColumnChange(
  { jobs }: Pick<Services, 'jobs'>,
  trx: Transaction,
  caller: SignedIn,
  item: Pick<ItemView, 'id' | 'hub_id'>,
  column: TableColumn,
  change: ColumnInput | null,
): Promise<TableColumn> {
  const id = newId();
  await trx
    .insertInto('job')
    .values({
      id,
      hub_id: item.hub_id,
      item_id: item.id,
      task: change === null ? ADD_COLUMN : CHANGE_COLUMN,
      created_by: caller.user.id,
    })
    .execute();
  await sql`update table_column set options = coalesce(options, '{}') || jsonb_build_object('changing', ${id}::text)
    where item_id = ${item.id} and column_id = ${column.field.id}`.execute(trx);
  const payload = {
    job: id,
    item: item.id,
    column: column.field.id,
    change: change === null ? null : JSON.stringify(change),
    revision: column.revision,
    user: caller.user.id,
    links: await serializeActiveLinks(trx, caller.links),
  };
  await jobs.add(CHANGE_COLUMN, payload, {
    transaction: trx,
    tenant: hubTenant(item.hub_id),
    // Nor together with the building of an index: both lock the table.
    exclusive: item.id,
  });
  return { ...column, options: { ...column.options, changing: id } };
}

/**
 * Finishes the job of a column, which no longer names it. A new column that could not be computed is deleted, unless others
 * are computed from it: without values it would be wrong, and nothing would say so.
 */
export async function finishColumnChange(
  database: Database | Transaction,
  { job, item, column }: { job: string; item: string; column: string },
  { reason, isNew = false }: { reason: string | null; isNew?: boolean },
): Promise<void> {
  await sql`with ended as (
      update job set state = ${reason === null ? 'ready' : 'failed'}, reason = ${reason},
        progress = ${reason === null ? 1 : null}, updated_at = now()
      where id = ${job} and state not in ('ready', 'failed')
    ), changed as (
      select item_id, column_id, ${reason !== null && isNew} and not exists (
        select from table_column other where other.item_id = own.item_id and other.column_id <> own.column_id
          and strpos(other.definition ->> 'formula', '{' || (own.definition ->> 'name') || '}') > 0) as is_deleted
      from table_column own
      where item_id = ${item} and column_id = ${column} and options ->> 'changing' = ${job}
    ), deleted as (
      delete from table_column using changed
      where table_column.item_id = changed.item_id and table_column.column_id = changed.column_id and changed.is_deleted
    )
    update table_column set options = options - 'changing' from changed
    where table_column.item_id = changed.item_id and table_column.column_id = changed.column_id
      and not changed.is_deleted`.execute(database);
}

/**
 * Cancels a change of a column: its values are as they were, and a new column is there no more.
 * @throws ApiError 409 where it has ended
 */
export function cancelColumnChange(
  services: Services,
  item: Authorized<ItemView, 'item.change'>,
  job: { id: string; task: string },
): Promise<void> {
  return inTransaction(services, async (trx) => {
    const active =
      await sql`select from job where id = ${job.id} and state in ('queued', 'running') for update`.execute(
        trx,
      );
    if (active.rows.length === 0) throw conflict('job_ended', 'This change has ended already.');
    const { rows } = await sql<{ column: string }>`select column_id as "column" from table_column
      where item_id = ${item.id} and options ->> 'changing' = ${job.id}`.execute(trx);
    const column = rows[0]?.column ?? '';
    const reason = 'The change was cancelled. Everything is as before.';
    await finishColumnChange(
      trx,
      { job: job.id, item: item.id, column },
      { reason, isNew: job.task === ADD_COLUMN },
    );
    await afterCommit(trx, async () =>
      services.changeEvents.publish({ about: 'item', hubId: item.hub_id, id: item.id }),
    );
  });
}

/** Has values removed that no column has any more, once a column of many rows was deleted. */
export async function queueRemovalOfValues(
  { jobs }: Pick<Services, 'jobs'>,
  trx: Transaction,
  item: Pick<ItemView, 'id' | 'hub_id'>,
): Promise<void> {
  await jobs.add(
    CHANGE_COLUMN,
    { job: null, item: item.id },
    { transaction: trx, tenant: hubTenant(item.hub_id), exclusive: item.id },
  );
}
