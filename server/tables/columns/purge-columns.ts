import { sql } from 'kysely';
import { DELETE_BATCH_SIZE, deleteInBatches } from '#server/platform/database/delete-in-batches.ts';
import { inTransaction } from '#server/platform/database/in-transaction.ts';
import type { Services } from '#server/platform/services.ts';
import { RELEASED } from '../rows/row-file.repo.ts';
import { DELETED_COLUMN_DAYS } from './deleted-column.repo.ts';
import { queueRemovalOfValues } from './queue-column-change.ts';

type Expired = {
  item_id: string;
  hub_id: string;
  column_id: string;
  link: string | null;
  target: string | null;
  file_fields: string[];
};

/** An hour more than columns can be restored: nobody is restoring one that is purged. */
const IS_EXPIRED = sql`deleted_at < now() - make_interval(days => ${sql.lit(DELETED_COLUMN_DAYS)}, hours => 1)`;

/**
 * Releases the files of a column, some at a time: they are deleted a day later. Those that somebody locked are waited for, since
 * nobody releases them later; by their ids, which stay where a row is written meanwhile.
 */
async function releaseFiles(
  { database }: Services,
  { item_id, file_fields }: Expired,
  signal: AbortSignal,
): Promise<void> {
  if (file_fields.length === 0) return;
  for (;;) {
    signal.throwIfAborted();
    const { numAffectedRows } = await sql`update row_file set ${RELEASED}
      where item_id = ${item_id} and id = any(array(
        select id from row_file where item_id = ${item_id} and field_id = any(${file_fields}) and row_id is not null
        order by id limit ${DELETE_BATCH_SIZE} for update))`.execute(database);
    if (numAffectedRows === 0n) return;
  }
}

/** Deletes the links of a column that no other one shows, nor will: a link is shown by the columns of two tables at most. */
async function deleteLinks(
  { database }: Services,
  { item_id, column_id, link, target }: Expired,
  signal: AbortSignal,
): Promise<void> {
  if (link === null) return;
  const { rows } = await sql`
    select from table_column where item_id in (${item_id}::uuid, ${target}::uuid) and options ->> 'link' = ${link}
    union all
    select from deleted_column where item_id in (${item_id}::uuid, ${target}::uuid) and options ->> 'link' = ${link}
      and not (item_id = ${item_id} and column_id = ${column_id}) and not (${IS_EXPIRED})`.execute(database);
  if (rows.length > 0) return;
  await deleteInBatches(database, 'row_link', sql`link_id = ${link}::uuid`, signal);
}

/** Deletes the definitions of columns of one table, and has their values removed. */
function deleteDefinitions(services: Services, columns: readonly Expired[]): Promise<void> {
  return inTransaction(services, async (trx) => {
    const [first] = columns;
    if (!first) return;
    const { item_id: id, hub_id } = first;
    const ids = columns.map(({ column_id }) => column_id);
    await sql`delete from deleted_column where item_id = ${id} and column_id = any(${ids}) and ${IS_EXPIRED}`.execute(
      trx,
    );
    await queueRemovalOfValues(services, trx, { id, hub_id });
  });
}

/**
 * Purges columns that can't be restored any more: their files and links, and, by a job for each table, their values. A kill in
 * between leaves the rest to the next time.
 */
export async function purgeDeletedColumns(services: Services, signal: AbortSignal): Promise<void> {
  const { rows } = await sql<Expired>`
    select gone.item_id, item.hub_id, gone.column_id, gone.file_fields, gone.options ->> 'link' as link,
      gone.options ->> 'table' as target
    from deleted_column gone join item on item.id = gone.item_id
    where ${IS_EXPIRED} order by gone.deleted_at`.execute(services.database);
  for (const column of rows) {
    await releaseFiles(services, column, signal);
    await deleteLinks(services, column, signal);
  }
  for (const columns of Map.groupBy(rows, ({ item_id }) => item_id).values()) {
    signal.throwIfAborted();
    await deleteDefinitions(services, columns);
  }
}
