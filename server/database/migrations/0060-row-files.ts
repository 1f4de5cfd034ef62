import { type Kysely, sql } from 'kysely';

/** Files in the rows of users' tables. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database);
}

const STATEMENTS = [
  `create table row_file (
    -- One of its table: a copy of the table has files of the same ids.
    id uuid not null,
    item_id uuid not null references item on delete cascade,
    -- The id of the file field, which may stand in a form in the row.
    field_id text not null,
    -- Null while it waits for a row, or for the row that let it go to be taken back.
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
];
