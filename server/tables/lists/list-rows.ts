import { type RawBuilder, sql } from 'kysely';
import type { RowListQuery } from '#lib/contract/table.ts';
import type { RowCondition } from '#lib/fields/definition.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';
import { invalid, notFound } from '#server/platform/http/api-error.ts';
import type { TableRow } from '../rows/row.repo.ts';
import { showsPeople } from '../table/people-columns.ts';
import { retryOnMissingRelation, stateOf } from '../table/retry-on-missing-relation.ts';
import { findKnownTable, findTable, type Table, type TableColumn } from '../table/table.ts';
import type { WithTableState } from '../table/table-state.ts';
import { withTitles } from './link-titles.ts';
import { isNarrowedByOrder } from './one-plan.ts';
import { prepareFilter } from './prepared-filter.ts';
import { readFilter } from './read-filter.ts';
import { type ListedRow, type Reading, readRows } from './read-rows.ts';
import { withReadableSources } from './readable-sources.ts';
import { containsSql, filterSql } from './row-filter.ts';
import {
  decodeRowCursor,
  encodeRowCursor,
  invalidCursor,
  parseRowSort,
  type RowCursor,
  type SortedColumn,
  type SortKey,
  sortedColumns,
  sortKey,
} from './row-order.ts';
import { countBefore, firstRows, rowsAfter, rowsAt, rowsBefore } from './rows-in-order.ts';
import { searchedNames } from './searched-names.ts';
import { isOfPeople } from './sort-key.ts';
import { type UsedOrder, withStoredOrder } from './use-stored-order.ts';

/**
 * Reads a table; once more where a column was changed between the query for its columns and the one for its
 * rows.
 * @throws ApiError 404 for an item that has no rows.
 */
export async function readTableConsistently<T>(
  database: Database,
  item: Table['item'] & WithTableState,
  read: (table: Table) => Promise<T>,
): Promise<T> {
  let isFirst = true;
  return retryOnMissingRelation(async () => {
    const table = isFirst ? await findKnownTable(database, item) : await findTable(database, item);
    isFirst = false;
    if (!table) throw notFound('This table');
    return read(table);
  });
}

/** A page of rows, with the cursors after and before it where there may be more. */
export type RowPage = {
  rows: TableRow[];
  next: string | null;
  previous: string | null;
  isWhole: boolean;
  /** Of the page around a row: how many rows come before it. */
  offset?: number;
  /** By which of the orders that can be stored they are listed. */
  used?: UsedOrder;
};

const cursorOf = ({ keys, row: { position, id } }: ListedRow): RowCursor => ({ keys, position, id });

/** The page that has a row in its middle. @throws ApiError 404 where the list has no such row. */
async function pageAround(reading: Reading, id: string, size: number): Promise<RowPage> {
  const [row] = isId(id) ? await readRows(reading, sql`r.id = ${id}::uuid`, { limit: 1 }) : [];
  if (!row) throw notFound('This row');
  const cursor = cursorOf(row);
  const half = Math.floor((size - 1) / 2);
  const earlier = half > 0 ? await rowsBefore(reading, cursor, half) : [];
  const remaining = size - 1 - earlier.length;
  const later = remaining > 0 ? await rowsAfter(reading, cursor, remaining) : [];
  const page = pageOf([...earlier, row, ...later], {
    more: later.length === remaining,
    earlier: earlier.length === half,
  });
  const isFirst = earlier.length < half;
  const offset = isFirst ? 0 : await countBefore(reading, cursorOf(earlier[0] ?? row));
  return { ...page, offset };
}

/** Who reads: filters may depend on it. */
export type ReadBy = { database: Database | Transaction; caller: Caller };

/** What a query filters by. @param shown the columns that it may filter by */
async function queriedCondition(
  { database, caller }: ReadBy,
  shown: Table,
  filter: string | undefined,
): Promise<RowCondition | undefined> {
  return filter ? readFilter(await withReadableSources(database, caller, shown), filter) : undefined;
}

/** The conditions for what a view shows, and of that what a query finds. @param shown the columns that the query may filter by */
export async function filtersSql(
  by: ReadBy,
  tables: { table: Table; shown: Table },
  { view, filter }: { view: RowCondition | null | undefined; filter: string | undefined },
): Promise<RawBuilder<unknown>[]> {
  return conditionsSql(by, tables, { view, condition: await queriedCondition(by, tables.shown, filter) });
}

async function conditionsSql(
  { database, caller }: ReadBy,
  { table, shown }: { table: Table; shown: Table },
  { view, condition }: { view: RowCondition | null | undefined; condition: RowCondition | undefined },
): Promise<RawBuilder<unknown>[]> {
  return [
    ...(view ? [filterSql(table, await prepareFilter(database, caller, table, view))] : []),
    ...(condition ? [filterSql(shown, await prepareFilter(database, caller, shown, condition))] : []),
  ];
}

