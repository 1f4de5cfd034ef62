import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '#server/access/sessions/caller.ts';
import type { ItemView } from '#server/items/item/item.repo.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { filtersSql } from '../lists/list-rows.ts';
import { containsSql } from '../lists/row-filter.ts';
import { searchedNames } from '../lists/searched-names.ts';
import { LOCKS, listRows, type TableRow } from '../rows/row.repo.ts';
import { rowTableOf, type Table } from '../table/table.ts';
import { comparedBy } from '../views/outsider-views.ts';
import { exactTime, type RowsRequest } from './bulk-change.repo.ts';

export type Matching = { table: Table; where: RawBuilder<unknown>[] };

/**
 * The conditions for the rows that a reader would find by a list of the same filter, view and search.
 * @param asOf rows that were added or changed later are not among them; null for as they are now
 * @throws ApiError 422 naming what is wrong with the filter
 */
export async function matchingRows(
  trx: Transaction,
  caller: Caller,
  { table, item }: { table: Table; item: ItemView },
  { filter, view, q }: RowsRequest,
  asOf: string | null,
): Promise<Matching> {
  const shown = comparedBy(table, item);
  const filters = await filtersSql(
    { database: trx, caller },
    { table, shown },
    { view, filter: filter ?? undefined },
  );
  const where = [
    sql`true`,
    ...filters,
    ...(q ? [containsSql(shown, q, await searchedNames(trx, caller, shown, q))] : []),
    ...(asOf === null ? [] : [sql`r.updated_at <= ${asOf}::timestamptz`]),
  ];
  return { table, where };
}

/** How many rows there are, and the time of which that is true. */
export async function countMatchingRows(
  trx: Transaction,
  { table, where }: Matching,
): Promise<{ count: number; as_of: string }> {
  const { rows } = await sql<{ count: number; as_of: string }>`
    select count(*)::int as count, ${exactTime(sql`statement_timestamp()`)} as as_of
    from ${rowTableOf(table.item.id)} r where ${sql.join(where, sql` and `)}`.execute(trx);
  const [found] = rows;
  if (!found) throw new Error('a count always has a row');
  return found;
}

/** Some of the rows. */
export async function someMatchingRows(
  trx: Transaction,
  { table, where }: Matching,
  limit: number,
): Promise<TableRow[]> {
  const found = await listRows(trx, table, { where, order: sql`r.id`, keys: [], limit, offset: 0 });
  return found.map(({ row }) => row);
}

/** Notes the rows as those of a bulk change. @returns how many they are */
export async function noteMatchingRows(
  trx: Transaction,
  bulkId: string,
  { table, where }: Matching,
): Promise<number> {
  const { numAffectedRows } = await sql`insert into bulk_change_row (bulk_id, row_id)
    select ${bulkId}, r.id from ${rowTableOf(table.item.id)} r
    where ${sql.join(where, sql` and `)}`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** Those of the rows that were not changed since, locked until the transaction ends. */
export async function unchangedSince(
  trx: Transaction,
  { item }: Table,
  ids: readonly string[],
  { asOf, lock }: { asOf: string; lock: 'change' | 'deletion' },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select r.id from ${rowTableOf(item.id)} r
    where r.id = any(${ids}::uuid[]) and r.updated_at <= ${asOf}::timestamptz
    order by r.id ${LOCKS[lock]}`.execute(trx);
  return rows.map(({ id }) => id);
}
