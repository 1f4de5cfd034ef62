import type { Caller } from '#server/access/sessions/caller.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { titleColumn } from '../rows/row-title.ts';
import { shownLink } from '../table/link-column.ts';
import { columnsOfTables } from '../table/linked-sources.ts';
import { peopleColumns } from '../table/people-columns.ts';
import type { Table, TableColumn } from '../table/table.ts';
import { findReadableItem } from '../table/table-access.ts';

/** Those of some tables that a reader may read. */
async function readableOf(
  database: Database | Transaction,
  caller: Caller,
  ids: ReadonlySet<string>,
): Promise<string[]> {
  const readable: string[] = [];
  for (const id of ids) if (await findReadableItem(database, caller, id)) readable.push(id);
  return readable;
}

/**
 * A table with the columns that name the rows of some of its links, and of those that lookups show: of tables that the reader may read, so that no order reveals titles
 * that they don't see.
 * @param caller who reads; null where it was found before that they may
 */
export async function withTitles(
  database: Database | Transaction,
  caller: Caller | null,
  table: Table,
  titled: readonly TableColumn[],
): Promise<Table> {
  const links = new Map(
    titled.flatMap((column) => {
      const link = shownLink(column);
      return link ? [[column.field.id, link] as const] : [];
    }),
  );
  if (links.size === 0) return table;
  const ids = new Set([...links.values()].map(({ options }) => options.table));
  const readable = caller ? await readableOf(database, caller, ids) : [...ids];
  const known = await columnsOfTables(database, readable);
  const columns = table.columns.map((column) => {
    const link = links.get(column.field.id);
    const others = link && known.get(link.options.table);
    const of = others && titleColumn({ columns: others }, peopleColumns(others));
    // The names of files are known to the table that has them.
    return link && of && of.field.type !== 'file' ? { ...column, titles: { link, more: [], of } } : column;
  });
  return { ...table, columns };
}
