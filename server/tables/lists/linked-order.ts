import { type RawBuilder, sql } from 'kysely';
import { isList } from '#lib/fields/field-types.ts';
import type { ValueType } from '#server/platform/database/schema/tables.ts';
import { firstValues, type LinkedEntries, someFirstValues } from '../rows/linked-rows.ts';
import { rolledColumn, rolledRows, someRolledRows } from '../rows/rolled-rows.ts';
import type { Traversal } from '../rows/traversed-rows.ts';
import { RESULT, resultOf } from '../table/linked-sources.ts';
import { PEOPLE } from '../table/people-columns.ts';
import {
  type ComparedFunction,
  columnRef,
  type LinkedSource,
  type TableColumn,
  typeSql,
} from '../table/table.ts';
import { type ColumnOrder, hasOrder, isRanked, LIST_KEY, listRank, shortText, wholeId } from './sort-key.ts';

type Part = RawBuilder<unknown>;

/** The order of rows by what linked rows have. */
export type LinkedOrder = {
  order: ColumnOrder;
  /** The type of its keys in a cursor; null where they are lists. */
  type: ValueType | null;
  /** Of lists: the type of their entries. */
  entries?: ValueType;
  /** What is joined to the rows by their ids, under a name: `value` is selected of it; `some` are those of some rows alone. */
  joined: { name: string; rows: Part; value: Part; some: (rowIds: readonly string[]) => Part };
  /** What it reads. */
  source: LinkedSource;
  /** Of values of rows that are linked directly: how these are traversed in their order, after a cursor's key. */
  traverse?: (down: boolean, key: string | null) => Traversal;
  /** The column whose values are compared; a result is compared as a column of its own. */
  compared: TableColumn;
};

/** A column of the linked table whose values can be put in order. */
type Ordered = LinkedSource & { of: TableColumn };

/** The part of each of a list's texts that it is sorted by: a cursor contains several of them. */
const ENTRY_KEY = 40;
const shortEntry = (text: Part): Part => sql`left(${text}, ${sql.lit(ENTRY_KEY)})`;

const nameAt = (at: number): string => `rolled_${at}`;

/** The function of a rollup whose result is a number, a day or a text, by which rows are sorted; null of other columns. */
function sortedFunction(column: TableColumn): ComparedFunction | null {
  const { options, linked } = column;
  const name = resultOf(options);
  if (!name || !linked) return null;
  const { of } = linked;
  // The least choice or person would be that with the least id.
  const isExtreme = name === 'min' || name === 'max';
  return isExtreme && of && (isRanked(of) || PEOPLE.has(of.options.type ?? '')) ? null : name;
}

/** The order of a rollup's results: nothing makes zero, and has no average, least or greatest value. */
function resultOrder(column: TableColumn, linked: LinkedSource, name: ComparedFunction, at: number) {
  const compared = rolledColumn(column, linked, name);
  const type = compared.type ?? 'text';
  const joinedAs = nameAt(at);
  const result = sql.id(joinedAs, RESULT);
  const isZero = name === 'count' || name === 'sum';
  const value = isZero ? sql`coalesce(${result}, 0)` : type === 'text' ? shortText(result) : result;
  const own = (of = 'r') => sql.id(of, joinedAs);
  const order: ColumnOrder = {
    own: (of) => (type === 'text' ? sql`${own(of)} collate natural_order` : own(of)),
    cursorKey: sql`${own()}::text`,
    ofCursor: (key) => sql`${key}::text::${typeSql(type)}`,
  };
  const some = (rowIds: readonly string[]) => someRolledRows(linked, name, rowIds);
  const joined = { name: joinedAs, rows: rolledRows(linked, name), value, some };
  return { order, type, joined, compared, source: linked };
}

/** What a cell of several texts or of a nested form is written as. */
function extraText({ name, field }: TableColumn): Part {
  // Files are no titles: their names are known to the table that has them.
  if (field.type === 'file') return sql`null::text`;
  const cell = sql`r.extra -> ${sql.lit(name)}`;
  return sql`case jsonb_typeof(${cell}) when 'array'
    then (select string_agg(value, '; ' order by place) from jsonb_array_elements_text(${cell}) with ordinality as entry (value, place))
    else ${cell} #>> '{}' end`;
}

