import { sql } from 'kysely';
import type { Values } from '#lib/fields/definition.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { DELETE_BATCH_SIZE, deleteInBatches } from '#server/platform/database/delete-in-batches.ts';
import { tableOfDeletedColumns } from '../table/deleted-columns.ts';
import { rowTableOf, type Table } from '../table/table.ts';
import { joinTypedNumbers, typedCells } from '../table/typed-numbers.ts';
import { hasInName } from './deleted-row-names.ts';
import { rowsByIds, type TableRow } from './row.repo.ts';
import { RELEASED } from './row-file.repo.ts';

/** How long a deleted row can be restored. */
export const DELETED_ROW_DAYS = 30;

/** A deleted row as it is stored: its values by the ids of its columns, and how its phone numbers were typed. */
export type DeletedRow = {
  id: string;
  number: number;
  position: number;
  revision: number;
  created_at: Date;
  created_by: string | null;
  cells: Values;
  deleted_at: Date;
  deleted_by: string | null;
  deleter_name: string | null;
};

/** What rows have in all columns of their table, also in deleted ones that can be restored, as it is stored of deleted rows. */
async function cellsOfRows(trx: Transaction, table: Table, rows: readonly TableRow[]): Promise<string[]> {
  const behind = await tableOfDeletedColumns(trx, table);
  const ids = rows.map(({ id }) => id);
  const others = behind ? await rowsByIds(trx, behind, ids) : new Map<string, TableRow>();
  const columns = [...table.columns, ...(behind?.columns ?? [])];
  return rows.map((row) => {
    const other = others.get(row.id);
    const values = { ...row.values, ...other?.values };
    return JSON.stringify({
      ...Object.fromEntries(columns.map(({ field }) => [field.id, values[field.name]])),
      ...typedCells(columns, values, joinTypedNumbers(row.typed, other?.typed)),
    });
  });
}

/** Moves rows out of their table, with an entry in their history. */
export async function moveToDeletedRows(
  trx: Transaction,
  table: Table,
  rows: readonly TableRow[],
  userId: string | null,
): Promise<void> {
  const { item } = table;
  const ids = rows.map(({ id }) => id);
  const cells = await cellsOfRows(trx, table, rows);
  await sql`with gone as (
      delete from ${rowTableOf(item.id)} where id = any(${ids}::uuid[])
      returning id, number, position, revision, created_at, created_by
    ), recorded as (
      insert into row_change (item_id, row_id, revision, kind, made_by)
      select ${item.id}, id, revision, 'deleted', ${userId} from gone
    )
    insert into deleted_row (item_id, id, number, position, revision, created_at, created_by, cells, deleted_by)
    select ${item.id}, gone.id, number, position, revision, created_at, created_by, input.cells::jsonb, ${userId}
    from gone join unnest(${ids}::uuid[], ${cells}::text[]) as input (id, cells) on input.id = gone.id
    on conflict (item_id, id) do update set number = excluded.number, position = excluded.position,
      revision = excluded.revision, cells = excluded.cells, deleted_at = now(), deleted_by = excluded.deleted_by`.execute(
    trx,
  );
}

/** Rows that are in their table again. */
export async function removeFromDeletedRows(
  trx: Transaction,
  itemId: string,
  ids: readonly string[],
): Promise<void> {
  await sql`delete from deleted_row where item_id = ${itemId} and id = any(${ids}::uuid[])`.execute(trx);
}

const COLUMNS = sql.raw(`gone.id, gone.number, gone.position, gone.revision, gone.created_at, gone.created_by,
  gone.cells, gone.deleted_at, gone.deleted_by, trim(deleter.first_name || ' ' || deleter.last_name) as deleter_name`);

