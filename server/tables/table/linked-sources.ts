import { sql } from 'kysely';
import { isVirtualColumn } from '#lib/fields/column-base.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { lateFormulas } from './late-formulas.ts';
import { isLink } from './link-column.ts';
import { readColumn, type StoredColumn } from './read-column.ts';
import type { Table, TableColumn } from './table-types.ts';

/** Columns that are shown by others though no cell stores their values. */
const METADATA: ReadonlySet<string> = new Set([
  ...['auto_number', 'created_at', 'created_by', 'updated_at', 'updated_by'],
]);

/** Whether something can be computed of a column's values, which are shown as that column shows them. */
const isSource = (
  { columns }: Pick<Table, 'columns'>,
  { field, options }: Pick<TableColumn, 'field' | 'options'>,
): boolean =>
  METADATA.has(options.type ?? '') ||
  (field.type !== 'file' && !isVirtualColumn(options) && !lateFormulas({ columns }).has(field.id));

/** Whether a lookup shows what a column has, of which nothing is computed: rows that linked rows link to, and their files. */
const isListedOnly = (column: Pick<TableColumn, 'field' | 'options'>): boolean =>
  column.options.type === 'link' || column.field.type === 'file';

/** Whether a lookup or rollup shows the values of a column of the linked table as that column does. */
export const isShownBy = (
  { type, function: name }: TableColumn['options'],
  table: Pick<Table, 'columns'>,
  of: TableColumn,
): boolean => isSource(table, of) || ((type === 'lookup' || name === 'list') && isListedOnly(of));

/** The columns of the tables that these link to, by their ids; a table that is there no more has none. */
async function linkedColumns(
  database: Database | Transaction,
  ids: readonly string[],
): Promise<Map<string, TableColumn[]>> {
  const { rows } = await sql<
    StoredColumn & { item_id: string }
  >`select item_id, definition, name, pg_type, revision, options
    from table_column where item_id = any(${ids}::uuid[]) order by position, column_id`.execute(database);
  const found = new Map<string, TableColumn[]>();
  for (const { item_id, ...row } of rows) {
    const list = found.get(item_id) ?? [];
    list.push(readColumn(row));
    found.set(item_id, list);
  }
  return found;
}

/** Columns with what their lookups and rollups read: whoever reads the table, which is checked where rows are compared by it. */
export async function withLinkedSources(
  database: Database | Transaction,
  columns: readonly TableColumn[],
): Promise<readonly TableColumn[]> {
  const links = new Map(columns.filter(isLink).map((link) => [link.field.id, link]));
  const linkOf = ({ options: { via } }: TableColumn) => (via === undefined ? undefined : links.get(via));
  const tables = new Set(columns.flatMap((column) => linkOf(column)?.options.table ?? []));
  if (tables.size === 0) return columns;
  const found = await linkedColumns(database, [...tables]);
  return columns.map((column) => {
    const link = linkOf(column);
    const others = link && found.get(link.options.table);
    if (!link || !others) return column;
    const { of: id, function: name } = column.options;
    if (id === undefined) return { ...column, linked: { link, of: null } };
    const of = others.find(({ field }) => field.id === id);
    const isRead = of && (name === 'count' || isShownBy(column.options, { columns: others }, of));
    return isRead ? { ...column, linked: { link, of } } : column;
  });
}
