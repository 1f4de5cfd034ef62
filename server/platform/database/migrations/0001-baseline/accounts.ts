/** Accounts, how they sign in, and how their addresses are verified. */
export const accounts = [
  `create table app_user (
    id uuid primary key,
    email text not null,
    -- The address in the form in which its spellings are the same.
    email_key text not null,
    password_hash text,
    first_name text not null default '',
    last_name text not null default '',
    about text not null default '',
    profile_role text,
    avatar_sha256 text references file,
    is_email_verified boolean not null default false,
    active_hub_id uuid references hub,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  'create unique index app_user_email on app_user (email_key)',

  `create table session (
    id uuid primary key,
    user_id uuid not null references app_user on delete cascade,
    user_agent text not null default '',
    address text not null default '',
    created_at timestamptz not null default now(),
    last_seen_at timestamptz not null default now(),
    expires_at timestamptz not null,
    -- A session that was ended is kept for a while with the reason, so that its device can be told.
    ended_because text
  )`,
  'create index session_of_user on session (user_id)',

  `create table known_device (
    user_id uuid not null references app_user on delete cascade,
    device_hash text not null,
    last_seen_at timestamptz not null default now(),
    primary key (user_id, device_hash)
  )`,

  `create table password_reset (
    token_hash text primary key,
    user_id uuid not null references app_user on delete cascade,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    -- A link that was only mailed verifies the address too; one that an administrator handed over does not.
    was_mailed boolean not null default false
  )`,

  // The address that an account claims, or wants from now on, until a code that was mailed to it verifies it.
  `create table email_proof (
    user_id uuid primary key references app_user on delete cascade,
    email text not null,
    code_hash text not null,
    tries integer not null default 0,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,

  `create table second_factor (
    user_id uuid primary key references app_user on delete cascade,
    -- Encrypted, with a key derived from the signing key.
    secret text not null,
    -- The last time step (RFC 6238) whose code was used: none is accepted twice.
    used_step bigint not null default 0,
    created_at timestamptz not null default now(),
    -- Null until a first code was given: only then is it asked for.
    confirmed_at timestamptz
  )`,
  `create table recovery_code (
    user_id uuid not null references app_user on delete cascade,
    code_hash text not null,
    used_at timestamptz,
    primary key (user_id, code_hash)
  )`,
];
