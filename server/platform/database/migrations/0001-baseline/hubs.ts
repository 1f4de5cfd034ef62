/** Extensions, stored files and hubs: what everything else refers to. */
export const hubs = [
  // Similar words, folding of accents, and GIN indexes that begin with a hub's or a form's id.
  'create extension if not exists pg_trgm',
  'create extension if not exists unaccent',
  'create extension if not exists btree_gin',
  // Titles as people order them: by the root of the Unicode Collation Algorithm, and "Part 9" before "Part 10".
  "create collation natural_order (provider = icu, locale = 'und-u-kn-true')",

  // Bytes are stored once for all that refer to them.
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
    -- Whoever has a verified address at one of these joins without an invitation.
    join_domains text[] not null default '{}',
    members_create_spaces boolean not null default true,
    -- Whether search engines may show what is public in it.
    allow_indexing boolean not null default false,
    trash_days integer not null default 30 check (trash_days between 1 and 365),
    -- How it writes numbers and dates (BCP 47), its time zone (IANA), and the country of its phone numbers (ISO 3166-1
    -- alpha-2); null until somebody sets them.
    locale text,
    time_zone text,
    country text check (country ~ '^[A-Z]{2}$'),
    -- No references: a hub outlives the accounts of who created or deleted it.
    created_by uuid not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    -- It waits to be purged.
    deleted_at timestamptz,
    deleted_by uuid,
    revision integer not null default 1
  )`,
  'create unique index hub_handle on hub (lower(handle))',
  'create index hub_join_domains on hub using gin (join_domains)',
  'create index hub_deleted on hub (deleted_at) where deleted_at is not null',
];
