import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { linksOf, RESULT, readingLinks } from '../table/linked-sources.ts';
import {
  type ComparedFunction,
  type LinkColumn,
  type LinkedSource,
  rowTableOf,
  selectedCell,
  type TableColumn,
} from '../table/table.ts';
import { sidesOf } from './row-links.ts';
import { valuesOf } from './values-of.ts';

type Part = RawBuilder<unknown>;

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

function selectedResult({ of }: LinkedSource, name: ComparedFunction): Part {
  const { value, isMisfit } = resultOf(name, of);
  return sql`${value} as ${sql.id(RESULT)},
      case when ${isMisfit} then ${JSON.stringify({ [RESULT]: true })}::jsonb else '{}'::jsonb end as extra`;
}

/** The rows that a lookup or rollup reads, for a statement. */
type LinkedRows = {
  /** The id of the row that has the links. */
  own: Part;
  /** The links, and the rows `r` where they end. */
  from: Part;
  where: Part;
  /** The order in which a row's linked rows are shown. */
  order: Part;
};

/**
 * The links of a column to rows of another table, where that leads on also those of these, and so on; a row is there as often as it is
 * linked. Deleted rows are left out, also on the way.
 * @param level of a statement within another one, so that it can name rows of that
 */
export function linkedRows(source: LinkedSource, level = 0): LinkedRows {
  const links = linksOf(source);
  const name = (at: number) => `link_${level}_${at}`;
  const rowName = (at: number) => `row_${level}_${at}`;
  const target = (link: LinkColumn, at: number) => sql`${sql.id(name(at))}.${sidesOf(link).target}`;
  const own = (link: LinkColumn, at: number) => sql`${sql.id(name(at))}.${sidesOf(link).own}`;
  const isOf = (link: LinkColumn, at: number) =>
    sql`${sql.id(name(at), 'link_id')} = ${link.options.link}::uuid`;
  const { rolled } = source;
  const steps = links.map((link, at) => {
    const isEnd = at === links.length - 1;
    const row = isEnd && !rolled ? 'r' : rowName(at);
    const before = links[at - 1];
    const linked = before
      ? sql`join row_link ${sql.id(name(at))} on ${isOf(link, at)} and ${own(link, at)} = ${target(before, at - 1)}`
      : sql`row_link ${sql.id(name(at))}`;
    return sql`${linked} join ${rowTableOf(link.options.table)} ${sql.id(row)} on ${sql.id(row, 'id')} = ${target(link, at)}`;
  });
  const last = sql.id(rowName(links.length - 1), 'id');
  const resultRows =
    rolled && sql`cross join lateral ${rolledRow(rolled.source, rolled.function, last, level + 1)} r`;
  return {
    own: own(source.link, 0),
    from: sql`${sql.join(steps, sql` `)} ${resultRows ?? sql``}`,
    where: isOf(source.link, 0),
    order: sql.join(links.flatMap((link, at) => [sql.id(name(at), 'position'), target(link, at)])),
  };
}

/** Paths through several tables that are followed from one row: a few hundred rows may be linked by billions. */
const PATHS_MAX = 50_000;

/** Those of some rows from which more than `PATHS_MAX` paths lead to what a rollup computes; none of one that reads one table. */
export async function rowsWithTooManyPaths(
  database: Database | Transaction,
  source: LinkedSource,
  rowIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const [link, ...more] = readingLinks(source);
  if (!link || more.length === 0) return new Set();
  const all = linkedRows({ link, more, of: null });
  const { rows } = await sql<{ id: string }>`
    select rows.id from unnest(${rowIds}::uuid[]) as rows (id)
    where exists (select from ${all.from} where ${all.where} and ${all.own} = rows.id offset ${sql.lit(PATHS_MAX)})`.execute(
    database,
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * What all rows with links have in a rollup, as rows `id`, `c_0` and `extra`. All links of the column are read once, however many rows
 * are compared or put in order.
 */
export function rolledRows(source: LinkedSource, name: ComparedFunction): Part {
  const { own, from, where } = linkedRows(source);
  return sql`(select ${own} as id, ${selectedResult(source, name)}
    from ${from} ${source.of ? valuesOf(source.of).from : sql``}
    where ${where} group by ${own})`;
}

/** The same of one row, also of one without links, as part of a statement that has its id. */
function rolledRow(source: LinkedSource, name: ComparedFunction, id: Part, level: number): Part {
  const { own, from, where } = linkedRows(source, level);
  return sql`(select ${id} as id, ${selectedResult(source, name)}
    from ${from} ${source.of ? valuesOf(source.of).from : sql``}
    where ${where} and ${own} = ${id})`;
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
