import { isLink } from '../table/link-column.ts';
import { lastTableOf, linkedSource, resultOf, tablesOf } from '../table/linked-sources.ts';
import type { LinkColumn, Table, TableColumn } from '../table/table.ts';

const PLAIN_TOGETHER: ReadonlySet<string> = new Set(['rating', 'auto_number']);

/** A column whose values another one shows, and the table whose values they are. */
export type ShownSource = { column: TableColumn; table: string };

type FindLinked = (itemId: string) => Promise<Table | null>;

/** What a column shows by a link; null where the reader may not read one of the tables on the way. */
async function shownSource(
  findLinked: FindLinked,
  link: LinkColumn,
  { options }: TableColumn,
): Promise<ShownSource | null> {
  const other = await findLinked(link.options.table);
  const source = other && linkedSource(link, options, other);
  if (!source?.of) return null;
  for (const id of tablesOf(source)) if (!(await findLinked(id))) return null;
  // A sum of stars, or of numbers that count rows, is a plain number.
  const isPlain = resultOf(options) !== null && PLAIN_TOGETHER.has(source.of.options.type ?? '');
  return isPlain ? null : { column: source.of, table: lastTableOf(source) };
}

/**
 * The columns of linked tables whose values lookups and rollups show, by the ids of these: choices, people, days and amounts are
 * written as they are there. Those of a table that the reader may not read are left out, as are counts.
 * @param findLinked null for a table that the reader may not read
 */
export async function shownSources(
  findLinked: FindLinked,
  { columns }: Pick<Table, 'columns'>,
): Promise<Map<string, ShownSource>> {
  const sources = new Map<string, ShownSource>();
  const shown = columns.filter(({ options }) => options.of !== undefined && options.function !== 'count');
  const links = columns.filter(isLink);
  const tables = new Map<string, Promise<Table | null>>();
  const findTable = (id: string) => {
    const finding = tables.get(id) ?? findLinked(id);
    tables.set(id, finding);
    return finding;
  };
  for (const column of shown) {
    const link = links.find((one) => one.field.id === column.options.via);
    const source = link && (await shownSource(findTable, link, column));
    if (source) sources.set(column.field.id, source);
  }
  return sources;
}
