import { type RawBuilder, sql } from 'kysely';
import { isVirtualColumn } from '#lib/fields/column-base.ts';
import { isChoice } from '#lib/fields/field-types.ts';
import type { ValueType } from '#server/platform/database/schema/tables.ts';
import { columnValueType } from './cell.ts';
import { columnRef, type TableColumn } from './table.ts';

type Part = RawBuilder<unknown>;

/** How a format writes what cells have, as SQL. */
export type CellFormat = {
  /** A cell without a value. */
  empty: Part;
  /** What stands before a cell that has one. */
  before?: (column: TableColumn) => Part;
  /** Any text, of a column's own cells with the column. */
  text: (text: Part, column?: TableColumn) => Part;
  /** A text of digits and signs that no format writes otherwise: of a day, a time, an id. */
  plain: (text: Part) => Part;
  /** The digits of a number that is not null, and the number itself. */
  number: (digits: Part, number: Part, column: TableColumn) => Part;
  /**
   * Days, moments and times where they are more than their text: null of a value that only the server writes, as it writes texts
   * that stand in such a column.
   */
  typed?: Partial<Record<ValueType, (ref: Part, column: TableColumn) => Part>>;
  /** What stands before the text that a change of the column's type left in a cell, where that is not written as other texts. */
  left?: (column: TableColumn) => Part | null;
  /** A label of a choice as this format writes a text; null of formats that have ids of options. */
  label: ((label: string) => string) | null;
  /** Several texts, each an entry of a list in JSON; of formats without lists null: they are one text. */
  list: ((entries: Part) => Part) | null;
};

/** Between these, PostgreSQL and JavaScript write a number with the same digits and without an exponent. */
const DIGITS_FROM = sql.lit('1e-4');
const DIGITS_UNTIL = sql.lit('1e15');

/** The digits of a number as JavaScript writes it; zero has no sign. */
const numberDigits = (ref: Part): Part => sql`case when ${ref} = 0 then '0'
  when abs(${ref}) >= ${DIGITS_FROM}::double precision and abs(${ref}) < ${DIGITS_UNTIL}::double precision then ${ref}::text end`;

const utcText = (ref: Part): Part => sql`to_char(${ref} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Whether a day, or a point in time, is one of the years from then to 9999. */
const isWithin = (ref: Part, first: string): Part =>
  sql`${ref} >= ${sql.lit(first)} and ${ref} < ${sql.lit(`10000-01-01${first.slice(10)}`)}`;

/**
 * Values that are not null as texts, each as `parseTypedCell` and JavaScript write it; null for one that is written in
 * another way there.
 */
const TEXTS: Record<Exclude<ValueType, 'text' | 'double precision'>, (ref: Part) => Part> = {
  // As in JSON, whatever form days have in the database: `to_char` takes three times as long.
  date: (ref) => sql`case when ${isWithin(ref, '0001-01-01')} then substr(to_json(${ref})::text, 2, 10) end`,
  time: (ref) =>
    sql`case when right(${ref}::text, 3) = ':00' then left(${ref}::text, 5) else ${ref}::text end`,
  timestamptz: (ref) =>
    sql`case when ${isWithin(ref, '0001-01-01 00:00+00')} then replace(${utcText(ref)}, '.000Z', 'Z') end`,
};

/** Metadata of a row: how its own text differs from that of a typed value; names are joined as `creator` and `changer`. */
const fullName = (person: string): Part =>
  sql`coalesce(trim(${sql.id(person, 'first_name')} || ' ' || ${sql.id(person, 'last_name')}), '')`;
const timeOf = (name: 'created_at' | 'updated_at') => (format: CellFormat, column: TableColumn) => {
  const ref = sql.id('r', name);
  const written = format.typed?.timestamptz?.(ref, column) ?? format.plain(utcText(ref));
  return sql`case when ${isWithin(ref, '0100-01-01 00:00+00')} then ${written} end`;
};
const SYSTEM_CELLS: Partial<Record<string, (format: CellFormat, column: TableColumn) => Part>> = {
  auto_number: (format, column) => format.number(sql`r.number::text`, sql`r.number`, column),
  created_at: timeOf('created_at'),
  updated_at: timeOf('updated_at'),
  created_by: (format) => format.text(fullName('creator')),
  updated_by: (format) => format.text(fullName('changer')),
};

/** Types whose values only the server writes: trees, and files, of which a cell has the names. */
const UNWRITTEN: ReadonlySet<string> = new Set(['json', 'form', 'file']);

/** Labels of a choice by the ids of its options, of several with one id the first, each as the format writes it. */
function labelsById({ field }: TableColumn, written: (label: string) => string): object | null {
  if (!isChoice(field)) return null;
  const labels = [...(field.options ?? [])].reverse().map(({ id, label }) => [id, written(label)]);
  return Object.fromEntries(labels);
}

function labelsOf(column: TableColumn, written: (label: string) => string): Part | null {
  const labels = labelsById(column, written);
  return labels && sql`${JSON.stringify(labels)}::jsonb`;
}

/** A text of a cell, which may be the id of an option. */
function textCell(column: TableColumn, text: Part, format: CellFormat): Part {
  const labels = format.label && labelsOf(column, format.label);
  return labels
    ? sql`coalesce(${labels} ->> ${text}, ${format.text(text, column)})`
    : format.text(text, column);
}

/** A list of texts; null where it has another value. */
function listCell(column: TableColumn, list: Part, format: CellFormat): Part {
  const labels = format.label && labelsOf(column, (label) => label);
  const text = sql`(one #>> '{}')`;
  const shown = labels ? sql`coalesce(${labels} ->> ${text}, ${text})` : text;
  const [joined, written] = format.list
    ? [format.list(sql`string_agg(one::text, ',' order by at)`), sql`entries.joined`]
    : [sql`string_agg(${shown}, '; ' order by at)`, format.text(sql`entries.joined`)];
  return sql`(select ${written}
    from (select ${joined} as joined, bool_and(jsonb_typeof(one) = 'string') as is_of_texts
      from jsonb_array_elements(${list}) with ordinality as entry (one, at)) entries where entries.is_of_texts)`;
}

