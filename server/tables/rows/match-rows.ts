import { sql } from 'kysely';
import type { Values } from '#lib/fields/definition.ts';
import { ownValue } from '#lib/fields/own-value.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { toStoredCell } from '../table/cell.ts';
import { comparedStart, comparedValue, isCaseless } from '../table/compared-value.ts';
import { cellList, cellValue, columnRef, rowTableOf, type Table, type TableColumn } from '../table/table.ts';
import { listRows, type TableRow } from './row.repo.ts';

/** The key by which a value of the column is matched; null where it has none. */
export function matchKey(column: TableColumn, value: unknown): string | null {
  const { typed } = toStoredCell(column.field, value);
  if (typed === null) return null;
  return isCaseless(column) ? String(typed).toLowerCase() : String(typed);
}

/** What a change of a row that was matched by columns writes: the key stays as its row has it, whatever its case. */
export function withoutKey(columns: readonly TableColumn[], values: Values): Values {
  const names = new Set(columns.filter(isCaseless).map(({ field }) => field.name));
  if (names.size === 0) return values;
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)));
}

/** The key by which a row is matched by several columns; null where one of them has no value. */
export function matchKeyOf(columns: readonly TableColumn[], values: Values): string | null {
  const keys = columns.map((column) => matchKey(column, ownValue(values, column.field.name)));
  return keys.includes(null) ? null : JSON.stringify(keys);
}

/**
 * Rows by their values in some columns ({@link matchKeyOf}); where several have the same, the first of them. Each of the columns must have a type of the database.
 * @param empty columns in which the rows have nothing
 */
export async function rowsByKeys(
  trx: Database | Transaction,
  table: Table,
  columns: readonly TableColumn[],
  rows: readonly Values[],
  empty: readonly TableColumn[] = [],
): Promise<Map<string, TableRow>> {
  const typed = columns.flatMap((column) => (column.type === null ? [] : [{ column, type: column.type }]));
  // What the database can't store is in no row.
  const isStorable = (values: Values) =>
    !columns.some((column) => matchKey(column, ownValue(values, column.field.name))?.includes('\0'));
  const storable = rows.filter(isStorable);
  if (typed.length < columns.length || columns.length === 0 || storable.length === 0) return new Map();
  const lists = typed.map(({ column, type }) =>
    cellList(
      type,
      storable.map((values) => toStoredCell(column.field, ownValue(values, column.field.name)).typed),
    ),
  );
  const [first] = typed;
  if (!first) return new Map();
  // By an index of the first column, where one was made (prepareMatching).
  const ownStart = comparedStart(first.column, columnRef(first.column, 'matched'));
  const start = comparedStart(first.column, cellValue(first.type, first.column.name));
  const own = sql.join(typed.map(({ column }) => comparedValue(column, columnRef(column, 'matched'))));
  const compared = sql.join(
    typed.map(({ column, type }) => comparedValue(column, cellValue(type, column.name))),
  );
  const names = sql.join(typed.map(({ column }) => sql.id(column.name)));
  const nothing = empty.map((column) => sql`and ${columnRef(column, 'matched')} is null`);
  const without = sql.join(nothing, sql` `);
  const found = await listRows(trx, table, {
    // One row of each key: a thousand rows with one value would leave no place for the others.
    where: [
      sql`r.id in (
        select distinct on (${own}) matched.id from ${rowTableOf(table.item.id)} matched
        where (${ownStart}, ${own}) in (select ${start}, ${compared} from unnest(${sql.join(lists)}) as input (${names})) ${without}
        order by ${own}, matched.position, matched.id)`,
    ],
    order: sql`r.position, r.id`,
    keys: [],
    limit: storable.length,
    offset: 0,
  });
  const known = new Map<string, TableRow>();
  for (const { row } of found) {
    const key = matchKeyOf(columns, row.values);
    if (key !== null && !known.has(key)) known.set(key, row);
  }
  return known;
}
