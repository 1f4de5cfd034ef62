import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { listRows, type TableRow } from '../rows/row.repo.ts';
import {
  columnRef,
  isStored,
  rowTableName,
  rowTableOf,
  type Table,
  type TableColumn,
  typeSql,
} from '../table/table.ts';
import { TYPED_KEY } from '../table/typed-numbers.ts';
import { buildIndex } from './build-index.ts';
import { writeColumnValues } from './column-values.repo.ts';
import type { Watch } from './column-watch.ts';

/** The database column that has, of each row whose new values are there, the revision that they were made from. */
export type Marker = { name: string };

/** Adds the database columns of new values, and their marker, beside those of the values of before. */
export async function addStagedColumns(
  trx: Transaction,
  itemId: string,
  columns: readonly TableColumn[],
  marker: Marker,
): Promise<void> {
  const added = columns.flatMap((column) =>
    column.type !== null && isStored(column)
      ? [sql`add column ${columnRef(column)} ${typeSql(column.type)}`]
      : [],
  );
  const all = [...added, sql`add column ${columnRef(marker)} integer`];
  await sql`alter table ${rowTableOf(itemId)} ${sql.join(all)}`.execute(trx);
}

/** Whether the new values of a row are not there, or are those of an earlier revision. */
export const behind = (marker: Marker, of: string): RawBuilder<unknown> =>
  sql`${columnRef(marker, of)} is distinct from ${sql.id(of, 'revision')}`;

/** The index by which the rows are found that were written meanwhile; dropped with the marker. */
export async function indexRowsBehind(
  database: Database,
  itemId: string,
  marker: Marker,
  watch: Watch,
): Promise<void> {
  const name = `${rowTableName(itemId)}_${marker.name}_behind`;
  const create = sql`create index concurrently ${sql.id(name)} on ${rowTableOf(itemId)} (id)
    where ${columnRef(marker)} is distinct from revision`;
  await buildIndex(database, name, create, watch);
}

/** Some rows after another one. */
export async function rowsAfter(
  database: Database | Transaction,
  table: Table,
  last: string | null,
  limit: number,
): Promise<TableRow[]> {
  const where = last === null ? [] : [sql`r.id > ${last}::uuid`];
  const page = await listRows(database, table, { where, order: sql`r.id`, keys: [], limit, offset: 0 });
  return page.map(({ row }) => row);
}

/** Some rows whose new values are not there, or are those of an earlier revision. */
export async function rowsBehind(
  database: Database | Transaction,
  table: Table,
  marker: Marker,
  limit: number,
): Promise<TableRow[]> {
  const where = [behind(marker, 'r')];
  const page = await listRows(database, table, { where, order: sql`r.id`, keys: [], limit, offset: 0 });
  return page.map(({ row }) => row);
}

/**
 * Writes new values beside those of before, which stay as they are, as does the revision. A row that somebody is writing, or
 * wrote since it was read, is left out: it stays one of those behind. Never waited for: a writer of several rows must not
 * wait for this in a circle.
 * @returns how many were written
 */
export const writeStagedValues = (
  database: Database | Transaction,
  itemId: string,
  staged: { columns: readonly TableColumn[]; marker: Marker },
  rows: readonly Pick<TableRow, 'id' | 'revision' | 'values' | 'typed'>[],
): Promise<number> => writeColumnValues(database, itemId, { ...staged, waits: false }, rows);

/** Names that columns of the table had, and have no more, nor deleted ones that can be restored; new ones get others. */
async function retiredNames(database: Database, itemId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select 'c_' || n as name from user_table, generate_series(1, next_column - 1) n
    where item_id = ${itemId} and not exists (
      select from table_column c where c.item_id = user_table.item_id and c.name = 'c_' || n)
    and not exists (
      select from deleted_column c where c.item_id = user_table.item_id and c.name = 'c_' || n)`.execute(
    database,
  );
  return rows.map(({ name }) => name);
}

/** Rows whose leftovers are removed in one statement. */
const SWEPT = 5_000;

/** Removes values that no column has any more from the rows' `extra`, and how they were typed, some rows at a time. */
export async function removeRetiredValues(database: Database, itemId: string): Promise<void> {
  const names = await retiredNames(database, itemId);
  if (names.length === 0) return;
  const table = rowTableOf(itemId);
  const isLeft = sql`(r.extra ?| ${names}::text[] or r.extra -> ${TYPED_KEY} ?| ${names}::text[])`;
  const some = await sql`select from ${table} r where ${isLeft} limit 1`.execute(database);
  if (some.rows.length === 0) return;
  for (let last: string | null = null; ; ) {
    const from: RawBuilder<unknown> = last === null ? sql`` : sql`where id > ${last}::uuid`;
    const { rows } = await sql<{ last: string | null }>`
      with page as materialized (
        select id from ${table} ${from} order by id limit ${SWEPT}
      ), free as materialized (
        select r.id from ${table} r where r.id in (select id from page) and ${isLeft}
        order by r.id for no key update skip locked
      ), cleaned as (
        update ${table} r set extra = (r.extra - ${names}::text[]) || case when r.extra ? ${TYPED_KEY}
            then jsonb_build_object(${TYPED_KEY}::text, (r.extra -> ${TYPED_KEY}) - ${names}::text[]) else '{}' end
        from free where r.id = free.id
      )
      select (select id from page order by id desc limit 1) as last`.execute(database);
    last = rows[0]?.last ?? null;
    if (last === null) return;
  }
}
