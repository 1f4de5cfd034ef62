import { type RawBuilder, sql } from 'kysely';
import type { Values } from '#lib/fields/definition.ts';
import { ownValue } from '#lib/fields/own-value.ts';
import type { FieldErrors } from '#lib/fields/problem.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { conflict } from '#server/platform/http/api-error.ts';
import { matchKey } from '../rows/match-rows.ts';
import { parseTypedCell, toStoredCell } from '../table/cell.ts';
import { cellText } from '../table/cell-text.ts';
import { comparedValue } from '../table/compared-value.ts';
import { PEOPLE } from '../table/people-columns.ts';
import {
  cellList,
  cellValue,
  columnRef,
  isStored,
  rowTableName,
  rowTableOf,
  selectedCell,
  type Table,
  type TableColumn,
} from '../table/table.ts';
import { buildIndex } from './build-index.ts';
import { storedType } from './column-definition.ts';
import type { Watch } from './column-watch.ts';

/** Whether no value of a column may be there twice, or is to be added twice while a job makes it so. */
const isUnique = ({ options }: Pick<TableColumn, 'options'>): boolean =>
  options.unique === true || options.unique_pending === true;

/**
 * Values of a unique column are looked up under a lock that only one writer of such a table has at a time. No
 * unique index of the database says the same: rows that a change of the column's type left alike must stay, and be
 * shown, until somebody corrects them.
 */
export const uniqueColumns = ({ columns }: Pick<Table, 'columns'>): TableColumn[] =>
  columns.filter((column) => isUnique(column) && column.type !== null && isStored(column));

/** Whether values that were free to be alike may be so no more. */
export const becomesUnique = (
  before: Pick<TableColumn, 'options'>,
  after: Pick<TableColumn, 'field' | 'options'>,
): boolean =>
  after.options.unique === true && !before.options.unique && storedType(after.field, after.options) !== null;

/** The name of the index by which the values of a unique column are found; null where it needs none. */
function uniqueIndexName(itemId: string, column: TableColumn): string | null {
  if (!column.options.unique || column.type === null || !isStored(column)) return null;
  // A column that becomes one of mail addresses is compared in another way.
  const suffix = column.field.type === 'email' ? 'unique_email' : 'unique';
  return `t_${itemId.replaceAll('-', '')}_${column.name}_${suffix}`;
}

/** An index by which the values of a unique column are found; of any length, since it stores hashes. */
export async function indexUnique(trx: Transaction, itemId: string, column: TableColumn): Promise<void> {
  const name = uniqueIndexName(itemId, column);
  if (name === null) return;
  // Making sure of it by a statement that makes it would wait for what else locks the table.
  const { rows } = await sql<{ indisvalid: boolean }>`
    select indisvalid from pg_index where indexrelid = to_regclass(${`tables.${name}`})`.execute(trx);
  if (rows[0]?.indisvalid) return;
  // A build that was not finished left it.
  if (rows.length > 0) await sql`drop index ${sql.id('tables', name)}`.execute(trx);
  const value = comparedValue(column, columnRef(column));
  await sql`create index ${sql.id(name)} on ${rowTableOf(itemId)} using hash ((${value}))`.execute(trx);
}

/** The same while rows are read and written; not in a transaction. */
export async function buildUniqueIndex(
  database: Database,
  itemId: string,
  column: TableColumn,
  watch: Watch,
): Promise<void> {
  const name = uniqueIndexName(itemId, column);
  if (name === null) return;
  const { rows } = await sql`
    select from pg_index where indexrelid = to_regclass(${`tables.${name}`}) and indisvalid`.execute(
    database,
  );
  if (rows.length > 0) return;
  const value = comparedValue(column, columnRef(column));
  const create = sql`create index concurrently ${sql.id(name)} on ${rowTableOf(itemId)} using hash ((${value}))`;
  await buildIndex(database, name, create, watch);
}

/** Drops such indexes of columns that are not unique, or did not become so; those of a job that is at work stay. */
export async function removeUnneededIndexes(trx: Transaction, itemId: string): Promise<void> {
  const prefix = `t_${itemId.replaceAll('-', '')}_`;
  const { rows } = await sql<{ name: string }>`
    select found.relname as name
    from pg_index join pg_class found on found.oid = pg_index.indexrelid
    join table_column c on c.item_id = ${itemId} and c.options ->> 'changing' is null
      and c.options ->> 'unique' is distinct from 'true'
      and found.relname in (${prefix}::text || c.name || '_unique', ${prefix}::text || c.name || '_unique_email')
    where pg_index.indrelid = to_regclass(${`tables.${rowTableName(itemId)}`})`.execute(trx);
  for (const { name } of rows) await sql`drop index ${sql.id('tables', name)}`.execute(trx);
}

