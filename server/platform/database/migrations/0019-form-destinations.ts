import { type Kysely, sql } from 'kysely';

/** Tables that answers of forms are written into. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table form_destination (
    form_id uuid primary key references form on delete cascade,
    item_id uuid not null references item on delete cascade,
    -- Ids of columns by the ids of fields.
    mapping jsonb not null,
    -- The mapped field by which a row is known again; null adds a row for each submission.
    match_field text,
    -- Whose right to change the table it takes.
    set_by uuid references app_user on delete set null,
    set_at timestamptz not null default now()
  )`.execute(database);
  await sql`create index form_destination_item on form_destination (item_id)`.execute(database);
  await sql`create index form_destination_set_by on form_destination (set_by)`.execute(database);
  await sql`create table submission_row (
    -- No reference: a submission that comes back from the trash is still the one of its row.
    submission_id uuid primary key,
    form_id uuid not null references form on delete cascade,
    item_id uuid not null references item on delete cascade,
    -- Null where it was refused.
    row_id uuid,
    problems jsonb,
    written_at timestamptz not null default now()
  )`.execute(database);
  await sql`create index submission_row_form on submission_row (form_id)`.execute(database);
  await sql`create index submission_row_item on submission_row (item_id)`.execute(database);
}
