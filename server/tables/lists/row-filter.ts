import { type RawBuilder, sql } from 'kysely';
import { dateTimeKey, timeKey } from '#lib/fields/dates.ts';
import type { RowComparison, RowCondition } from '#lib/fields/definition.ts';
import { isChoice, isList } from '#lib/fields/field-types.ts';
import type { ValueType } from '#server/platform/database/schema/tables.ts';
import { lateFormulas } from '../table/late-formulas.ts';
import { shownLink } from '../table/link-column.ts';
import { PEOPLE } from '../table/people-columns.ts';
import { columnRef, type Table, type TableColumn, typeSql } from '../table/table.ts';
import { contactSearchParts } from './contact-search.ts';
import { compareLinks, compareLookup, compareRollup, linksToTitle } from './link-filter.ts';
import type { PreparedFilter } from './prepared-filter.ts';
import type { SearchedNames } from './searched-names.ts';
import { filterKeyOf, shortKey } from './sort-key.ts';
import { rowsWithLinks } from './value-sets.ts';

type Part = RawBuilder<unknown>;

const NEVER = sql`false`;

/** The value in `extra` under a column's name. */
const extraOf = ({ name }: TableColumn): Part => sql`r.extra -> ${sql.lit(name)}`;

/** Whether a cell is empty; as `isMissing` of the field engine defines it. */
export function isEmpty(column: TableColumn): Part {
  const inExtra = sql`r.extra ? ${sql.lit(column.name)}`;
  return column.type === null
    ? sql`not ${inExtra}`
    : sql`(${columnRef(column, 'r')} is null and not ${inExtra})`;
}

/** A condition's value as the column's type compares it. */
function comparable(type: ValueType, value: string | number): Part {
  if (type === 'timestamptz')
    return sql`to_timestamp(${dateTimeKey(String(value)) / 1000}::double precision)`;
  if (type === 'double precision') return sql`${Number(value)}::double precision`;
  if (type === 'time') return sql`${timeKey(String(value))}::time`;
  return sql`${String(value)}::${typeSql(type)}`;
}

const ORDER: Partial<Record<RowComparison['op'], string>> = {
  greater: '>',
  after: '>',
  less: '<',
  before: '<',
  greater_or_equal: '>=',
  less_or_equal: '<=',
};

/** A list of values that a row has in `extra`, and a column that has all of these, or some of them. */
function listContains(
  column: TableColumn,
  values: readonly (string | number)[],
  how: 'all' | 'some' | 'exactly',
): Part {
  const own = extraOf(column);
  const all = sql`${own} @> ${JSON.stringify(values)}::jsonb`;
  const tests = {
    all,
    some: sql`${own} ?| ${values.map(String)}::text[]`,
    exactly: sql`${all} and ${own} <@ ${JSON.stringify(values)}::jsonb`,
  };
  const test = tests[how];
  return sql`coalesce(${test} and jsonb_typeof(${own}) = 'array', false)`;
}

/** The same text: an index of the column contains its first part. */
const sameText = (column: TableColumn, value: Part): Part =>
  sql`(${filterKeyOf(column)} = ${shortKey(value)} and ${columnRef(column, 'r')} = ${value})`;

/** One of some texts, found in the same index. */
const oneOfTexts = (column: TableColumn, values: readonly string[]): Part =>
  sql`(${filterKeyOf(column)} = any(array(select ${shortKey(sql`one`)} from unnest(${values}::text[]) as one))
    and ${columnRef(column, 'r')} = any(${values}::text[]))`;

/** A text as a part of a pattern of `like`, which an index of trigrams serves. */
const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Days within bounds, which of moments ends before the last one. */
function betweenDays(column: TableColumn, [first = '', last = '']: readonly string[]): Part {
  const { type } = column;
  if (type !== 'date' && type !== 'timestamptz') return NEVER;
  const ref = columnRef(column, 'r');
  const sign = sql.raw(type === 'date' ? '<=' : '<');
  return sql`(${ref} >= ${comparable(type, first)} and ${ref} ${sign} ${comparable(type, last)})`;
}

/** A comparison with a list of values. */
function comparedWithList(
  column: TableColumn,
  { op }: RowComparison,
  values: readonly string[],
  orFalse: (part: Part) => Part,
): Part {
  if (op === 'within') return betweenDays(column, values);
  if (column.type === null) {
    if (op === 'all_of') return values.length > 0 ? listContains(column, values, 'all') : NEVER;
    if (op === 'exactly') return values.length > 0 ? listContains(column, values, 'exactly') : NEVER;
    const some = listContains(column, values, 'some');
    return op === 'none_of' ? sql`not ${some}` : some;
  }
  if (column.type !== 'text' || op === 'all_of' || op === 'exactly') return NEVER;
  if (op === 'any_of') return orFalse(oneOfTexts(column, values));
  return sql`not coalesce(${columnRef(column, 'r')} = any(${values}::text[]), false)`;
}

/**
 * @param isPlain nothing negates it: null is as good as false there, and without a function around it the
 * database can use an index
 */
