import { type RawBuilder, sql } from 'kysely';
import { type AggregateGroup, type AggregateQuery, METRICS, type Metric } from '#lib/contract/table-rows.ts';
import type { RowCondition } from '#lib/fields/definition.ts';
import { hubLocale } from '#server/hubs/hub/hub-locale.ts';
import { supportedTimeZone } from '#server/platform/database/time-zone.ts';
import { invalid } from '#server/platform/http/api-error.ts';
import { parseTypedCell } from '../table/cell.ts';
import { columnRef, rowTableOf, selectedCell, type Table, type TableColumn } from '../table/table.ts';
import { isUncompared } from '../table/uncompared-columns.ts';
import { filtersSql, type ReadBy } from './list-rows.ts';
import { withPeopleOrder } from './people-order.ts';
import { containsSql } from './row-filter.ts';
import { searchedNames } from './searched-names.ts';
import { columnOrder } from './sort-key.ts';

const GROUPS_MAX = 3;
const METRICS_MAX = 100;

type Part = RawBuilder<unknown>;
type Wanted = { key: string; metric: Metric; column: TableColumn | null };

const listOf = (text: string | undefined) => (text ?? '').split(',').flatMap((one) => one.trim() || []);

function findColumn({ columns }: Table, name: string, path: string): TableColumn {
  const column =
    columns.find(({ field }) => field.id === name) ?? columns.find(({ field }) => field.name === name);
  if (!column) throw invalid({ [path]: [`There is no column “${name.slice(0, 100)}”`] });
  return column;
}

/** What rows are grouped by: a column, or the days or months of its values. */
type Group = { column: TableColumn; by: 'day' | 'month' | null };

function groupColumns(table: Table, text: string | undefined): Group[] {
  const names = listOf(text);
  if (names.length > GROUPS_MAX) throw invalid({ group: [`Group by ${GROUPS_MAX} columns at most`] });
  return names.map((named) => {
    const [, name = named, unit] = /^(.+):(day|month)$/.exec(named) ?? [];
    const column = findColumn(table, name, 'group');
    if (column.type === null || isUncompared(table, column))
      throw invalid({ group: [`${column.field.label} cannot be grouped by`] });
    if (unit !== undefined && column.type !== 'date' && column.type !== 'timestamptz')
      throw invalid({ group: [`${column.field.label} has no days to group by`] });
    return { column, by: unit === 'day' || unit === 'month' ? unit : null };
  });
}

/** A column's values as they are compared: texts in natural order. */
const inOrder = ({ type }: TableColumn, value: Part): Part =>
  type === 'text' ? sql`${value} collate natural_order` : value;

/** The value that rows of a group have in common, and what groups are sorted by. Days are those of the hub's time zone. */
function groupKey({ column, by }: Group, zone: string): { key: Part; shown: Part; order: Part } {
  const ref = columnRef(column, 'r');
  if (by === null)
    return {
      key: ref,
      shown: selectedCell(column.type, ref),
      order: sql`${columnOrder(column).own()} nulls last, ${inOrder(column, ref)}`,
    };
  const day = column.type === 'date' ? ref : sql`(${ref} at time zone ${sql.lit(zone)})::date`;
  if (by === 'day') return { key: day, shown: selectedCell('date', day), order: day };
  const month = sql`date_trunc('month', ${day}::timestamp)::date`;
  return { key: month, shown: sql`to_char(${month}, 'YYYY-MM')`, order: month };
}

/** Metrics of a column that the database compares as a value. */
const TYPED: ReadonlySet<Metric> = new Set(['sum', 'avg', 'min', 'max']);

function wantedMetrics(table: Table, text: string | undefined): Wanted[] {
  const keys = [...new Set(listOf(text ?? 'count'))];
  if (keys.length > METRICS_MAX) throw invalid({ metrics: [`Ask for ${METRICS_MAX} metrics at most`] });
  return keys.map((key): Wanted => {
    const [, name = '', of] = /^([a-z]+)(?::(.+))?$/.exec(key) ?? [];
    const metric = METRICS.find((one) => one === name);
    if (!metric) throw invalid({ metrics: [`Metrics must be some of [${METRICS.join(', ')}]`] });
    if (metric === 'count') return { key, metric, column: null };
    if (of === undefined) throw invalid({ metrics: [`${metric} needs a column: ${metric}:<column>`] });
    const column = findColumn(table, of, 'metrics');
    if (isUncompared(table, column))
      throw invalid({ metrics: [`${column.field.label} is computed when it is shown`] });
    const isNumber = column.type === 'double precision';
    if ((metric === 'sum' || metric === 'avg' || metric === 'decimals') && !isNumber)
      throw invalid({ metrics: [`${column.field.label} has no numbers`] });
    if (TYPED.has(metric) && column.type === null)
      throw invalid({ metrics: [`${column.field.label} has no ${metric}`] });
    return { key, metric, column };
  });
}

function metricSql({ metric, column }: Wanted): Part {
  if (!column) return sql`count(*)`;
  const ref = column.type === null ? null : columnRef(column, 'r');
  const extra = sql`r.extra -> ${sql.lit(column.name)}`;
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

const presented = (column: TableColumn, value: unknown): string | number | null => {
  const read = column.type ? parseTypedCell(column.type, value) : null;
  return typeof read === 'string' || typeof read === 'number' ? read : null;
};

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/**
 * Counts, sums and the like of the rows that a filter finds, by group: groups in the order of their values, empty
 * cells last.
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
  const groups = groupColumns(shown, group);
  const wanted = wantedMetrics(shown, metrics);
  const { database } = by;
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
    ...wanted.map((one, at) => sql`${metricSql(one)} as ${sql.id(`metric_${at}`)}`),
  ];
  const grouped = sql`group by ${sql.join(keys.map(({ key }) => key))} order by ${sql.join(keys.map(({ order }) => sql`${order} nulls last`))}
    limit ${page_size} offset ${(page - 1) * page_size}`;
  const { rows } = await sql<Record<string, unknown>>`${withPeopleOrder(table, groups)}
    select ${sql.join(columns)} from ${rowTableOf(table.item.id)} r
    where ${sql.join(where, sql` and `)} ${groups.length > 0 ? grouped : sql``}`.execute(database);
  return rows.map((row) => {
    const parts = groups.map(({ column, by }, at) =>
      by === null ? presented(column, row[`group_${at}`]) : textOf(row[`group_${at}`]),
    );
    return {
      group: parts.length > 1 ? parts : (parts[0] ?? null),
      values: Object.fromEntries(
        wanted.map(({ key, metric, column }, at) => {
          const value = row[`metric_${at}`];
          if ((metric === 'min' || metric === 'max') && column) return [key, presented(column, value)];
          return [key, typeof value === 'string' || typeof value === 'number' ? value : null];
        }),
      ),
    };
  });
}
