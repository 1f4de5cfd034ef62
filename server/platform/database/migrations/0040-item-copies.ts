import { type Kysely, sql } from 'kysely';

/** Copies of large folders: what each consists of, and how far it is written. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table item_copy (
    job_id uuid primary key references job on delete cascade,
    original_id uuid not null,
    copy_id uuid not null,
    -- Where it goes to; without a folder, to the top of the space.
    space_id uuid not null references space on delete cascade,
    parent_id uuid,
    title text not null,
    -- How many items it has; null until it is planned.
    items integer
  )`.execute(database);
  await sql`create index item_copy_space on item_copy (space_id)`.execute(database);
  await sql`create table item_copy_row (
    job_id uuid not null references item_copy on delete cascade,
    -- From the top down: a folder precedes what lies in it.
    position integer not null,
    depth integer not null,
    original_id uuid not null,
    item_id uuid not null unique,
    -- The folder in the copy; null for the first.
    parent_id uuid,
    -- Null until it is written; false where its original is gone by then.
    is_copied boolean,
    primary key (job_id, position)
  )`.execute(database);
  await sql`create index item_copy_row_waiting on item_copy_row (job_id, position) where is_copied is null`.execute(
    database,
  );
}
