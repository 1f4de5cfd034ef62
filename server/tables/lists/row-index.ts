import type { RowListQuery } from '#lib/contract/table.ts';
import type { RowCondition } from '#lib/fields/definition.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { inTransaction } from '#server/platform/database/in-transaction.ts';
import type { Services } from '#server/platform/services.ts';
import { isStored, type Table, type TableColumn } from '../table/table.ts';
import type { StoredRowIndex } from '../table/table-state.ts';
import { BUILD_ROW_INDEX } from './build-row-index.ts';
import type { ViewRows } from './list-rows.ts';
import { readFilter } from './read-filter.ts';
import {
  indexKeyOf,
  insertRowIndex,
  matchKeyOfColumn,
  orderKeyOf,
  partKeyOf,
  type RowIndexKey,
  recordRowIndexUse,
  renewRowIndex,
  retireEarlierOrders,
  rowIndexesOf,
  storedRowCount,
} from './row-index.repo.ts';
import { sortedColumns } from './row-order.ts';
import { isStoredOrderKey } from './stored-order.ts';
import type { UsedOrder } from './use-stored-order.ts';

/** A smaller table is read whole in no time. */
const ROWS_MIN = 20_000;
/** A list that takes longer is slow, in milliseconds. */
const SLOW_MS = 20;
/** A search for rows that are known by values is slow then already: others wait for who writes. */
const SLOW_MATCH_MS = 5;
/** Each index has to be written with each row. */
const INDEXES_MAX = 8;
/** Days without use after which an index gives way to another one. Its use is noted once a day: so for one day at least. */
const REPLACED_DAYS = 2;

const INDEXED = new Set([
  'equals',
  'any_of',
  'within',
  'greater',
  'after',
  'less',
  'before',
  'greater_or_equal',
  'less_or_equal',
]);

/** Parts of texts that an index of trigrams finds. */
const PARTS = new Set(['contains', 'starts_with']);
const TRIGRAM = 3;

/** The columns by which a filter narrows its rows down, where an index of one helps. */
function filteredColumns(
  columns: readonly TableColumn[],
  condition: RowCondition,
): { column: TableColumn; isPart: boolean }[] {
  if ('and' in condition) return condition.and.flatMap((one) => filteredColumns(columns, one));
  if ('or' in condition || 'not' in condition) return [];
  const { op, value } = condition;
  const column = columns.find(({ field }) => field.id === condition.field);
  if (!column?.type) return [];
  if (column.type === 'text' && isStored(column) && PARTS.has(op))
    return [...String(value ?? '')].length >= TRIGRAM ? [{ column, isPart: true }] : [];
  if (!INDEXED.has(op) || (column.type === 'text' && op !== 'equals' && op !== 'any_of')) return [];
  return [{ column, isPart: false }];
}

/** What was listed: how long it took in milliseconds, and about how many rows there are. */
type Listed = {
  query: Partial<Pick<RowListQuery, 'filter' | 'sort'>>;
  view: ViewRows | null;
  took: number;
  rowCount: number;
  /** Ids of the columns for which the query, other than the view, may have indexes made; by default all. */
  queried?: ReadonlySet<string>;
  /** The order by people, or by what linked rows have, where it was listed by one that can have an index. */
  used?: UsedOrder | undefined;
  /** Those of the table, where they were read with it. */
  indexes?: readonly StoredRowIndex[] | undefined;
};

/** The indexes with which a list of rows is found in order, or its filter is. */
function indexesFor(table: Table, { query, view, queried, used }: Listed): RowIndexKey[] {
  const itemId = table.item.id;
  const mayHave = (column: TableColumn) => queried?.has(column.field.id) ?? true;
  const [first] = sortedColumns(table, query.sort ?? view?.sort);
  const mayOrder = first && (query.sort === undefined || mayHave(first.column));
  const filter = query.filter ? readFilter(table, query.filter) : undefined;
  const requested = filter ? filteredColumns(table.columns, filter) : [];
  const narrowing = [
    ...(view?.filter ? filteredColumns(table.columns, view.filter) : []),
    ...requested.filter(({ column }) => mayHave(column)),
  ][0];
  const orderKey = mayOrder ? orderKeyOf(first.column) : null;
  const stored = mayOrder && used ? [used.index] : [];
  const sorted = first && orderKey !== null ? [{ itemId, key: orderKey, down: first.down }] : stored;
  if (!narrowing) return sorted;
  const { column, isPart } = narrowing;
  const isSame = !isPart && sorted[0]?.key === indexKeyOf(column);
  const key = isPart ? partKeyOf(column) : indexKeyOf(column);
  const narrowed = isSame ? [] : [{ itemId, key, down: false }];
  return [...sorted, ...narrowed];
}

