/** Forms, their published versions, and what is on them. */
export const forms = [
  // Title, description, fields, layout and translations are the draft, for editors alone; others see the published
  // version.
  `create table form (
    id uuid primary key,
    hub_id uuid not null references hub on delete cascade,
    space_id uuid not null references space on delete cascade,
    scope_id uuid not null references scope deferrable initially deferred,
    -- Its public address: random, and never changed.
    slug text not null unique,
    title text not null,
    description text not null default '',
    visibility text not null check (visibility in ('public', 'shared', 'private')),
    fields jsonb not null default '[]',
    layout jsonb not null default '{"pages": []}',
    translations jsonb not null default '{}',
    settings jsonb not null default '{}',
    -- Who changed which setting last, to merge what two people change: {"closes_at": {"by": id, "at": time}}.
    setting_changes jsonb not null default '{}',
    -- Who chose the addresses that submissions are mailed to: the mails are sent in that person's name.
    notify_by uuid references app_user,
    -- The draft differs from the published version.
    is_changed boolean not null default true,
    published_version integer,
    revision integer not null default 1,
    created_by uuid not null references app_user,
    updated_by uuid not null references app_user,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    trashed_at timestamptz,
    trashed_by uuid,
    -- Deleted for good: nobody can restore it, and its submissions are being deleted in batches.
    purged_at timestamptz check (purged_at is null or trashed_at is not null)
  )`,
  'create index form_of_space on form (space_id, updated_at desc, id desc) where trashed_at is null',
  'create index form_of_scope on form (scope_id)',
  'create index form_trashed on form (trashed_at) where trashed_at is not null',
  'create index form_purged on form (id) where purged_at is not null',

  `create table form_grant (
    form_id uuid not null references form on delete cascade,
    user_id uuid not null references app_user on delete cascade,
    role text not null check (role in ('owner', 'editor', 'commenter', 'viewer')),
    added_by uuid references app_user on delete set null,
    created_at timestamptz not null default now(),
    primary key (form_id, user_id)
  )`,
  'create index form_grant_of_user on form_grant (user_id)',

  `create table form_version (
    form_id uuid not null references form on delete cascade,
    version integer not null,
    title text not null,
    description text not null,
    fields jsonb not null,
    layout jsonb not null default '{"pages": []}',
    translations jsonb not null default '{}',
    language text not null default 'en',
    published_by uuid not null references app_user,
    created_at timestamptz not null default now(),
    primary key (form_id, version)
  )`,
  // Submissions are read by the version that they were given to. It goes with its form, and never before. The function
  // names the table's own schema, so that no search path can put another table of that name before it.
  `create function refuse_version_change() returns trigger language plpgsql as $$
  declare
    lives boolean := true;
  begin
    if tg_op = 'DELETE' then
      execute format('select exists (select from %I.form where id = $1)', tg_table_schema) into lives using old.form_id;
    end if;
    if lives then
      raise exception 'a published version can not be changed' using errcode = 'insufficient_privilege';
    end if;
    return old;
  end $$`,
  `create trigger form_version_is_kept before update or delete on form_version
    for each row execute function refuse_version_change()`,
  `create trigger form_version_is_not_emptied before truncate on form_version
    for each statement execute function refuse_version_change()`,

  // Pictures that stand on a form.
  `create table form_picture (
    id uuid primary key,
    form_id uuid not null references form on delete cascade,
    file_sha256 text not null references file,
    size bigint not null,
    created_by uuid not null references app_user,
    created_at timestamptz not null default now()
  )`,
  'create index form_picture_of_form on form_picture (form_id)',
  'create index form_picture_file on form_picture (file_sha256)',
  'create index form_picture_old on form_picture (created_at)',

  // Who is editing a form's draft now. A crash may empty it: whoever is still there reports it again.
  `create unlogged table form_editor (
    form_id uuid not null references form on delete cascade,
    user_id uuid not null references app_user on delete cascade,
    seen_at timestamptz not null default now(),
    primary key (form_id, user_id)
  )`,
  'create index form_editor_of_user on form_editor (user_id)',
];
