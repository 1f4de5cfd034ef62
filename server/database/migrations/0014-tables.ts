import { type Kysely, sql } from 'kysely';

/** Tables of users: each a real table in a schema of its own, and here what is known of them. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database);
}

const STATEMENTS = [
  'create schema if not exists tables',

  // An item of kind table or contact whose rows are in tables.t_<id of the item>.
  `create table user_table (
    item_id uuid primary key references item on delete cascade,
    -- Columns are called c_<number>; a number is never used again, so that an old query meets no other column.
    next_column integer not null default 1
  )`,
  `create table table_column (
    item_id uuid not null references user_table on delete cascade,
    column_id text not null,
    position integer not null,
    definition jsonb not null,
    -- Of the column that holds its values, and their type; without a type they stand in extra, under that name.
    name text not null,
    pg_type text check (pg_type in ('text', 'double precision', 'date', 'time', 'timestamptz')),
    revision integer not null default 1,
    primary key (item_id, column_id)
  )`,

  // A file that is being read into a table; how far is noted by the transaction that writes its rows.
  `create table table_import (
    job_id uuid primary key references job on delete cascade,
    file_sha256 text references file,
    mapping jsonb,
    match_on text,
    on_match text not null check (on_match in ('update', 'skip', 'add')),
    lines_read integer not null default 0
  )`,
  'create index table_import_file on table_import (file_sha256) where file_sha256 is not null',
  `create table table_import_refusal (
    job_id uuid not null references table_import on delete cascade,
    line integer not null,
    reason text not null,
    cells jsonb not null,
    primary key (job_id, line)
  )`,

  // Tables whose item is gone, however it went: a purge drops them, each in a transaction of its own.
  'create table ended_table (item_id uuid primary key)',
  `create function note_ended_table() returns trigger language plpgsql as $$
  begin
    execute format('insert into %I.ended_table (item_id) values ($1) on conflict do nothing', tg_table_schema)
      using old.item_id;
    return null;
  end $$`,
  `create trigger user_table_ends after delete on user_table
    for each row execute function note_ended_table()`,
];
