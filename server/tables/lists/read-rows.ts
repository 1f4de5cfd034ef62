import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { listRows } from '../rows/row.repo.ts';
import { withFiles } from '../rows/row-file.repo.ts';
import type { Table } from '../table/table.ts';
import { withPeopleOrder } from './people-order.ts';
import { joinedRowsOf, orderSql, type SortKey, selectSortKeys, type TraversedRows } from './row-order.ts';

/** A row with its keys in the order that it is listed in. */
export type ListedRow = Awaited<ReturnType<typeof listRows>>[number];

/** The parameters of a list page, in either direction. */
export type Reading = {
  database: Database | Transaction;
  table: Table;
  keys: SortKey[];
  where: RawBuilder<unknown>[];
  /** Whether `where` compares nothing but the column that the rows are sorted by. */
  isNarrowed?: boolean;
};

/** Rows of those that are listed, in their order or another one. @param more what is true of these alone */
export async function readRows(
  { database, table, keys, where, isNarrowed = false }: Reading,
  more: RawBuilder<unknown> | null,
  {
    limit,
    offset = 0,
    order = orderSql(keys),
    from = joinedRowsOf(table, keys),
  }: { limit: number; offset?: number } & Partial<TraversedRows>,
): Promise<ListedRow[]> {
  const all = more ? [...where, more] : where;
  // Whatever the values are, the first rows are read in their order, by its index where there is one. Where another column is compared, it
  // depends on the value whether that is better than to find the rows and to sort them.
  const hasOnePlan = isNarrowed && !more && !from && offset === 0;
  const listed = await listRows(database, table, {
    before: withPeopleOrder(table, keys),
    ...(from ? { from } : {}),
    where: all.length > 0 ? all : [sql`true`],
    order,
    keys: selectSortKeys(table, keys),
    limit,
    offset,
    onePlanFor: hasOnePlan ? table.rowCount : undefined,
  });
  const rows = await withFiles(
    database,
    table,
    listed.map(({ row }) => row),
  );
  return listed.map((one, at) => ({ ...one, row: rows[at] ?? one.row }));
}
