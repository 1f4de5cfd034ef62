import type { Caller } from '#server/access/sessions/caller.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { linkedTable } from '../rows/row-links.ts';
import { withoutSources } from '../table/link-column.ts';
import { tablesOf, tablesReadBy } from '../table/linked-sources.ts';
import type { Table } from '../table/table.ts';
import { findReadableItem } from '../table/table-access.ts';

/**
 * A table as a reader compares its rows: by nothing of tables that they may not read. What they send is read by these columns, so that
 * not even the type or the options of a hidden column are revealed by what is refused.
 */
export async function withReadableSources(
  database: Database | Transaction,
  caller: Caller,
  table: Table,
): Promise<Table> {
  const ids = new Set(table.columns.flatMap(({ linked }) => (linked ? tablesOf(linked) : [])));
  const hidden = new Set<string>();
  for (const id of ids) if (!(await linkedTable(database, caller, id))) hidden.add(id);
  if (hidden.size === 0) return table;
  return {
    ...table,
    columns: withoutSources(
      table.columns,
      ({ linked }) => linked !== undefined && tablesOf(linked).some((id) => hidden.has(id)),
    ),
  };
}

/**
 * The ids of lookups and rollups through tables that a reader may not read, whatever these have: not even whether rows can be sorted by
 * them is revealed.
 * @param ids the columns that are asked about; by default all
 */
export async function unreadColumns(
  database: Database | Transaction,
  caller: Caller,
  { columns }: Pick<Table, 'columns'>,
  ids?: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const named = columns.filter(({ field }) => ids?.has(field.id) ?? true);
  const reads = named.map((column) => ({ id: column.field.id, tables: tablesReadBy(column) }));
  const hidden = new Set<string>();
  for (const id of new Set(reads.flatMap(({ tables }) => tables)))
    if (!(await findReadableItem(database, caller, id))) hidden.add(id);
  return new Set(reads.flatMap(({ id, tables }) => (tables.some((one) => hidden.has(one)) ? [id] : [])));
}
