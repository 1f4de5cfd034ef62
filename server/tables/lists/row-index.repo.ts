import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { comparedStart } from '../table/compared-value.ts';
import {
  columnRef,
  isStored,
  rowTableName,
  rowTableOf,
  type Table,
  type TableColumn,
} from '../table/table.ts';
import type { StoredRowIndex } from '../table/table-state.ts';
import { LINKED } from '../table/uncompared-columns.ts';
import { columnOrder, filterKeyOf, firstPersonOf, hasOrder, isOfPeople, optionsVersion } from './sort-key.ts';

/** Which index: of the rows of an item, by the values of a column, in one direction. */
export type RowIndexKey = { itemId: string; key: string; down: boolean };

/** By what a column is known in the keys of indexes: a name that no other column of the table ever has. */
const ownName = (column: TableColumn): string =>
  isStored(column) ? column.name : (column.options.type ?? column.name);

/** The key of an index of texts in natural order; one without this prefix has them in an order of before. */
const NATURAL = 'n_';

/** The key of an index by which a filter finds the values of a column. */
export const indexKeyOf = (column: TableColumn): string =>
  `${column.type === 'text' ? NATURAL : ''}${ownName(column)}`;

/** What the key of an index begins with that has a choice's values in the order of its options: that order's version. */
const ORDERED = /^o[0-9a-f]{8}_/;

/** What the key of an index begins with that has the first of several people. */
const FIRST = 'p_';
const isFirstKey = (key: string): boolean => key.startsWith(FIRST);

/** The key of an index by which the rows of each person are found: the same for both directions, in the one that it has. */
export const peopleKeyOf = (column: TableColumn): string =>
  column.type === null ? `${FIRST}${column.name}` : indexKeyOf(column);

/** The key of an index by which rows are in the order of a column; null where none can have it: names of people change, and other tables. */
export function orderKeyOf(column: TableColumn): string | null {
  if (isOfPeople(column) || LINKED.has(column.options.type ?? '')) return null;
  const version = optionsVersion(column);
  return version === null ? indexKeyOf(column) : `o${version}_${ownName(column)}`;
}

/** The key of an index of the trigrams of a column's texts, by which parts of them are found. */
const PART = 't_';
export const partKeyOf = (column: Pick<TableColumn, 'name'>): string => `${PART}${column.name}`;
const isPartKey = (key: string): boolean => key.startsWith(PART);

/** The key of an index by which rows are found that are known by the values of a column: texts as they are compared then. */
const MATCH = 'm_';
export const matchKeyOfColumn = (column: TableColumn): string =>
  column.type === 'text' ? `${MATCH}${column.name}` : indexKeyOf(column);
const isMatchKey = (key: string): boolean => key.startsWith(MATCH);

/** The column that an index is of; undefined where it is there no more. */
export const indexedColumn = ({ columns }: Table, key: string): TableColumn | undefined =>
  columns.find((one) => {
    if (isPartKey(key)) return one.type === 'text' && partKeyOf(one) === key;
    if (isMatchKey(key)) return one.type === 'text' && matchKeyOfColumn(one) === key;
    if (isFirstKey(key)) return isOfPeople(one) && hasOrder(one) && peopleKeyOf(one) === key;
    return (one.type !== null && indexKeyOf(one) === key) || (hasOrder(one) && orderKeyOf(one) === key);
  });

const NAMED = /^(?:o[0-9a-f]{8}_)?[a-z_]{1,20}(?:\d{1,5})?$/;

/** The name of an index within the schema of users' tables. */
export function rowIndexName({ itemId, key, down }: RowIndexKey): string {
  if (!NAMED.test(key)) throw new Error('a column of this name was never made');
  return `i_${itemId.replaceAll('-', '')}_${key}_${down ? 'd' : 'a'}`;
}

/** The indexes of a table; stale is one whose use was noted more than a day ago. */
export async function rowIndexesOf(
  database: Database | Transaction,
  itemId: string,
): Promise<StoredRowIndex[]> {
  return database
    .selectFrom('row_index')
    .select(['key', 'descending', 'is_ready'])
    .select(sql<boolean>`used_at < now() - interval '1 day'`.as('is_stale'))
    .where('item_id', '=', itemId)
    .execute();
}

/**
 * Retires the index that was used least recently, where a table has the most it may have and nobody used this one for some days:
 * it is known no more, and dropped before the next one is built.
 */
async function retireRowIndex(trx: Transaction, itemId: string, { most, days }: RowIndexLimits) {
  await sql`
    update row_index set used_at = '-infinity' where item_id = ${itemId} and (key, descending) in (
      select key, descending from row_index
      where item_id = ${itemId} and is_ready and used_at > '-infinity' and used_at < now() - make_interval(days => ${days})
        and (select count(*) from row_index made where made.item_id = ${itemId} and made.used_at > '-infinity') >= ${most}
      order by used_at limit 1)`.execute(trx);
}

/** Retires the indexes that have a choice's values in an order of its options that is its order no more. */
export async function retireOldOrders(trx: Transaction, itemId: string, column: TableColumn): Promise<void> {
  if (!isStored(column)) return;
  await sql`
    update row_index set used_at = '-infinity'
    where item_id = ${itemId} and used_at > '-infinity' and key ~ ${`^o[0-9a-f]{8}_${column.name}$`}
      and key is distinct from ${orderKeyOf(column)}::text`.execute(trx);
}

/** Retires the stored orders of a column in the same direction that are computed otherwise: of other options, or by another column. */
export async function retireEarlierOrders(
  trx: Transaction,
  { itemId, key, down }: RowIndexKey,
): Promise<void> {
  await sql`
    update row_index set used_at = '-infinity'
    where item_id = ${itemId} and used_at > '-infinity' and descending = ${down} and key <> ${key}
      and key ~ '^l[0-9a-f]{16}_' and substr(key, 19) = ${key.slice(18)}::text`.execute(trx);
}

