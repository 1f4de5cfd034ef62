import { type Kysely, sql } from 'kysely';

/** Comments on items, and the posts of a space's discussions with their replies. */
const STATEMENTS = [
  `create table post (
    id uuid primary key,
    hub_id uuid not null references hub on delete cascade,
    space_id uuid not null references space on delete cascade,
    title text not null,
    body text not null,
    -- The body as safe HTML, rendered when it was written.
    html text not null,
    created_by uuid not null references app_user,
    created_at timestamptz not null default now(),
    edited_at timestamptz,
    -- When it was written or last replied to; lists are in this order.
    active_at timestamptz(3) not null default now(),
    replies integer not null default 0,
    pinned_at timestamptz,
    locked_at timestamptz,
    trashed_at timestamptz,
    trashed_by uuid
  )`,
  `create index post_of_space on post (space_id, (pinned_at is not null) desc, active_at desc, id desc)
    where trashed_at is null`,
  'create index post_trashed on post (trashed_at) where trashed_at is not null',
  'create index post_of_hub on post (hub_id, id)',

  `create table comment (
    id uuid primary key,
    hub_id uuid not null references hub on delete cascade,
    item_id uuid references item on delete cascade,
    post_id uuid references post on delete cascade,
    -- The comment on an item that it replies to.
    parent_id uuid references comment on delete cascade,
    anchor jsonb,
    body text not null,
    html text not null,
    created_by uuid not null references app_user,
    created_at timestamptz not null default now(),
    edited_at timestamptz,
    resolved_at timestamptz,
    resolved_by uuid references app_user on delete set null,
    -- Deleted by itself while its replies are still there; its text is gone.
    deleted_at timestamptz,
    check (num_nonnulls(item_id, post_id) = 1),
    check (parent_id is null or item_id is not null)
  )`,
  'create index comment_thread on comment (item_id, id desc) where item_id is not null and parent_id is null',
  'create index comment_of_item on comment (item_id) where item_id is not null',
  'create index comment_reply on comment (parent_id, id) where parent_id is not null',
  'create index comment_of_post on comment (post_id, id) where post_id is not null',
  'create index comment_of_hub on comment (hub_id, id)',

  ...['comment', 'post'].map(
    (thing) => `create table ${thing}_reaction (
    ${thing}_id uuid not null references ${thing} on delete cascade,
    emoji text not null,
    user_id uuid not null references app_user on delete cascade,
    created_at timestamptz not null default now(),
    primary key (${thing}_id, emoji, user_id)
  )`,
  ),

  `create table post_read (
    post_id uuid not null references post on delete cascade,
    user_id uuid not null references app_user on delete cascade,
    read_at timestamptz not null default now(),
    primary key (post_id, user_id)
  )`,
];

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database);
}
