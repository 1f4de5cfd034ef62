import { inputFormatOf } from '#components/fields/input-format.ts';
import { dataOrNull } from '#components/layout/page-failure.ts';
import type { PageVisit } from '#components/layout/page-props.ts';
import type { Item } from '#lib/contract/item.ts';
import { engineColumns } from '#lib/fields/column-types.ts';
import { ROW_PAGE_SIZE } from '#services/table.ts';
import type { TableData } from './table-data.ts';

/**
 * A table's columns and first rows; null for another kind of item.
 * @param asked the id of the row to open the page at, anywhere in the table; empty for its beginning
 */
export async function loadTable(api: PageVisit['api'], item: Item, asked = ''): Promise<TableData | null> {
  if ((item.kind !== 'table' && item.kind !== 'contact') || item.file_name !== null) return null;
  const listed = `items/${item.id}/rows/?page_size=${ROW_PAGE_SIZE}` as const;
  const around = asked ? await api(`${listed}&around=${encodeURIComponent(asked)}`) : null;
  const [columns, rows, page] = await Promise.all([
    api(`items/${item.id}/columns/`),
    around?.ok ? around : api(listed),
    api(`items/${item.id}/page/`),
  ]);
  const [ofTable, firstRows] = [dataOrNull(columns), dataOrNull(rows)];
  if (!rows.ok || !ofTable || !firstRows) return null;
  return {
    columns: engineColumns(ofTable),
    rows: firstRows,
    next: rows.next ?? null,
    previous: rows.previous ?? null,
    asked: asked ? { id: asked, gone: around?.ok !== true } : null,
    count: rows.count ?? null,
    writtenIn: page.ok ? inputFormatOf(page.data) : {},
    country: page.ok ? page.data.country : null,
  };
}
