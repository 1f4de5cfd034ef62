import { sql } from 'kysely';
import type { ColumnOptions } from '#lib/fields/column-types.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import type { ValueType } from '#server/platform/database/schema/tables.ts';
import { fileFieldsOf } from '../rows/row-file.repo.ts';
import { readByFormulas } from '../table/dependent-formulas.ts';
import { readColumn } from '../table/read-column.ts';
import type { Table, TableColumn } from '../table/table.ts';
import { orderColumns } from './column.repo.ts';

/** How long a deleted column can be restored. */
export const DELETED_COLUMN_DAYS = 30;

/** A column as it was deleted. */
export type DeletedColumn = {
  column: TableColumn;
  /** The ids of the columns behind it, in their order. */
  followers: string[];
  /** The ids of the columns that its formula read, by their names; of one that was deleted long ago, none. */
  reads: Readonly<Record<string, string>>;
  deleted_at: Date;
  deleted_by: string | null;
  deleter_name: string | null;
};

type StoredDeletedColumn = {
  definition: FieldDefinition;
  name: string;
  pg_type: ValueType | null;
  revision: number;
  options: (ColumnOptions & { reads?: Record<string, string> }) | null;
  followers: string[];
} & Pick<DeletedColumn, 'deleted_at' | 'deleted_by' | 'deleter_name'>;

function asDeleted(stored: StoredDeletedColumn): DeletedColumn {
  const { reads = {}, ...options } = stored.options ?? {};
  return {
    column: readColumn({ ...stored, options }),
    reads,
    followers: stored.followers,
    deleted_at: stored.deleted_at,
    deleted_by: stored.deleted_by,
    deleter_name: stored.deleter_name,
  };
}

/** The names that formulas of a field read beside it; within a form, those of its own fields come first. */
function namesReadBy(field: FieldDefinition): Set<string> {
  const fields = field.fields ?? [];
  const within = new Set(fields.flatMap((one) => [...namesReadBy(one)]));
  for (const { name } of fields) within.delete(name);
  return new Set([...readByFormulas([{ field }]), ...within]);
}

/** The ids of the other columns that formulas of a field read, by their names: another column may have such a name later. */
function columnsRead(fields: readonly FieldDefinition[], field: FieldDefinition): Record<string, string> {
  const names = namesReadBy(field);
  const others = fields.filter(({ name, id }) => id !== field.id && names.has(name));
  return Object.fromEntries(others.map(({ name, id }) => [name, id]));
}

/** Moves a column out of its table, locked by the caller; its values stay where they are. */
export async function moveToDeletedColumns(
  trx: Transaction,
  { item, fields }: Table,
  { field }: TableColumn,
  userId: string | null,
): Promise<void> {
  const ids = fields.map(({ id }) => id);
  const followers = ids.slice(ids.indexOf(field.id) + 1);
  const reads = columnsRead(fields, field);
  const noted = Object.keys(reads).length > 0 ? { reads } : {};
  await sql`with gone as (
      delete from table_column where item_id = ${item.id} and column_id = ${field.id} returning *
    )
    insert into deleted_column (item_id, column_id, definition, name, pg_type, revision, options, followers, file_fields, deleted_by)
    select item_id, column_id, definition, name, pg_type, revision, options || ${JSON.stringify(noted)}::jsonb, ${followers}::text[],
      ${[...fileFieldsOf([field]).keys()]}::text[], ${userId} from gone`.execute(trx);
  // A column that is added next stands behind the last one, however many were deleted.
  await orderColumns(
    trx,
    item.id,
    ids.filter((id) => id !== field.id),
  );
}

const SELECTED =
  sql.raw(`gone.definition, gone.name, gone.pg_type, gone.revision, gone.options, gone.followers,
  gone.deleted_at, gone.deleted_by, trim(deleter.first_name || ' ' || deleter.last_name) as deleter_name
  from deleted_column gone left join app_user deleter on deleter.id = gone.deleted_by`);
const IS_RESTORABLE = sql`gone.deleted_at >= now() - make_interval(days => ${sql.lit(DELETED_COLUMN_DAYS)})`;

/** The columns of a table that can be restored, the last deleted first. */
export async function listDeletedColumns(
  database: Database,
  itemId: string,
  { page, page_size }: { page: number; page_size: number },
): Promise<DeletedColumn[]> {
  const { rows } = await sql<StoredDeletedColumn>`select ${SELECTED}
    where gone.item_id = ${itemId} and ${IS_RESTORABLE}
    order by gone.deleted_at desc, gone.column_id
    limit ${page_size} offset ${(page - 1) * page_size}`.execute(database);
  return rows.map(asDeleted);
}

/** A deleted column that can be restored, locked until the transaction ends; undefined where there is none. */
export async function lockDeletedColumn(
  trx: Transaction,
  itemId: string,
  columnId: string,
): Promise<DeletedColumn | undefined> {
  const { rows } = await sql<StoredDeletedColumn>`select ${SELECTED}
    where gone.item_id = ${itemId} and gone.column_id = ${columnId} and ${IS_RESTORABLE}
    for update of gone`.execute(trx);
  return rows.map(asDeleted)[0];
}

/**
 * Puts a deleted column back into its table, locked by the caller: before the first of the columns that were behind it.
 * @param column its definition from now on
 */
export async function moveToTableColumns(
  trx: Transaction,
  { item, fields }: Table,
  { field, revision, options }: TableColumn,
  followers: readonly string[],
): Promise<void> {
  await sql`with back as (
      delete from deleted_column where item_id = ${item.id} and column_id = ${field.id} returning *
    )
    insert into table_column (item_id, column_id, position, definition, name, pg_type, revision, options)
    select item_id, column_id, 0, ${JSON.stringify(field)}::jsonb, name, pg_type, ${revision}, ${JSON.stringify(options)}::jsonb
    from back`.execute(trx);
  const ids = fields.map(({ id }) => id);
  const next = followers.map((id) => ids.indexOf(id)).find((at) => at >= 0) ?? ids.length;
  await orderColumns(trx, item.id, ids.toSpliced(next, 0, field.id));
  if (field.formula !== undefined)
    await trx.updateTable('user_table').set({ formulas_for: null }).where('item_id', '=', item.id).execute();
}
