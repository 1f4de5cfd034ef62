import { sql } from 'kysely';
import type { Transaction } from '#server/platform/database/database.ts';
import { invalid } from '#server/platform/http/api-error.ts';
import { LINKS_MAX } from '../table/linked-sources.ts';

/** A column of a table, by their ids. */
type ColumnId = { table: string; column: string };

/**
 * Lookups of a hub are made and changed one at a time: two that each read the other one would otherwise both be written. Anybody who waits
 * for this has locked the columns of their own table alone, which nobody who is ahead of them waits for.
 */
export async function lockLookups(trx: Transaction, hubId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`lookups ${hubId}`}, 0))`.execute(trx);
}

/** The columns that a column reads, the nearest first; of a circle, or of too many, no more than tell that it is one. */
async function columnsRead(trx: Transaction, { table, column }: ColumnId): Promise<ColumnId[]> {
  const { rows } = await sql<ColumnId>`
    with recursive reading (table_id, column_id, step) as (
      select ${table}::text, ${column}::text, 1
      union all
      select link.options ->> 'table', own.options ->> 'of', step + 1
      from reading
        join table_column own on own.item_id = reading.table_id::uuid and own.column_id = reading.column_id
        join table_column link on link.item_id = own.item_id and link.column_id = own.options ->> 'via'
      where own.options ->> 'type' in ('lookup', 'rollup') and link.options ? 'table' and step <= ${sql.lit(LINKS_MAX)}
    )
    select table_id as table, column_id as column from reading order by step`.execute(trx);
  return rows;
}

/** Through how many tables other lookups read a column: the most of all. */
async function stepsToReaders(trx: Transaction, { table, column }: ColumnId): Promise<number> {
  const { rows } = await sql<{ steps: number }>`
    with recursive readers (table_id, column_id, step) as (
      select ${table}::text, ${column}::text, 0
      union
      select own.item_id::text, own.column_id, step + 1
      from readers
        join table_column link on link.options ->> 'table' = readers.table_id and link.options ->> 'type' = 'link'
        join table_column own on own.item_id = link.item_id and own.options ->> 'via' = link.column_id
          and own.options ->> 'of' = readers.column_id
      where own.options ->> 'type' in ('lookup', 'rollup') and step <= ${sql.lit(LINKS_MAX)}
    )
    select max(step) as steps from readers`.execute(trx);
  return rows[0]?.steps ?? 0;
}

/**
 * A lookup reads no column that reads it, and leads with those that read it through as many tables as can be shown.
 * @param own the lookup, as it will be
 * @param of the column of the linked table that it will read; null where it counts its rows
 * @throws ApiError 422
 */
export async function refuseLongChain(trx: Transaction, own: ColumnId, of: ColumnId | null): Promise<void> {
  const read = of ? await columnsRead(trx, of) : [];
  if (read.some(({ table, column }) => table === own.table && column === own.column))
    throw invalid({
      of: ['This column is looked up from the one that you are changing: they would go in a circle'],
    });
  const steps = (await stepsToReaders(trx, own)) + Math.max(read.length, 1);
  if (steps > LINKS_MAX)
    throw invalid({ of: [`Lookups of lookups lead through ${LINKS_MAX} tables at most`] });
}

/** The same of all lookups and rollups through a link. @throws ApiError 422 */
export async function refuseLongChainsThrough(trx: Transaction, link: ColumnId): Promise<void> {
  const { rows } = await sql<{ id: string; of: string | null; target: string }>`
    select own.column_id as id, own.options ->> 'of' as of, link.options ->> 'table' as target
    from table_column link join table_column own on own.item_id = link.item_id and own.options ->> 'via' = link.column_id
    where link.item_id = ${link.table} and link.column_id = ${link.column} and link.options ? 'table'
      and own.options ->> 'type' in ('lookup', 'rollup')`.execute(trx);
  for (const { id, of, target } of rows)
    await refuseLongChain(
      trx,
      { table: link.table, column: id },
      of === null ? null : { table: target, column: of },
    );
}
