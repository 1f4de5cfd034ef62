import { sql } from 'kysely';
import type { RowListQuery } from '#lib/contract/table.ts';
import type { FieldErrors } from '#lib/fields/definition.ts';
import { collectProblems } from '#lib/fields/problems.ts';
import { readCondition } from '#lib/fields/read-conditions.ts';
import * as message from '#lib/messages.ts';
import type { Database } from '../database/database.ts';
import { invalid } from '../http/api-error.ts';
import { listRows, type TableRow } from './row.repo.ts';
import { containsSql, filterSql } from './row-filter.ts';
import { afterSql, noPlace, orderSql, readCursor, readSort, selectedKeys, writeCursor } from './row-order.ts';
import { type Table, tableOf } from './table.ts';

function readFilter({ fields }: Table, text: string) {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw invalid({ filter: [message.invalidType('Filter', 'condition')] });
  }
  const problems = collectProblems();
  const condition = readCondition(read, 'filter', [fields], problems);
  const errors: FieldErrors = problems.errors;
  if (!problems.none()) throw invalid(errors);
  return condition;
}

/** The five characters by which PostgreSQL says what went wrong; empty of anything else. */
const stateOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** A column, or the table, that was there a moment ago. */
const GONE = new Set(['42703', '42P01']);

/**
 * Reads a table; once more where a column was changed between the question for its columns and the one for its rows.
 * @throws ApiError 404 for an item that has no rows.
 */
export async function reading<T>(
  database: Database,
  item: Table['item'],
  read: (table: Table) => Promise<T>,
): Promise<T> {
  try {
    return await read(await tableOf(database, item));
  } catch (error) {
    if (!GONE.has(stateOf(error))) throw error;
    return read(await tableOf(database, item));
  }
}

/** A page of rows, and the cursor after it where there may be more. */
export type RowPage = { rows: TableRow[]; next: string | null; isWhole: boolean };

/** @throws ApiError 422 for a filter, an order or a cursor that can't be read. */
export async function pageOfRows(database: Database, table: Table, query: RowListQuery): Promise<RowPage> {
  const { filter, sort, q, after, page, page_size } = query;
  const keys = readSort(table, sort);
  const condition = filter ? readFilter(table, filter) : undefined;
  const cursor = after ? readCursor(after, keys) : null;
  const where = [
    ...(condition ? [filterSql(table, condition)] : []),
    ...(q ? [containsSql(table, q)] : []),
    ...(cursor ? [afterSql(keys, cursor)] : []),
  ];
  const found = await listRows(database, table, {
    where: where.length > 0 ? where : [sql`true`],
    order: orderSql(keys),
    keys: selectedKeys(keys),
    limit: page_size,
    offset: cursor ? 0 : (page - 1) * page_size,
  }).catch((error: unknown) => {
    // A cursor of our shape that the database can't read, such as the 99th of May: nobody was given that one.
    throw cursor && stateOf(error).startsWith('22') ? noPlace() : error;
  });
  const last = found.at(-1);
  const next =
    last && found.length === page_size
      ? writeCursor({ keys: last.keys, position: last.row.position, id: last.row.id })
      : null;
  return {
    rows: found.map(({ row }) => row),
    next,
    isWhole: page === 1 && !cursor && next === null,
  };
}
