import { type RawBuilder, sql } from 'kysely';
import { isVirtualColumn } from '#lib/fields/column-base.ts';
import type { FieldDefinition, Values } from '#lib/fields/definition.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import type { ValueType } from '#server/platform/database/schema/tables.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import { parseTypedCell, toStoredCell, wholeCellTest } from './cell.ts';
import { type KnownColumns, knownColumns, rememberColumns } from './known-columns.ts';
import { withLinkedSources } from './linked-sources.ts';
import { readColumn, SYSTEM } from './read-column.ts';
import { COUNTRY_OF_HUB, columnsVersion, type TableState, type WithTableState } from './table-state.ts';
import type { Table, TableColumn } from './table-types.ts';
import { storedTypedNumbers, TYPED_KEY, type TypedNumbers } from './typed-numbers.ts';

export type { ComparedFunction, LinkColumn, LinkedSource, Table, TableColumn } from './table-types.ts';

const PHYSICAL_NAME = /^c_\d+$/;

/** The name of the table that holds an item's rows, within the schema of users' tables. */
export const rowTableName = (itemId: string): string => `t_${itemId.replaceAll('-', '')}`;

/** The table that holds an item's rows. */
export function rowTableOf(itemId: string): RawBuilder<unknown> {
  return sql.id('tables', rowTableName(itemId));
}

/** Whether the row's table has a database column, or a key in `extra`, with the values of this one. */
export const isStored = ({ options }: Pick<TableColumn, 'options'>): boolean => !isVirtualColumn(options);

/** The columns that lines of a file fill: also those of links, whose rows they name. */
export const filledFields = ({ columns }: Pick<Table, 'columns'>): FieldDefinition[] =>
  columns
    .filter(({ options }) => options.type === 'link' || !isVirtualColumn(options))
    .map(({ field }) => field);

/** A column of that table; where its values are metadata of the row, those of the row `of`. */
export function columnRef(
  { name, options }: Pick<TableColumn, 'name'> & Partial<Pick<TableColumn, 'options'>>,
  of?: string,
): RawBuilder<unknown> {
  const system = of === undefined ? undefined : SYSTEM[options?.type ?? ''];
  if (system && of !== undefined) return system.ref(of);
  if (!PHYSICAL_NAME.test(name)) throw new Error('a column of this name was never made');
  return of ? sql.id(of, name) : sql.id(name);
}

/** A type of the database, as SQL. */
export const typeSql = (type: ValueType): RawBuilder<unknown> => sql.raw(type);

/** How rows are locked against changes of their columns, and columns against writers of rows. */
export type TableLock = 'rows' | 'columns';

/** A table of the columns that it has, with what lookups and rollups read. */
async function tableOf(
  database: Database | Transaction,
  item: Table['item'],
  { columns: own, fields, deleted }: KnownColumns,
  { country, time_zone }: Pick<TableState, 'country' | 'time_zone'>,
  rowCount?: number,
): Promise<Table> {
  const columns = await withLinkedSources(database, own);
  const formulas = { labels: true, timeZone: time_zone ?? 'UTC' };
  const more = { ...(deleted ? { deleted } : {}), ...(rowCount === undefined ? {} : { rowCount }) };
  return { item, columns, fields, country, formulas, ...more };
}

/**
 * The table of an item, or null where it has none: a file, a document.
 * @param lock locks the columns (`rows`), or the rows (`columns`), until the transaction ends
 */
export async function findTable(
  database: Database | Transaction,
  item: Table['item'],
  lock?: TableLock,
): Promise<Table | null> {
  if (lock) {
    const how = sql.raw(lock === 'rows' ? 'for key share' : 'for update');
    const stored = await sql`select from user_table where item_id = ${item.id} ${how}`.execute(database);
    if (stored.rows.length === 0) return null;
  }
  const found = await readColumns(database, item);
  return found && tableOf(database, item, found, found);
}

