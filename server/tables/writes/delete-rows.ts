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
import { changedByOthers } from '../rows/row-history.repo.ts';
import type { Table } from '../table/table.ts';
import type { RowWriteOutcome } from './row.service.ts';

export type WantedRow = {
  id: string;
  revision?: number | undefined;
  /** It stays where anybody else has changed it. */
  unless_changed_by_others?: boolean | undefined;
};

/** Records in the audit log that rows were deleted. */
export const recordDeletion = (
  trx: Transaction,
  caller: Caller,
  item: Table['item'],
  rows: number,
): Promise<void> =>
  recordAuditEvent(trx, caller, {
    hubId: item.hub_id,
    action: 'item.rows_deleted',
    target: { kind: 'item', id: item.id, name: item.title },
    scopeId: item.scope_id,
    details: { rows },
  });

/**
 * Deletes rows, with an audit entry; for 30 days they can be restored, with their files. The table must be locked.
 * @returns the outcome of each, in order
 */
export async function deleteRows(
  trx: Transaction,
  caller: Caller,
  table: Table,
  wanted: readonly WantedRow[],
): Promise<RowWriteOutcome[]> {
  const outcomes = await moveRowsAway(trx, caller, table, wanted);
  const gone = outcomes.filter(({ status }) => status === 'done').length;
  if (gone > 0) await recordDeletion(trx, caller, table.item, gone);
  return outcomes;
}

/** The same without an audit entry, for a part of a deletion. @param options.bulk what users wait for is indexed first */
export async function moveRowsAway(
  trx: Transaction,
  caller: Caller,
  table: Table,
  wanted: readonly WantedRow[],
  { bulk = false }: { bulk?: boolean } = {},
): Promise<RowWriteOutcome[]> {
  const ids = [...new Set(wanted.map(({ id }) => id).filter(isId))];
  const rows = await rowsByIds(trx, table, ids, { lock: 'deletion' });
  const own = wanted.flatMap(({ id, revision = 0, unless_changed_by_others: isOwn }) =>
    isOwn && rows.has(id) ? [[id, revision] as const] : [],
  );
  const changed = await changedByOthers(trx, table.item.id, new Map(own), caller.user?.id ?? null);
  const gone = new Map<string, TableRow>();
  const outcomes = wanted.map(({ id, revision, unless_changed_by_others: isOwn }): RowWriteOutcome => {
    const row = rows.get(id);
    if (!row || gone.has(id)) return { status: 'missing' };
    const isOutdated = !isOwn && revision !== undefined && revision !== row.revision;
    if (isOutdated || changed.has(id)) return { status: 'stale', row };
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
  await queueRowIndexing(trx, table, [...gone.values()], { bulk });
  await recordRowCountChange(trx, table, -gone.size, caller.user?.id ?? null);
  await writeCounts(trx, table.item.hub_id, counts);
  return outcomes;
}
