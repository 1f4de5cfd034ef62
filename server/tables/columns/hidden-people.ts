import type { Caller } from '#server/access/sessions/caller.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { invalid } from '#server/platform/http/api-error.ts';
import { isOfPeople } from '../rows/link-column-values.ts';
import { linkedTable } from '../rows/row-links.ts';
import { peopleColumns, showsPeople } from '../table/people-columns.ts';
import type { Table, TableColumn } from '../table/table.ts';

/** The names of the columns that show people of linked rows, also through rollups. */
async function linkedPeople(
  database: Database | Transaction,
  caller: Caller,
  { columns }: Table,
): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  const findLinked = (id: string) => linkedTable(database, caller, id);
  for (const column of columns) {
    const { linked, options } = column;
    if (!linked || options.function === 'count') continue;
    if (showsPeople(column) || (await isOfPeople({ findLinked }, linked))) names.add(column.field.name);
  }
  return names;
}

/**
 * Somebody outside of the hub is shown none of its people: they store no names of them as texts, nor see a preview of such, nor
 * which texts are names of people.
 * @param becomesPeople whether the column is to have people
 * @throws ApiError 422
 */
export async function refuseHiddenPeople(
  database: Database | Transaction,
  caller: Caller,
  table: Table,
  column: TableColumn,
  becomesPeople: boolean,
): Promise<void> {
  if (table.item.is_outsider === false) return;
  if (becomesPeople) throw invalid({ type: ['Only members of the hub can make this a column of people'] });
  const people = peopleColumns(table.columns, await linkedPeople(database, caller, table));
  if (people.has(column.field.id))
    throw invalid({ type: ['This column shows people of a hub that you don’t belong to. Add a new column'] });
}
