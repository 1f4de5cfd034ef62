import { type Kysely, sql } from 'kysely';

/** Pictures that stand on forms. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database);
}

const STATEMENTS = [
  `create table form_picture (
    id uuid primary key,
    form_id uuid not null references form on delete cascade,
    file_sha256 text not null references file,
    size bigint not null,
    created_by uuid not null references app_user,
    created_at timestamptz not null default now()
  )`,
  'create index form_picture_of_form on form_picture (form_id)',
  'create index form_picture_file on form_picture (file_sha256)',
  'create index form_picture_old on form_picture (created_at)',
];
