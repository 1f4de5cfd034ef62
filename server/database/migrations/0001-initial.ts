import { type Kysely, sql } from 'kysely';

/** Accounts, hubs, spaces, items, who may reach them, their files and jobs. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database);
}

const STATEMENTS = [
  'create extension if not exists pg_trgm',
  'create extension if not exists unaccent',
  'create extension if not exists btree_gin',

  `create table file (
    sha256 text primary key,
    size bigint not null,
    created_at timestamptz not null default now()
  )`,

  `create table hub (
    id uuid primary key,
    name text not null,
    handle text not null,
    description text not null default '',
    visibility text not null check (visibility in ('public', 'shared', 'private')),
    logo_sha256 text references file,
    join_domains text[] not null default '{}',
    members_create_spaces boolean not null default true,
    created_by uuid not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz,
    revision integer not null default 1
  )`,
  'create unique index hub_handle on hub (lower(handle))',
  'create index hub_join_domains on hub using gin (join_domains)',

  `create table app_user (
    id uuid primary key,
    email text not null,
    -- The address in the form in which its spellings are the same (lib/email.ts).
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
    expires_at timestamptz not null
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
    expires_at timestamptz not null
  )`,

  `create table attempt (
    key text primary key,
    count integer not null,
    ends_at timestamptz not null
  )`,

  `create table idempotent_answer (
    caller text not null,
    route text not null,
    key text not null,
    body_hash text not null,
    status integer,
    body text,
    created_at timestamptz not null default now(),
    primary key (caller, route, key)
  )`,

  `create table membership (
    hub_id uuid not null references hub on delete cascade,
    user_id uuid not null references app_user on delete cascade,
    role text not null check (role in ('owner', 'admin', 'member', 'guest')),
    suspended_at timestamptz,
    joined_at timestamptz not null default now(),
    primary key (hub_id, user_id)
  )`,
  'create index membership_of_user on membership (user_id)',

  `create table invite (
    id uuid primary key,
    hub_id uuid not null references hub on delete cascade,
    email text not null,
    email_key text not null,
    role text not null check (role in ('admin', 'member', 'guest', 'owner')),
    token_hash text not null unique,
    invited_by uuid not null references app_user on delete cascade,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    ended_at timestamptz
  )`,
  'create unique index invite_pending on invite (hub_id, email_key) where ended_at is null',
  'create index invite_email on invite (email_key) where ended_at is null',

  `create table join_request (
    id uuid primary key,
    hub_id uuid not null references hub on delete cascade,
    user_id uuid not null references app_user on delete cascade,
    message text not null default '',
    created_at timestamptz not null default now(),
    ended_at timestamptz
  )`,
  'create unique index join_request_pending on join_request (hub_id, user_id) where ended_at is null',

  `create table space (
    id uuid primary key,
    hub_id uuid not null references hub on delete cascade,
    scope_id uuid not null,
    slug text not null,
    name text not null,
    description text not null default '',
    visibility text not null check (visibility in ('public', 'shared', 'private')),
    default_role text not null default 'viewer' check (default_role in ('viewer', 'commenter', 'editor')),
    created_by uuid not null references app_user,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    archived_at timestamptz,
    deleted_at timestamptz,
    revision integer not null default 1
  )`,
  'create unique index space_slug on space (hub_id, lower(slug)) where deleted_at is null',

  `create table space_member (
    space_id uuid not null references space on delete cascade,
    user_id uuid not null references app_user on delete cascade,
    role text not null check (role in ('owner', 'editor', 'commenter', 'viewer')),
    added_by uuid not null,
    created_at timestamptz not null default now(),
    primary key (space_id, user_id)
  )`,

  // A scope is a set of things that share one access list: a space, or an item that differs from what holds it.
  `create table scope (
    id uuid primary key,
    hub_id uuid not null references hub on delete cascade,
    space_id uuid not null references space on delete cascade deferrable initially deferred,
    parent_id uuid references scope on delete cascade deferrable initially deferred,
    item_id uuid
  )`,
  'create index scope_space on scope (space_id)',
  'create index scope_parent on scope (parent_id) where parent_id is not null',
  'create unique index scope_item on scope (item_id) where item_id is not null',

  // The access list itself, worked out by server/policy whenever a grant, a visibility or a place changes.
  // A principal is '*' (anyone), 'members', 'admins' (of the scope's hub) or 'user:<id>'.
  `create table scope_access (
    scope_id uuid not null references scope on delete cascade deferrable initially deferred,
    principal text not null,
    hub_id uuid not null,
    space_id uuid not null,
    role smallint not null,
    primary key (scope_id, principal)
  )`,
  'create index scope_access_principal on scope_access (hub_id, principal, space_id) include (scope_id, role)',

  `create table item (
    id uuid primary key,
    hub_id uuid not null references hub on delete cascade,
    space_id uuid not null references space on delete cascade,
    scope_id uuid not null references scope deferrable initially deferred,
    parent_id uuid references item on delete cascade,
    kind text not null check (kind in ('document', 'table', 'email', 'contact', 'general', 'image', 'media', 'folder')),
    title text not null,
    visibility text not null default 'shared' check (visibility in ('public', 'shared', 'private')),
    content text,
    file_sha256 text references file,
    file_name text,
    mime text,
    size bigint not null default 0,
    processing_state text not null default 'ready' check (processing_state in ('queued', 'running', 'ready', 'failed')),
    processing_code text,
    processing_reason text,
    processing_progress real,
    meta jsonb not null default '{}',
    version integer not null default 1,
    revision integer not null default 1,
    created_by uuid not null references app_user,
    updated_by uuid not null references app_user,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    trashed_at timestamptz,
    trashed_by uuid
  )`,
  // A list is read from the scopes that its reader may see, or, where they are many, from the space.
  'create index item_of_scope on item (scope_id, updated_at desc, id desc)',
  'create index item_of_scope_top on item (scope_id, updated_at desc, id desc) where parent_id is null and trashed_at is null',
  'create index item_of_scope_kind on item (scope_id, kind, updated_at desc, id desc) where trashed_at is null',
  'create index item_of_scope_title on item (scope_id, lower(title), id) where trashed_at is null',
  'create index item_of_scope_made on item (scope_id, id) where trashed_at is null',
  'create index item_of_space on item (space_id, updated_at desc, id desc) where trashed_at is null',
  'create index item_of_folder on item (parent_id, updated_at desc, id desc) where parent_id is not null',
  'create index item_file on item (file_sha256) where file_sha256 is not null',
  'create index item_trashed on item (space_id, trashed_at desc) where trashed_at is not null',

  `create table item_grant (
    item_id uuid not null references item on delete cascade,
    user_id uuid not null references app_user on delete cascade,
    role text not null check (role in ('owner', 'editor', 'commenter', 'viewer')),
    created_at timestamptz not null default now(),
    primary key (item_id, user_id)
  )`,

  `create table job (
    id uuid primary key,
    hub_id uuid not null references hub on delete cascade,
    item_id uuid references item on delete cascade,
    task text not null,
    state text not null default 'queued' check (state in ('queued', 'running', 'ready', 'failed')),
    progress real,
    done integer not null default 0,
    rejected integer not null default 0,
    reason text,
    created_by uuid not null references app_user,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  'create index job_item on job (item_id)',
];
