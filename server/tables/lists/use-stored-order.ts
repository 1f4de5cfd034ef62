import type { Database, Transaction } from '#server/platform/database/database.ts';
import type { Table } from '../table/table.ts';
import type { RowIndexKey } from './row-index.repo.ts';
import type { SortKey } from './row-order.ts';
import { stateOfStoredOrder, updateStoredOrder } from './stored-order.repo.ts';
import { storedOrderOf } from './stored-order.ts';

/** An order that can be stored, by which rows were listed; outdated where it is to be made again. */
export type UsedOrder = { index: RowIndexKey; isOutdated: boolean };

/**
 * What rows are sorted by, the first key as it is stored, where it is: brought up to date with all changes that were committed.
 * @returns with the order that can be stored; null where there is none
 */
export async function withStoredOrder(
  database: Database | Transaction,
  table: Table,
  keys: readonly SortKey[],
): Promise<{ keys: SortKey[]; used: UsedOrder | null }> {
  const [first, ...others] = keys;
  const stored = first?.joined ? storedOrderOf(database, table, first) : null;
  if (!first || !stored) return { keys: [...keys], used: null };
  const known = await stateOfStoredOrder(database, stored);
  const state = known === 'behind' ? await updateStoredOrder(database, table, stored) : known;
  const sorted = state === 'current' ? { ...first, stored: stored.name } : first;
  return { keys: [sorted, ...others], used: { index: stored.index, isOutdated: state === 'outdated' } };
}
