import { type Kysely, sql } from 'kysely';

/** Columns with types of their own, links between rows, saved views, merged rows, and the cards that contacts came from. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table table_column add column options jsonb not null default '{}'`.execute(database);

  // Links between the rows of two tables, each once for both of its columns.
  await sql`create table row_link (
    link_id uuid not null,
    one_row uuid not null,
    other_row uuid not null,
    position integer not null default 0,
    primary key (link_id, one_row, other_row)
  )`.execute(database);
  await sql`create table table_view (
    id uuid primary key,
    item_id uuid not null references user_table on delete cascade,
    name text not null,
    type text not null check (type in ('grid', 'list', 'gallery', 'board', 'calendar')),
    -- Of a personal view: the only one who sees it.
    owner_id uuid references app_user on delete cascade,
    position integer not null,
    revision integer not null default 1,
    -- Columns, filter, order, groups and layout, by the ids of columns.
    settings jsonb not null
  )`.execute(database);
  await sql`create index table_view_of_table on table_view (item_id, position)`.execute(database);
  await sql`create index table_view_of_owner on table_view (owner_id) where owner_id is not null`.execute(
    database,
  );

  await sql`create table row_merge (
    id uuid primary key,
    item_id uuid not null references user_table on delete cascade,
    -- The row that was kept, and those that are deleted while the merge stands.
    row_id uuid not null,
    merged text[] not null,
    -- The values of the kept row before and after it, by the ids of columns.
    before jsonb not null,
    after jsonb not null,
    made_by uuid references app_user on delete set null,
    made_at timestamptz not null default now(),
    undone_at timestamptz
  )`.execute(database);
  await sql`create index row_merge_of_table on row_merge (item_id)`.execute(database);
  await sql`create index row_merge_of_maker on row_merge (made_by)`.execute(database);
  await sql`create index row_merge_by_age on row_merge (made_at)`.execute(database);

  await sql`create table row_vcard (
    item_id uuid not null references user_table on delete cascade,
    row_id uuid not null,
    card text not null,
    primary key (item_id, row_id)
  )`.execute(database);
  await sql`create index row_link_of_other on row_link (link_id, other_row)`.execute(database);
}
