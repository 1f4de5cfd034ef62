import { recordAuditEvent } from '#server/access/audit/record.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';
import { IndexCounts, writeCounts } from '#server/platform/indexing/index-counts.ts';
import { removeRowsFromIndex } from '#server/platform/indexing/index-rows.ts';
import { queueRowIndexing } from '../indexing/queue-row-indexing.ts';
import { moveToDeletedRows } from '../rows/deleted-row.repo.ts';
import { rowsByIds, type TableRow } from '../rows/row.repo.ts';
import { recordRowCountChange } from '../rows/row-count.ts';
import type { Table } from '../table/table.ts';
import type { RowWriteOutcome } from './row.service.ts';

/**
 * Deletes rows, with an audit entry; for 30 days they can be restored, with their files. The table must be locked.
 * @returns the outcome of each, in order
 */
export async function deleteRows(
  trx: Transaction,
  caller: Caller,
  table: Table,
  wanted: readonly { id: string; revision?: number | undefined }[],
): Promise<RowWriteOutcome[]> {
  const ids = [...new Set(wanted.map(({ id }) => id).filter(isId))];
  const rows = await rowsByIds(trx, table, ids, { lock: 'deletion' });
  const gone = new Map<string, TableRow>();
  const outcomes = wanted.map(({ id, revision }): RowWriteOutcome => {
    const row = rows.get(id);
    if (!row || gone.has(id)) return { status: 'missing' };
    if (revision !== undefined && revision !== row.revision) return { status: 'stale', row };
    gone.set(id, row);
    return { status: 'done', row };
  });
  if (gone.size === 0) return outcomes;
  await moveToDeletedRows(trx, table, [...gone.values()], caller.user?.id ?? null);
  const counts = new IndexCounts();
  const removed = await removeRowsFromIndex(
    trx,
    table.item.id,
    [...gone.values()].map(({ number }) => number),
  );
  for (const { language } of removed) counts.addLanguage(language, -1);
  // They are found no more at once; this is for what is being indexed right now.
  await queueRowIndexing(trx, table, [...gone.values()]);
  await recordRowCountChange(trx, table, -gone.size, caller.user?.id ?? null);
  await recordAuditEvent(trx, caller, {
    hubId: table.item.hub_id,
    action: 'item.rows_deleted',
    target: { kind: 'item', id: table.item.id, name: table.item.title },
    scopeId: table.item.scope_id,
    details: { rows: gone.size },
  });
  await writeCounts(trx, table.item.hub_id, counts);
  return outcomes;
}