function compared(column: TableColumn, comparison: RowComparison, isPlain: boolean): Part {
  const { op, value } = comparison;
  if (op === 'is_empty') return isEmpty(column);
  if (op === 'is_not_empty') return sql`not ${isEmpty(column)}`;
  if (value === undefined) return NEVER;
  const orFalse = (part: Part): Part => (isPlain ? part : sql`coalesce(${part}, false)`);
  if (typeof value === 'object') return comparedWithList(column, comparison, value, orFalse);
  const { type } = column;
  if (type === null) {
    const contains = listContains(column, [value], 'all');
    if (op === 'includes' || op === 'contains') return contains;
    return op === 'not_contains' ? sql`not ${contains}` : NEVER;
  }
  const ref = columnRef(column, 'r');
  const sign = ORDER[op];
  if (sign) return orFalse(sql`${ref} ${sql.raw(sign)} ${comparable(type, value)}`);
  if (op === 'equals')
    return orFalse(
      type === 'text' ? sameText(column, comparable(type, value)) : sql`${ref} = ${comparable(type, value)}`,
    );
  if (op === 'not_equals') return sql`${ref} is distinct from ${comparable(type, value)}`;
  if (type !== 'text') return NEVER;
  // Parts of a text are found in any case, as `evaluateComparison` of the field engine finds them.
  const text = String(value);
  switch (op) {
    case 'contains':
      return orFalse(sql`${ref} ilike ${`%${likeText(text)}%`}`);
    case 'not_contains':
      return sql`coalesce(${ref} not ilike ${`%${likeText(text)}%`}, true)`;
    case 'starts_with':
      return orFalse(sql`${ref} ilike ${`${likeText(text)}%`}`);
    case 'ends_with':
      return orFalse(sql`${ref} ilike ${`%${likeText(text)}`}`);
    default:
      return NEVER;
  }
}

/** A condition of the field engine as one of the database, over rows `r`; its values are parameters. */
export function filterSql(
  { columns }: Pick<Table, 'columns'>,
  { condition, links }: Pick<PreparedFilter, 'condition' | 'links'>,
): Part {
  const write = (part: RowCondition, isPlain: boolean): Part => {
    const inner = (one: RowCondition) => write(one, isPlain);
    if ('and' in part) return sql`(${sql.join(part.and.map(inner), sql` and `)})`;
    if ('or' in part) return part.or.length > 0 ? sql`(${sql.join(part.or.map(inner), sql` or `)})` : NEVER;
    if ('not' in part) return sql`(not ${write(part.not, false)})`;
    const column = columns.find(({ field }) => field.id === part.field);
    if (!column) return NEVER;
    const link = links.get(column.field.id);
    if (column.options.type === 'link') return compareLinks(link, part, columnContains);
    const { linked, options } = column;
    if (options.type === 'lookup' || options.type === 'rollup') {
      if (shownLink(column) && part.op === 'exactly')
        return link && Array.isArray(part.value) && part.value.length > 0
          ? rowsWithLinks(column, part.value.map(String))
          : NEVER;
      const compare = (of: TableColumn, one: RowComparison) =>
        of.options.type === 'link' ? compareLinks(link, one, columnContains) : compared(of, one, true);
      return options.type === 'lookup' || !options.function || options.function === 'list'
        ? compareLookup(linked, part, compare)
        : compareRollup(column, linked, options.function, part, compare);
    }
    return compared(column, part, isPlain);
  };
  return write(condition, true);
}

/** Cells that contain a text, as users read it: ignoring case. */
function columnContains(column: TableColumn, text: string): Part {
  const folded = text.toLowerCase();
  const { field, type, name } = column;
  if (isChoice(field)) {
    const chosen = (field.options ?? [])
      .filter(({ label }) => label.toLowerCase().includes(folded))
      .map(({ id }) => id);
    if (chosen.length === 0) return NEVER;
    return isList(field)
      ? sql`coalesce(${extraOf(column)} ?| ${chosen}::text[], false)`
      : sql`coalesce(${columnRef(column, 'r')} = any(${chosen}::text[]), false)`;
  }
  const inExtra = sql`coalesce(strpos(lower(r.extra ->> ${sql.lit(name)}), ${folded}) > 0, false)`;
  if (type === null) return inExtra;
  const inColumn = sql`coalesce(strpos(lower(${columnRef(column, 'r')}::text), ${folded}) > 0, false)`;
  return type === 'text' ? inColumn : sql`(${inColumn} or ${inExtra})`;
}

/** Cells of people whose names a search means. */
function hasPeople(column: TableColumn, people: readonly string[]): Part {
  if (people.length === 0) return NEVER;
  const { type } = column.options;
  if (type === 'created_by') return sql`coalesce(r.created_by = any(${people}::uuid[]), false)`;
  if (type === 'updated_by') return sql`coalesce(r.updated_by = any(${people}::uuid[]), false)`;
  return column.type === null
    ? sql`coalesce(${extraOf(column)} ?| ${people}::text[], false)`
    : sql`coalesce(${columnRef(column, 'r')} = any(${people}::text[]), false)`;
}

/**
 * Rows that contain a text, as users read it: in any column, ignoring case; people also by other spellings.
 * @param names whom and which linked rows the text means
 */
export function containsSql(table: Table, text: string, names: SearchedNames): Part {
  // Formulas that are computed when a row is shown have no results that could be searched.
  const late = lateFormulas(table);
  const parts = table.columns.flatMap((column) => {
    if (late.has(column.field.id)) return [];
    return PEOPLE.has(column.options.type ?? '')
      ? [hasPeople(column, names.people)]
      : [columnContains(column, text)];
  });
  const linked = names.links.flatMap(({ column, title }) =>
    title ? [linksToTitle(column, columnContains(title, text))] : [],
  );
  const all = [...parts, ...linked, ...contactSearchParts(table, text)];
  return all.length > 0 ? sql`(${sql.join(all, sql` or `)})` : NEVER;
}
