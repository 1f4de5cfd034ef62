import { type RawBuilder, sql } from 'kysely';
import { isChoice, isList } from '#lib/fields/field-types.ts';
import { firstRows, rowsTogether } from '../rows/linked-rows.ts';
import { rolledColumn, rolledRows } from '../rows/rolled-rows.ts';
import { valuesOf } from '../rows/values-of.ts';
import { isOneLink, shownLink } from '../table/link-column.ts';
import { linksOf, RESULT } from '../table/linked-sources.ts';
import { PEOPLE } from '../table/people-columns.ts';
import {
  type ComparedFunction,
  columnRef,
  type LinkedSource,
  type Table,
  type TableColumn,
} from '../table/table.ts';
import { isUncompared } from '../table/uncompared-columns.ts';
import { isOfPeople, listRank } from './sort-key.ts';
import { hasSets, shownLinkSets, shownSets } from './value-sets.ts';

type Part = RawBuilder<unknown>;

/**
 * A column by which rows `r` are grouped or summed up: as a column of `of`, which is `r` itself or what is joined to it, so that lookups,
 * rollups and several choices are compared by the same statement as what a row has itself.
 */
export type GroupedColumn = {
  /** As it is compared: with one value a row, or with a list that is in one order. */
  column: TableColumn;
  of: string;
  /** What is joined, once for each column. */
  join: Part | null;
  /** Rows that have nothing joined have zero. */
  isZero: boolean;
  /** Of a lookup through a link to several rows, which has no one value: a row's values together, as columns of `of`. */
  isMany: boolean;
};

const PLAIN = { join: null, isZero: false, isMany: false };

/** Whether a column's cells are lists whose values are in an order: of choices, or of people. */
const isSet = (column: TableColumn): boolean =>
  column.type === null && isList(column.field) && (isChoice(column.field) || isOfPeople(column));

/** A list of choices or people without repetitions, in the order of its column: what rows have in common whatever they were chosen first. */
function joinedSet(column: TableColumn, of: string): Part {
  const cell = sql`r.extra -> ${sql.lit(column.name)}`;
  const value = sql`one.value`;
  return sql`left join lateral (
    select jsonb_build_object(${sql.lit(column.name)}::text, jsonb_agg(${value} order by ${listRank(column, value)}, ${value})) as extra
    from (select distinct value from jsonb_array_elements_text(
      case when jsonb_typeof(${cell}) = 'array' then ${cell} end) as entry (value)) one
    having count(*) > 0
  ) ${sql.id(of)} on true`;
}

const joined = (rows: Part, of: string): Part =>
  sql`left join ${rows} ${sql.id(of)} on ${sql.id(of, 'id')} = r.id`;

/** A column of another table as one over joined rows, where its values are called as results of rollups are. */
const asResult = ({ field }: TableColumn, of: TableColumn): TableColumn => ({
  field: { ...of.field, id: field.id, name: field.name, label: field.label },
  name: RESULT,
  type: of.type,
  revision: 1,
  options: PEOPLE.has(of.options.type ?? '') ? { type: 'person' } : {},
});

/** What a lookup shows of the one linked row; where the other table linked more of them, that of the first. */
function lookedUp(source: LinkedSource & { of: TableColumn }): Part {
  const { of } = source;
  const isMisfit = sql`r.extra ? ${sql.lit(of.name)}`;
  const selected = sql`${columnRef(of, 'r')} as ${sql.id(RESULT)},
      case when ${isMisfit} then ${JSON.stringify({ [RESULT]: true })}::jsonb else '{}'::jsonb end as extra`;
  return firstRows(source, selected, [RESULT, 'extra']);
}

/** What the linked rows of each row have together: how many values, the sum and number of those that are numbers, least and greatest. */
function valuesTogether(source: LinkedSource & { of: TableColumn }): Part {
  const { of } = source;
  const { typed, number, count } = valuesOf(of);
  const isNumeric = of.type === 'double precision' || typed === null;
  const compared = isNumeric
    ? sql`(${number})::double precision`
    : of.type === 'text'
      ? sql`${typed} collate natural_order`
      : typed;
  return rowsTogether(
    source,
    (together) => sql`${together(sql`(${count})`, 'sum')} as filled,
      ${together(sql`sum(${number})`, 'sum')} as sum, ${together(sql`count(${number})`, 'sum')} as numbers,
      ${together(sql`max(scale(${number}))`, 'max')} as decimals,
      ${together(sql`min(${compared})`, 'min')} as least, ${together(sql`max(${compared})`, 'max')} as greatest`,
  );
}

