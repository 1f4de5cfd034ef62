import { type RawBuilder, sql } from 'kysely';
import { GROUPS_MAX } from '#lib/contract/table-limits.ts';
import { type AggregateGroup, type AggregateQuery, METRICS, type Metric } from '#lib/contract/table-rows.ts';
import type { RowCondition } from '#lib/fields/definition.ts';
import { isChoice } from '#lib/fields/field-types.ts';
import { LISTED_VALUES_MAX } from '#lib/fields/read-row-condition.ts';
import { hubLocale } from '#server/hubs/hub/hub-locale.ts';
import { supportedTimeZone } from '#server/platform/database/time-zone.ts';
import { invalid } from '#server/platform/http/api-error.ts';
import { parseTypedCell } from '../table/cell.ts';
import { rowTableOf, selectedCell, type Table, type TableColumn } from '../table/table.ts';
import { type GroupedColumn, groupedColumn, hasGroups, summedColumn, valueRef } from './grouped-values.ts';
import { withTitles } from './link-titles.ts';
import { filtersSql, type ReadBy } from './list-rows.ts';
import { withPeopleOrder } from './people-order.ts';
import { withReadableSources } from './readable-sources.ts';
import { containsSql } from './row-filter.ts';
import { searchedNames } from './searched-names.ts';
import { columnOrder } from './sort-key.ts';
import { setOrder, titlesOfSet } from './value-sets.ts';

const METRICS_MAX = 100;
/** Columns of one request for which something is joined, such as all links of a column. */
const JOINS_MAX = 20;

type Part = RawBuilder<unknown>;
type Wanted = { key: string; metric: Metric; summed: GroupedColumn | null };

const listOf = (text: string | undefined) => (text ?? '').split(',').flatMap((one) => one.trim() || []);

function findColumn({ columns }: Table, name: string, path: string): TableColumn {
  const column =
    columns.find(({ field }) => field.id === name) ?? columns.find(({ field }) => field.name === name);
  if (!column) throw invalid({ [path]: [`There is no column “${name.slice(0, 100)}”`] });
  return column;
}

/** What rows are grouped by: a column, or the days or months of its values. */
type Group = { grouped: GroupedColumn; by: 'day' | 'month' | null; isDown: boolean };

const GROUP = /^(-?)(.+?)(?::(day|month))?$/;

/** The columns that a query groups by. @throws ApiError 422 */
function namedIn(table: Table, text: string): TableColumn[] {
  const names = listOf(text);
  if (names.length > GROUPS_MAX) throw invalid({ group: [`Group by ${GROUPS_MAX} columns at most`] });
  return names.map((written) => findColumn(table, GROUP.exec(written)?.[2] ?? written, 'group'));
}

function groupColumns(table: Table, text: string | undefined): Group[] {
  const names = listOf(text);
  return names.map((written, at) => {
    const [, sign, name = written, unit] = GROUP.exec(written) ?? [];
    const isDown = sign === '-';
    const found = findColumn(table, name, 'group');
    const { label } = found.field;
    const grouped = groupedColumn(table, found, `group_of_${at}`);
    if (grouped?.isMany)
      throw invalid({
        group: [
          `${label} has several numbers or times in a row: a lookup of these is grouped by where its link leads to one row`,
        ],
      });
    if (!grouped || !hasGroups(grouped)) throw invalid({ group: [`${label} cannot be grouped by`] });
    const { type } = grouped.column;
    if (unit !== undefined && type !== 'date' && type !== 'timestamptz')
      throw invalid({ group: [`${label} has no days to group by`] });
    return { grouped, by: unit === 'day' || unit === 'month' ? unit : null, isDown };
  });
}

/** A column's values as they are compared: texts in natural order. */
const inOrder = ({ type }: TableColumn, value: Part): Part =>
  type === 'text' ? sql`${value} collate natural_order` : value;

/** What rows of a group have in common: `shown` of it, `more` values of a long list that are not shown, and what groups are sorted by, the first one first. */
type GroupKey = { key: Part; shown: Part; more?: Part; orders: Part[] };

/** Days are those of the hub's time zone. */
function groupKey({ grouped, by }: Group, zone: string): GroupKey {
  const { column, of, isZero } = grouped;
  if (column.type === null) {
    const list = sql.id(of, 'extra');
    const whole = sql`${list} -> ${sql.lit(column.name)}`;
    // A row may link to 100,000 others.
    const shown = sql`jsonb_path_query_array(${whole}, ${sql.lit(`$[0 to ${LISTED_VALUES_MAX - 1}]`)}::jsonpath)`;
    const more = sql`greatest(jsonb_array_length(${whole}) - ${sql.lit(LISTED_VALUES_MAX)}, 0)`;
    // Other rows may have the same titles, or none.
    return { key: list, shown, more, orders: [setOrder(column, of), ...(column.titles ? [whole] : [])] };
  }
  const ref = valueRef(grouped);
  if (by === null)
    return {
      key: ref,
      shown: selectedCell(column.type, ref),
      orders: isZero ? [ref] : [columnOrder(column).own(of), inOrder(column, ref)],
    };
  const day = column.type === 'date' ? ref : sql`(${ref} at time zone ${sql.lit(zone)})::date`;
  if (by === 'day') return { key: day, shown: selectedCell('date', day), orders: [day] };
  const month = sql`date_trunc('month', ${day}::timestamp)::date`;
  return { key: month, shown: sql`to_char(${month}, 'YYYY-MM')`, orders: [month] };
}

