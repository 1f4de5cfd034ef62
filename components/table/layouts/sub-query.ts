import type { Comparison, Condition } from '#lib/fields/definition.ts';
import type { GridColumn } from '../columns/grid-columns.ts';
import type { TableQuery } from '../rows/row-queries.ts';

/** The comparison that finds the rows of a group: those with its value, or without one. */
export function groupCondition({ id }: GridColumn, value: unknown): Comparison {
  return typeof value === 'string' || typeof value === 'number'
    ? { field: id, op: 'equals', value }
    : { field: id, op: 'is_empty' };
}

/** A query for those of its rows that a condition finds, too. */
export function narrowed(query: TableQuery, condition: Condition): TableQuery {
  const both = query.filter ? { and: [JSON.parse(query.filter), condition] } : condition;
  return { ...query, filter: JSON.stringify(both) };
}
