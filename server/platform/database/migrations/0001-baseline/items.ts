// The expressions by which lists of items are ordered: an index serves an order only if the query writes the same.
const IS_FOLDER = "((kind = 'folder')::int)";
const TITLE = '(title collate natural_order)';
const KIND = `(case kind when 'document' then 1 when 'table' then 2 when 'email' then 3 when 'contact' then 4
  when 'image' then 5 when 'media' then 6 when 'general' then 7 else 0 end)`;

/** What lies directly in a folder, or at a scope's top level, in an order. */
const inPlace = (name: string, keys: string) =>
  `create index item_place_by_${name} on item (scope_id, parent_id, ${keys}) where trashed_at is null`;

/** All that lies in a scope, in an order. */
const inScope = (name: string, keys: string) =>
  `create index item_scope_by_${name} on item (scope_id, ${keys}) where trashed_at is null`;

/** Both, read forwards or backwards. Folders come first, except within what one person created. */
const listsBy = (name: string, keys: string) => [inPlace(name, keys), inScope(name, keys)];

/** Items: documents, tables, files and folders, their grants, and what is derived from them. */
export const items = [
  `create table item (
    id uuid primary key,
    hub_id uuid not null references hub on delete cascade,
    space_id uuid not null references space on delete cascade,
    scope_id uuid not null references scope deferrable initially deferred,
    parent_id uuid references item on delete cascade,
    kind text not null check (kind in ('document', 'table', 'email', 'contact', 'general', 'image', 'media', 'folder')),
    title text not null,
    visibility text not null default 'shared' check (visibility in ('public', 'shared', 'private')),
    -- The Markdown of a document; other items have a file, or neither.
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
    trashed_by uuid,
    -- Deleted for good: nobody can restore it, and what lies in it is being deleted in batches.
    purged_at timestamptz check (purged_at is null or trashed_at is not null)
  )`,
  // A list is read from the scopes that its reader may see, or, where they are many, from the space.
  'create index item_of_scope on item (scope_id, updated_at desc, id desc)',
  'create index item_of_scope_kind on item (scope_id, kind, updated_at desc, id desc) where trashed_at is null',
  'create index item_of_space on item (space_id, updated_at desc, id desc) where trashed_at is null',
  'create index item_of_folder on item (parent_id, updated_at desc, id desc) where parent_id is not null',
  ...listsBy('changed', `${IS_FOLDER}, updated_at, id`),
  // Ids grow with time: this is the order of creation.
  ...listsBy('made', `${IS_FOLDER}, id`),
  ...listsBy('title', `${IS_FOLDER}, ${TITLE}, id`),
  ...listsBy('size', `${IS_FOLDER}, size, id`),
  ...listsBy('kind', `${IS_FOLDER}, ${KIND}, ${TITLE}, id`),
  ...listsBy('creator', `created_by, ${IS_FOLDER}, id`),
  'create index item_file on item (file_sha256) where file_sha256 is not null',
  'create index item_trashed on item (space_id, trashed_at desc) where trashed_at is not null',
  'create index item_trashed_of_hub on item (hub_id, trashed_at desc, id desc) where trashed_at is not null',
  'create index item_purged on item (id) where purged_at is not null',

  `create table item_grant (
    item_id uuid not null references item on delete cascade,
    user_id uuid not null references app_user on delete cascade,
    role text not null check (role in ('owner', 'editor', 'commenter', 'viewer')),
    -- Null where their own act gave it to them.
    added_by uuid references app_user on delete set null,
    created_at timestamptz not null default now(),
    primary key (item_id, user_id)
  )`,
  'create index item_grant_of_user on item_grant (user_id, created_at desc)',

  // Who in general could see an item when it went into the trash: its parent may be opened before it is restored.
  `create table trashed_readers (
    item_id uuid primary key references item on delete cascade,
    -- Of '*', 'members' and 'admins'.
    principals text[] not null
  )`,

  // Folders that were restored while what went into the trash with them still follows, in batches.
  `create table restoring_folder (
    folder_id uuid not null references item on delete cascade,
    -- When what lies in it went into the trash, with the folder.
    moment timestamptz not null,
    -- The folder that somebody restored, whose job this is.
    root_id uuid not null,
    primary key (folder_id, moment)
  )`,
  'create index restoring_folder_of_root on restoring_folder (root_id, folder_id)',

  // Folders that have a scope of their own while something in them is not in it yet: that is changed in batches.
  `create table separating_folder (
    folder_id uuid primary key references item on delete cascade,
    -- The large folder whose own scope it is, and whose job.
    root_id uuid not null
  )`,
  'create index separating_folder_of_root on separating_folder (root_id, folder_id)',

  // Long documents as HTML, by their content: rendered when they are saved, or first read.
  `create table document_html (
    item_id uuid primary key references item on delete cascade,
    -- Of the Markdown and of the renderer's version.
    content_hash text not null,
    -- Null where it could not be rendered within the limits.
    html text,
    failures integer not null default 0,
    -- When that is tried again.
    again_at timestamptz
  )`,
];
