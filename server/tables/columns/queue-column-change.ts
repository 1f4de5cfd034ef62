import { sql } from 'kysely';
import type { ColumnInput } from '#lib/contract/column-request.ts';
import { BACKGROUND_ROWS } from '#lib/contract/table-limits.ts';
import { serializeActiveLinks } from '#server/access/links/recheck-links.ts';
import type { ItemView } from '#server/items/item/item.repo.ts';
import type { SignedIn } from '#server/items/item/item.service.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import { hubTenant } from '#server/platform/database/tenant.ts';
import { conflict } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import type { TableColumn } from '../table/table.ts';

export const CHANGE_COLUMN = 'change-column';
/** What `job.task` says of a new column whose values are computed: where that fails, the column is deleted. */
export const ADD_COLUMN = 'add-column';

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
 * @param at not before then
 */
export async function queueColumnChange(
  { jobs }: Pick<Services, 'jobs'>,
  trx: Transaction,
  caller: SignedIn,
  item: Pick<ItemView, 'id' | 'hub_id'>,
  column: TableColumn,
  change: ColumnInput | null,
  at?: Date,
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
    ...(at ? { at } : {}),
  });
  return { ...column, options: { ...column.options, changing: id } };
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
