import { type Kysely, sql } from 'kysely';

/** Deleted columns, which can be restored: their definitions; their values stay where they are until these are purged. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table deleted_column (
    item_id uuid not null references user_table on delete cascade,
    column_id text not null,
    definition jsonb not null,
    name text not null,
    pg_type text check (pg_type in ('text', 'double precision', 'date', 'time', 'timestamptz')),
    revision integer not null,
    options jsonb not null,
    -- The ids of the columns behind it, in their order.
    followers text[] not null,
    -- The ids of its fields that take files, also in nested forms.
    file_fields text[] not null,
    -- Whether rows got values of it since, so that those of a unique column may be there twice.
    has_new_values boolean not null default false,
    deleted_at timestamptz not null default now(),
    deleted_by uuid,
    primary key (item_id, column_id)
  )`.execute(database);
  await sql`create index deleted_column_by_age on deleted_column (deleted_at)`.execute(database);
}