/** The same of an item whose table's state was read with it: of columns that are known, where they are of the version that it has. */
export async function findKnownTable(
  database: Database | Transaction,
  item: Table['item'] & WithTableState,
): Promise<Table | null> {
  const { table_state: state } = item;
  if (!state) return state === null ? null : findTable(database, item);
  const known = knownColumns(item.id, state.version);
  const rowCount = state.rows ?? 0;
  if (known) return tableOf(database, item, known, state, rowCount);
  const found = await readColumns(database, item, { withVersion: true });
  if (!found) return null;
  if (found.version !== null) rememberColumns(item.id, found.version, found);
  return tableOf(database, item, found, found, rowCount);
}

/** The columns of a table, as they are stored now, with their version where that is wanted; null where there is no table. */
async function readColumns(
  database: Database | Transaction,
  { id, hub_id }: Table['item'],
  { withVersion = false } = {},
): Promise<(KnownColumns & Pick<TableState, 'country' | 'time_zone'> & { version: string | null }) | null> {
  const isFirst = sql`row_number() over (order by position, table_column.column_id) = 1`;
  const rows = await database
    .selectFrom('user_table')
    .leftJoin('table_column', 'table_column.item_id', 'user_table.item_id')
    .select(['definition', 'name', 'pg_type', 'revision', 'options'])
    .select([
      sql<string | null>`(select ${COUNTRY_OF_HUB} from hub where id = ${hub_id})`.as('country'),
      sql<string | null>`(select time_zone from hub where id = ${hub_id})`.as('time_zone'),
      // With the first column alone: there may be many of both.
      sql<Table['deleted'] | null>`case when ${isFirst}
        then (select jsonb_agg(jsonb_build_object('id', deleted_column.column_id, 'name', deleted_column.name,
            'linked_table', case when deleted_column.options ->> 'type' = 'link' then deleted_column.options ->> 'table' end))
          from deleted_column where deleted_column.item_id = ${id}) end`.as('deleted'),
      (withVersion
        ? sql<string | null>`case when ${isFirst} then ${columnsVersion(sql`${id}::uuid`)} end`
        : sql<null>`null`
      ).as('version'),
    ])
    .where('user_table.item_id', '=', id)
    .orderBy('position')
    .orderBy('column_id')
    .execute();
  if (rows.length === 0) return null;
  const columns = rows.flatMap(({ definition, name, pg_type, revision, options }): TableColumn[] =>
    definition && name && revision ? [readColumn({ definition, name, pg_type, revision, options })] : [],
  );
  const { country = null, time_zone = null, deleted, version = null } = rows[0] ?? {};
  const fields = columns.map(({ field }) => field);
  return { columns, fields, ...(deleted ? { deleted } : {}), country, time_zone, version };
}

/** @throws ApiError 404 for an item that has no rows. */
export async function requireTable(
  database: Database | Transaction,
  item: Table['item'],
  lock?: TableLock,
): Promise<Table> {
  const table = await findTable(database, item, lock);
  if (!table) throw notFound('This table');
  return table;
}

/** A row as the database has it. */
export type RawRow = { extra: Values } & Record<string, unknown>;

/** A value of a typed column in the form that `parseTypedCell` reads. */
export function selectedCell(type: ValueType | null, value: RawBuilder<unknown>): RawBuilder<unknown> {
  if (type === 'date') return sql`to_char(${value}, 'YYYY-MM-DD')`;
  if (type === 'time') return sql`${value}::text`;
  return type === 'timestamptz' ? sql`extract(epoch from ${value})::double precision` : value;
}

/** The columns selected of a row for its values: typed columns as plain texts and numbers. */
export function selectedValues({ columns }: Table): RawBuilder<unknown> {
  const typed = columns.flatMap((column) => {
    const { name, type } = column;
    if (type === null || !isStored(column)) return [];
    const ref = columnRef(column, 'r');
    return type === 'text' || type === 'double precision'
      ? [ref]
      : [sql`${selectedCell(type, ref)} as ${sql.id(name)}`];
  });
  return sql.join([sql`r.extra`, ...typed]);
}

