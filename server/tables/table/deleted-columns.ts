import { sql } from 'kysely';
import type { Transaction } from '#server/platform/database/database.ts';
import { isLink } from './link-column.ts';
import { readColumn, type StoredColumn } from './read-column.ts';
import { isStored, type LinkColumn, type Table, type TableColumn } from './table.ts';

/** The deleted columns of a table. Named by their ids, since other columns may have their names by now. */
async function deletedColumnsOf(trx: Transaction, table: Table): Promise<TableColumn[]> {
  if (!table.deleted) return [];
  const { rows } = await sql<StoredColumn>`select definition, name, pg_type, revision, options
    from deleted_column where item_id = ${table.item.id} order by column_id`.execute(trx);
  return rows.map((one) => {
    const column = readColumn(one);
    const { field } = column;
    return { ...column, field: { ...field, name: `deleted ${field.id}` } };
  });
}

/**
 * Deleted columns of which rows have values of their own, as a table of them alone: their values go with a row that is
 * deleted, and come back with it.
 */
export async function tableOfDeletedColumns(trx: Transaction, table: Table): Promise<Table | null> {
  const all = await deletedColumnsOf(trx, table);
  const columns = all.filter((column) => isStored(column) && column.field.formula === undefined);
  return columns.length > 0 ? { ...table, columns, fields: columns.map(({ field }) => field) } : null;
}

/** Deleted columns of links, which stay where they are. */
export const deletedLinks = async (trx: Transaction, table: Table): Promise<LinkColumn[]> =>
  (await deletedColumnsOf(trx, table)).filter(isLink);

/** Notes which rows got values of deleted columns, so that those of a unique one are compared before it is restored. */
export async function noteNewValues(
  trx: Transaction,
  { item, columns }: Table,
  rowIds: readonly string[],
): Promise<void> {
  const unique = columns.flatMap(({ field, options }) => (options.unique ? [field.id] : []));
  if (unique.length === 0) return;
  await sql`insert into deleted_column_row (item_id, column_id, row_id)
    select ${item.id}, own.column_id, noted.row_id
    from unnest(${unique}::text[]) as own (column_id) cross join unnest(${rowIds}::uuid[]) as noted (row_id)
    on conflict do nothing`.execute(trx);
}

/** The rows that got values of a deleted column which is unique. */
export async function rowsWithNewValues(
  trx: Transaction,
  itemId: string,
  columnId: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select row_id as id from deleted_column_row
    where item_id = ${itemId} and column_id = ${columnId}`.execute(trx);
  return rows.map(({ id }) => id);
}
