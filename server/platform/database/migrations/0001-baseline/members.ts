/** Who belongs to a hub, who is invited and who asks to join. What invitations grant is in `sharing.ts`. */
export const members = [
  `create table membership (
    hub_id uuid not null references hub on delete cascade,
    user_id uuid not null references app_user on delete cascade,
    role text not null check (role in ('owner', 'admin', 'member', 'guest')),
    suspended_at timestamptz,
    joined_at timestamptz not null default now(),
    last_seen_at timestamptz,
    primary key (hub_id, user_id)
  )`,
  'create index membership_of_user on membership (user_id)',

  // Neither a mail domain nor a link lets a removed member in again, only an invitation or an approval.
  `create table removed_member (
    hub_id uuid not null references hub on delete cascade,
    user_id uuid not null references app_user on delete cascade,
    removed_at timestamptz not null default now(),
    primary key (hub_id, user_id)
  )`,

  `create table invite (
    id uuid primary key,
    hub_id uuid not null references hub on delete cascade,
    -- Null for a link that several people may join by, until it expires or is revoked.
    email text,
    email_key text,
    role text not null check (role in ('admin', 'member', 'guest', 'owner')),
    token_hash text not null unique,
    invited_by uuid not null references app_user on delete cascade,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    ended_at timestamptz,
    -- How many people joined by it.
    joined integer not null default 0,
    -- To single spaces, items or forms: it belongs to its inviter, and grants only what that person may grant.
    is_to_things boolean not null default false,
    -- Its link was mailed and shown to nobody: its token verifies the address that it was mailed to.
    was_mailed boolean not null default false
  )`,
  `create unique index invite_pending on invite (hub_id, email_key)
    where ended_at is null and not is_to_things`,
  `create unique index invite_to_things_pending on invite (hub_id, email_key, invited_by)
    where ended_at is null and is_to_things`,
  'create index invite_open_of_hub on invite (hub_id, created_at desc, id desc) where ended_at is null',
  'create index invite_email on invite (email_key) where ended_at is null',

  `create table join_request (
    id uuid primary key,
    hub_id uuid not null references hub on delete cascade,
    user_id uuid not null references app_user on delete cascade,
    message text not null default '',
    created_at timestamptz not null default now(),
    ended_at timestamptz,
    -- When the hub's admins were notified of it.
    told_at timestamptz
  )`,
  'create unique index join_request_pending on join_request (hub_id, user_id) where ended_at is null',
];
