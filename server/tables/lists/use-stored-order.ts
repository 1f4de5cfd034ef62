import type { Database, Transaction } from '#server/platform/database/database.ts';
import { isTransaction } from '#server/platform/database/in-transaction.ts';
import type { Table } from '../table/table.ts';
import { peopleKeyOf, type RowIndexKey, rowIndexesOf } from './row-index.repo.ts';
import type { SortKey } from './row-order.ts';
import { isOfPeople } from './sort-key.ts';
import { stateOfStoredOrder, updateStoredOrder } from './stored-order.repo.ts';
import { type StoredOrder, storedOrderOf } from './stored-order.ts';

/** An order by which rows were listed, that can be stored, or can have an index of people; outdated where it is to be made again. */
export type UsedOrder = { index: RowIndexKey; isOutdated: boolean };

/** Thrown in a transaction that is left to bring an order up to date: others would wait for it until it has read all that it reads. */
class OrderIsBehind extends Error {
  readonly table: Table;
  readonly stored: StoredOrder;

  constructor(table: Table, stored: StoredOrder) {
    super('an order is brought up to date outside of the transaction that reads it');
    this.table = table;
    this.stored = stored;
  }
}

/** Transactions that are begun again where an order is behind. In others, rows are sorted as they are without it. */
const begunAgain = new WeakSet<Transaction>();

/**
 * Reads rows in a transaction: again in another one, where an order that they are in is brought up to date in between.
 * @param read calls its parameter with the transaction before it reads
 */
export async function withCurrentOrder<T>(
  database: Database,
  read: (begin: (trx: Transaction) => void) => Promise<T>,
): Promise<T> {
  try {
    return await read((trx) => begunAgain.add(trx));
  } catch (error) {
    if (!(error instanceof OrderIsBehind)) throw error;
    await updateStoredOrder(database, error.table, error.stored);
    return read(() => undefined);
  }
}

async function currentState(
  database: Database | Transaction,
  table: Table,
  stored: StoredOrder,
): ReturnType<typeof stateOfStoredOrder> {
  const known = await stateOfStoredOrder(database, stored);
  if (known !== 'behind') return known;
  if (!isTransaction(database)) return updateStoredOrder(database, table, stored);
  if (begunAgain.has(database)) throw new OrderIsBehind(table, stored);
  return known;
}

/** Of fewer rows all are sorted in no time. */
const INDEXED_LEAST = 20_000;

/** The index by which the rows of each person are found, and whether it is there. */
async function peopleIndexOf(
  database: Database | Transaction,
  { item, rowCount = 0 }: Table,
  { column }: SortKey,
): Promise<{ index: RowIndexKey; isReady: boolean }> {
  const index: RowIndexKey = { itemId: item.id, key: peopleKeyOf(column), down: false };
  const made = rowCount > INDEXED_LEAST ? await rowIndexesOf(database, item.id) : [];
  const isReady = made.some(({ key, descending, is_ready }) => key === index.key && !descending && is_ready);
  return { index, isReady };
}

/**
 * What rows are sorted by, the first key as it is stored, where it is: brought up to date with all changes that were committed. Of
 * people it says whether there is an index.
 * @returns with the order that can be stored, or have such an index; null where there is none
 */
export async function withStoredOrder(
  database: Database | Transaction,
  table: Table,
  keys: readonly SortKey[],
): Promise<{ keys: SortKey[]; used: UsedOrder | null }> {
  const [first, ...others] = keys;
  if (first && !first.joined && isOfPeople(first.column)) {
    const { index, isReady } = await peopleIndexOf(database, table, first);
    const sorted: SortKey = isReady ? { ...first, isIndexed: true } : first;
    return { keys: [sorted, ...others], used: { index, isOutdated: false } };
  }
  const stored = first?.joined ? storedOrderOf(database, table, first) : null;
  if (!first || !stored) return { keys: [...keys], used: null };
  const state = await currentState(database, table, stored);
  const sorted = state === 'current' ? { ...first, stored: stored.name } : first;
  return { keys: [sorted, ...others], used: { index: stored.index, isOutdated: state === 'outdated' } };
}
