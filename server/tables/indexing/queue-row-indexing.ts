import type { Transaction } from '#server/platform/database/database.ts';
import { type IndexEntry, PARTS_OF_ENTRY, queueIndexing } from '#server/platform/indexing/outbox.ts';
import type { Table } from '../table/table.ts';

/** Rows of a table, by their ids. */
export const INDEX_ROWS = 'rows';
/** All rows of a table. */
export const INDEX_TABLE = 'table';

/**
 * Has rows indexed that were added, changed or deleted, in the transaction that does it: one note for a thousand rows. They are
 * found soon after the commit.
 * @param options.bulk what users wait for comes first
 */
export function queueRowIndexing(
  trx: Transaction,
  { item }: Pick<Table, 'item'>,
  rows: readonly { id: string; number: number }[],
  { bulk = false }: { bulk?: boolean } = {},
): Promise<void> {
  const entries: IndexEntry[] = [];
  for (let at = 0; at < rows.length; at += PARTS_OF_ENTRY) {
    const some = rows.slice(at, at + PARTS_OF_ENTRY);
    entries.push({
      hubId: item.hub_id,
      kind: INDEX_ROWS,
      targetId: item.id,
      parts: some.map(({ id }) => id),
      numbers: some.map(({ number }) => number),
      bulk,
    });
  }
  return queueIndexing(trx, entries);
}

/** The same of rows that are new, in the transaction that adds them: nothing of them is in the index yet. */
export function queueNewRowIndexing(
  trx: Transaction,
  { item }: Pick<Table, 'item'>,
  ids: readonly string[],
  { bulk = false }: { bulk?: boolean } = {},
): Promise<void> {
  const entries: IndexEntry[] = [];
  for (let at = 0; at < ids.length; at += PARTS_OF_ENTRY) {
    const parts = ids.slice(at, at + PARTS_OF_ENTRY);
    entries.push({ hubId: item.hub_id, kind: INDEX_ROWS, targetId: item.id, parts, bulk });
  }
  return queueIndexing(trx, entries);
}

/** Has all rows of tables indexed again, after a change of columns or a copy, in the transaction that does it. */
export function queueTableIndexing(
  trx: Transaction,
  items: readonly { id: string; hub_id: string }[],
): Promise<void> {
  return queueIndexing(
    trx,
    items.map(({ id, hub_id }) => ({ hubId: hub_id, kind: INDEX_TABLE, targetId: id, bulk: true })),
  );
}
