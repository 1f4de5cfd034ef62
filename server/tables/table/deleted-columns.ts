import { type RawBuilder, sql } from 'kysely';
import { labelColumnOf } from '#lib/contacts/labels.ts';
import type { Values } from '#lib/fields/definition.ts';
import { isFilled } from '#lib/fields/is-filled.ts';
import { ownValue } from '#lib/fields/own-value.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { isLink } from './link-column.ts';
import { readColumn, type StoredColumn } from './read-column.ts';
import { isStored, type LinkColumn, type Table, type TableColumn } from './table.ts';

/** Deleted columns as a table of them alone. */
export type DeletedTable = Table & {
  /** The id of the one that was the column of labels; its definition has another name here. */
  labels?: string | undefined;
};

/** What a deleted column is called beside others, which may have its name by now. */
const renamed = (column: TableColumn): TableColumn => ({
  ...column,
  field: { ...column.field, name: `deleted ${column.field.id}` },
});

/** The deleted columns of a table, as they were deleted. */
async function storedColumnsOf(trx: Transaction, table: Table): Promise<TableColumn[]> {
  if (!table.deleted) return [];
  const { rows } = await sql<StoredColumn>`select definition, name, pg_type, revision, options
    from deleted_column where item_id = ${table.item.id} order by column_id`.execute(trx);
  return rows.map(readColumn);
}

/** The deleted columns of a table. Named by their ids, since other columns may have their names by now. */
export const deletedColumnsOf = async (trx: Transaction, table: Table): Promise<TableColumn[]> =>
  (await storedColumnsOf(trx, table)).map(renamed);

/**
 * Deleted columns of which rows have values of their own, as a table of them alone: their values go with a row that is
 * deleted, and come back with it.
 */
export async function tableOfDeletedColumns(trx: Transaction, table: Table): Promise<DeletedTable | null> {
  const all = await storedColumnsOf(trx, table);
  const stored = all.filter((column) => isStored(column) && column.field.formula === undefined);
  if (stored.length === 0) return null;
  const columns = stored.map(renamed);
  const labels = labelColumnOf(stored.map(({ field }) => field))?.id;
  return { ...table, columns, fields: columns.map(({ field }) => field), labels };
}

/** Deleted columns of links, which stay where they are. */
export const deletedLinks = async (trx: Transaction, table: Table): Promise<LinkColumn[]> =>
  (await deletedColumnsOf(trx, table)).filter(isLink);

/**
 * Notes which rows got values of deleted columns that are unique, so that these are compared before one is restored.
 * @param behind the deleted columns
 * @param rows what was written of them; columns without a value are compared with none
 */
export async function noteNewValues(
  trx: Transaction,
  { item, columns }: Table,
  rows: readonly { id: string; values: Values }[],
): Promise<void> {
  const unique = columns.filter(({ options }) => options.unique);
  const noted = unique.flatMap(({ field }) =>
    rows.flatMap(({ id, values }) =>
      isFilled(ownValue(values, field.name)) ? [{ id, column: field.id }] : [],
    ),
  );
  if (noted.length === 0) return;
  // One that is purged meanwhile is waited for, and is none of these then.
  await sql`with gone as (
      select item_id, column_id from deleted_column
      where item_id = ${item.id} and column_id = any(${unique.map(({ field }) => field.id)}) for key share
    )
    insert into deleted_column_row (item_id, column_id, row_id)
    select gone.item_id, gone.column_id, noted.row_id
    from gone join unnest(${noted.map(({ column }) => column)}::text[], ${noted.map(({ id }) => id)}::uuid[])
      as noted (column_id, row_id) on noted.column_id = gone.column_id
    on conflict do nothing`.execute(trx);
}

/** The rows that got values of a deleted column which is unique, as a query for their ids (`row_id`). */
export const rowsWithNewValues = (itemId: string, columnId: string): RawBuilder<{ row_id: string }> =>
  sql`select noted.row_id from deleted_column_row noted
    where noted.item_id = ${itemId} and noted.column_id = ${columnId}`;
