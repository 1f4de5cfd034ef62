import type { TableExportQuery } from '#lib/contract/table.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import type { ItemView } from '#server/items/item/item.repo.ts';
import { xlsx } from '#server/platform/archives/xlsx.ts';
import { zip } from '#server/platform/archives/zip.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { sortKeysFor } from '../lists/list-rows.ts';
import { prepareFilter } from '../lists/prepared-filter.ts';
import { readFilter } from '../lists/read-filter.ts';
import { withReadableSources } from '../lists/readable-sources.ts';
import { sortText } from '../lists/row-order.ts';
import { searchedNames } from '../lists/searched-names.ts';
import { readLinkedValues } from '../rows/linked-values.ts';
import { chosenFields } from '../rows/row.presenter.ts';
import { tablesOf } from '../table/linked-sources.ts';
import { withoutPeople } from '../table/people-columns.ts';
import { requireTable, type Table } from '../table/table.ts';
import { findReadableItem } from '../table/table-access.ts';
import { presentView } from '../views/present-view.ts';
import { requireView, viewOfRows } from '../views/view.service.ts';
import type { ExportChoice, TableFormat } from './export-rows.ts';
import { vcardsOfRows } from './export-vcards.ts';
import { rowsAsText } from './rows-as-text.ts';
import { unreadCells } from './unread-cells.ts';
import { xlsxTable } from './xlsx-rows.ts';

/** The name of a spreadsheet's only sheet. */
const SHEET = 'Rows';

/**
 * Which rows and columns a download has.
 * @param callerAnew finds who reads again, as long as the download lasts
 * @throws ApiError 404 for an item without rows or an unknown view, 422 for a filter, order or column that does not fit
 */
export async function exportChoice(
  { database }: Services,
  caller: Caller,
  item: Table['item'] & Pick<ItemView, 'is_outsider'>,
  { view: viewId, filter, sort, q, fields }: TableExportQuery,
  callerAnew: () => Promise<Caller> = async () => caller,
): Promise<ExportChoice> {
  const isOutsider = item.is_outsider ?? false;
  const table = await requireTable(database, item);
  const shown = isOutsider ? withoutPeople(table) : table;
  const view = viewId ? presentView(table, await requireView(database, caller, item.id, viewId)) : null;
  const rows = viewId ? await viewOfRows(database, caller, table, viewId, shown) : null;
  const own = filter ? readFilter(await withReadableSources(database, caller, shown), filter) : undefined;
  const conditions = [rows?.filter, own].filter((one) => one !== null && one !== undefined);
  const keys = await sortKeysFor({ database, caller }, { table, shown }, { sort, view: rows?.sort });
  const named = view?.columns.map(({ id }) => id) ?? [];
  const hidden = new Set(view?.columns.flatMap(({ id, hidden: isHidden }) => (isHidden ? [id] : [])));
  const chosen = chosenFields(table, fields);
  const others = table.fields.map(({ id }) => id).filter((id) => !named.includes(id));
  const prepared =
    conditions.length > 0 ? await prepareFilter(database, caller, table, { and: conditions }) : null;
  const names = q ? await searchedNames(database, caller, shown, q) : null;
  const sources = new Set([
    ...(prepared?.tables ?? []),
    ...(names?.links.map(({ column }) => column.options.table) ?? []),
    ...keys.flatMap(({ source }) => (source ? tablesOf(source) : [])),
  ]);
  return {
    filter: prepared,
    q,
    ...(names ? { names } : {}),
    sort: sortText(keys),
    columns: chosen
      ? [...chosen].flatMap((name) => table.fields.find((field) => field.name === name)?.id ?? [])
      : view
        ? [...named, ...others].filter((id) => !hidden.has(id))
        : null,
    isOutsider,
    // What is found by other tables, and in which order, says what is in them.
    checkSources: async () => {
      const reader = sources.size > 0 ? await callerAnew() : caller;
      for (const id of sources)
        if (!(await findReadableItem(database, reader, id))) throw notFound('This table');
    },
    readLinked: (now, rows) => readLinkedValues(database, caller, now, rows),
    readUnread: (now, rows) => unreadCells(database, now, rows),
  };
}

/** A table's rows in a format, as they are read. */
export async function* exportedTable(
  { database }: Services,
  itemAnew: () => Promise<Table['item']>,
  format: TableFormat,
  choice: ExportChoice,
): AsyncGenerator<string | Uint8Array> {
  if (format === 'csv' || format === 'json') yield* rowsAsText(database, itemAnew, format, choice);
  else if (format === 'vcf') yield* vcardsOfRows(database, itemAnew, choice);
  else {
    const { formats, ...table } = await xlsxTable(database, itemAnew, choice);
    yield* zip(xlsx([{ name: SHEET, ...table }], formats));
  }
}