/** Functions whose results are one value a row. */
const comparedFunction = ({ options: { type, function: name } }: TableColumn): ComparedFunction | null =>
  type === 'rollup' && name !== undefined && name !== 'list' ? name : null;

/** A lookup, or a rollup that lists, of values that a filter compares too. */
function lookup(column: TableColumn, linked: LinkedSource, of: string): GroupedColumn | null {
  const source = linked.of && { ...linked, of: linked.of };
  // Rows that linked rows link to are in no column of their table.
  if (!source || source.of.options.type === 'link') return null;
  const isOne = linksOf(linked).every(isOneLink) && source.of.type !== null;
  return {
    column: asResult(column, source.of),
    of,
    join: joined(isOne ? lookedUp(source) : valuesTogether(source), of),
    isZero: false,
    isMany: !isOne,
  };
}

function rollup(
  column: TableColumn,
  linked: LinkedSource,
  name: ComparedFunction,
  of: string,
): GroupedColumn {
  return {
    column: rolledColumn(column, linked, name),
    of,
    join: joined(rolledRows(linked, name), of),
    isZero: name === 'count' || name === 'sum',
    isMany: false,
  };
}

/**
 * A column as rows are summed up by it; null for one that the reader, or nobody, can do that by: what linked rows have is there only
 * for readers of their table (`withReadableSources`).
 * @param of the name under which something is joined for it
 */
export function summedColumn(table: Table, column: TableColumn, of: string): GroupedColumn | null {
  const { linked } = column;
  const name = comparedFunction(column);
  if (linked) return name ? rollup(column, linked, name, of) : lookup(column, linked, of);
  return isUncompared(table, column) ? null : { ...PLAIN, column, of: 'r' };
}

/** A lookup through a link to several rows as rows are grouped by it: by the set of values that each shows. */
function lookupSet(column: TableColumn, of: string): GroupedColumn | null {
  const { linked } = column;
  if (!linked || !hasSets(linked)) return null;
  const shown = asResult(column, linked.of);
  const list = { ...shown, type: null, field: { ...shown.field, multiple: true } };
  return { ...PLAIN, column: list, of, join: joined(shownSets(linked), of) };
}

/** A column that shows links, as rows are grouped by it: by the set of rows that each links to. */
function linkSet(column: TableColumn, of: string): GroupedColumn | null {
  const sets = shownLinkSets(column);
  if (!sets) return null;
  const { linked: _, ...own } = column;
  return { ...PLAIN, column: { ...own, name: RESULT, type: null }, of, join: joined(sets, of) };
}

/** A column as rows are grouped by it: also by several choices or people, or values of several linked rows, of which each set is a group. */
export function groupedColumn(table: Table, column: TableColumn, of: string): GroupedColumn | null {
  if (shownLink(column)) return linkSet(column, of);
  if (isSet(column) && !isUncompared(table, column))
    return { ...PLAIN, column, of, join: joinedSet(column, of) };
  const summed = summedColumn(table, column, of);
  return summed?.isMany ? (lookupSet(column, of) ?? summed) : summed;
}

/** Whether rows can be grouped by what a column has, or not since it has several values in a row. */
export const hasGroups = (grouped: GroupedColumn): boolean =>
  !grouped.isMany && (grouped.column.type !== null || grouped.join !== null);

/** Whether rows can be grouped by a column, by readers of what it reads: by links by those who see the titles of their rows. */
export const isGroupable = (table: Table, column: TableColumn): boolean =>
  shownLink(column) !== null || isGroupableByReader(table, column);

/** Whether a reader can group rows by a column. @param table as they compare its rows (`withReadableSources`, `withTitles`) */
export function isGroupableByReader(table: Table, column: TableColumn): boolean {
  const grouped = groupedColumn(table, column, 'joined');
  return grouped !== null && hasGroups(grouped);
}

/** The value of a row, where it has one. */
export const valueRef = ({ column, of, isZero }: GroupedColumn): Part =>
  isZero ? sql`coalesce(${columnRef(column, of)}, 0)` : columnRef(column, of);
