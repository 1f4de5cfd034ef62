import type { PageVisit } from '#components/layout/page-props.ts';
import type { Item } from '#lib/contract/item.ts';
import type { Column, Row } from '#lib/contract/table.ts';
import { ROW_PAGE_SIZE } from '#services/table.ts';
import type { TableData } from './table-data.ts';

/** A table's columns and first rows; null for what is none: another kind, or a file. */
export async function loadTable(api: PageVisit['api'], item: Item): Promise<TableData | null> {
  if ((item.kind !== 'table' && item.kind !== 'contact') || item.file_name !== null) return null;
  const [columns, rows] = await Promise.all([
    api<Column[]>(`items/${item.id}/columns/`),
    api<Row[]>(`items/${item.id}/rows/?page_size=${ROW_PAGE_SIZE}`),
  ]);
  if (!columns.ok || !rows.ok) return null;
  return { columns: columns.data, rows: rows.data, next: rows.next ?? null, count: rows.count ?? null };
}
