import { type RawBuilder, sql } from 'kysely';
import { isId } from '#server/platform/database/id.ts';
import type { ValueType } from '#server/platform/database/schema/tables.ts';
import { invalid } from '#server/platform/http/api-error.ts';
import type { SelectedKey } from '../rows/row.repo.ts';
import { traversedRows } from '../rows/traversed-rows.ts';
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
  /** The name of the table that has the keys of all rows with their positions, in an index; of a first key alone. */
  stored?: string;
  /** Of a first key that is a column of people: whether the rows of each of them are found by an index. */
  isIndexed?: true;
} & Partial<Pick<LinkedOrder, 'entries' | 'joined' | 'compared' | 'source' | 'traverse'>>;

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
    if (!column) throw invalid({ sort: [`There is no column “${name.slice(0, 100)}”`] });
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

/** The names of a row's key and position in a table of stored keys, and of that position among the rows that are sorted by it. */
export const STORED = { key: 'rolled_0', position: 'position', as: 'stored_position' } as const;

/** The rows of a table with what linked rows have, by which they are sorted; undefined where they are sorted by none of it. */
export function joinedRowsOf(
  { item }: Pick<Table, 'item'>,
  keys: readonly SortKey[],
): RawBuilder<unknown> | undefined {
  const linked = keys.flatMap(({ joined, stored }) => (joined ? [{ ...joined, stored }] : []));
  if (linked.length === 0) return undefined;
  const values = linked.flatMap(({ name, value, stored }) =>
    stored === undefined
      ? [sql`${value} as ${sql.id(name)}`]
      : [
          sql`${sql.id(stored, STORED.key)} as ${sql.id(name)}`,
          sql`${sql.id(stored, STORED.position)} as ${sql.id(STORED.as)}`,
        ],
  );
  const joins = linked.map(({ name, rows, stored }) =>
    stored === undefined
      ? sql`left join ${rows} ${sql.id(name)} on ${sql.id(name, 'id')} = r.id`
      : sql`join ${sql.id('tables', stored)} on ${sql.id(stored, 'id')} = r.id`,
  );
  return sql`(select r.*, ${sql.join(values)} from ${rowTableOf(item.id)} r ${sql.join(joins, sql` `)})`;
}

/**
 * The ids of all rows with the keys and positions that are stored of them, where they are sorted by these alone: rows are counted off and
 * counted by their index, without the rows themselves.
 */
export function storedRowsOf(keys: readonly SortKey[]): RawBuilder<unknown> | null {
  const [first, ...others] = keys;
  if (first?.stored === undefined || !first.joined || others.length > 0) return null;
  return sql`(select id, ${sql.id(STORED.key)} as ${sql.id(first.joined.name)}, ${sql.id(STORED.position)} as ${sql.id(STORED.as)}
    from ${sql.id('tables', first.stored)})`;
}

/** The order of rows that are alike in all keys: where keys are stored, their index continues with these positions. */
const positionOf = (keys: readonly SortKey[]): RawBuilder<unknown> =>
  keys[0]?.stored === undefined ? sql`r.position` : sql.id('r', STORED.as);

/** The first rows of an order, or those from a cursor on, as they are found by traversing linked rows, and that order. */
export type TraversedRows = { from: RawBuilder<unknown>; order: RawBuilder<unknown> };

/**
 * The rows of a table by traversing linked rows in their order: those alone that have a key. Null where that is no way to find the first ones,
 * or those from the cursor on.
 */
export function traversedRowsOf(
  { item }: Pick<Table, 'item'>,
  keys: readonly SortKey[],
  cursor: RowCursor | null,
): TraversedRows | null {
  const [first, ...others] = keys;
  const key = cursor ? (cursor.keys[0] ?? null) : null;
  if (!first?.traverse || !first.joined || first.stored !== undefined || (cursor && key === null))
    return null;
  if (others.some(({ joined }) => joined)) return null;
  const rows = traversedRows(item.id, first.traverse(first.down, key));
  return {
    from: sql`(select r.*, r.entries as ${sql.id(first.joined.name)} from ${rows} r)`,
    order: sql`r.entry ${sql.raw(first.down ? 'desc' : 'asc')}, ${orderSql(keys)}`,
  };
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
  return sql.join([...parts, positionOf(keys), sql`r.id`]);
}

/** Rows after a cursor in that order. */
export function afterSql(keys: readonly SortKey[], cursor: RowCursor): RawBuilder<unknown> {
  let tail: RawBuilder<unknown> = sql`(${positionOf(keys)}, r.id) > (${cursor.position}::bigint, ${cursor.id}::uuid)`;
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

/**
 * Of a first key that is stored, rows that have one from the cursor's on, where its index begins; the order continues with those that have
 * none. Null where the index has nothing to begin with.
 */
export function partsAfter(
  [first]: readonly SortKey[],
  { keys: [key] }: RowCursor,
): { from: RawBuilder<unknown>; empty: RawBuilder<unknown> } | null {
  if (first?.stored === undefined || key === null || key === undefined) return null;
  const own = first.order.own();
  return {
    from: sql`${own} ${sql.raw(first.down ? '<=' : '>=')} ${first.order.ofCursor(key)}`,
    empty: sql`${own} is null`,
  };
}

/** The same order from its end. */
export function reverseOrderSql(keys: readonly SortKey[]): RawBuilder<unknown> {
  const parts = keys.map(
    ({ order, down }) => sql`${order.own()} ${sql.raw(down ? 'asc' : 'desc')} nulls first`,
  );
  return sql.join([...parts, sql`${positionOf(keys)} desc`, sql`r.id desc`]);
}

/** Rows before a cursor in that order: those with a value come before those without one. */
export function beforeSql(keys: readonly SortKey[], cursor: RowCursor): RawBuilder<unknown> {
  let tail: RawBuilder<unknown> = sql`(${positionOf(keys)}, r.id) < (${cursor.position}::bigint, ${cursor.id}::uuid)`;
  for (const [at, { order, down }] of [...keys.entries()].reverse()) {
    const own = order.own();
    const cursorKey = cursor.keys[at] ?? null;
    if (cursorKey === null) tail = sql`(${own} is not null or ${tail})`;
    else {
      const value = order.ofCursor(cursorKey);
      tail = sql`(${own} ${sql.raw(down ? '>' : '<')} ${value} or (${own} = ${value} and ${tail}))`;
    }
  }
  const [first] = keys;
  const [key] = cursor.keys;
  if (first?.stored === undefined || key === null || key === undefined) return tail;
  // By which its index is read from there on alone.
  return sql`(${first.order.own()} ${sql.raw(first.down ? '>=' : '<=')} ${first.order.ofCursor(key)} and ${tail})`;
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
