import { addDays } from '#lib/fields/dates.ts';
import type { RowCondition } from '#lib/fields/definition.ts';
import { isChoice } from '#lib/fields/field-types.ts';
import { type GridColumn, writtenAs } from '../columns/grid-columns.ts';
import type { TableQuery } from '../rows/row-queries.ts';
import { momentOnDay } from './moment-on-day.ts';
import { isGroupedByDay } from './use-groups.ts';

const PEOPLE: ReadonlySet<string> = new Set(['person', 'created_by', 'updated_by']);
const MIDNIGHT = '00:00';

/** Whether the values of a column are those of choices or people. */
function isOfIds(column: GridColumn): boolean {
  const { field, tableType } = writtenAs(column);
  return isChoice(field) || PEOPLE.has(tableType ?? '');
}

/** The comparison that finds the rows of a group: those with its value, or without one. */
export function groupCondition(column: GridColumn, value: unknown, timeZone?: string): RowCondition {
  const { id } = column;
  if (typeof value === 'string' && isGroupedByDay(column)) {
    const next = addDays(value, 1);
    const isBegun: RowCondition = {
      not: { field: id, op: 'before', value: momentOnDay(value, MIDNIGHT, timeZone) },
    };
    return next === null
      ? isBegun
      : { and: [isBegun, { field: id, op: 'before', value: momentOnDay(next, MIDNIGHT, timeZone) }] };
  }
  if (Array.isArray(value)) return { field: id, op: 'exactly', value: value.map(String) };
  if (typeof value !== 'string' && typeof value !== 'number') return { field: id, op: 'is_empty' };
  // What a lookup shows is one of several for a filter, also where its link leads to one row.
  const isListed = column.column.type === 'lookup' && isOfIds(column);
  return isListed ? { field: id, op: 'any_of', value: [String(value)] } : { field: id, op: 'equals', value };
}

/** A query for those of its rows that a condition finds, too. */
export function narrowed(query: TableQuery, condition: RowCondition): TableQuery {
  const both = query.filter ? { and: [JSON.parse(query.filter), condition] } : condition;
  return { ...query, filter: JSON.stringify(both) };
}
