import { type Kysely, sql } from 'kysely';

/** How people came into a space, who asks to be let in, and who put what into the trash. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database);
}

const STATEMENTS = [
  `alter table space_member add column reason text not null default 'added'
    check (reason in ('created', 'added', 'invited', 'asked', 'took_over'))`,
  `update space_member set reason = 'created' where user_id = added_by`,
  'create index space_member_of_user on space_member (user_id)',

  // Kept also for an address where there is no space: whoever asks must not learn whether there is one.
  `create table access_request (
    id uuid primary key,
    hub_id uuid not null references hub on delete cascade,
    space_id uuid references space on delete cascade,
    slug text not null,
    user_id uuid not null references app_user on delete cascade,
    role text not null check (role in ('editor', 'commenter', 'viewer')),
    message text not null default '',
    created_at timestamptz not null default now(),
    ended_at timestamptz,
    outcome text check (outcome in ('approved', 'rejected'))
  )`,
  'create unique index access_request_waiting on access_request (hub_id, user_id, lower(slug)) where ended_at is null',
  'create index access_request_of_space on access_request (space_id, created_at) where ended_at is null',

  'alter table space add column deleted_by uuid',
  'create index space_deleted on space (deleted_at) where deleted_at is not null',
  'create index item_trashed_of_hub on item (hub_id, trashed_at desc, id desc) where trashed_at is not null',
];
