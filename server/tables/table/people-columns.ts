import { dependentFormulas } from './dependent-formulas.ts';
import { withoutSources } from './link-column.ts';
import type { Table, TableColumn } from './table-types.ts';

/** Types of columns whose values are people of the hub. */
export const PEOPLE: ReadonlySet<string> = new Set(['person', 'created_by', 'updated_by']);

/** Whether a column shows people of linked rows. */
export const showsPeople = ({ linked, options }: Pick<TableColumn, 'linked' | 'options'>): boolean =>
  options.function !== 'count' && PEOPLE.has(linked?.of?.options.type ?? '');

/**
 * The ids of the columns that show people: whose values they are, and formulas of such.
 * @param linked names of the columns that show people of linked rows
 */
export function peopleColumns(
  columns: readonly TableColumn[],
  linked: ReadonlySet<string> = new Set(),
): ReadonlySet<string> {
  const direct = columns.filter(
    ({ field, options }) => PEOPLE.has(options.type ?? '') || linked.has(field.name),
  );
  if (direct.length === 0) return new Set();
  const names = direct.map(({ field }) => field.name);
  return new Set([...direct.map(({ field }) => field.id), ...dependentFormulas(columns, names)]);
}

/** The ids of the columns that show people of the hub, also those of linked rows. */
export const columnsOfPeople = (columns: readonly TableColumn[]): ReadonlySet<string> =>
  peopleColumns(columns, new Set(columns.filter(showsPeople).map(({ field }) => field.name)));

/** What somebody outside of the hub may search, filter, sort and group by: they learn nothing about its people. */
export function withoutPeople(table: Table): Table {
  const people = peopleColumns(table.columns);
  const known = table.columns.filter(({ field }) => !people.has(field.id));
  const columns = withoutSources(known, showsPeople);
  return { ...table, columns, fields: columns.map(({ field }) => field) };
}