/** Metrics of numbers. */
const NUMERIC: ReadonlySet<Metric> = new Set(['sum', 'avg', 'decimals']);
/** Metrics of a column that the database compares as a value. */
const TYPED: ReadonlySet<Metric> = new Set(['sum', 'avg', 'min', 'max']);

function wantedMetrics(table: Table, text: string | undefined): Wanted[] {
  const keys = [...new Set(listOf(text ?? 'count'))];
  if (keys.length > METRICS_MAX) throw invalid({ metrics: [`Ask for ${METRICS_MAX} metrics at most`] });
  const known = new Map<string, GroupedColumn | null>();
  return keys.map((key): Wanted => {
    const [, name = '', of] = /^([a-z]+)(?::(.+))?$/.exec(key) ?? [];
    const metric = METRICS.find((one) => one === name);
    if (!metric) throw invalid({ metrics: [`Metrics must be some of [${METRICS.join(', ')}]`] });
    if (metric === 'count') return { key, metric, summed: null };
    if (of === undefined) throw invalid({ metrics: [`${metric} needs a column: ${metric}:<column>`] });
    const found = findColumn(table, of, 'metrics');
    const { id, label } = found.field;
    const summed = known.get(id) ?? summedColumn(table, found, `sum_of_${known.size}`);
    known.set(id, summed);
    if (!summed) throw invalid({ metrics: [`${label} is computed when it is shown`] });
    refuseMetric(metric, summed, label);
    return { key, metric, summed };
  });
}

/** Types whose least and greatest value is one of theirs, however many a row has: not choices, and no people. */
const hasOrder = ({ column: { type, field, options } }: GroupedColumn): boolean =>
  type !== null && !isChoice(field) && options.type !== 'person';

/** @throws ApiError 422 for a metric that a column's values have not */
function refuseMetric(metric: Metric, summed: GroupedColumn, label: string): void {
  const { type, field } = summed.column;
  // A list of numbers is one where its column has numbers.
  const isNumber = type === 'double precision' || (summed.isMany && type === null && field.type === 'number');
  if (NUMERIC.has(metric) && !isNumber) throw invalid({ metrics: [`${label} has no numbers`] });
  if (summed.isMany) {
    const isOrdered = isNumber || hasOrder(summed);
    if (metric === 'unique' || (metric !== 'filled' && !isOrdered))
      throw invalid({ metrics: [`${label} has several values in a row, and no ${metric}`] });
  } else if (TYPED.has(metric) && type === null) throw invalid({ metrics: [`${label} has no ${metric}`] });
}

/** The same of values of linked rows, of which a row has several: of all of them, those that two rows have twice. */
function metricOfMany(metric: Metric, { column, of }: GroupedColumn): Part {
  const part = (name: string) => sql.id(of, name);
  switch (metric) {
    case 'sum':
      return sql`coalesce(trim_scale(sum(${part('sum')})), 0)::text`;
    case 'avg':
      return sql`trim_scale(round(sum(${part('sum')}) / nullif(sum(${part('numbers')}), 0), 12))::text`;
    case 'decimals':
      return sql`max(${part('decimals')})`;
    case 'min':
    case 'max': {
      const best = sql`${sql.raw(metric)}(${part(metric === 'min' ? 'least' : 'greatest')})`;
      return selectedCell(column.type, best);
    }
    default:
      return sql`count(*) filter (where ${part('filled')} > 0)`;
  }
}

function metricSql({ metric, summed }: Wanted): Part {
  if (!summed) return sql`count(*)`;
  if (summed.isMany) return metricOfMany(metric, summed);
  const { column, of } = summed;
  const ref = column.type === null ? null : valueRef(summed);
  const extra = sql`${sql.id(of, 'extra')} -> ${sql.lit(column.name)}`;
  // Through its shortest text a number is the decimal that was written: 0.1 + 0.2 is 0.3.
  const exact = ref && sql`${ref}::text::numeric`;
  switch (metric) {
    case 'count':
      return sql`count(*)`;
    case 'sum':
      return sql`coalesce(trim_scale(sum(${exact})), 0)::text`;
    case 'avg':
      return sql`trim_scale(round(avg(${exact}), 12))::text`;
    case 'decimals':
      return sql`max(scale(${exact}))`;
    case 'min':
    case 'max':
      return ref ? selectedCell(column.type, sql`${sql.raw(metric)}(${inOrder(column, ref)})`) : sql`null`;
    case 'filled':
      return ref
        ? sql`count(*) filter (where ${ref} is not null or ${extra} is not null)`
        : sql`count(${extra})`;
    case 'unique':
      return ref ? sql`count(distinct ${ref})` : sql`count(distinct ${extra})`;
  }
}

