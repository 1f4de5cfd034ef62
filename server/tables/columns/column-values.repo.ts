import { sql } from 'kysely';
import type { Values } from '#lib/fields/definition.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { cellLists, columnRef, comma, rowTableOf, type TableColumn } from '../table/table.ts';
import { TYPED_KEY, type TypedNumbers } from '../table/typed-numbers.ts';

type RowValues = { id: string; revision: number; values: Values; typed?: TypedNumbers | undefined };

/**
 * Writes values of some columns of rows, whose revisions stay. A row that was written since it was read is left out.
 * @param marker a column that notes the revision that the values were made from
 * @param waits whether rows that somebody is writing are waited for; they are left out otherwise
 * @returns how many were written
 */
export async function writeColumnValues(
  database: Database | Transaction,
  itemId: string,
  { columns, marker, waits }: { columns: readonly TableColumn[]; marker?: { name: string }; waits: boolean },
  rows: readonly RowValues[],
): Promise<number> {
  const { names, lists, values, extras } = cellLists({ columns }, rows);
  const set = names.map((name, at) => sql`${name} = ${values[at] ?? sql`null`}`);
  if (marker) set.push(sql`${columnRef(marker)} = input.revision`);
  const own = columns.map(({ name }) => name);
  // How numbers of other columns were typed stays in what the row has.
  const typed = sql`case when r.extra ? ${TYPED_KEY} then jsonb_build_object(${TYPED_KEY}::text,
      ((r.extra -> ${TYPED_KEY}) - ${own}::text[]) || coalesce(input.extra::jsonb -> ${TYPED_KEY}, '{}')) else '{}' end`;
  // Locked in one order, so that two writers of several rows never wait for each other in a circle.
  const { numAffectedRows } = await sql`
    with input as (
      select * from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ revision }) => revision)}::integer[],
        ${extras}::text[]${comma(lists)}) as input (id, revision, extra${comma(names)})
    ), locked as materialized (
      select r.id from ${rowTableOf(itemId)} r where r.id in (select id from input)
      order by r.id for no key update ${waits ? sql`` : sql`skip locked`}
    )
    update ${rowTableOf(itemId)} r set
      extra = (r.extra - ${own}::text[]) || input.extra::jsonb || ${typed}${comma(set)}
    from input join locked on locked.id = input.id
    where r.id = input.id and r.revision = input.revision`.execute(database);
  return Number(numAffectedRows ?? 0);
}
