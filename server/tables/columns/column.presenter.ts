import type { WireColumn } from '#lib/contract/table.ts';
import { joinColumn } from '#lib/fields/column-types.ts';
import { lateFormulas } from '../table/late-formulas.ts';
import type { Table, TableColumn } from '../table/table.ts';

/** A column of a table as the contract has it. */
export const presentColumn = (
  { field, options, revision }: TableColumn,
  table: Pick<Table, 'columns'>,
): WireColumn => ({
  ...joinColumn(field, options),
  ...(lateFormulas(table).has(field.id) ? { late: true } : {}),
  revision,
});

/** The columns of a table, and which formulas can't be compared by the database. */
export const presentColumns = (table: Pick<Table, 'columns'>): WireColumn[] =>
  table.columns.map((column) => presentColumn(column, table));
