import { type Kysely, sql } from 'kysely';

/** What people are told, which kinds of it they want, and mentions in documents that nobody was told of yet. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table notification (
    id uuid primary key,
    user_id uuid not null references app_user on delete cascade,
    -- No reference: what it is about lies in the hub, and goes with it.
    hub_id uuid not null,
    event text not null,
    actor_id uuid references app_user on delete set null,
    item_id uuid references item on delete cascade,
    post_id uuid references post on delete cascade,
    comment_id uuid references comment on delete cascade,
    space_id uuid references space on delete cascade,
    -- Of a document, whose versions have it too; the text of a comment is read where it is.
    text text not null default '',
    -- The part after # of the document's address.
    place text not null default '',
    due text collate "C",
    count integer not null default 1,
    created_at timestamptz not null default now(),
    read_at timestamptz,
    mailed_at timestamptz
  )`.execute(database);
  // Ids are in the order of time.
  await sql`create index notification_of_user on notification (user_id, id)`.execute(database);
  await sql`create index notification_unread on notification (user_id, id) where read_at is null`.execute(
    database,
  );
  await sql`create index notification_to_mail on notification (created_at)
    where read_at is null and mailed_at is null`.execute(database);
  await sql`create index notification_created on notification using brin (created_at)`.execute(database);
  for (const column of ['item_id', 'post_id', 'comment_id', 'space_id', 'actor_id'])
    await sql`create index ${sql.id(`notification_${column}`)} on notification (${sql.id(column)})
      where ${sql.id(column)} is not null`.execute(database);
  await sql`create table notification_setting (
    user_id uuid not null references app_user on delete cascade,
    setting text not null,
    choice text not null check (choice in ('mail', 'app', 'off')),
    primary key (user_id, setting)
  )`.execute(database);
  await sql`create table mention_change (
    item_id uuid primary key references item on delete cascade,
    -- Where the document mentioned people before the first of these changes: digests of lines, by kind and person.
    before jsonb not null,
    -- Who mentioned whom last.
    actors jsonb not null default '{}',
    created_at timestamptz not null default now()
  )`.execute(database);
}
