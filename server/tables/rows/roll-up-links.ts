import { type RawBuilder, sql } from 'kysely';
import { divideDecimals } from '#lib/fields/decimal.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { parseTypedCell } from '../table/cell.ts';
import { type ComparedFunction, type LinkedSource, selectedCell, type TableColumn } from '../table/table.ts';
import { someRowsTogether } from './linked-rows.ts';
import type { SelectTogether, Together } from './rolled-result.ts';
import { valuesOf } from './values-of.ts';

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
function extremes({ type }: TableColumn, ref: Part, together: Together): Part {
  const ordered = type === 'text' ? sql`${ref} collate "C"` : ref;
  const [least, greatest] = [together(sql`min(${ordered})`, 'min'), together(sql`max(${ordered})`, 'max')];
  return sql`${selectedCell(type, least)} as least, ${selectedCell(type, greatest)} as greatest`;
}

const resultsOf =
  (column: TableColumn): SelectTogether =>
  (together) => {
    const { typed, number, extraNumber, extraText, count } = valuesOf(column);
    return sql`${together(sql`(${count})`, 'sum')} as count,
      ${together(sql`count(${number})`, 'sum')}::double precision as numbers,
      trim_scale(${together(sql`sum(${number})`, 'sum')})::text as sum,
      ${typed ? extremes(column, typed, together) : sql`null as least, null as greatest`},
      ${together(sql`min(${extraNumber})`, 'min')}::double precision as least_number,
      ${together(sql`max(${extraNumber})`, 'max')}::double precision as greatest_number,
      ${together(sql`min(${extraText})`, 'min')} as least_text, ${together(sql`max(${extraText})`, 'max')} as greatest_text`;
  };

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

function resultOf(name: ComparedFunction, column: TableColumn, rolled: Rolled | undefined): unknown {
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
  }
}

/**
 * Computes a rollup of all linked rows in the database, however many they are; without a column it counts rows.
 * @returns the result of a row, by its id
 */
export async function rollUpLinks(
  database: Database | Transaction,
  source: LinkedSource,
  name: ComparedFunction,
  rowIds: readonly string[],
): Promise<(id: string) => unknown> {
  const { of } = source;
  const selected: SelectTogether = of
    ? resultsOf(of)
    : (together) => sql`${together(sql`count(*)`, 'sum')} as count`;
  const { rows } = await sql<Rolled>`${someRowsTogether(source, selected, rowIds)}`.execute(database);
  const found = new Map(rows.map((one) => [one.id, one]));
  return (id) => (of ? resultOf(name, of, found.get(id)) : Number(found.get(id)?.count ?? 0));
}
