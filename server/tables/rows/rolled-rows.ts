import { type RawBuilder, sql } from 'kysely';
import type { RollupFunction } from '#lib/fields/column-base.ts';
import { type LinkedSource, rowTableOf, selectedCell, type TableColumn } from '../table/table.ts';
import { valuesOf } from './roll-up-links.ts';
import { sidesOf } from './row-links.ts';

type Part = RawBuilder<unknown>;

/** Functions whose results have an order, or are a number. */
export type ComparedFunction = Exclude<RollupFunction, 'list'>;

/** The column of `rolledRows` with the results. */
export const RESULT = 'c_0';

/** Results as a column of `rolledRows` has them, and whether a cell has a value that doesn't fit its type. */
type Result = { value: Part; isMisfit: Part };

const NEVER = sql`false`;

/** The least or greatest value as it is shown: a number where there is one, and of texts in a typed column that which comes first. */
function extreme(of: TableColumn, name: 'min' | 'max'): Result {
  const { typed, number, extraNumber, extraText } = valuesOf(of);
  const { type } = of;
  const best = sql.raw(name);
  if (type === 'double precision' || typed === null)
    return {
      value: sql`${best}(${number})::double precision`,
      isMisfit: sql`(count(${number}) = 0 and count(${extraText}) > 0)`,
    };
  if (type === 'text') {
    const both = sql`${sql.raw(name === 'min' ? 'least' : 'greatest')}(${best}(${typed} collate "C"), ${best}(${extraText}))`;
    const isMisfit = sql`(count(${extraNumber}) > 0)`;
    return { value: sql`case when not ${isMisfit} then ${both} end`, isMisfit };
  }
  const own = sql`${best}(${typed})`;
  const sign = sql.raw(name === 'min' ? '<' : '>');
  const isText = sql`coalesce(${best}(${extraText}) ${sign} (${selectedCell(type, own)})::text collate "C",
    count(${extraText}) > 0)`;
  const isMisfit = sql`(count(${extraNumber}) > 0 or ${isText})`;
  return { value: sql`case when not ${isMisfit} then ${own} end`, isMisfit };
}

/** What the database refuses as a number: beyond the greatest one, and nearer to zero than the least one. */
const NUMBER_MAX = sql.lit(String(Number.MAX_VALUE));
const NUMBER_LEAST = sql.lit('2.5e-324');

/** An exact result as a number: infinite or zero where there is none, as where it is shown. */
const asNumber = (exact: Part): Part => sql`(case
  when abs(${exact}) > ${NUMBER_MAX}::numeric then sign(${exact})::double precision * 'Infinity'
  when abs(${exact}) < ${NUMBER_LEAST}::numeric then 0
  else ${exact}::double precision end)`;

function resultOf(name: ComparedFunction, of: TableColumn | null): Result {
  if (!of) return { value: sql`count(*)::double precision`, isMisfit: NEVER };
  const { number, count } = valuesOf(of);
  if (name === 'count') return { value: sql`(${count})::double precision`, isMisfit: NEVER };
  if (name === 'sum') return { value: asNumber(sql`coalesce(sum(${number}), 0)`), isMisfit: NEVER };
  if (name === 'avg') return { value: asNumber(sql`avg(${number})`), isMisfit: NEVER };
  return extreme(of, name);
}

/**
 * What all rows with links have in a rollup, as rows `id`, `c_0` and `extra`. All links of the column are read once, however many rows
 * are compared or put in order.
 */
export function rolledRows({ link, of }: LinkedSource, name: ComparedFunction): Part {
  const { own, target } = sidesOf(link);
  const { value, isMisfit } = resultOf(name, of);
  return sql`(select link.${own} as id, ${value} as ${sql.id(RESULT)},
      case when ${isMisfit} then ${JSON.stringify({ [RESULT]: true })}::jsonb else '{}'::jsonb end as extra
    from row_link link join ${rowTableOf(link.options.table)} r on r.id = link.${target} ${of ? valuesOf(of).from : sql``}
    where link.link_id = ${link.options.link}::uuid group by link.${own})`;
}

/** The results as a column over those rows. */
export function rolledColumn(
  { field }: Pick<TableColumn, 'field'>,
  { of }: LinkedSource,
  name: ComparedFunction,
): TableColumn {
  const isExtreme = name === 'min' || name === 'max';
  const type = isExtreme && of?.type ? of.type : ('double precision' as const);
  return { field, name: RESULT, type, revision: 1, options: {} };
}