/** Repeated values that a refusal names; all are counted. */
const REPEATED_SHOWN = 5;

/** Which rows are compared: by default all. */
type Compared = {
  /** Those alone, with all others. */
  ids?: readonly string[];
  /** Rows whose values are not to be looked at; of the rows with this name. */
  isLeftOut?: (rows: string) => RawBuilder<unknown>;
};

/** The values that several rows have, and how many rows. */
function repeated(itemId: string, column: TableColumn, { ids, isLeftOut }: Compared): RawBuilder<unknown> {
  const table = rowTableOf(itemId);
  const comparedOf = (rows: string) => comparedValue(column, columnRef(column, rows));
  const isSeen = (rows: string) => (isLeftOut ? sql`not (${isLeftOut(rows)})` : sql`true`);
  if (!ids)
    return sql`select ${comparedOf('r')} as value, count(*) as times from ${table} r
      where ${comparedOf('r')} is not null and ${isSeen('r')} group by 1 having count(*) > 1`;
  // Each value once, however many of the rows have it, by the index of the column.
  return sql`select input.value, alike.times from (
      select distinct ${comparedOf('g')} as value from ${table} g
      where g.id = any(${ids}::uuid[]) and ${comparedOf('g')} is not null and ${isSeen('g')}
    ) input cross join lateral (
      select count(*) as times from ${table} r where ${comparedOf('r')} = input.value and ${isSeen('r')}
    ) alike where alike.times > 1`;
}

/** @throws ApiError 409 with the first values that several rows have, so that a column can't become unique */
export async function refuseRepeated(
  database: Database | Transaction,
  itemId: string,
  column: TableColumn,
  compared: Compared = {},
): Promise<void> {
  const { field, type, options } = column;
  if (type === null || !isStored(column)) return;
  const { rows } = await sql<{ value: unknown; times: number; all: number }>`
    select ${selectedCell(type, sql`value`)} as value, times, count(*) over () as all
    from (${repeated(itemId, column, compared)}) repeated
    order by times desc, value limit ${REPEATED_SHOWN}`.execute(database);
  if (rows.length === 0) return;
  const message = `Several rows have the same ${field.label}. Change those first`;
  // People are there by their ids.
  if (PEOPLE.has(options.type ?? '')) throw conflict('values_repeat', `${message}.`);
  const texts = rows.map(
    ({ value, times }) => `“${cellText(field, parseTypedCell(type, value)).slice(0, 100)}” (${times} rows)`,
  );
  const more = Number(rows[0]?.all ?? 0) - rows.length;
  throw conflict(
    'values_repeat',
    `${message}: ${texts.join(', ')}${more > 0 ? ` and ${more} more values` : ''}.`,
  );
}

/** From which part of a table's rows on all of them are grouped: looking each value up would take longer. */
const LARGE_SHARE = 0.1;

/**
 * Whether another row has a value that one of some rows has.
 * @param written a query for the ids of rows (`row_id`)
 */
export async function haveRepeated(
  trx: Transaction,
  itemId: string,
  column: TableColumn,
  written: RawBuilder<{ row_id: string }>,
): Promise<boolean> {
  if (column.type === null || !isStored(column)) return false;
  const table = rowTableOf(itemId);
  const comparedOf = (row: string) => comparedValue(column, columnRef(column, row));
  const { rows: counted } = await sql<{ is_large: boolean }>`
    select (select count(*) from (${written}) written)
      >= ${LARGE_SHARE} * coalesce((meta ->> 'rows')::float8, 0) as is_large
    from item where id = ${itemId}`.execute(trx);
  const found = counted[0]?.is_large
    ? sql`select from ${table} r left join (${written}) written on written.row_id = r.id
        where ${comparedOf('r')} is not null
        group by ${comparedOf('r')} having count(*) > 1 and count(written.row_id) > 0`
    : // Each value once, by the index of the column, until one has a second row.
      sql`select from (
          select distinct ${comparedOf('r')} as value from (${written}) written join ${table} r on r.id = written.row_id
        ) own
        where (select count(*) from (
          select from ${table} r where ${comparedOf('r')} = own.value limit 2
        ) alike) > 1`;
  const { rows } = await sql<{ repeated: boolean }>`select exists (${found}) as repeated`.execute(trx);
  return rows[0]?.repeated === true;
}