/** A value in `extra` of a column without a type: a text or a list of texts; null for all others. */
function extraCell(column: TableColumn, format: CellFormat): Part {
  const name = sql.lit(column.name);
  const text = textCell(column, sql`(r.extra ->> ${name})`, format);
  const list = listCell(column, sql`(r.extra -> ${name})`, format);
  return sql`case jsonb_typeof(r.extra -> ${name}) when 'string' then ${text} when 'array' then ${list} end`;
}

/**
 * What row `r` has in typed columns that is not of their type, as a format has it, by the names of the columns: `cellSql` reads it as
 * `r.left_cells`. Null of a row without any, as most are; values are null where only the server can write them.
 */
export function leftCells(columns: readonly TableColumn[], format: CellFormat): Part {
  const typed = columns.filter(({ type }) => type !== null);
  if (typed.length === 0) return sql`null::jsonb`;
  const names = sql`${typed.map(({ name }) => name)}::text[]`;
  const written = typed.filter(({ type }) => type && !format.typed?.[type]).map(({ name }) => name);
  const labels = Object.fromEntries(
    typed.flatMap((column) => {
      const own = format.label && labelsById(column, format.label);
      return own ? [[column.name, own]] : [];
    }),
  );
  const text = sql`(one.value #>> '{}')`;
  const shown = sql`coalesce(${JSON.stringify(labels)}::jsonb -> one.key ->> ${text}, ${format.text(text)})`;
  return sql`case when r.extra ?| ${names} then (
    select jsonb_object_agg(one.key, case when one.key = any(${written}::text[]) and jsonb_typeof(one.value) = 'string' then ${shown} end)
    from jsonb_each(r.extra) one where one.key = any(${names})) end`;
}

/** A value of a typed column that is not null. */
function typedCell(column: TableColumn, type: ValueType, ref: Part, format: CellFormat): Part {
  const own = format.typed?.[type]?.(ref, column);
  // Fractions of a millisecond are rounded there, and those of metadata cut off.
  if (type === 'timestamptz')
    return sql`case when extract(microseconds from ${ref})::integer % 1000 = 0
      then ${own ?? format.plain(TEXTS[type](ref))} end`;
  if (own) return own;
  if (type === 'text') return textCell(column, ref, format);
  if (type === 'double precision') return format.number(numberDigits(ref), ref, column);
  return format.plain(TEXTS[type](ref));
}

/**
 * What a format has of a column's cell in row `r`, which has `leftCells`, by the database: the very text that the server writes
 * of the same value. Its result is null where only the server can write the value.
 * @returns null for a column of which only the server can write any value
 */
export function cellSql(column: TableColumn, format: CellFormat): Part | null {
  const { field, name, type, options } = column;
  const before = format.before ? sql`${format.before(column)} || ` : sql``;
  const system = SYSTEM_CELLS[options.type ?? ''];
  if (system) return sql`(${before}${system(format, column)})`;
  if (UNWRITTEN.has(field.type) || isVirtualColumn(options)) return null;
  // While its type is changed, its values are those of another one.
  if (type !== columnValueType(field)) return null;
  const key = sql.lit(name);
  if (type === null)
    return sql`(case when r.extra ? ${key} then ${before}${extraCell(column, format)} else ${format.empty} end)`;
  const ref = columnRef(column, 'r');
  const left = format.left?.(column);
  return sql`(case when r.left_cells ? ${key} then ${before}${left ? sql`${left} || ` : sql``}(r.left_cells ->> ${key})
    when ${ref} is null then ${format.empty} else ${before}${typedCell(column, type, ref, format)} end)`;
}
