import { sql } from 'kysely';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { ValueType } from '#server/platform/database/schema/tables.ts';
import { retireOldOrders } from '../lists/row-index.repo.ts';
import { columnRef, isStored, rowTableName, rowTableOf, type TableColumn, typeSql } from '../table/table.ts';
import { TYPED_KEY } from '../table/typed-numbers.ts';

/**
 * The most columns that a table may have had in its life, including deleted ones (PostgreSQL allows 1,600).
 */
const COLUMNS_OF_A_LIFE = 1_500;

/** A name that no column of the table ever had; null once there were too many. */
export async function newColumnName(trx: Transaction, itemId: string): Promise<string | null> {
  const { next_column } = await trx
    .updateTable('user_table')
    .set((of) => ({ next_column: of('next_column', '+', 1) }))
    .where('item_id', '=', itemId)
    .returning('next_column')
    .executeTakeFirstOrThrow();
  return next_column > COLUMNS_OF_A_LIFE ? null : `c_${next_column - 1}`;
}

/** Adds the database column of a column's values; lists and the like are in `extra` already. */
export async function addValueColumn(
  trx: Transaction,
  itemId: string,
  name: string,
  type: ValueType | null,
): Promise<void> {
  if (type === null) return;
  await sql`alter table ${rowTableOf(itemId)} add column ${columnRef({ name })} ${typeSql(type)}`.execute(
    trx,
  );
}

/** Deletes the values of a column permanently, also those stored in `extra`. */
export async function dropValueColumn(
  trx: Transaction,
  itemId: string,
  { name, type }: Pick<TableColumn, 'name' | 'type'>,
): Promise<void> {
  await deleteExtraValues(trx, itemId, { name });
  // At last, since nobody reads the table from here to the commit. With the triggers that note its changes for stored orders.
  if (type !== null)
    await sql`alter table ${rowTableOf(itemId)} drop column if exists ${columnRef({ name })} cascade`.execute(
      trx,
    );
}

/**
 * Drops database columns that no column of the table has any more, nor a deleted one that can be restored: values of an old
 * type, or what a kill left. Not while a
 * job changes values of this table, unless it is the one that calls this.
 */
export async function dropUnusedValueColumns(trx: Transaction, itemId: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = (select oid from pg_class where relname = ${rowTableName(itemId)}
        and relnamespace = 'tables'::regnamespace)
      and attnum > 0 and not attisdropped and attname ~ '^c_[0-9]+$'
      and not exists (select from table_column where item_id = ${itemId} and name = attname)
      and not exists (select from deleted_column where item_id = ${itemId} and name = attname)`.execute(trx);
  if (rows.length === 0) return;
  const drops = rows.map(({ name }) => sql`drop column ${columnRef({ name })} cascade`);
  await sql`alter table ${rowTableOf(itemId)} ${sql.join(drops)}`.execute(trx);
}

/** Deletes the values of a column that are stored in `extra`, and how they were typed. */
export async function deleteExtraValues(
  trx: Transaction,
  itemId: string,
  { name }: Pick<TableColumn, 'name'>,
): Promise<void> {
  await sql`update ${rowTableOf(itemId)} set extra = (extra - ${name}::text) #- array[${TYPED_KEY}, ${name}]
    where extra ? ${name}::text or extra -> ${TYPED_KEY} ? ${name}::text`.execute(trx);
}

/** Has it found out again what a table's formulas depend on, and whether they are up to date. */
async function recheckFormulas(
  trx: Transaction,
  itemId: string,
  { field }: Pick<TableColumn, 'field'>,
): Promise<void> {
  if (field.formula === undefined) return;
  await trx.updateTable('user_table').set({ formulas_for: null }).where('item_id', '=', itemId).execute();
}

/** Notes a new column, at the end. */
export async function insertColumn(
  trx: Transaction,
  itemId: string,
  column: TableColumn,
  position: number,
): Promise<void> {
  await trx
    .insertInto('table_column')
    .values({
      item_id: itemId,
      column_id: column.field.id,
      position,
      definition: JSON.stringify(column.field),
      name: column.name,
      pg_type: isStored(column) ? column.type : null,
      options: JSON.stringify(column.options),
    })
    .execute();
  await recheckFormulas(trx, itemId, column);
}

/** Notes how a column is from now on. */
export async function updateColumn(trx: Transaction, itemId: string, column: TableColumn): Promise<void> {
  const { field, name, revision, options } = column;
  await trx
    .updateTable('table_column')
    .set({
      definition: JSON.stringify(field),
      name,
      pg_type: isStored(column) ? column.type : null,
      revision,
      options: JSON.stringify(options),
    })
    .where('item_id', '=', itemId)
    .where('column_id', '=', field.id)
    .execute();
  await recheckFormulas(trx, itemId, column);
  await retireOldOrders(trx, itemId, column);
}

/** Notes in which database column a column's values are from now on. */
export async function moveValues(
  trx: Transaction,
  itemId: string,
  column: Pick<TableColumn, 'field' | 'name' | 'type' | 'options'>,
): Promise<void> {
  await trx
    .updateTable('table_column')
    .set({ name: column.name, pg_type: isStored(column) ? column.type : null })
    .where('item_id', '=', itemId)
    .where('column_id', '=', column.field.id)
    .execute();
  await recheckFormulas(trx, itemId, column);
}

/** Notes the order of the columns. */
export async function orderColumns(trx: Transaction, itemId: string, ids: readonly string[]): Promise<void> {
  await sql`update table_column set position = input.n
    from unnest(${ids}::text[]) with ordinality as input (id, n)
    where item_id = ${itemId} and column_id = input.id and position <> input.n`.execute(trx);
}

/** Deletes a column's definition permanently. */
export async function deleteColumnRow(
  trx: Transaction,
  itemId: string,
  { id }: Pick<FieldDefinition, 'id'>,
): Promise<void> {
  await trx.deleteFrom('table_column').where('item_id', '=', itemId).where('column_id', '=', id).execute();
}