/** A row that is to be written, and its values until now, if it is not new. */
export type WrittenRow = { id: string; values: Values; before?: Values | undefined };

type Lookup = {
  column: TableColumn;
  /** Rows whose value is in the table, outside of those that are written. */
  taken: ReadonlySet<string>;
  /** What is compared of each row's value, now and `before`; null for none. */
  rows: readonly { id: string; key: string | null; before: string | null }[];
};

async function lookUp(
  trx: Transaction,
  table: Table,
  column: TableColumn,
  rows: readonly WrittenRow[],
): Promise<Lookup | null> {
  const { field, type, name } = column;
  if (type === null) return null;
  const ids = rows.map(({ id }) => id);
  const cells = rows.map(({ values }) => toStoredCell(field, ownValue(values, field.name)).typed);
  const { rows: taken } = await sql<{ id: string }>`
    select input.id from unnest(${ids}::uuid[], ${cellList(type, cells)}) as input (id, ${sql.id(name)})
    where exists (select from ${rowTableOf(table.item.id)} r
      where ${comparedValue(column, columnRef(column, 'r'))} = ${comparedValue(column, cellValue(type, name))} and r.id <> all(${ids}::uuid[]))`.execute(
    trx,
  );
  return {
    column,
    taken: new Set(taken.map(({ id }) => id)),
    rows: rows.map(({ id, values, before }) => ({
      id,
      key: matchKey(column, ownValue(values, field.name)),
      before: before === undefined ? null : matchKey(column, ownValue(before, field.name)),
    })),
  };
}

/** The rows that take a value which another row has, or has still because it is one of those that stay as they are. */
function repeatedIn({ taken, rows }: Lookup, staying: ReadonlySet<string>): string[] {
  const stays = ({ id, key, before }: Lookup['rows'][number]) => staying.has(id) || key === before;
  const seen = new Set(rows.flatMap((row) => (stays(row) && row.before !== null ? [row.before] : [])));
  const repeated: string[] = [];
  for (const row of rows) {
    if (row.key === null || stays(row)) continue;
    if (taken.has(row.id) || seen.has(row.key)) repeated.push(row.id);
    seen.add(row.key);
  }
  return repeated;
}

/**
 * Finds rows whose values in unique columns are those of other rows, in the table or earlier in the list. Locks the
 * table against other such writers until the transaction ends. A value that a row has had `before` is not reported:
 * rows may have been alike before their column was compared as it is now, and such a row can still be changed.
 *
 * A row may take what another row of the list gives up, unless that one is refused: then it keeps what it has, and this
 * is looked at again.
 * @param refused rows of the list that are not written for other reasons
 * @returns the labels and names of the columns of each such row, by the rows' ids
 */
export async function repeatedValues(
  trx: Transaction,
  table: Table,
  rows: readonly WrittenRow[],
  refused: Iterable<string> = [],
): Promise<Map<string, { name: string; label: string }[]>> {
  const found = new Map<string, { name: string; label: string }[]>();
  const columns = uniqueColumns(table);
  if (columns.length === 0 || rows.length === 0) return found;
  await sql`select from user_table where item_id = ${table.item.id} for no key update`.execute(trx);
  const lookups: Lookup[] = [];
  for (const column of columns) {
    const lookup = await lookUp(trx, table, column, rows);
    if (lookup) lookups.push(lookup);
  }
  const staying = new Set(refused);
  let before = -1;
  while (staying.size > before) {
    before = staying.size;
    const repeated = lookups.map((lookup) => ({ ...lookup.column.field, ids: repeatedIn(lookup, staying) }));
    for (const { name, label, ids } of repeated)
      for (const id of ids) {
        found.set(id, [...(found.get(id) ?? []), { name, label }]);
        staying.add(id);
      }
  }
  return found;
}

/** What is wrong with a row whose values others have. */
export const repeatedErrors = (columns: readonly { name: string; label: string }[]): FieldErrors =>
  Object.fromEntries(columns.map(({ name, label }) => [name, [`Another row has this ${label} already`]]));
