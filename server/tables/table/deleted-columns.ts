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

/** Notes that rows got values of deleted columns, so that those of a unique one are compared before it is restored. */
export async function noteNewValues(trx: Transaction, { item, columns }: Table): Promise<void> {
  const ids = columns.map(({ field }) => field.id);
  await sql`update deleted_column set has_new_values = true
    where item_id = ${item.id} and column_id = any(${ids}) and not has_new_values`.execute(trx);
}
