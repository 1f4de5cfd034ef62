import { type Kysely, sql } from 'kysely';

/** Invitations by link and to single things, who was removed, and when a member was last in the hub. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database);
}

const STATEMENTS = [
  // An invitation without an address is a link that several people may join by, until it expires or is withdrawn.
  'alter table invite alter column email drop not null',
  'alter table invite alter column email_key drop not null',
  'alter table invite add column joined integer not null default 0',

  // An invitation to things is its inviter's own: its link gives what that person may give, and nothing of others'.
  'alter table invite add column is_to_things boolean not null default false',
  'drop index invite_pending',
  `create unique index invite_pending on invite (hub_id, email_key)
    where ended_at is null and not is_to_things`,
  `create unique index invite_to_things_pending on invite (hub_id, email_key, invited_by)
    where ended_at is null and is_to_things`,
  'create index invite_open_of_hub on invite (hub_id, created_at desc, id desc) where ended_at is null',

  // What an invitation to things gives once it is accepted.
  `create table pending_grant (
    invite_id uuid not null references invite on delete cascade,
    space_id uuid references space on delete cascade,
    item_id uuid references item on delete cascade,
    role text not null check (role in ('owner', 'editor', 'commenter', 'viewer')),
    created_at timestamptz not null default now(),
    check (num_nonnulls(space_id, item_id) = 1)
  )`,
  'create unique index pending_grant_thing on pending_grant (invite_id, coalesce(space_id, item_id))',
  'create index pending_grant_of_space on pending_grant (space_id) where space_id is not null',
  'create index pending_grant_of_item on pending_grant (item_id) where item_id is not null',

  // Whom somebody removed: neither a mail domain nor a link lets them in again, only an invitation or an approval.
  `create table removed_member (
    hub_id uuid not null references hub on delete cascade,
    user_id uuid not null references app_user on delete cascade,
    removed_at timestamptz not null default now(),
    primary key (hub_id, user_id)
  )`,

  'alter table membership add column last_seen_at timestamptz',
];
