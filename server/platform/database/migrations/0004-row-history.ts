import { type Kysely, sql } from 'kysely';

/**
 * The history of rows and deleted rows, for the tables of all items. Neither references its item: a purge deletes
 * them in batches with the table that they belong to (`server/tables/drop-tables.ts`).
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table row_change (
    id bigint generated always as identity primary key,
    item_id uuid not null,
    row_id uuid not null,
    revision integer not null,
    kind text not null check (kind in ('changed', 'deleted', 'restored')),
    made_at timestamptz not null default now(),
    made_by uuid,
    -- By the id of a column: its value before and after, null for none.
    cells jsonb not null default '{}'
  )`.execute(database);
  await sql`create index row_change_of_row on row_change (item_id, row_id, revision)`.execute(database);

  await sql`create table deleted_row (
    item_id uuid not null,
    id uuid not null,
    number integer not null,
    position bigint not null,
    revision integer not null,
    created_at timestamptz not null,
    created_by uuid,
    -- By the ids of the columns that the table had.
    cells jsonb not null,
    deleted_at timestamptz not null default now(),
    deleted_by uuid,
    primary key (item_id, id)
  )`.execute(database);
  await sql`create index deleted_row_by_age on deleted_row (deleted_at)`.execute(database);
  await sql`create index deleted_row_of_table on deleted_row (item_id, deleted_at, id)`.execute(database);
}
