import { type Kysely, sql } from 'kysely';

/** Files for answers that come in over several requests. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database);
}

const STATEMENTS = [
  `create table form_upload (
    -- Once it is whole, also the id of the form_file.
    id uuid primary key,
    form_id uuid not null references form on delete cascade,
    field_id text not null,
    name text not null,
    size bigint not null,
    created_at timestamptz not null default now()
  )`,
  'create index form_upload_of_form on form_upload (form_id)',
  'create index form_upload_old on form_upload (created_at)',
];