/** The values of a column over linked rows `r`, those in lists each for itself, as far as they are compared. */
function entriesOf(of: TableColumn): LinkedEntries {
  if (of.type === null && isList(of.field) && isRanked(of)) {
    const cell = sql`r.extra -> ${sql.lit(of.name)}`;
    const from = sql`cross join lateral jsonb_array_elements_text(
      case when jsonb_typeof(${cell}) = 'array' then ${cell} end) with ordinality as entry (value, place)`;
    return { from, value: wholeId(sql`entry.value`), place: sql`entry.place` };
  }
  const text = of.type === null ? extraText(of) : columnRef(of, 'r');
  const isText = of.type === null || of.type === 'text';
  const value = isRanked(of) ? wholeId(text) : isText ? shortEntry(text) : text;
  return { from: sql``, value, place: null };
}

/** The order of lists by their first values: of texts in natural order, of choices and people by their places. */
function listOrder(of: TableColumn, name: string): ColumnOrder {
  const listOf = (rows = 'r') => sql.id(rows, name);
  const list = listOf();
  const type = of.type ?? 'text';
  const ranks = (values: readonly Part[]) =>
    sql`array_remove(array[${sql.join(values.map((one) => listRank(of, one)))}]::text[], null) collate natural_order`;
  const ownOf = (rows?: string) => {
    const one = listOf(rows);
    const places = Array.from({ length: LIST_KEY }, (_, at) => sql`${one}[${sql.lit(at + 1)}]`);
    if (isRanked(of)) return sql`(case when ${one} is not null then ${ranks(places)} end)`;
    return type === 'text' ? sql`${one} collate natural_order` : one;
  };
  return {
    own: ownOf,
    cursorKey: sql`to_jsonb(${list}::text[])::text`,
    ofCursor: (key) => {
      const values: string[] = JSON.parse(key);
      if (isRanked(of)) return ranks(values.map((one) => sql`${one}::text`));
      const texts = sql`${values}::text[]`;
      return type === 'text' ? texts : sql`${texts}::${typeSql(type)}[]`;
    },
  };
}

/** The order by the first values of linked rows, as many as a list is sorted by, in the order of the links. */
function valuesOrder(source: Ordered, at: number): LinkedOrder {
  const { of } = source;
  const name = nameAt(at);
  const entries = entriesOf(of);
  return {
    order: listOrder(of, name),
    type: null,
    entries: isRanked(of) ? 'text' : (of.type ?? 'text'),
    joined: {
      name,
      rows: firstValues(source, entries, LIST_KEY),
      value: sql.id(name, RESULT),
      some: (rowIds) => someFirstValues(source, entries, LIST_KEY, rowIds),
    },
    compared: of,
    source,
    ...(isTraversed(source) ? { traverse: (down, key) => traversalOf(source, down, key) } : {}),
  };
}

/** Whether linked rows have one value each that is compared as it is. */
const isTraversed = ({ of, more, rolled }: Ordered): boolean =>
  more.length === 0 && !rolled && of.type !== null && !isRanked(of);

function traversalOf({ link, of }: Ordered, down: boolean, key: string | null): Traversal {
  const type = of.type ?? 'text';
  const isText = type === 'text';
  const first: string | undefined = key === null ? undefined : JSON.parse(key)[0];
  return {
    ...{ link, down, most: LIST_KEY },
    cellOf: (row) => (isText ? shortEntry(columnRef(of, row)) : columnRef(of, row)),
    collation: isText ? sql`collate natural_order` : sql``,
    from: first === undefined ? null : sql`${first}::text::${typeSql(type)}`,
  };
}

/** Whether a lookup's rows are sorted by the values that it shows: its own table could be sorted by these. */
const isOrdered = (linked: LinkedSource): linked is Ordered =>
  linked.of !== null && linked.of.options.type !== 'link' && hasOrder(linked.of);

/** Whether rows can be sorted by a link, lookup or rollup, by readers of what it reads. */
export const hasLinkedOrder = (column: TableColumn): boolean => {
  const { linked, titles, options } = column;
  if (options.type === 'link') return titles !== undefined;
  if (!linked) return false;
  return sortedFunction(column) !== null || (resultOf(options) === null && isOrdered(linked));
};

/**
 * The order by a link, lookup or rollup; null of other columns, and of those by which the reader, or nobody, can sort: what linked rows
 * have is there only for readers of their table (`withReadableSources`, `withTitles`).
 */
export function linkedOrder(column: TableColumn, at: number): LinkedOrder | null {
  const { linked, titles, options } = column;
  if (options.type === 'link') return titles ? valuesOrder(titles, at) : null;
  if (!linked) return null;
  const name = sortedFunction(column);
  if (name) return resultOrder(column, linked, name, at);
  return resultOf(options) === null && isOrdered(linked) ? valuesOrder(linked, at) : null;
}
