import { addDays } from '#lib/fields/dates.ts';
import type { Condition } from '#lib/fields/definition.ts';
import type { GridColumn } from '../columns/grid-columns.ts';
import type { TableQuery } from '../rows/row-queries.ts';
import { momentOnDay } from './moment-on-day.ts';
import { isGroupedByDay } from './use-groups.ts';

const MIDNIGHT = '00:00';

/** The comparison that finds the rows of a group: those with its value, or without one. */
export function groupCondition(column: GridColumn, value: unknown, timeZone?: string): Condition {
  const { id } = column;
  if (typeof value === 'string' && isGroupedByDay(column)) {
    const next = addDays(value, 1);
    const isBegun: Condition = {
      not: { field: id, op: 'before', value: momentOnDay(value, MIDNIGHT, timeZone) },
    };
    return next === null
      ? isBegun
      : { and: [isBegun, { field: id, op: 'before', value: momentOnDay(next, MIDNIGHT, timeZone) }] };
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
