import { type RawBuilder, sql } from 'kysely';
import { dateTimeKey, timeKey } from '#lib/fields/dates.ts';
import type { Comparison, Condition } from '#lib/fields/definition.ts';
import { isChoice, isList } from '#lib/fields/field-types.ts';
import type { ValueType } from '#server/platform/database/schema/tables.ts';
import { columnRef, type Table, type TableColumn, typeSql } from '../table/table.ts';
import { contactSearchParts } from './contact-search.ts';
import { shortKey, sortKeyOf } from './row-order.ts';

type Part = RawBuilder<unknown>;

const NEVER = sql`false`;

/** The value in `extra` under a column's name. */
const extraOf = ({ name }: TableColumn): Part => sql`r.extra -> ${sql.lit(name)}`;

/** Whether a cell is empty; as `isMissing` of the field engine defines it. */
function isEmpty(column: TableColumn): Part {
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

const ORDER: Partial<Record<Comparison['op'], string>> = {
  greater: '>',
  after: '>',
  less: '<',
  before: '<',
  greater_or_equal: '>=',
  less_or_equal: '<=',
};

/** A list of values that a row has in `extra`, and a column that has one. */
function listContains(column: TableColumn, value: string | number): Part {
  return sql`coalesce(${extraOf(column)} @> ${JSON.stringify([value])}::jsonb and jsonb_typeof(${extraOf(column)}) = 'array', false)`;
}

/** The same text: an index of the column contains its first part, in lower case. */
const sameText = (column: TableColumn, value: Part): Part =>
  sql`(${sortKeyOf(column)} = ${shortKey(value)} and ${columnRef(column, 'r')} = ${value})`;

/** A text as a part of a pattern of `like`, which an index of trigrams serves. */
const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/**
 * @param isPlain nothing negates it: null is as good as false there, and without a function around it the
 * database can use an index
 */
function compared(column: TableColumn, { op, value }: Comparison, isPlain: boolean): Part {
  if (op === 'is_empty') return isEmpty(column);
  if (op === 'is_not_empty') return sql`not ${isEmpty(column)}`;
  if (value === undefined) return NEVER;
  const { type } = column;
  if (type === null) {
    const contains = listContains(column, value);
    if (op === 'includes' || op === 'contains') return contains;
    return op === 'not_contains' ? sql`not ${contains}` : NEVER;
  }
  const ref = columnRef(column, 'r');
  const sign = ORDER[op];
  const orFalse = (part: Part): Part => (isPlain ? part : sql`coalesce(${part}, false)`);
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
export function filterSql({ columns }: Table, condition: Condition): Part {
  const write = (part: Condition, isPlain: boolean): Part => {
    const inner = (one: Condition) => write(one, isPlain);
    if ('and' in part) return sql`(${sql.join(part.and.map(inner), sql` and `)})`;
    if ('or' in part) return sql`(${sql.join(part.or.map(inner), sql` or `)})`;
    if ('not' in part) return sql`(not ${write(part.not, false)})`;
    const column = columns.find(({ field }) => field.id === part.field);
    return column ? compared(column, part, isPlain) : NEVER;
  };
  return write(condition, true);
}

/** Rows that contain a text, as users read it: in any column, ignoring case; people also by other spellings. */
export function containsSql(table: Table, text: string): Part {
  const { columns } = table;
  const folded = text.toLowerCase();
  const parts = columns.map((column): Part => {
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
  });
  const all = [...parts, ...contactSearchParts(table, text)];
  return all.length > 0 ? sql`(${sql.join(all, sql` or `)})` : NEVER;
}