/** How many indexes a table may have, and after how many days without use one is replaced by another. */
type RowIndexLimits = { most: number; days: number };

/** Asks for an index. @returns false where it was asked for already, or the table has the most it may have */
export async function insertRowIndex(
  trx: Transaction,
  { itemId, key, down }: RowIndexKey,
  limits: RowIndexLimits,
): Promise<boolean> {
  // Anybody who lists rows does not wait for a change of the table; a later list asks again.
  const free =
    await sql`select from user_table where item_id = ${itemId} for no key update skip locked`.execute(trx);
  if (free.rows.length === 0) return false;
  await retireRowIndex(trx, itemId, limits);
  const { rows } = await sql`
    insert into row_index (item_id, key, descending)
    select item_id, ${key}, ${down}::boolean from user_table
    where item_id = ${itemId} and (
      select count(*) from row_index made where made.item_id = ${itemId} and made.used_at > '-infinity') < ${limits.most}
    on conflict do nothing returning key`.execute(trx);
  return rows.length > 0;
}

/** Has an index made again. @returns false where it is asked for already */
export async function renewRowIndex(trx: Transaction, { itemId, key, down }: RowIndexKey): Promise<boolean> {
  const { rows } = await sql`update row_index set is_ready = false
    where item_id = ${itemId} and key = ${key} and descending = ${down} and is_ready returning key`.execute(
    trx,
  );
  return rows.length > 0;
}

/** Notes that an index was used today; one that was retired stays so. */
export async function recordRowIndexUse(
  database: Database | Transaction,
  { itemId, key, down }: RowIndexKey,
) {
  await database
    .updateTable('row_index')
    .set({ used_at: sql`now()` })
    .where('item_id', '=', itemId)
    .where('key', '=', key)
    .where('descending', '=', down)
    .where('used_at', '>', sql<Date>`'-infinity'`)
    .execute();
}

export async function markRowIndexReady(database: Database, { itemId, key, down }: RowIndexKey) {
  await database
    .updateTable('row_index')
    .set({ is_ready: true })
    .where('item_id', '=', itemId)
    .where('key', '=', key)
    .where('descending', '=', down)
    .execute();
}

export async function deleteRowIndex(database: Database, { itemId, key, down }: RowIndexKey) {
  await database
    .deleteFrom('row_index')
    .where('item_id', '=', itemId)
    .where('key', '=', key)
    .where('descending', '=', down)
    .execute();
}

/** About how many rows a table has. */
export async function storedRowCount(trx: Transaction, itemId: string): Promise<number> {
  const { rows } = await sql<{ count: number | null }>`
    select (meta -> 'rows')::float8 as count from item where id = ${itemId}`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** Waits until nobody else builds or drops an index of the table, as a killed process's connection may. */
export async function awaitOtherBuilds(trx: Transaction, itemId: string): Promise<void> {
  await sql`lock table ${rowTableOf(itemId)} in share update exclusive mode`.execute(trx);
}

/** Whether an index is there and usable; null where there is none. */
export async function isRowIndexValid(database: Database, index: RowIndexKey): Promise<boolean | null> {
  const name = `tables.${rowIndexName(index)}`;
  const { rows } = await sql<{ indisvalid: boolean }>`
    select indisvalid from pg_index where indexrelid = to_regclass(${name})`.execute(database);
  return rows[0]?.indisvalid ?? null;
}

/** Not in a transaction: rows are written meanwhile. */
export async function createRowIndex(
  database: Database,
  table: Table,
  column: TableColumn,
  index: RowIndexKey,
): Promise<void> {
  if (isPartKey(index.key)) {
    await sql`create index concurrently ${sql.id(rowIndexName(index))} on ${rowTableOf(table.item.id)}
      using gin (${columnRef(column)} gin_trgm_ops)`.execute(database);
    return;
  }
  const rows = rowTableName(table.item.id);
  if (isMatchKey(index.key)) {
    await sql`create index concurrently ${sql.id(rowIndexName(index))} on ${rowTableOf(table.item.id)}
      ((${comparedStart(column, columnRef(column, rows))}))`.execute(database);
    return;
  }
  const direction = sql.raw(index.down ? 'desc' : 'asc');
  const value = ORDERED.test(index.key)
    ? columnOrder(column).own(rows)
    : isFirstKey(index.key)
      ? firstPersonOf(column, rows)
      : filterKeyOf(column, rows);
  await sql`create index concurrently ${sql.id(rowIndexName(index))} on ${rowTableOf(table.item.id)}
    ((${value}) ${direction} nulls last, position, id)`.execute(database);
}

/** Not in a transaction. */
export async function dropRowIndex(database: Database, index: RowIndexKey): Promise<void> {
  await sql`drop index concurrently if exists ${sql.id('tables', rowIndexName(index))}`.execute(database);
}

/** Indexes that nobody used for some days, that were retired, or whose column no longer exists. @param itemId of this table alone */
export async function unusedRowIndexes(
  database: Database,
  days: number,
  itemId: string | null = null,
): Promise<RowIndexKey[]> {
  const { rows } = await sql<RowIndexKey>`
    select item_id as "itemId", key, descending as down from row_index
    where (${itemId}::uuid is null or item_id = ${itemId}::uuid) and (used_at < now() - make_interval(days => ${days})
      or (key ~ '^(([tnpm]|[lo][0-9a-f]+)_)?c_' and not exists (
        select from table_column c
        where c.item_id = row_index.item_id and c.name = regexp_replace(row_index.key, '^([tnpm]|[lo][0-9a-f]+)_', ''))))
    order by used_at limit 1000`.execute(database);
  return rows;
}
