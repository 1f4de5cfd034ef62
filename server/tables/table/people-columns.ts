import type { Table } from './table.ts';

/** Types of columns whose values are people of the hub. */
export const PEOPLE: ReadonlySet<string> = new Set(['person', 'created_by', 'updated_by']);

/** What somebody outside of the hub may search, filter, sort and group by: they learn nothing about its people. */
export function withoutPeople(table: Table): Table {
  const columns = table.columns.filter(({ options }) => !PEOPLE.has(options.type ?? ''));
  return { ...table, columns, fields: columns.map(({ field }) => field) };
}
