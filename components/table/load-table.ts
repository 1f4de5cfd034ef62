import { writtenInOf } from '#components/fields/written-in.ts';
import type { PageVisit } from '#components/layout/page-props.ts';
import type { Hub } from '#lib/contract/hub.ts';
import type { Item } from '#lib/contract/item.ts';
import type { Column, Row } from '#lib/contract/table.ts';
import { ROW_PAGE_SIZE } from '#services/table.ts';
import type { TableData } from './table-data.ts';

/**
 * A table's columns and first rows; null for what is none: another kind, or a file.
 * @param asked the id of a row that the page is opened at, from anywhere in the table; empty for its beginning
 */
export async function loadTable(
  api: PageVisit['api'],
  item: Item,
  handle: string | null,
  asked = '',
): Promise<TableData | null> {
  if ((item.kind !== 'table' && item.kind !== 'contact') || item.file_name !== null) return null;
  const listed = `items/${item.id}/rows/?page_size=${ROW_PAGE_SIZE}`;
  const around = asked ? await api<Row[]>(`${listed}&around=${encodeURIComponent(asked)}`) : null;
  const [columns, rows, hub] = await Promise.all([
    api<Column[]>(`items/${item.id}/columns/`),
    around?.ok ? around : api<Row[]>(listed),
    handle === null ? null : api<Hub>(`hubs/${encodeURIComponent(handle)}/`),
  ]);
  if (!columns.ok || !rows.ok) return null;
  return {
    columns: columns.data,
    rows: rows.data,
    next: rows.next ?? null,
    previous: rows.previous ?? null,
    asked: asked ? { id: asked, gone: around?.ok !== true } : null,
    count: rows.count ?? null,
    writtenIn: hub?.ok ? writtenInOf(hub.data) : {},
  };
}