const presented = ({ column }: GroupedColumn, value: unknown): string | number | null => {
  const read = column.type ? parseTypedCell(column.type, value) : value;
  return typeof read === 'string' || typeof read === 'number' ? read : null;
};

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The value of a group: of several choices, their list. */
function presentedGroup({ grouped, by }: Group, value: unknown): string | number | string[] | null {
  if (by !== null) return textOf(value);
  return Array.isArray(value) ? value.map(String) : presented(grouped, value);
}

/** The rows of a group by links, by their ids, as they are called. */
const titlesIn = (ids: unknown, titles: unknown): [string, { title: string }][] =>
  Array.isArray(ids) && Array.isArray(titles)
    ? titles.map((title, at) => [String(ids[at]), { title: String(title) }])
    : [];

/** What is joined to rows `r`. @throws ApiError 422 where that reads too many links */
function joinsOf(groups: readonly Group[], wanted: readonly Wanted[]): Part[] {
  const all = [...groups.map(({ grouped }) => grouped), ...wanted.flatMap(({ summed }) => summed ?? [])];
  const joins = new Map(all.flatMap(({ of, join }) => (join ? [[of, join] as const] : [])));
  if (joins.size > JOINS_MAX)
    throw invalid({ metrics: [`Ask for values of linked rows of ${JOINS_MAX} columns at most`] });
  return [...joins.values()];
}

/**
 * Counts, sums and the like of the rows that a filter finds, by group: groups in the order of their values, or the
 * reverse, empty cells last.
 * @param shown the columns that the query may group, filter and search by; the filter of the view is its author's choice
 * @throws ApiError 422 for unknown columns or metrics, and for those that don't fit a column
 */
export async function aggregateRows(
  by: ReadBy,
  table: Table,
  { group, filter, q, metrics, page, page_size }: AggregateQuery,
  view: RowCondition | null = null,
  shown: Table = table,
): Promise<AggregateGroup[]> {
  const { database } = by;
  const compared = await withReadableSources(database, by.caller, shown);
  const readable = group
    ? await withTitles(database, by.caller, compared, namedIn(compared, group))
    : compared;
  const groups = groupColumns(readable, group);
  const wanted = wantedMetrics(readable, metrics);
  const joins = joinsOf(groups, wanted);
  const where = [
    sql`true`,
    ...(await filtersSql(by, { table, shown }, { view, filter })),
    ...(q ? [containsSql(shown, q, await searchedNames(database, by.caller, shown, q))] : []),
  ];
  const isByDay = groups.some(({ by }) => by !== null);
  const { time_zone } = isByDay ? await hubLocale(database, table.item.hub_id) : { time_zone: null };
  const zone = await supportedTimeZone(database, time_zone ?? 'UTC');
  const keys = groups.map((one) => groupKey(one, zone));
  const columns = [
    ...keys.map(({ shown: value }, at) => sql`${value} as ${sql.id(`group_${at}`)}`),
    ...keys.flatMap(({ more }, at) => (more ? [sql`${more} as ${sql.id(`more_${at}`)}`] : [])),
    ...wanted.map((one, at) => sql`${metricSql(one)} as ${sql.id(`metric_${at}`)}`),
    ...groups.flatMap(({ grouped: { column, of } }, at) =>
      column.titles ? [sql`${titlesOfSet(of)} as ${sql.id(`titles_${at}`)}`] : [],
    ),
  ];
  const orders = keys.flatMap(({ orders: parts }, at) =>
    parts.map((part) => sql`${part} ${sql.raw(groups[at]?.isDown ? 'desc' : 'asc')} nulls last`),
  );
  const grouped = sql`group by ${sql.join(keys.map(({ key }) => key))} order by ${sql.join(orders)}
    limit ${page_size} offset ${(page - 1) * page_size}`;
  const people = withPeopleOrder(
    table,
    groups.map((one) => one.grouped),
  );
  const { rows } = await sql<Record<string, unknown>>`${people}
    select ${sql.join(columns)} from ${rowTableOf(table.item.id)} r ${sql.join(joins, sql` `)}
    where ${sql.join(where, sql` and `)} ${groups.length > 0 ? grouped : sql``}`.execute(database);
  return rows.map((row) => {
    const parts = groups.map((one, at) => presentedGroup(one, row[`group_${at}`]));
    const linked = groups.flatMap((_, at) => titlesIn(parts[at], row[`titles_${at}`]));
    const more = groups.reduce((sum, _, at) => sum + Number(row[`more_${at}`] ?? 0), 0);
    return {
      group: parts.length > 1 ? parts : (parts[0] ?? null),
      ...(more > 0 ? { more } : {}),
      ...(linked.length > 0 ? { linked: Object.fromEntries(linked) } : {}),
      values: Object.fromEntries(
        wanted.map(({ key, metric, summed }, at) => {
          const value = row[`metric_${at}`];
          if ((metric === 'min' || metric === 'max') && summed) return [key, presented(summed, value)];
          return [key, typeof value === 'string' || typeof value === 'number' ? value : null];
        }),
      ),
    };
  });
}
