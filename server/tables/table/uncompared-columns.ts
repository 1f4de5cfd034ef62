import { lateFormulas } from './late-formulas.ts';
import type { Table, TableColumn } from './table.ts';

/** Types of columns that show what linked rows have. */
export const LINKED: ReadonlySet<string> = new Set(['link', 'lookup', 'rollup']);

/** Whether the database has no values of a column to compare: they come from other tables, or depend on such. */
export const isUncompared = (table: Pick<Table, 'columns'>, { field, options }: TableColumn): boolean =>
  LINKED.has(options.type ?? '') || lateFormulas(table).has(field.id);
