import { isLink } from '../table/link-column.ts';
import { isShownBy } from '../table/linked-sources.ts';
import type { Table, TableColumn } from '../table/table.ts';

const PLAIN_TOGETHER: ReadonlySet<string> = new Set(['rating', 'auto_number']);

/**
 * The columns of linked tables whose values lookups and rollups show, by the ids of these: choices, people, days and amounts are
 * written as they are there. Those of a table that the reader may not read are left out, as are counts.
 * @param findLinked null for a table that the reader may not read
 */
export async function shownSources(
  findLinked: (itemId: string) => Promise<Table | null>,
  { columns }: Pick<Table, 'columns'>,
): Promise<Map<string, TableColumn>> {
  const sources = new Map<string, TableColumn>();
  const shown = columns.filter(({ options }) => options.of !== undefined && options.function !== 'count');
  const links = columns.filter(isLink);
  const tables = new Map<string, Promise<Table | null>>();
  for (const { field, options } of shown) {
    const link = links.find((one) => one.field.id === options.via);
    if (!link) continue;
    const id = link.options.table;
    const finding = tables.get(id) ?? findLinked(id);
    tables.set(id, finding);
    const other = await finding;
    const source = other?.columns.find((one) => one.field.id === options.of);
    if (!other || !source || !isShownBy(options, other, source)) continue;
    // A sum of stars, or of numbers that count rows, is a plain number.
    const isOne = options.type === 'rollup' && options.function !== 'list';
    if (!isOne || !PLAIN_TOGETHER.has(source.options.type ?? '')) sources.set(field.id, source);
  }
  return sources;
}