/** A row's values by the names of its columns, as they were given. */
export function rowValues({ columns }: Table, row: RawRow): Values {
  const values: Values = {};
  for (const { field, name, type, options } of columns) {
    if (isVirtualColumn(options)) continue;
    const value = Object.hasOwn(row.extra, name) ? row.extra[name] : type && parseTypedCell(type, row[name]);
    if (value !== undefined && value !== null) values[field.name] = value;
  }
  return values;
}

/** Values as the database stores them: a list of cells for each typed column, and the rest of each row. */
type CellBatch = { typed: Map<string, (string | number | null)[]>; extras: string[] };

/** What is written of a row, with how its phone numbers were typed. */
type WrittenValues = { values: Values; typed?: TypedNumbers | undefined };

/** What a row has in `extra`, as JSON. @param typed how its numbers were typed, as JSON */
function extraJson(extra: Readonly<Record<string, unknown>> | undefined, typed: string | undefined): string {
  if (typed === undefined) return extra ? JSON.stringify(extra) : '{}';
  const own = `${JSON.stringify(TYPED_KEY)}:${typed}`;
  return extra ? `{${own},${JSON.stringify(extra).slice(1)}` : `{${own}}`;
}

/** Lays rows out for one statement. */
export function cellBatch({ columns }: Pick<Table, 'columns'>, rows: readonly WrittenValues[]): CellBatch {
  const typed = new Map<string, (string | number | null)[]>();
  // Few rows have any.
  const extras = new Map<number, Record<string, unknown>>();
  for (const { field, name, type, options } of columns) {
    if (isVirtualColumn(options)) continue;
    const isWhole = wholeCellTest(field);
    const list: (string | number | null)[] = [];
    for (let at = 0; at < rows.length; at += 1) {
      const values = rows[at]?.values;
      const value = values && Object.hasOwn(values, field.name) ? values[field.name] : undefined;
      if (isWhole(value)) {
        list.push(value);
        continue;
      }
      const cell = toStoredCell(field, value);
      list.push(cell.typed);
      if (cell.extra === undefined) continue;
      const extra = extras.get(at) ?? {};
      extra[name] = cell.extra;
      extras.set(at, extra);
    }
    if (type) typed.set(name, list);
  }
  return {
    typed,
    extras: rows.map((row, at) =>
      extraJson(extras.get(at), storedTypedNumbers(columns, row.values, row.typed)),
    ),
  };
}

/** A list of cells as a parameter, and how one of them becomes the column's type. */
export function cellList(type: ValueType, cells: readonly (string | number | null)[]): RawBuilder<unknown> {
  if (type === 'double precision' || type === 'timestamptz') return sql`${cells}::double precision[]`;
  return sql`${cells}::text[]`;
}
export function cellValue(type: ValueType, name: string): RawBuilder<unknown> {
  const input = sql.id('input', name);
  if (type === 'timestamptz') return sql`to_timestamp(${input})`;
  return type === 'date' || type === 'time' ? sql`${input}::${typeSql(type)}` : input;
}

/** Rows laid out for one statement: of each typed column its name, its cells as a parameter, and one of them as its value. */
type CellLists = Record<'names' | 'lists' | 'values', RawBuilder<unknown>[]> & Pick<CellBatch, 'extras'>;

export function cellLists({ columns }: Pick<Table, 'columns'>, rows: readonly WrittenValues[]): CellLists {
  const { typed, extras } = cellBatch({ columns }, rows);
  const stored = columns.flatMap(({ name, type }) => {
    const cells = typed.get(name);
    return type && cells ? [{ name, type, cells }] : [];
  });
  return {
    names: stored.map((column) => columnRef(column)),
    lists: stored.map(({ type, cells }) => cellList(type, cells)),
    values: stored.map(({ name, type }) => cellValue(type, name)),
    extras,
  };
}

/** What follows other parts of a statement. */
export const comma = (parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  parts.length > 0 ? sql`, ${sql.join(parts)}` : sql``;