/**
 * Has indexes made with which a slow list of a large table will be quick, and notes which ones are used.
 * @returns whether one is being prepared
 */
export async function prepareIndexes(
  services: Pick<Services, 'database' | 'jobs'>,
  table: Table,
  listed: Listed,
): Promise<boolean> {
  if (!(listed.rowCount > ROWS_MIN)) return false;
  const stored = listed.indexes ?? (await rowIndexesOf(services.database, table.item.id));
  // Whichever of them was used: there is nothing to wait for, to note or to ask for.
  const isWanted = listed.took >= SLOW_MS || listed.used?.isOutdated === true;
  if (!isWanted && stored.every(({ is_ready, is_stale }) => is_ready && !is_stale)) return false;
  const wanted = indexesFor(table, listed);
  if (wanted.length === 0) return false;
  let isPreparing = false;
  for (const index of wanted) {
    const known = stored.find(({ key, descending }) => key === index.key && descending === index.down);
    if (known) {
      const isOutdated = listed.used?.isOutdated === true && index === listed.used.index;
      isPreparing ||=
        !known.is_ready || (isOutdated && (await requestIndex(services, index, { again: true })));
      if (known.is_stale) await recordRowIndexUse(services.database, index);
    } else if (listed.took >= SLOW_MS) {
      isPreparing = (await requestIndex(services, index)) || isPreparing;
    }
  }
  return isPreparing;
}

/** Asks for an index. @returns false where it was asked for already, or the table has the most it may have */
async function ask(transaction: Transaction, index: RowIndexKey): Promise<boolean> {
  if (isStoredOrderKey(index.key)) await retireEarlierOrders(transaction, index);
  return insertRowIndex(transaction, index, { most: INDEXES_MAX, days: REPLACED_DAYS });
}

/** How long an order that changed in many rows waits until it is made again, in milliseconds: what changes so much continues to do so. */
const RENEWED_AFTER_MS = 60_000;

/**
 * Has an index made with which rows will be quickly found that are known by the values of a column, where that was slow, and notes that it
 * is used. The transaction has a lock of the table's columns.
 * @param took how long they were looked for, in milliseconds
 */
export async function prepareMatching(
  { jobs }: Pick<Services, 'jobs'>,
  trx: Transaction,
  table: Table,
  { column, took }: { column: TableColumn; took: number },
): Promise<void> {
  const itemId = table.item.id;
  const index: RowIndexKey = { itemId, key: matchKeyOfColumn(column), down: false };
  const stored = await rowIndexesOf(trx, itemId);
  const known = stored.find(({ key, descending }) => key === index.key && !descending);
  if (known?.is_stale) await recordRowIndexUse(trx, index);
  if (known || took < SLOW_MATCH_MS || !((await storedRowCount(trx, itemId)) > ROWS_MIN)) return;
  if (await ask(trx, index))
    await jobs.add(
      BUILD_ROW_INDEX,
      { item: itemId, key: index.key, down: false },
      { transaction: trx, exclusive: itemId },
    );
}

/** @param again whether it was there, and is to be made again */
function requestIndex(
  services: Pick<Services, 'database' | 'jobs'>,
  index: RowIndexKey,
  { again = false }: { again?: boolean } = {},
): Promise<boolean> {
  const { itemId: item, key, down } = index;
  return inTransaction(services, async (transaction) => {
    const isNew = await (again ? renewRowIndex : ask)(transaction, index);
    // One after the other: a build waits for the others of its table.
    if (isNew)
      await services.jobs.add(
        BUILD_ROW_INDEX,
        { item, key, down },
        { transaction, exclusive: item, ...(again ? { at: new Date(Date.now() + RENEWED_AFTER_MS) } : {}) },
      );
    return isNew;
  });
}
