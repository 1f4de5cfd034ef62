import { readFields } from '#lib/fields/read-definition.ts';
import { recordAuditEvent } from '#server/access/audit/record.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { requireRevision } from '#server/api/if-match.ts';
import type { ItemView } from '#server/items/item/item.repo.ts';
import type { SignedIn } from '#server/items/item/item.service.ts';
import { inTransaction } from '#server/platform/database/in-transaction.ts';
import type { Services } from '#server/platform/services.ts';
import { queueTableIndexing } from '../indexing/queue-row-indexing.ts';
import { recordRowCountChange } from '../rows/row-count.ts';
import { requireTable } from '../table/table.ts';
import { withColumnLock } from './change-columns.ts';
import { presentColumn } from './column.presenter.ts';
import { refuseUsedLink, removeOpposite } from './column-links.ts';
import { lockedTable } from './column-steps.ts';
import { moveToDeletedColumns } from './deleted-column.repo.ts';
import { countFilled, findColumn } from './plan-column.ts';
import { hasManyRows, refuseWhileChanging } from './queue-column-change.ts';
import { COLUMN_LIMITS, inUse } from './read-columns.ts';

type Item = Authorized<ItemView, 'item.change'>;

/** In how many rows a column has something, counted while others write. @throws ApiError 404 */
function countBefore(services: Services, item: Item, columnId: string): Promise<number> {
  return inTransaction(services, async (trx) =>
    countFilled(trx, item.id, findColumn(await requireTable(trx, item), columnId).column),
  );
}

/**
 * Deletes a column. Its values stay where they are, and nothing shows them: for 30 days it can be restored (`restoreColumn`).
 * @returns what was deleted
 * @throws ApiError 409 for a stale revision, or where other columns use it.
 */
export async function deleteColumn(
  services: Services,
  caller: SignedIn,
  item: Item,
  columnId: string,
  expected: number | null,
): Promise<{ label: string; rows: number }> {
  const counted = hasManyRows(item) ? await countBefore(services, item, columnId) : null;
  return withColumnLock(services, async (trx) => {
    const table = await lockedTable(trx, caller, item);
    const { column, at } = findColumn(table, columnId);
    refuseWhileChanging(column);
    await requireRevision(expected, column.revision, () => presentColumn(column, table));
    const others = table.fields.toSpliced(at, 1);
    const read = readFields(others, COLUMN_LIMITS);
    if (!read.ok) throw inUse(others, read.problems);
    refuseUsedLink(table, column);
    const rows = counted ?? (await countFilled(trx, item.id, column));
    const left = await removeOpposite(trx, caller, table, column);
    // The values of other columns stay: what is computed from a column keeps it from being deleted.
    await moveToDeletedColumns(trx, left, column, caller.user.id);
    await queueTableIndexing(trx, [item]);
    await recordRowCountChange(trx, table, 0, caller.user.id);
    const { label } = column.field;
    await recordAuditEvent(trx, caller, {
      hubId: item.hub_id,
      action: 'item.column_deleted',
      target: { kind: 'item', id: item.id, name: item.title },
      scopeId: item.scope_id,
      details: { column: label, rows },
    });
    return { label, rows };
  });
}
