import type { ListedBulkChange } from '#lib/contract/bulk-change.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import type { ItemView } from '#server/items/item/item.repo.ts';
import type { Database } from '#server/platform/database/database.ts';
import { withoutPeople } from '../table/people-columns.ts';
import { requireTable } from '../table/table.ts';
import { bulkChangesOfTable } from './bulk-change.repo.ts';
import { presentBulkChange } from './bulk-change.service.ts';

/** The last bulk changes of a table as its editors see them; guests get no member data. */
export async function listBulkChanges(
  database: Database,
  item: Authorized<ItemView, 'item.change'>,
  query: { page: number; page_size: number },
): Promise<ListedBulkChange[]> {
  const table = await requireTable(database, item);
  const { fields } = item.is_outsider ? withoutPeople(table) : table;
  const changes = await bulkChangesOfTable(database, item.id, query);
  return changes.map((one) => ({
    ...presentBulkChange(one),
    // They name columns of people, too.
    ...(item.is_outsider && { problems: [] }),
    made_by:
      item.is_outsider || one.made_by === null
        ? { id: '', name: '' }
        : { id: one.made_by, name: one.maker_name ?? '' },
    columns: fields.flatMap(({ name, label }) => (Object.hasOwn(one.sent ?? {}, name) ? [label] : [])),
  }));
}
