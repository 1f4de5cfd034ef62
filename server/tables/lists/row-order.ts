import { type RawBuilder, sql } from 'kysely';
import { isId } from '#server/platform/database/id.ts';
import type { ValueType } from '#server/platform/database/schema/tables.ts';
import { invalid } from '#server/platform/http/api-error.ts';
import type { SelectedKey } from '../rows/row.repo.ts';
import { isLink } from '../table/link-column.ts';
import { isStored, rowTableOf, type Table, type TableColumn } from '../table/table.ts';
import { isUncompared, LINKED } from '../table/uncompared-columns.ts';
import { hasLinkedOrder, type LinkedOrder, linkedOrder } from './linked-order.ts';
import { type ColumnOrder, columnOrder, hasOrder, isCursorList } from './sort-key.ts';

/** The most columns that a list is sorted by. */
const SORTS_MAX = 5;

/** A column that rows are sorted by. */
export type SortedColumn = { column: TableColumn; down: boolean };

/** The sort keys of rows; the last are always their position and their id. */
export type SortKey = SortedColumn & {
  order: ColumnOrder;
  /** The type of its keys in a cursor; null for lists. */
  type: ValueType | null;
} & Partial<Pick<LinkedOrder, 'entries' | 'joined' | 'compared'>>;

/** Where a page ended: the sort keys of its last row, as text, and its position. */
export type RowCursor = { keys: (string | null)[]; position: number; id: string };

const refused = ({ field }: TableColumn) => invalid({ sort: [`${field.label} cannot be sorted by`] });

/**
 * The columns that a list asks to be sorted by. Deleted columns that can be restored are passed over by their ids, as lists and views name them:
 * what is open is shown without their order. It is another order, so that a cursor of the one before is refused ({@link decodeRowCursor}): rows would be missed.
 * @throws ApiError 422 for a column that is not there, or that nobody can sort by.
 */
export function sortedColumns(table: Table, sort: string | undefined): SortedColumn[] {
  const { columns } = table;
  const deleted = new Set(table.deleted?.map(({ id }) => id));
  const names = (sort ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && !deleted.has(one.replace(/^-/, '')));
  if (names.length > SORTS_MAX) throw invalid({ sort: [`Sort by ${SORTS_MAX} columns at most`] });
  const sorted = names.map((written): SortedColumn => {
    const down = written.startsWith('-');
    const name = down ? written.slice(1) : written;
    const column =
      columns.find(({ field }) => field.id === name) ?? columns.find(({ field }) => field.name === name);
    if (!column) throw invalid({ sort: ['Sort names a column that is not there'] });
    if (!isSortable(table, column)) throw refused(column);
    return { column, down };
  });
  // Rows that are alike in a column are so the second time, too.
  return sorted.filter(({ column }, at) => sorted.findIndex((one) => one.column === column) === at);
}

/** The key of a column by which rows can be sorted; null where the reader can't. @param at its place in the order */
export function sortKey({ column, down }: SortedColumn, at: number): SortKey | null {
  const linked = linkedOrder(column, at);
  if (linked) return { column, down, ...linked };
  if (LINKED.has(column.options.type ?? '')) return null;
  return { column, down, order: columnOrder(column), type: column.type };
}

/**
 * The order that a list asks for.
 * @param table as its reader compares its rows (`withTitles`)
 * @throws ApiError 422 for a column that is not there, or can't be sorted by.
 */
export function parseRowSort(table: Table, sort: string | undefined): SortKey[] {
  return sortedColumns(table, sort).map((one, at) => {
    const key = sortKey(one, at);
    if (!key) throw refused(one.column);
    return key;
  });
}

/** Whether rows can be sorted by a column: by a link by those who may read its table. */
export const isSortable = (table: Pick<Table, 'columns'>, column: TableColumn): boolean =>
  isLink(column) || hasLinkedOrder(column) || (hasOrder(column) && !isUncompared(table, column));

/** The rows of a table with what linked rows have, by which they are sorted; undefined where they are sorted by none of it. */
export function joinedRowsOf(
  { item }: Pick<Table, 'item'>,
  keys: readonly SortKey[],
): RawBuilder<unknown> | undefined {
  const joined = keys.flatMap((key) => key.joined ?? []);
  if (joined.length === 0) return undefined;
  const values = joined.map(({ name, value }) => sql`${value} as ${sql.id(name)}`);
  const joins = joined.map(
    ({ name, rows }) => sql`left join ${rows} ${sql.id(name)} on ${sql.id(name, 'id')} = r.id`,
  );
  return sql`(select r.*, ${sql.join(values)} from ${rowTableOf(item.id)} r ${sql.join(joins, sql` `)})`;
}

/** The rows of a table, with what linked rows have where they are sorted by it. */
export const sortedRows = (table: Pick<Table, 'item'>, keys: readonly SortKey[]): RawBuilder<unknown> =>
  joinedRowsOf(table, keys) ?? rowTableOf(table.item.id);

