import { type RawBuilder, sql } from 'kysely';
import type { ColumnOptions } from '#lib/fields/column-types.ts';
import { divideDecimals } from '#lib/fields/decimal.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { parseTypedCell } from '../table/cell.ts';
import { columnRef, type LinkColumn, rowTableOf, selectedCell, type TableColumn } from '../table/table.ts';
import { sidesOf } from './row-links.ts';

type Part = RawBuilder<unknown>;

/** What linked rows are together: their values in a typed column, and in those cells that are lists or don't fit its type. */
type Rolled = {
  id: string;
  count: number;
  numbers: number;
  sum: string | null;
  least: unknown;
  greatest: unknown;
  least_number: number | null;
  greatest_number: number | null;
  least_text: string | null;
  greatest_text: string | null;
};

/** Least and greatest values of a typed column, in the order of its type; texts by their characters, as formulas compare them. */
function extremes({ type }: TableColumn, ref: Part): Part {
  const ordered = type === 'text' ? sql`${ref} collate "C"` : ref;
  return sql`${selectedCell(type, sql`min(${ordered})`)} as least, ${selectedCell(type, sql`max(${ordered})`)} as greatest`;
}

/** The values that stand in `extra`, each entry of a list for itself. */
function extraValues({ name }: TableColumn): Part {
  const cell = sql`r.extra -> ${sql.lit(name)}`;
  return sql`left join lateral jsonb_array_elements(
      case jsonb_typeof(${cell}) when 'array' then ${cell} else jsonb_build_array(${cell}) end
    ) as entry (value) on r.extra ? ${sql.lit(name)} and entry.value not in ('null', '""')`;
}

/** The values of a column over rows `r`, those in lists each for itself. */
export function valuesOf(column: TableColumn) {
  const { type, name } = column;
  const isExtra = sql`r.extra ? ${sql.lit(name)}`;
  const entry = sql`entry.value #>> '{}'`;
  const isNumber = sql`jsonb_typeof(entry.value) = 'number'`;
  // Through its shortest text a number is the decimal that was written: 0.1 + 0.2 is 0.3.
  const extraNumber = sql`case when ${isNumber} then (${entry})::numeric end`;
  const extraText = sql`case when jsonb_typeof(entry.value) = 'string' then ${entry} end collate "C"`;
  const typed = type === null ? null : sql`case when ${isExtra} then null else ${columnRef(column, 'r')} end`;
  const isNumeric = type === 'double precision';
  const number = typed && isNumeric ? sql`coalesce(${typed}::text::numeric, ${extraNumber})` : extraNumber;
  const count = typed ? sql`count(${typed}) + count(entry.value)` : sql`count(entry.value)`;
  return { from: extraValues(column), typed, number, extraNumber, extraText, count };
}

function resultsOf(column: TableColumn): Part {
  const { typed, number, extraNumber, extraText, count } = valuesOf(column);
  return sql`${count} as count,
      count(${number})::int as numbers, trim_scale(sum(${number}))::text as sum,
      ${typed ? extremes(column, typed) : sql`null as least, null as greatest`},
      min(${extraNumber})::double precision as least_number, max(${extraNumber})::double precision as greatest_number,
      min(${extraText}) as least_text, max(${extraText}) as greatest_text`;
}

/** The least or the greatest: a number where there is one, else a text. */
function extreme(column: TableColumn, rolled: Rolled, which: 'least' | 'greatest'): unknown {
  const typed = column.type === null ? undefined : parseTypedCell(column.type, rolled[which]);
  const better = <Value extends string | number>(one: Value, other: Value) =>
    (which === 'least') === one < other ? one : other;
  const number = rolled[`${which}_number`];
  if (typeof typed === 'number') return number === null ? typed : better(typed, number);
  if (number !== null) return number;
  const text = rolled[`${which}_text`];
  if (typeof typed !== 'string') return text ?? undefined;
  return text === null ? typed : better(typed, text);
}

function resultOf(name: string | undefined, column: TableColumn, rolled: Rolled | undefined): unknown {
  const sum = Number(rolled?.sum ?? 0);
  switch (name) {
    case 'count':
      return Number(rolled?.count ?? 0);
    case 'sum':
      return sum;
    case 'avg':
      return rolled && rolled.numbers > 0 ? divideDecimals(sum, rolled.numbers) : undefined;
    case 'min':
    case 'max':
      return rolled && extreme(column, rolled, name === 'min' ? 'least' : 'greatest');
    default:
      return undefined;
  }
}

/**
 * Computes a rollup of all linked rows in the database, however many they are.
 * @param of the column of the linked table; undefined counts rows
 * @returns the result of a row, by its id
 */
export async function rollUpLinks(
  database: Database | Transaction,
  link: LinkColumn,
  { function: name, of: wanted }: ColumnOptions,
  of: TableColumn | undefined,
  rowIds: readonly string[],
): Promise<(id: string) => unknown> {
  if (wanted !== undefined && !of) return () => undefined;
  const { own, target } = sidesOf(link);
  const columns = of ? resultsOf(of) : sql`count(*) as count`;
  const from = of ? valuesOf(of).from : sql``;
  const { rows } = await sql<Rolled>`
    select ${own} as id, ${columns} from row_link
      join ${rowTableOf(link.options.table)} r on r.id = ${target} ${from}
    where link_id = ${link.options.link}::uuid and ${own} = any(${rowIds}::uuid[])
    group by ${own}`.execute(database);
  const found = new Map(rows.map((one) => [one.id, one]));
  return (id) => (of ? resultOf(name, of, found.get(id)) : Number(found.get(id)?.count ?? 0));
}
