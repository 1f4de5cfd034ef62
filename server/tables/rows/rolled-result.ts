import { type RawBuilder, sql } from 'kysely';
import type { ValueType } from '#server/platform/database/schema/tables.ts';
import { RESULT } from '../table/linked-sources.ts';
import { type ComparedFunction, type LinkedSource, selectedCell, type TableColumn } from '../table/table.ts';
import { valuesOf } from './values-of.ts';

type Part = RawBuilder<unknown>;

/** What an aggregate is of all values, and how that of several rows is put together. */
export type Together = (aggregate: Part, how: 'sum' | 'min' | 'max') => Part;

/** Writes what is selected of the values of rows `r` together. */
export type SelectTogether = (together: Together) => Part;

/** A result as it is compared, and as a JSON value where it doesn't fit the type of that: null where it does. */
type Result = { value: Part; misfit: Part | null };

/** A value of a type as text, as cells show it. */
function shownText(type: ValueType, value: Part): Part {
  if (type === 'time') return sql`regexp_replace(${value}::text, ':00$', '')`;
  if (type === 'timestamptz')
    return sql`replace(to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '.000Z', 'Z')`;
  return sql`(${selectedCell(type, value)})::text`;
}

/** The least or greatest value as it is shown: a number where there is one, and of texts in a typed column that which comes first. */
function extreme(of: TableColumn, name: 'min' | 'max', together: Together): Result {
  const { typed, number, extraNumber, extraText } = valuesOf(of);
  const { type } = of;
  const bestOf = (values: Part) => together(sql`${sql.raw(name)}(${values})`, name);
  const text = bestOf(extraText);
  if (type === null || type === 'double precision' || typed === null) {
    const best = bestOf(number);
    return {
      value: sql`${best}::double precision`,
      misfit: sql`case when ${best} is null then to_jsonb(${text}) end`,
    };
  }
  const best = bestOf(extraNumber);
  if (type === 'text') {
    const both = sql`${sql.raw(name === 'min' ? 'least' : 'greatest')}(${bestOf(sql`${typed} collate "C"`)}, ${text})`;
    return { value: sql`case when ${best} is null then ${both} end`, misfit: sql`to_jsonb(${best})` };
  }
  const own = bestOf(typed);
  const sign = sql.raw(name === 'min' ? '<' : '>');
  const isText = sql`coalesce(${text} ${sign} ${shownText(type, own)} collate "C", ${text} is not null)`;
  return {
    value: sql`case when ${best} is null and not ${isText} then ${own} end`,
    misfit: sql`case when ${best} is not null then to_jsonb(${best}) when ${isText} then to_jsonb(${text}) end`,
  };
}

/** What the database refuses as a number: beyond the greatest one, and nearer to zero than the least one. */
const NUMBER_MAX = sql.lit(String(Number.MAX_VALUE));
const NUMBER_LEAST = sql.lit('2.5e-324');

/** An exact result as a number: infinite or zero where there is none, as where it is shown. */
const asNumber = (exact: Part): Part => sql`(case
  when abs(${exact}) > ${NUMBER_MAX}::numeric then sign(${exact})::double precision * 'Infinity'
  when abs(${exact}) < ${NUMBER_LEAST}::numeric then 0
  else ${exact}::double precision end)`;

function resultOf(name: ComparedFunction, of: TableColumn | null, together: Together): Result {
  const plain = (value: Part): Result => ({ value, misfit: null });
  if (!of) return plain(sql`${together(sql`count(*)`, 'sum')}::double precision`);
  const { number, count } = valuesOf(of);
  if (name === 'count') return plain(sql`${together(sql`(${count})`, 'sum')}::double precision`);
  if (name === 'min' || name === 'max') return extreme(of, name, together);
  const sum = together(sql`sum(${number})`, 'sum');
  if (name === 'sum') return plain(asNumber(sql`coalesce(${sum}, 0)`));
  return plain(asNumber(sql`(${sum} / nullif(${together(sql`count(${number})`, 'sum')}, 0))`));
}

/** The result of a rollup as a cell of a row has it: as it is compared, and in `extra` where it doesn't fit the type of that. */
export const rolledResult =
  ({ of }: LinkedSource, name: ComparedFunction): SelectTogether =>
  (together) => {
    const { value, misfit } = resultOf(name, of, together);
    const extra = misfit
      ? sql`jsonb_strip_nulls(jsonb_build_object(${sql.lit(RESULT)}::text, ${misfit}))`
      : sql`'{}'::jsonb`;
    return sql`${value} as ${sql.id(RESULT)}, ${extra} as extra`;
  };
