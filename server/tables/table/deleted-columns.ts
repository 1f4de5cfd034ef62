import { sql } from 'kysely';
import type { Transaction } from '#server/platform/database/database.ts';
import { readColumn, type StoredColumn } from './read-column.ts';
import { isStored, type Table, type TableColumn } from './table.ts';

/**
 * Deleted columns of which rows have values of their own, as a table of them alone: their values go with a row that is
 * deleted, and come back with it. Named by their ids, since other columns may have their names by now.
 */
export async function tableOfDeletedColumns(trx: Transaction, table: Table): Promise<Table | null> {
  if (!table.deleted) return null;
  const { rows } = await sql<StoredColumn>`select definition, name, pg_type, revision, options
    from deleted_column where item_id = ${table.item.id} order by column_id`.execute(trx);
  const columns = rows.flatMap((one): TableColumn[] => {
    const column = readColumn(one);
    const { field } = column;
    if (!isStored(column) || field.formula !== undefined) return [];
    return [{ ...column, field: { ...field, name: `deleted ${field.id}` } }];
  });
  return columns.length > 0 ? { ...table, columns, fields: columns.map(({ field }) => field) } : null;
}

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
