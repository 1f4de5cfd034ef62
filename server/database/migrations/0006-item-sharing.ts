import { type Kysely, sql } from 'kysely';

/** Links that share an item, who added whom to it, and whether search engines may show what is public in a hub. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database);
}

const STATEMENTS = [
  // Its principal in access lists is 'link:<id>'; whether it still counts is asked for at each request.
  `create table share_link (
    id uuid primary key,
    hub_id uuid not null references hub on delete cascade,
    item_id uuid not null references item on delete cascade,
    role text not null check (role in ('editor', 'commenter', 'viewer')),
    token_hash text not null unique,
    password_hash text,
    created_by uuid not null references app_user on delete cascade,
    created_at timestamptz not null default now(),
    expires_at timestamptz,
    revoked_at timestamptz
  )`,
  // Of ended ones too: they are looked for whenever an item is deleted for good.
  'create index share_link_of_item on share_link (item_id, created_at)',

  'alter table item_grant add column added_by uuid references app_user on delete set null',
  'create index item_grant_of_user on item_grant (user_id, created_at desc)',

  'alter table hub add column allow_indexing boolean not null default false',
];