/** A row of those that a view shows; undefined where it is not among them. */
export async function rowOfView(
  { database, caller }: ReadBy,
  table: Table,
  id: string,
  view: RowCondition | null,
): Promise<TableRow | undefined> {
  const where = view ? [filterSql(table, await prepareFilter(database, caller, table, view))] : [];
  const reading: Reading = { database, table, keys: [], where };
  const [found] = isId(id) ? await readRows(reading, sql`r.id = ${id}::uuid`, { limit: 1 }) : [];
  return found?.row;
}

function pageOf(found: ListedRow[], { more, earlier }: { more: boolean; earlier: boolean }): RowPage {
  const first = found[0];
  const last = found.at(-1);
  return {
    rows: found.map(({ row }) => row),
    next: more && last ? encodeRowCursor(cursorOf(last)) : null,
    previous: earlier && first ? encodeRowCursor(cursorOf(first)) : null,
    isWhole: false,
  };
}

const columnsIn = (sorted: readonly SortedColumn[]) => sorted.map(({ column }) => column);

/**
 * What rows are sorted by: what a query says, else a view. Who may not see people, or another table, learns nothing about them from
 * the view's order either.
 * @param shown the columns that the query may sort by
 */
export async function sortKeysFor(
  { database, caller }: ReadBy,
  { table, shown }: { table: Table; shown: Table },
  { sort, view }: { sort: string | undefined; view: string | undefined },
): Promise<SortKey[]> {
  if (sort !== undefined) {
    const readable = await withReadableSources(database, caller, shown);
    const requested = sortedColumns(readable, sort);
    return parseRowSort(await withTitles(database, caller, readable, columnsIn(requested)), sort);
  }
  const sorted = sortedColumns(table, view);
  if (sorted.length === 0) return [];
  const readable = await withReadableSources(database, caller, table);
  const { columns } = await withTitles(database, caller, readable, columnsIn(sorted));
  return sorted.flatMap(({ column, down }, at) => {
    const isColumn = ({ field }: TableColumn) => field.id === column.field.id;
    const isOfHidden = isOfPeople(column)
      ? !shown.columns.some(isColumn)
      : showsPeople(column) && !shown.columns.some((one) => isColumn(one) && one.linked);
    const own = columns.find(isColumn);
    return (own && !isOfHidden && sortKey({ column: own, down }, at)) || [];
  });
}

/** What of a query rows are listed by. */
export type RowPageQuery = Pick<RowListQuery, 'page' | 'page_size'> &
  Partial<Pick<RowListQuery, 'filter' | 'sort' | 'q' | 'after' | 'before' | 'around'>>;

/** What a saved view says of its rows. */
export type ViewRows = { filter: RowCondition | null; sort: string | undefined };

/**
 * @param shown the columns that the query may search, filter and sort by; those of the view are its author's choice
 * @throws ApiError 422 for a filter, an order or a cursor that can't be parsed, or for two positions
 * together; 404 for an unknown row to start around.
 */
export async function listRowPage(
  by: ReadBy,
  table: Table,
  query: RowPageQuery,
  view: ViewRows | null = null,
  shown: Table = table,
): Promise<RowPage> {
  const { sort, after, before, around } = query;
  if ([after, before, around].filter(Boolean).length > 1)
    throw invalid({ after: ['Give one of after, before and around'] });
  const sorted = await sortKeysFor(by, { table, shown }, { sort, view: view?.sort });
  const { keys, used } = await withStoredOrder(by.database, table, sorted);
  const page = await readPage(by, { table, shown, keys }, query, view);
  return used ? { ...page, used } : page;
}

async function readPage(
  by: ReadBy,
  { table, shown, keys }: { table: Table; shown: Table; keys: SortKey[] },
  { filter, q, after, before, around, page, page_size }: RowPageQuery,
  view: ViewRows | null,
): Promise<RowPage> {
  const condition = await queriedCondition(by, shown, filter);
  const where = [
    ...(await conditionsSql(by, { table, shown }, { view: view?.filter, condition })),
    ...(q ? [containsSql(shown, q, await searchedNames(by.database, by.caller, shown, q))] : []),
  ];
  const isNarrowed = !q && isNarrowedByOrder(keys, [view?.filter, condition]);
  const reading: Reading = { database: by.database, table, keys, where, isNarrowed };
  if (around) return pageAround(reading, around, page_size);
  const place = after ?? before;
  const cursor = place ? decodeRowCursor(place, keys) : null;
  try {
    if (cursor && before) {
      const found = await rowsBefore(reading, cursor, page_size);
      return pageOf(found, { more: found.length > 0, earlier: found.length === page_size });
    }
    const found = cursor
      ? await rowsAfter(reading, cursor, page_size)
      : page === 1
        ? await firstRows(reading, page_size)
        : await rowsAt(reading, (page - 1) * page_size, page_size);
    const more = found.length === page_size;
    return {
      ...pageOf(found, { more, earlier: cursor !== null || page > 1 }),
      isWhole: page === 1 && !cursor && !more,
    };
  } catch (error) {
    // A cursor in our format that the database can't parse, such as the 99th of May: it was forged.
    throw cursor && stateOf(error).startsWith('22') ? invalidCursor() : error;
  }
}
