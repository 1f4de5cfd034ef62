import { sql } from 'kysely';
import { withinTime } from '#server/platform/database/within-time.ts';
import { withPeopleOrder } from './people-order.ts';
import { type ListedRow, type Reading, readRows } from './read-rows.ts';
import {
  afterSql,
  beforeSql,
  orderSql,
  partsAfter,
  type RowCursor,
  reverseOrderSql,
  sortedRows,
  storedRowsOf,
  traversedRowsOf,
} from './row-order.ts';
import {
  countOfPeopleBefore,
  firstRowsOfPeople,
  rowsOfPeopleAfter,
  rowsOfPeopleAt,
  rowsOfPeopleBefore,
} from './rows-of-people.ts';

/** The rows before a cursor, in the order of the list. */
export async function rowsBefore(reading: Reading, cursor: RowCursor, limit: number): Promise<ListedRow[]> {
  const ofPeople = await rowsOfPeopleBefore(reading, cursor, limit);
  if (ofPeople) return ofPeople;
  const found = await readRows(reading, beforeSql(reading.keys, cursor), {
    limit,
    order: reverseOrderSql(reading.keys),
  });
  return found.reverse();
}

/** Whose order is found by traversing linked rows: of fewer rows all are sorted in no time. And how long that is tried, in milliseconds. */
const TRAVERSED = { least: 20_000, most: 500 };

/** The first rows, or those after a cursor, where traversing linked rows finds as many soon enough; null where it does not. */
async function traverseLinkedRows(
  reading: Reading,
  cursor: RowCursor | null,
  limit: number,
): Promise<ListedRow[] | null> {
  const { database, table, keys } = reading;
  const traversed = (table.rowCount ?? 0) > TRAVERSED.least ? traversedRowsOf(table, keys, cursor) : null;
  if (!traversed) return null;
  const found = await withinTime(database, TRAVERSED.most, (trx) =>
    readRows({ ...reading, database: trx }, cursor && afterSql(keys, cursor), { limit, ...traversed }),
  );
  return found?.length === limit ? found : null;
}

/** The first rows of a list. */
export async function firstRows(reading: Reading, limit: number): Promise<ListedRow[]> {
  return (
    (await firstRowsOfPeople(reading, limit)) ??
    (await traverseLinkedRows(reading, null, limit)) ??
    (await readRows(reading, null, { limit }))
  );
}

/** The rows after so many others. */
export async function rowsAt(reading: Reading, offset: number, limit: number): Promise<ListedRow[]> {
  const ofPeople = await rowsOfPeopleAt(reading, offset, limit);
  if (ofPeople) return ofPeople;
  const stored = reading.where.length === 0 ? storedRowsOf(reading.keys) : null;
  if (!stored) return readRows(reading, null, { limit, offset });
  const ids = sql`(select r.id from ${stored} r order by ${orderSql(reading.keys)} limit ${limit} offset ${offset})`;
  return readRows(reading, sql`r.id in ${ids}`, { limit });
}

/** The rows after a cursor. */
export async function rowsAfter(reading: Reading, cursor: RowCursor, limit: number): Promise<ListedRow[]> {
  const ofPeople = await rowsOfPeopleAfter(reading, cursor, limit);
  if (ofPeople) return ofPeople;
  const after = afterSql(reading.keys, cursor);
  const parts = partsAfter(reading.keys, cursor);
  if (!parts)
    return (await traverseLinkedRows(reading, cursor, limit)) ?? readRows(reading, after, { limit });
  const found = await readRows(reading, sql`(${parts.from} and ${after})`, { limit });
  const left = limit - found.length;
  return left > 0 ? [...found, ...(await readRows(reading, parts.empty, { limit: left }))] : found;
}

/** How many rows come before a cursor. */
export async function countBefore(reading: Reading, cursor: RowCursor): Promise<number> {
  const ofPeople = await countOfPeopleBefore(reading, cursor);
  if (ofPeople !== null) return ofPeople;
  const { database, table, keys, where } = reading;
  const all = [...where, beforeSql(keys, cursor)];
  const from = (where.length === 0 && storedRowsOf(keys)) || sortedRows(table, keys);
  const { rows } = await sql<{ count: string }>`${withPeopleOrder(table, keys)}
    select count(*) as count from ${from} r where ${sql.join(all, sql` and `)}`.execute(database);
  return Number(rows[0]?.count ?? 0);
}
