import type { Condition } from '#lib/fields/definition.ts';
import { invalid } from '#server/platform/http/api-error.ts';
import { lateFormulas } from './late-formulas.ts';
import type { Table, TableColumn } from './table.ts';

const LINKED: ReadonlySet<string> = new Set(['link', 'lookup', 'rollup']);

/** Whether the database has no values of a column to compare: they come from other tables, or depend on such. */
export const isUncompared = (table: Pick<Table, 'columns'>, { field, options }: TableColumn): boolean =>
  LINKED.has(options.type ?? '') || lateFormulas(table).has(field.id);

function fieldsOf(condition: Condition): string[] {
  if ('and' in condition) return condition.and.flatMap(fieldsOf);
  if ('or' in condition) return condition.or.flatMap(fieldsOf);
  return 'not' in condition ? fieldsOf(condition.not) : [condition.field];
}

/** The first column of a condition that the database can't compare. */
export function uncomparedIn(table: Pick<Table, 'columns'>, condition: Condition): TableColumn | undefined {
  const ids = new Set(fieldsOf(condition));
  return table.columns.find((column) => ids.has(column.field.id) && isUncompared(table, column));
}

/** @throws ApiError 422 for a condition of a column that the database can't compare */
export function refuseUncompared(table: Pick<Table, 'columns'>, condition: Condition): void {
  const column = uncomparedIn(table, condition);
  if (column)
    throw invalid({
      filter: [`${column.field.label} cannot be filtered by: it is computed when it is shown`],
    });
}
