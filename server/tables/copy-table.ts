import { sql } from 'kysely';
import type { Transaction } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import { conflict } from '#server/platform/http/api-error.ts';
import { dropUnusedValueColumns } from './columns/column.repo.ts';
import { copyRowFiles } from './rows/row-file.repo.ts';
import { copyCards } from './rows/row-vcard.repo.ts';
import { rowTableName, rowTableOf } from './table/table.ts';
import { TYPED_KEY } from './table/typed-numbers.ts';

/**
 * A copy links to the same rows by links of its own, which the other table does not show; links within the table lead
 * to the rows of the copy.
 */
async function copyLinks(trx: Transaction, from: string, to: string): Promise<void> {
  const { rows } = await sql<{ link: string }>`
    select distinct options ->> 'link' as link from table_column
    where item_id = ${to} and options ->> 'type' = 'link'`.execute(trx);
  for (const { link } of rows) {
    const own = newId();
    await sql`update table_column set options = case when options ->> 'table' = ${from}
          then options || jsonb_build_object('link', ${own}::text, 'table', ${to}::text)
          else (options - 'opposite') || jsonb_build_object('link', ${own}::text) end
      where item_id = ${to} and options ->> 'link' = ${link}`.execute(trx);
    await sql`insert into row_link (link_id, one_row, other_row, position)
      select ${own}::uuid, one_row, other_row, position from row_link where link_id = ${link}::uuid`.execute(
      trx,
    );
  }
}

/** Copies all rows; what they have of deleted columns, which the copy has not, stays behind. */
async function copyRows(trx: Transaction, from: string, to: string): Promise<void> {
  const own = await sql<{ name: string }>`select name from deleted_column where item_id = ${from}`.execute(
    trx,
  );
  const deleted = own.rows.map(({ name }) => name);
  await sql`create table ${rowTableOf(to)} (like ${rowTableOf(from)} including defaults including identity including indexes)`.execute(
    trx,
  );
  if (deleted.length > 0) await dropUnusedValueColumns(trx, to);
  const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute
    where attrelid = to_regclass(${`tables.${rowTableName(to)}`}) and attnum > 0 and not attisdropped
      and attname <> 'extra' order by attnum`.execute(trx);
  const names = sql.join(rows.map(({ name }) => sql.id(name)));
  const typed = sql.lit(TYPED_KEY);
  const extra =
    deleted.length === 0
      ? sql`extra`
      : sql`(extra - ${deleted}::text[]) || case when extra ? ${typed}
          then jsonb_build_object(${typed}::text, (extra -> ${typed}) - ${deleted}::text[]) else '{}' end`;
  await sql`insert into ${rowTableOf(to)} (extra, ${names}) overriding system value
    select ${extra}, ${names} from ${rowTableOf(from)}`.execute(trx);
}

/** Copies the columns and the rows of a table, each row under its own id and number, into an item that has none yet. */
export async function copyTable(trx: Transaction, from: string, to: string): Promise<void> {
  // Columns stay as they are meanwhile.
  await sql`select from user_table where item_id = ${from} for key share`.execute(trx);
  const changing =
    await sql`select from table_column where item_id = ${from} and options ? 'changing'`.execute(trx);
  if (changing.rows.length > 0)
    throw conflict(
      'column_changing',
      'The values of a column are being changed. Copy the table when that is done.',
    );
  await sql`insert into user_table (item_id, next_column)
    select ${to}, next_column from user_table where item_id = ${from}`.execute(trx);
  await sql`insert into table_column (item_id, column_id, position, definition, name, pg_type, options)
    select ${to}, column_id, position, definition, name, pg_type, options - 'changing' from table_column where item_id = ${from}`.execute(
    trx,
  );
  await copyRows(trx, from, to);
  const { rows } = await sql<{ last: number; count: number }>`
    select coalesce(max(number), 0) as last, count(*) as count from ${rowTableOf(to)}`.execute(trx);
  const [written] = rows;
  await sql`alter table ${rowTableOf(to)} alter column number restart with ${sql.lit(Number(written?.last ?? 0) + 1)}`.execute(
    trx,
  );
  await copyLinks(trx, from, to);
  await copyRowFiles(trx, from, to);
  await copyCards(trx, from, to);
  await sql`update item set meta = meta || jsonb_build_object('rows', ${Number(written?.count ?? 0)}::bigint)
    where id = ${to}`.execute(trx);
}
