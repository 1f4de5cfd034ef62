import { type RawBuilder, sql } from 'kysely';
import type { RollupFunction } from '#lib/fields/column-base.ts';
import type { RowComparison } from '#lib/fields/definition.ts';
import { rolledNumbers } from '../rows/roll-up-links.ts';
import { type LinkColumn, sidesOf } from '../rows/row-links.ts';
import { rowTableOf, type TableColumn } from '../table/table.ts';

type Part = RawBuilder<unknown>;

/** What a filter reads of a column of links, or of how many there are. */
export type FilteredLink = {
  column: LinkColumn;
  /** The first column of the linked table, by which its rows are named; null for readers who may not read that. */
  title: TableColumn | null;
  /** The column of the linked table whose numbers a rollup computes with. */
  rolled: TableColumn | null;
};

const NEVER = sql`false`;

/** The linked rows of row `r` that are there; deleted ones are left out. */
function linksOf({ options, ...column }: LinkColumn, more: (target: Part) => Part = () => sql`true`): Part {
  const { own, target } = sidesOf({ options, ...column });
  const id = sql`link.${target}`;
  return sql`from row_link link where link.link_id = ${options.link}::uuid and link.${own} = r.id
    and exists (select from ${rowTableOf(options.table)} other where other.id = ${id}) and ${more(id)}`;
}

/** A comparison of links; without a linked table there are none. @param contains whether a cell of rows `r` has a text */
export function compareLinks(
  link: FilteredLink | undefined,
  { op, value }: RowComparison,
  contains: (title: TableColumn, text: string) => Part,
): Part {
  const isNegated = op === 'is_empty' || op === 'none_of' || op === 'not_contains';
  if (!link) return isNegated ? sql`true` : NEVER;
  const { column, title } = link;
  const has = (more?: (target: Part) => Part) =>
    isNegated
      ? sql`not exists (select ${linksOf(column, more)})`
      : sql`exists (select ${linksOf(column, more)})`;
  if (op === 'is_empty' || op === 'is_not_empty') return has();
  if (typeof value === 'object') {
    if (op === 'all_of')
      return value.length > 0
        ? sql`(${sql.join(
            value.map((one) => has((target) => sql`${target} = ${one}::uuid`)),
            sql` and `,
          )})`
        : NEVER;
    return has((target) => sql`${target} = any(${value}::uuid[])`);
  }
  if ((op !== 'contains' && op !== 'not_contains') || typeof value !== 'string' || !title) return NEVER;
  // Within, `r` are the rows of the linked table.
  const named = sql`select r.id from ${rowTableOf(column.options.table)} r where ${contains(title, value)}`;
  return has((target) => sql`${target} in (${named})`);
}

/** Rows `r` with a link to a row whose title, the cell of a row `r` within, is found: read at once for all of them. */
export function linksToTitle(column: LinkColumn, isFound: Part): Part {
  const { own, target } = sidesOf(column);
  return sql`r.id in (select link.${own} from row_link link where link.link_id = ${column.options.link}::uuid
    and link.${target} in (select r.id from ${rowTableOf(column.options.table)} r where ${isFound}))`;
}

/** How many linked rows row `r` has. */
export const countOfLinks = (link: FilteredLink | undefined): Part =>
  link ? sql`(select count(*) ${linksOf(link.column)})` : sql`0`;

const SIGNS: Partial<Record<RowComparison['op'], string>> = {
  ...{ equals: '=', not_equals: '<>', greater: '>', greater_or_equal: '>=', less: '<', less_or_equal: '<=' },
};

/** How a number is compared with another one in SQL; undefined for operators that don't compare sizes. */
const signOf = (op: RowComparison['op']): string | undefined => SIGNS[op];

const isTrue: Record<string, (left: number, right: number) => boolean> = {
  '=': (left, right) => left === right,
  '<>': (left, right) => left !== right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
};

/**
 * A comparison of a sum, average, least or greatest number of linked rows. All links of the column are read once, however many
 * rows are compared: a row is found by whether it is among those that have it.
 */
export function compareRollup(
  link: FilteredLink | undefined,
  name: RollupFunction | undefined,
  { op, value }: RowComparison,
): Part {
  const isSum = name === 'sum';
  const rolled = link?.rolled;
  const sign = signOf(op);
  const hasNothing = isSum
    ? sign !== undefined && typeof value === 'number' && isTrue[sign]?.(0, value) === true
    : op === 'is_empty' || op === 'not_equals';
  if (!link || !rolled) return hasNothing ? sql`true` : NEVER;
  const { own, target } = sidesOf(link.column);
  const { from, number } = rolledNumbers(rolled);
  const among = (having: Part) => sql`r.id in (
    select link.${own} from row_link link
      join ${rowTableOf(link.column.options.table)} r on r.id = link.${target} ${from}
    where link.link_id = ${link.column.options.link}::uuid group by link.${own} having ${having})`;
  if (op === 'is_not_empty') return among(sql`count(${number}) > 0`);
  if (op === 'is_empty') return sql`not ${among(sql`count(${number}) > 0`)}`;
  if (sign === undefined || typeof value !== 'number' || name === undefined) return NEVER;
  const result = sql`coalesce(${sql.raw(name)}(${number}), ${isSum ? sql`0` : sql`null`})::double precision`;
  const compared = sql`${result} ${sql.raw(sign)} ${value}::double precision`;
  return hasNothing ? sql`not ${among(sql`not (${compared})`)}` : among(compared);
}