/** The same order as it is sent. */
export const sortText = (keys: readonly SortKey[]): string | undefined =>
  keys.length > 0
    ? keys.map(({ column, down }) => `${down ? '-' : ''}${column.field.id}`).join(',')
    : undefined;

/** What is selected of each row of a table for the cursor after it. */
export function selectSortKeys({ columns }: Pick<Table, 'columns'>, keys: readonly SortKey[]): SelectedKey[] {
  return keys.map(({ order: { cursorKey, readKey }, column: { name } }, at) => {
    const isSelected = columns.some((one) => one.name === name && isStored(one));
    return {
      selected: sql`${cursorKey} as ${sql.id(`key_${at}`)}`,
      ...(readKey && isSelected ? { read: (raw) => readKey(raw[name]) } : {}),
    };
  });
}

/** Empty cells come last, in either direction. */
export function orderSql(keys: readonly SortKey[]): RawBuilder<unknown> {
  const parts = keys.map(
    ({ order, down }) => sql`${order.own()} ${sql.raw(down ? 'desc' : 'asc')} nulls last`,
  );
  return sql.join([...parts, sql`r.position`, sql`r.id`]);
}

/** Rows after a cursor in that order. */
export function afterSql(keys: readonly SortKey[], cursor: RowCursor): RawBuilder<unknown> {
  let tail: RawBuilder<unknown> = sql`(r.position, r.id) > (${cursor.position}::bigint, ${cursor.id}::uuid)`;
  for (const [at, { order, down }] of [...keys.entries()].reverse()) {
    const own = order.own();
    const cursorKey = cursor.keys[at] ?? null;
    if (cursorKey === null) tail = sql`(${own} is null and ${tail})`;
    else {
      const value = order.ofCursor(cursorKey);
      const sign = sql.raw(down ? '<' : '>');
      tail = sql`(${own} ${sign} ${value} or ${own} is null or (${own} = ${value} and ${tail}))`;
    }
  }
  return tail;
}

/** The same order from its end. */
export function reverseOrderSql(keys: readonly SortKey[]): RawBuilder<unknown> {
  const parts = keys.map(
    ({ order, down }) => sql`${order.own()} ${sql.raw(down ? 'asc' : 'desc')} nulls first`,
  );
  return sql.join([...parts, sql`r.position desc`, sql`r.id desc`]);
}

/** Rows before a cursor in that order: those with a value come before those without one. */
export function beforeSql(keys: readonly SortKey[], cursor: RowCursor): RawBuilder<unknown> {
  let tail: RawBuilder<unknown> = sql`(r.position, r.id) < (${cursor.position}::bigint, ${cursor.id}::uuid)`;
  for (const [at, { order, down }] of [...keys.entries()].reverse()) {
    const own = order.own();
    const cursorKey = cursor.keys[at] ?? null;
    if (cursorKey === null) tail = sql`(${own} is not null or ${tail})`;
    else {
      const value = order.ofCursor(cursorKey);
      tail = sql`(${own} ${sql.raw(down ? '>' : '<')} ${value} or (${own} = ${value} and ${tail}))`;
    }
  }
  return tail;
}

export function encodeRowCursor({ keys, position, id }: RowCursor): string {
  return Buffer.from(JSON.stringify([position, id, ...keys])).toString('base64url');
}

/** The format of a key of this type as the database writes it: nothing else may reach a cast. */
const KEY_SHAPE: Record<string, RegExp> = {
  text: /^/,
  'double precision': /^-?(?:\d+(?:\.\d+)?(?:e[+-]\d+)?|Infinity|NaN)$/,
  date: /^\d{4}-\d{2}-\d{2}$/,
  time: /^\d{2}:\d{2}:\d{2}$/,
  timestamptz: /^\d{4,5}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(?:\.\d+)?[+-]\d{2}(?::\d{2}){0,2}(?: BC)?$/,
};

/** The message for a forged cursor. */
export const invalidCursor = () => invalid({ after: ['After is not a place in this list; begin again'] });

/** @throws ApiError 422 for an invalid cursor of this order. */
export function decodeRowCursor(text: string, keys: readonly SortKey[]): RowCursor {
  let read: unknown;
  try {
    read = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    throw invalidCursor();
  }
  if (!Array.isArray(read) || read.length !== keys.length + 2) throw invalidCursor();
  const [position, id, ...values]: unknown[] = read;
  if (typeof position !== 'number' || !Number.isSafeInteger(position)) throw invalidCursor();
  if (typeof id !== 'string' || !isId(id)) throw invalidCursor();
  const texts = keys.map(({ type, entries }, at) => {
    const key = values[at];
    if (key === null) return null;
    if (typeof key !== 'string' || key.includes('\0')) throw invalidCursor();
    const fits = entries
      ? (entry: unknown) => typeof entry === 'string' && KEY_SHAPE[entries]?.test(entry) === true
      : undefined;
    if (type === null ? !isCursorList(key, fits) : !KEY_SHAPE[type]?.test(key)) throw invalidCursor();
    return key;
  });
  return { keys: texts, position, id };
}
