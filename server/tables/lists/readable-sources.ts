import type { Caller } from '#server/access/sessions/caller.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { linkedTable } from '../rows/row-links.ts';
import { withoutSources } from '../table/link-column.ts';
import { tablesOf } from '../table/linked-sources.ts';
import type { Table } from '../table/table.ts';

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
