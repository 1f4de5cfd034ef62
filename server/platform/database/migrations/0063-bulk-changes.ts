import { type Kysely, sql } from 'kysely';

/**
 * Changes of all rows that a filter finds: what was requested, how far it is, and the rows with what they were before, so that it can
 * be undone as one. Neither table references the user's table: a purge deletes both in batches.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table bulk_change (
    id uuid primary key,
    item_id uuid not null,
    kind text not null check (kind in ('delete', 'set', 'restore', 'revert')),
    state text not null default 'running' check (state in ('running', 'done', 'cancelled', 'failed')),
    -- Null where it was made at once.
    job_id uuid references job on delete set null,
    -- The filter, the view's filter and the search text, until the rows are noted.
    request jsonb not null default '{}',
    -- Of a change of values: these, by the names of columns.
    sent jsonb,
    -- Rows that were changed later than that stay as they are.
    as_of timestamptz not null,
    -- The change that this one undoes, and the one that undoes it.
    undoes uuid,
    undone_by uuid,
    -- Rows that were found, and what became of them.
    total integer not null,
    changed integer not null default 0,
    unchanged integer not null default 0,
    skipped integer not null default 0,
    refused integer not null default 0,
    problems jsonb not null default '{}',
    reason text,
    has_rows boolean not null default false,
    -- The last row that was looked at.
    after_row uuid,
    made_by uuid references app_user on delete set null,
    made_at timestamptz not null default now()
  )`.execute(database);
  await sql`create index bulk_change_of_table on bulk_change (item_id)`.execute(database);
  await sql`create index bulk_change_of_maker on bulk_change (made_by)`.execute(database);
  await sql`create index bulk_change_of_job on bulk_change (job_id) where job_id is not null`.execute(
    database,
  );
  await sql`create index bulk_change_by_age on bulk_change (made_at)`.execute(database);
  await sql`create table bulk_change_row (
    bulk_id uuid not null,
    row_id uuid not null,
    -- After the change; null until it is made.
    revision integer,
    -- What the cells were before it and after it, by the ids of columns.
    cells jsonb,
    primary key (bulk_id, row_id)
  )`.execute(database);
}