/** Deleted rows by their ids, locked until the transaction ends. */
export async function deletedRowsByIds(
  trx: Transaction,
  itemId: string,
  ids: readonly string[],
): Promise<Map<string, DeletedRow>> {
  const { rows } = await sql<DeletedRow>`
    select ${COLUMNS} from deleted_row gone left join app_user deleter on deleter.id = gone.deleted_by
    where gone.item_id = ${itemId} and gone.id = any(${ids}::uuid[]) order by gone.id for update of gone`.execute(
    trx,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Deleted rows of a table, the last deleted first. @param q what their names have in them */
export async function listDeletedRows(
  database: Database,
  table: Pick<Table, 'item' | 'columns'>,
  { page, page_size, q }: { page: number; page_size: number; q?: string | undefined },
): Promise<DeletedRow[]> {
  const { rows } = await sql<DeletedRow>`
    select ${COLUMNS} from deleted_row gone left join app_user deleter on deleter.id = gone.deleted_by
    where gone.item_id = ${table.item.id} ${q === undefined ? sql`` : sql`and ${hasInName(table, q)}`}
    order by gone.deleted_at desc, gone.id desc
    limit ${page_size} offset ${(page - 1) * page_size}`.execute(database);
  return rows;
}

/** The ids of those rows of a table that have something in a column, among the last that were deleted. */
export async function deletedRowsWith(
  trx: Transaction,
  itemId: string,
  columnId: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from (
      select id, cells from deleted_row where item_id = ${itemId} order by deleted_at desc, id desc limit ${limit}
    ) last where cells ? ${columnId}::text`.execute(trx);
  return rows.map(({ id }) => id);
}

/** What some deleted rows have in a column. */
export async function deletedValues(
  trx: Transaction,
  itemId: string,
  columnId: string,
  ids: readonly string[],
): Promise<{ id: string; value: unknown }[]> {
  const { rows } = await sql<{ id: string; value: unknown }>`
    select id, cells -> ${columnId}::text as value from deleted_row
    where item_id = ${itemId} and id = any(${ids}::uuid[])`.execute(trx);
  return rows;
}

/** Replaces what deleted rows have in a column; `undefined` removes it. */
export async function writeDeletedValues(
  trx: Transaction,
  itemId: string,
  columnId: string,
  values: readonly { id: string; value: unknown }[],
): Promise<void> {
  const ids = values.map(({ id }) => id);
  const texts = values.map(({ value }) => (value === undefined ? null : JSON.stringify(value)));
  await sql`update deleted_row gone set cells = case when input.value is null then gone.cells - ${columnId}::text
      else gone.cells || jsonb_build_object(${columnId}::text, input.value::jsonb) end
    from unnest(${ids}::uuid[], ${texts}::text[]) as input (id, value)
    where gone.item_id = ${itemId} and gone.id = input.id`.execute(trx);
}

/** Whether a row of this id waits among the deleted ones. */
export async function isDeletedRow(database: Database, itemId: string, id: string): Promise<boolean> {
  const { rows } = await sql`select from deleted_row where item_id = ${itemId} and id = ${id}::uuid`.execute(
    database,
  );
  return rows.length > 0;
}

/** Puts rows back into their table, with their own numbers, positions and creators, and notes it in their history. */
export async function insertRestoredRows(
  trx: Transaction,
  itemId: string,
  rows: readonly { id: string; from: DeletedRow }[],
  userId: string | null,
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  await sql`with restored as (
      insert into ${rowTableOf(itemId)} (id, number, position, revision, created_at, created_by, updated_by)
      overriding system value
      select id, number, position, revision, created_at, created_by, ${userId}
      from deleted_row where item_id = ${itemId} and id = any(${ids}::uuid[])
      on conflict (id) do nothing returning id, revision
    ), recorded as (
      insert into row_change (item_id, row_id, revision, kind, made_by)
      select ${itemId}, id, revision + 1, 'restored', ${userId} from restored
    )
    delete from deleted_row where item_id = ${itemId} and id in (select id from restored)`.execute(trx);
}

/** Deletes rows permanently that were deleted long ago, with their history and their cards; their files are released. */
export async function purgeDeletedRows(database: Database, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const { rows } = await sql<{ count: number }>`with gone as (
        delete from deleted_row where ctid = any(array(
          select ctid from deleted_row where deleted_at < now() - make_interval(days => ${DELETED_ROW_DAYS})
          limit ${DELETE_BATCH_SIZE} for update skip locked))
        returning item_id, id
      ), history as (
        delete from row_change using gone where row_change.item_id = gone.item_id and row_change.row_id = gone.id
      ), files as (
        update row_file set ${RELEASED} from gone
        where row_file.item_id = gone.item_id and row_file.row_id = gone.id
      ), link as (
        select item_id, (options ->> 'link')::uuid as id, options ->> 'side' as side from (
          select item_id, options from table_column union all select item_id, options from deleted_column
        ) own where options ->> 'type' = 'link' and item_id in (select item_id from gone)
      ), links as (
        delete from row_link using gone join link on link.item_id = gone.item_id
        where row_link.link_id = link.id and (
          (link.side = 'one' and row_link.one_row = gone.id) or (link.side = 'other' and row_link.other_row = gone.id))
      ), cards as (
        delete from row_vcard using gone where row_vcard.item_id = gone.item_id and row_vcard.row_id = gone.id
      ), pairs as (
        delete from row_distinct using gone
        where row_distinct.item_id = gone.item_id and gone.id in (one_row, other_row)
      )
      select count(*)::int as count from gone`.execute(database);
    if ((rows[0]?.count ?? 0) < DELETE_BATCH_SIZE) break;
  }
  // What the rows of a merge were is no longer needed once they can't come back.
  const isOver = sql`made_at < now() - make_interval(days => ${DELETED_ROW_DAYS})`;
  await deleteInBatches(database, 'row_merge', isOver, signal);
}
