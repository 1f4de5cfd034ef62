import { type Kysely, sql } from 'kysely';

/** What a merge moves besides values, merges that were made at once, and pairs that are not the same person. */
export async function up(database: Kysely<unknown>): Promise<void> {
  // Links, submissions and the card that a merge gave to the kept row; null of merges before this.
  await sql`alter table row_merge add column moved jsonb, add column run_id uuid`.execute(database);
  await sql`create index row_merge_of_run on row_merge (run_id) where run_id is not null`.execute(database);
  await sql`create index submission_row_of_row on submission_row (item_id, row_id) where row_id is not null`.execute(
    database,
  );
  await sql`create index table_column_of_linked_table on table_column ((options ->> 'table'))
    where options ->> 'type' = 'link'`.execute(database);
  await sql`create table row_distinct (
    item_id uuid not null references user_table on delete cascade,
    -- Two rows that are not the same person, the lesser id first.
    one_row uuid not null,
    other_row uuid not null,
    made_by uuid references app_user on delete set null,
    made_at timestamptz not null default now(),
    primary key (item_id, one_row, other_row)
  )`.execute(database);
  await sql`create index row_distinct_of_maker on row_distinct (made_by)`.execute(database);
}
