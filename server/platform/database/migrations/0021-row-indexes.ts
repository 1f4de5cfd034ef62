import { type Kysely, sql } from 'kysely';

/** Indexes that were made for slow lists of rows, and those that are being prepared. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table row_index (
    item_id uuid not null references user_table on delete cascade,
    -- The name of the rows' database column, or what a computed column shows.
    key text not null,
    descending boolean not null,
    is_ready boolean not null default false,
    used_at timestamptz not null default now(),
    primary key (item_id, key, descending)
  )`.execute(database);
  await sql`create index row_index_used on row_index (used_at)`.execute(database);
}
