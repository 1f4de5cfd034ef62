import type { Condition, RowCondition } from '#lib/fields/definition.ts';
import type { GridColumn } from '../columns/grid-columns.ts';
import { momentOnDay } from '../layouts/moment-on-day.ts';
import { addDays, addMonths, type Day } from './month-days.ts';

/** A condition for the rows of some days; the days of moments are those of UTC, so one more on each side. */
export function daysCondition({ id, field }: GridColumn, first: Day, last: Day): Condition {
  const [before, after] = [addDays(first, -1), addDays(last, 1)];
  if (field.type === 'date')
    return {
      and: [
        { field: id, op: 'after', value: before },
        { field: id, op: 'before', value: after },
      ],
    };
  return {
    and: [
      { field: id, op: 'after', value: `${addDays(before, -1)}T00:00:00Z` },
      { field: id, op: 'before', value: `${addDays(after, 1)}T00:00:00Z` },
    ],
  };
}

/** A condition for the rows of exactly one month, as clocks of a time zone show it. */
export function monthCondition({ id, field }: GridColumn, month: Day, timeZone?: string): RowCondition {
  const [start, next] = [addMonths(month, 0), addMonths(month, 1)].map((day) =>
    field.type === 'date' ? day : momentOnDay(day, '00:00', timeZone),
  );
  return {
    and: [
      { not: { field: id, op: 'before', value: start ?? month } },
      { field: id, op: 'before', value: next ?? month },
    ],
  };
}
