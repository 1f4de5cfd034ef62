import { type Kysely, sql } from 'kysely';

/** Forms, their immutable versions, and the answers given to them. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database);
}

const STATEMENTS = [
  // Title, description and fields are the draft, for editors alone; what others see is the published version.
  `create table form (
    id uuid primary key,
    hub_id uuid not null references hub on delete cascade,
    space_id uuid not null references space on delete cascade,
    scope_id uuid not null references scope deferrable initially deferred,
    -- Its public address; it says nothing of the form, and never changes.
    slug text not null unique,
    title text not null,
    description text not null default '',
    visibility text not null check (visibility in ('public', 'shared', 'private')),
    fields jsonb not null default '[]',
    settings jsonb not null default '{}',
    -- The draft differs from the published version.
    is_changed boolean not null default true,
    published_version integer,
    revision integer not null default 1,
    created_by uuid not null references app_user,
    updated_by uuid not null references app_user,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    trashed_at timestamptz,
    trashed_by uuid
  )`,
  'create index form_of_space on form (space_id, updated_at desc, id desc) where trashed_at is null',
  'create index form_of_scope on form (scope_id)',
  'create index form_trashed on form (trashed_at) where trashed_at is not null',

  `create table form_grant (
    form_id uuid not null references form on delete cascade,
    user_id uuid not null references app_user on delete cascade,
    role text not null check (role in ('owner', 'editor', 'commenter', 'viewer')),
    added_by uuid references app_user on delete set null,
    created_at timestamptz not null default now(),
    primary key (form_id, user_id)
  )`,
  'create index form_grant_of_user on form_grant (user_id)',

  // The access list of a form that differs from its space's, as an item's.
  'alter table scope add column form_id uuid',
  'create unique index scope_form on scope (form_id) where form_id is not null',

  `create table form_version (
    form_id uuid not null references form on delete cascade,
    version integer not null,
    title text not null,
    description text not null,
    fields jsonb not null,
    published_by uuid not null references app_user,
    created_at timestamptz not null default now(),
    primary key (form_id, version)
  )`,
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

  // What was answered, keyed by field name: the truth. Ids grow with time, so they are the order too.
  `create table submission (
    id uuid primary key,
    form_id uuid not null,
    version integer not null,
    data jsonb not null,
    state text not null default 'new' check (state in ('new', 'seen', 'done')),
    submitted_by uuid references app_user on delete set null,
    -- Who answered, where one answer a person is wanted: an account, or a keyed hash of an address.
    person_key text,
    created_at timestamptz not null default now(),
    foreign key (form_id, version) references form_version on delete cascade
  )`,
  'create index submission_of_form on submission (form_id, id)',
  // For counts by version, state and day, without reading what was answered.
  'create index submission_counts on submission (form_id, version, state, created_at)',
  'create unique index submission_of_person on submission (form_id, person_key) where person_key is not null',

  // The answers again, a value a row, for summaries: written in the transaction of their submission.
  `create table submission_value (
    submission_id uuid not null references submission on delete cascade,
    form_id uuid not null,
    field_id text not null,
    -- Counts the values of a field in one submission from 0.
    position integer not null,
    text text,
    num double precision,
    ts timestamptz,
    bool boolean,
    option text,
    primary key (submission_id, field_id, position)
  )`,
  'create index submission_value_summary on submission_value (form_id, field_id, position, option, num, ts, bool)',

  // Files that were given as answers; without a submission, for a day.
  `create table form_file (
    id uuid primary key,
    form_id uuid not null references form on delete cascade,
    field_id text not null,
    submission_id uuid references submission on delete cascade,
    file_sha256 text not null references file,
    name text not null,
    mime text,
    size bigint not null,
    created_at timestamptz not null default now()
  )`,
  'create index form_file_of_submission on form_file (submission_id) where submission_id is not null',
  'create index form_file_waiting on form_file (created_at) where submission_id is null',
  'create index form_file_of_form on form_file (form_id)',
  'create index form_file_of_file on form_file (file_sha256)',
];
