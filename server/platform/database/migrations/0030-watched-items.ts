import { type Kysely, sql } from 'kysely';

/** Items that somebody watches: unread once others change them or comment on them, and mailed in a digest. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table item_watch (
    user_id uuid not null references app_user on delete cascade,
    item_id uuid not null references item on delete cascade,
    created_at timestamptz not null default now(),
    -- What came before is read.
    seen_at timestamptz not null default now(),
    -- What came before is mailed.
    mailed_at timestamptz not null default now(),
    primary key (user_id, item_id)
  )`.execute(database);
  await sql`create index item_watch_of_item on item_watch (item_id)`.execute(database);
  await sql`create table watch_mail_off (
    user_id uuid primary key references app_user on delete cascade
  )`.execute(database);
}
