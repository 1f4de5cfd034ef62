import { addDays } from '#lib/fields/dates.ts';
import type { Condition } from '#lib/fields/definition.ts';
import { parseLocalDateTime } from '#lib/fields/local-date-time.ts';
import type { GridColumn } from '../columns/grid-columns.ts';
import type { TableQuery } from '../rows/row-queries.ts';
import { isGroupedByDay } from './use-groups.ts';

/** The point in time at which a day begins. */
function beginOf(day: string, timeZone: string | undefined): string {
  const read = parseLocalDateTime(`${day}T00:00`, timeZone);
  if (read.kind === 'moment') return read.moment;
  // Clocks that skip midnight show a later time; of two midnights the day begins with the first.
  return 'readings' in read ? read.readings[0] : `${day}T00:00:00Z`;
}

/** The comparison that finds the rows of a group: those with its value, or without one. */
export function groupCondition(column: GridColumn, value: unknown, timeZone?: string): Condition {
  const { id } = column;
  if (typeof value === 'string' && isGroupedByDay(column)) {
    const next = addDays(value, 1);
    const isBegun: Condition = { not: { field: id, op: 'before', value: beginOf(value, timeZone) } };
    return next === null
      ? isBegun
      : { and: [isBegun, { field: id, op: 'before', value: beginOf(next, timeZone) }] };
  }
  return typeof value === 'string' || typeof value === 'number'
    ? { field: id, op: 'equals', value }
    : { field: id, op: 'is_empty' };
}

/** A query for those of its rows that a condition finds, too. */
export function narrowed(query: TableQuery, condition: Condition): TableQuery {
  const both = query.filter ? { and: [JSON.parse(query.filter), condition] } : condition;
  return { ...query, filter: JSON.stringify(both) };
}
