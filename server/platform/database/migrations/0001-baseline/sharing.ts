/** What is shared by link, and what an invitation grants once it is accepted. */
export const sharing = [
  // Its principal in access lists is 'link:<id>'; whether it is still valid is asked at each request.
  `create table share_link (
    id uuid primary key,
    hub_id uuid not null references hub on delete cascade,
    item_id uuid references item on delete cascade,
    form_id uuid references form on delete cascade,
    role text not null check (role in ('editor', 'commenter', 'viewer')),
    token_hash text not null unique,
    password_hash text,
    created_by uuid not null references app_user on delete cascade,
    created_at timestamptz not null default now(),
    expires_at timestamptz,
    revoked_at timestamptz,
    check (num_nonnulls(item_id, form_id) = 1),
    -- Nobody edits a form or its submissions by a link.
    check (form_id is null or role in ('viewer', 'commenter'))
  )`,
  // Of revoked ones too: they are looked for whenever an item is deleted for good.
  'create index share_link_of_item on share_link (item_id, created_at)',
  'create index share_link_of_form on share_link (form_id, created_at) where form_id is not null',

  `create table pending_grant (
    invite_id uuid not null references invite on delete cascade,
    space_id uuid references space on delete cascade,
    item_id uuid references item on delete cascade,
    form_id uuid references form on delete cascade,
    role text not null check (role in ('owner', 'editor', 'commenter', 'viewer')),
    created_at timestamptz not null default now(),
    check (num_nonnulls(space_id, item_id, form_id) = 1)
  )`,
  `create unique index pending_grant_thing on pending_grant
    (invite_id, coalesce(space_id, item_id, form_id))`,
  'create index pending_grant_of_space on pending_grant (space_id) where space_id is not null',
  'create index pending_grant_of_item on pending_grant (item_id) where item_id is not null',
  'create index pending_grant_of_form on pending_grant (form_id) where form_id is not null',
];
