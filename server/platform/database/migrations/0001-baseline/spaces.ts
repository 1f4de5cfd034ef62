/** Spaces, their members, requests for access, each person's shortcuts; and the access lists of everything. */
export const spaces = [
  `create table space (
    id uuid primary key,
    hub_id uuid not null references hub on delete cascade,
    -- No reference: the scope refers to its space, and both are written in one transaction.
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
    -- In the trash.
    deleted_at timestamptz,
    deleted_by uuid,
    -- Deleted for good: nobody can restore it, and its contents are being deleted in batches.
    purged_at timestamptz check (purged_at is null or deleted_at is not null),
    revision integer not null default 1
  )`,
  'create unique index space_slug on space (hub_id, lower(slug)) where deleted_at is null',
  'create index space_deleted on space (deleted_at) where deleted_at is not null',
  'create index space_purged on space (purged_at) where purged_at is not null',

  `create table space_member (
    space_id uuid not null references space on delete cascade,
    user_id uuid not null references app_user on delete cascade,
    role text not null check (role in ('owner', 'editor', 'commenter', 'viewer')),
    -- How they became a member.
    reason text not null default 'added' check (reason in ('created', 'added', 'invited', 'asked', 'took_over')),
    added_by uuid not null,
    created_at timestamptz not null default now(),
    primary key (space_id, user_id)
  )`,
  'create index space_member_of_user on space_member (user_id)',

  // Stored also where there is no space at the address: whoever asks must not learn whether there is one.
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

  `create table favourite_space (
    user_id uuid not null references app_user on delete cascade,
    space_id uuid not null references space on delete cascade,
    position integer not null,
    primary key (user_id, space_id)
  )`,
  'create index favourite_space_of_space on favourite_space (space_id)',

  // The spaces that a person opened last.
  `create table space_visit (
    user_id uuid not null references app_user on delete cascade,
    space_id uuid not null references space on delete cascade,
    visited_at timestamptz not null default now(),
    primary key (user_id, space_id)
  )`,
  'create index space_visit_latest on space_visit (user_id, visited_at desc)',
  'create index space_visit_of_space on space_visit (space_id)',

  // A scope is what shares one access list: a space, or an item or form whose access differs from what holds it.
  `create table scope (
    id uuid primary key,
    hub_id uuid not null references hub on delete cascade,
    space_id uuid not null references space on delete cascade deferrable initially deferred,
    -- Null for a space's own.
    parent_id uuid references scope on delete cascade deferrable initially deferred,
    -- The item or form whose own access list this is; both null for a space's own.
    item_id uuid,
    form_id uuid
  )`,
  'create index scope_space on scope (space_id)',
  'create index scope_parent on scope (parent_id) where parent_id is not null',
  'create unique index scope_item on scope (item_id) where item_id is not null',
  'create unique index scope_form on scope (form_id) where form_id is not null',

  // The access list itself, computed whenever a grant, a visibility or a parent changes.
  // A principal is '*' (anyone), 'members', 'admins' (of the scope's hub), 'user:<id>' or 'link:<id>'.
  `create table scope_access (
    scope_id uuid not null references scope on delete cascade deferrable initially deferred,
    principal text not null,
    hub_id uuid not null,
    space_id uuid not null,
    role smallint not null,
    primary key (scope_id, principal)
  )`,
  'create index scope_access_principal on scope_access (hub_id, principal, space_id) include (scope_id, role)',
];
