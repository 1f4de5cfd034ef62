import { inputFormatOf } from '#components/fields/input-format.ts';
import { dataOrNull } from '#components/layout/page-failure.ts';
import type { PageVisit } from '#components/layout/page-props.ts';
import type { Item } from '#lib/contract/item.ts';
import { ROW_PAGE_SIZE } from '#services/table.ts';
import type { TableData } from './rows/table-data.ts';

/**
 * A table's columns, views and first rows; null for another kind of item.
 * @param asked the id of the row to open the page at, anywhere in the table; empty for its beginning
 * @param open the id of the row whose page is open; empty for none
 * @param view the id of the view to show; empty for all rows
 */
export async function loadTable(
  api: PageVisit['api'],
  item: Item,
  {
    requested = '',
    open = '',
    view = '',
    isPhone,
  }: { requested?: string; open?: string; view?: string; isPhone?: boolean } = {},
): Promise<TableData | null> {
  if ((item.kind !== 'table' && item.kind !== 'contact') || item.file_name !== null) return null;
  const listed = `items/${item.id}/rows/?page_size=${ROW_PAGE_SIZE}` as const;
  const [columns, listedViews, page, opened] = await Promise.all([
    api(`items/${item.id}/columns/`),
    api(`items/${item.id}/views/`),
    api(`items/${item.id}/page/`),
    open ? api(`items/${item.id}/rows/${encodeURIComponent(open)}/`) : null,
  ]);
  const views = dataOrNull(listedViews) ?? [];
  // A row is shown among all rows: a view may not have it.
  const current = requested === '' && views.some(({ id }) => id === view) ? view : '';
  const around = requested ? await api(`${listed}&around=${encodeURIComponent(requested)}`) : null;
  const rows = around?.ok ? around : await api(current ? `${listed}&view=${current}` : listed);
  const [ofTable, firstRows] = [dataOrNull(columns), dataOrNull(rows)];
  if (!rows.ok || !ofTable || !firstRows) return null;
  return {
    columns: ofTable,
    views,
    view: current,
    rows: firstRows,
    offset: rows.offset ?? 0,
    next: rows.next ?? null,
    previous: rows.previous ?? null,
    requested: requested ? { id: requested, gone: around?.ok !== true } : null,
    opened: opened && dataOrNull(opened),
    count: rows.count ?? null,
    writtenIn: page.ok ? inputFormatOf(page.data) : {},
    country: page.ok ? page.data.country : null,
    ...(isPhone === undefined ? {} : { isPhone }),
  };
}
