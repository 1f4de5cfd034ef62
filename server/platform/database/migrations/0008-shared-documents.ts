import { type Kysely, sql } from 'kysely';

/** Documents that are written together: their state, what was written since, and their versions. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table document_state (
    item_id uuid primary key references item on delete cascade,
    -- A Yjs update with all that was written before.
    state bytea not null,
    -- Grows each time that updates are merged into the state.
    generation integer not null default 1,
    -- The same as ProseMirror's JSON.
    document jsonb not null
  )`.execute(database);
  await sql`alter table document_state alter column state set storage external`.execute(database);
  await sql`create table document_update (
    id bigint generated always as identity primary key,
    item_id uuid not null references item on delete cascade,
    content bytea not null,
    user_id uuid references app_user on delete set null,
    created_at timestamptz not null default now()
  )`.execute(database);
  await sql`create index document_update_of_item on document_update (item_id, id)`.execute(database);
  await sql`create table document_version (
    item_id uuid not null references item on delete cascade,
    number integer not null,
    markdown text not null,
    -- Given by somebody; such a version stays.
    name text,
    created_by uuid references app_user on delete set null,
    created_at timestamptz not null default now(),
    -- An author who goes on writing goes on with the version.
    changed_at timestamptz not null default now(),
    primary key (item_id, number)
  )`.execute(database);
}
