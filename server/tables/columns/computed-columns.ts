import { isVirtualColumn } from '#lib/fields/column-base.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { invalid } from '#server/platform/http/api-error.ts';
import { leadsToMoreRows, linkedTable } from '../rows/row-links.ts';
import { readByFormulas } from '../table/dependent-formulas.ts';
import { lateFormulas } from '../table/late-formulas.ts';
import { isLink } from '../table/link-column.ts';
import { linksOf, resultOf, tablesOf } from '../table/linked-sources.ts';
import type { Table, TableColumn } from '../table/table.ts';
import { columnsReadBy } from './affected-columns.ts';

/** Whether a column's values are not stored, but computed whenever they are shown. */
export const isComputedWhenShown = (table: Pick<Table, 'columns'>, column: TableColumn): boolean =>
  isVirtualColumn(column.options) || lateFormulas(table).has(column.field.id);

/** The columns that are read for what one shows, with the links by which they read. */
export function columnsBehind(
  { columns }: Pick<Table, 'columns'>,
  { field: { id } }: TableColumn,
): readonly TableColumn[] {
  const fields = columns.map(({ field }) => field);
  const at = fields.findIndex((field) => field.id === id);
  const places = columnsReadBy(fields, at);
  const links = new Set([...places].flatMap((place) => columns[place]?.options.via ?? []));
  return columns.filter(({ field }, place) => places.has(place) || links.has(field.id));
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

/** The links by which columns list rows, or values of rows: of very many of a row, only the first are shown. */
function listingLinks(columns: readonly TableColumn[]) {
  const read = readByFormulas(columns);
  return columns.flatMap((column) => {
    if (isLink(column)) return read.has(column.field.name) ? [{ links: [column], distinct: false }] : [];
    const { linked, options } = column;
    if (!linked || resultOf(options)) return [];
    const { of } = linked;
    const ofLinks = of !== null && isLink(of);
    return [{ links: [...linksOf(linked), ...(ofLinks ? [of] : [])], distinct: ofLinks }];
  });
}

/**
 * Values that are not shown would be lost where the shown ones are stored.
 * @param columns what is read for what a column shows
 * @throws ApiError 422 where one of the rows has more than are shown
 */
export async function refuseCutValues(
  database: Database | Transaction,
  columns: readonly TableColumn[],
  rowIds: readonly string[],
): Promise<void> {
  for (const { links, distinct } of listingLinks(columns))
    if (await leadsToMoreRows(database, links, rowIds, { distinct }))
      throw invalid({
        type: ['Some rows show more than 1,000 values here, which a cell can’t store. Add a new column'],
      });
}
