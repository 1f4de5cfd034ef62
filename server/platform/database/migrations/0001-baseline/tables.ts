/**
 * Tables of users: each a real table in a schema of its own (docs/decisions/0022), and here what is known of them.
 */
export const tables = [
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
    -- Of the database column that holds its values, and their type; without a type they stand in extra, by that name.
    name text not null,
    pg_type text check (pg_type in ('text', 'double precision', 'date', 'time', 'timestamptz')),
    revision integer not null default 1,
    primary key (item_id, column_id)
  )`,

  // Rows added and removed, written by the transaction that did it, until they are added to the count on the item: a
  // kill in between loses nothing.
  `create table row_count_change (
    id bigint generated always as identity primary key,
    item_id uuid not null references user_table on delete cascade,
    more integer not null
  )`,
  'create index row_count_change_item on row_count_change (item_id)',

  // Files in rows.
  `create table row_file (
    -- One of its table: a copy of the table has files of the same ids.
    id uuid not null,
    item_id uuid not null references item on delete cascade,
    -- The id of the file field, which may be inside a form in the row.
    field_id text not null,
    -- Null while it waits for a row, or for the change that took it out of its row to be undone.
    row_id uuid,
    file_sha256 text not null references file,
    name text not null,
    mime text,
    size bigint not null,
    created_by uuid references app_user on delete set null,
    created_at timestamptz not null default now(),
    primary key (item_id, id)
  )`,
  'create index row_file_of_row on row_file (item_id, row_id)',
  'create index row_file_waiting on row_file (created_at) where row_id is null',
  'create index row_file_of_sender on row_file (created_by)',
  'create index row_file_of_file on row_file (file_sha256)',

  // A file that is being imported into a table; its progress is written by the transaction that writes its rows.
  `create table table_import (
    job_id uuid primary key references job on delete cascade,
    -- Null once it was read.
    file_sha256 text references file,
    -- Columns by the header's names; null: by the columns' own names.
    mapping jsonb,
    match_on text,
    on_match text not null check (on_match in ('update', 'skip', 'add')),
    -- How the file writes numbers and dates, where its importer says so.
    decimal_mark text,
    date_order text,
    -- Whether columns that the table does not have are created; null: only where the table has no rows.
    new_columns boolean,
    -- The column that each column of the file fills, also those that the import created, and how many lines there are;
    -- null until the file was examined.
    column_ids jsonb,
    lines_total integer,
    lines_read integer not null default 0
  )`,
  'create index table_import_file on table_import (file_sha256) where file_sha256 is not null',
  // Lines that could not be imported.
  `create table table_import_refusal (
    job_id uuid not null references table_import on delete cascade,
    line integer not null,
    reason text not null,
    cells jsonb not null,
    primary key (job_id, line)
  )`,

  // Tables whose item was deleted, however that came about: a purge drops them, each in a transaction of its own.
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
