import { isVirtualColumn } from '#lib/fields/column-base.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { invalid } from '#server/platform/http/api-error.ts';
import { linkedTable } from '../rows/row-links.ts';
import { lateFormulas } from '../table/late-formulas.ts';
import { isLink } from '../table/link-column.ts';
import { tablesOf } from '../table/linked-sources.ts';
import type { Table, TableColumn } from '../table/table.ts';

/** Whether a column's values are not stored, but computed whenever they are shown. */
export const isComputedWhenShown = (table: Pick<Table, 'columns'>, column: TableColumn): boolean =>
  isVirtualColumn(column.options) || lateFormulas(table).has(column.field.id);

/** The columns that are read for what one shows. */
export function columnsBehind(table: Pick<Table, 'columns'>, column: TableColumn): readonly TableColumn[] {
  if (lateFormulas(table).has(column.field.id)) return table.columns;
  const { via } = column.options;
  return table.columns.filter(({ field }) => field.id === column.field.id || field.id === via);
}

/** The ids of the tables that are read for what some columns show. */
function tablesBehind(columns: readonly TableColumn[]): ReadonlySet<string> {
  return new Set(
    columns.flatMap((column) => {
      const of = column.linked?.of;
      return [
        ...(isLink(column) ? [column.options.table] : []),
        ...(column.linked ? tablesOf(column.linked) : []),
        ...(of && isLink(of) ? [of.options.table] : []),
      ];
    }),
  );
}

/**
 * What is computed of other tables is stored only by who sees all of it: the rest would be lost.
 * @throws ApiError 422
 */
export async function refuseHiddenValues(
  database: Database | Transaction,
  caller: Caller,
  table: Table,
  column: TableColumn,
): Promise<void> {
  if (!isComputedWhenShown(table, column)) return;
  for (const id of tablesBehind(columnsBehind(table, column)))
    if (!(await linkedTable(database, caller, id)))
      throw invalid({ type: ['This column shows rows of a table that you may not see. Add a new column'] });
}
