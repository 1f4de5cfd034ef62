import type { Condition } from '#lib/fields/definition.ts';
import type { GridColumn } from '../columns/grid-columns.ts';
import { addDays, type Day } from './month-days.ts';

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
