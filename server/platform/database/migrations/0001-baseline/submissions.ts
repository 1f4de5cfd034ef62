/** An index of the values of one type: each value stands in one of these indexes alone. */
const valueIndex = (name: string, key: string, column: string) =>
  `create index submission_value_${name} on submission_value (form_id, field_id, ${key}, submission_id, position)
    where ${column} is not null`;

/** What was submitted to forms, in the forms in which it is listed, counted, corrected and trashed. */
export const submissions = [
  // Keyed by field name. Ids grow with time, so they are the order too.
  `create table submission (
    id uuid primary key,
    form_id uuid not null,
    version integer not null,
    data jsonb not null,
    -- By path: what was typed for a value that is stored in another form. Null where all is as it was typed.
    typed jsonb,
    -- In which the form was filled.
    language text,
    state text not null default 'new' check (state in ('new', 'seen', 'done')),
    assigned_to uuid references app_user on delete set null,
    submitted_by uuid references app_user on delete set null,
    -- Who submitted it, where a form takes one submission a person: an account, or a keyed hash of an address.
    person_key text,
    -- SHA-256 of the secret in the link by which it is edited afterwards.
    token_hash bytea,
    revision integer not null default 1,
    edited_at timestamptz,
    created_at timestamptz not null default now(),
    foreign key (form_id, version) references form_version on delete cascade
  )`,
  // Lists, and counts by version, state and day, are read from the index, without the data.
  'create index submission_listed on submission (form_id, id) include (version, state, created_at)',
  'create index submission_of_version on submission (form_id, version)',
  'create index submission_of_state on submission (form_id, state, id)',
  'create index submission_assigned on submission (assigned_to, form_id, id) where assigned_to is not null',
  'create unique index submission_of_person on submission (form_id, person_key) where person_key is not null',

  // The lexemes of a submission; of one that is very long, those at its beginning: an index entry has a limit.
  `create function submission_words(data jsonb) returns tsvector language sql immutable parallel safe
    return case when length(data::text) < 300000
      then jsonb_to_tsvector('pg_catalog.simple'::regconfig, data, '["string", "numeric"]')
      else to_tsvector('pg_catalog.simple'::regconfig, left(data::text, 300000)) end`,
  // New lexemes wait in a list until a background task merges them. The list is longer than what comes between two
  // merges, so that no submission waits for one.
  `create index submission_words on submission using gin (form_id, submission_words(data))
    with (gin_pending_list_limit = 2048)`,

  // The data again, a value a row, for sorting, filters and summaries: written in the transaction of its submission.
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
  valueIndex('num', 'num', 'num'),
  valueIndex('ts', 'ts', 'ts'),
  valueIndex('option', 'option', 'option'),
  // The order of texts is the one that people expect.
  valueIndex('text', 'text collate "und-x-icu"', 'text'),
  `create index submission_value_other on submission_value (form_id, field_id, submission_id, position)
    where num is null and ts is null and option is null and text is null`,

  // Files that were submitted; without a submission, for a day.
  `create table form_file (
    id uuid primary key,
    form_id uuid not null references form on delete cascade,
    field_id text not null,
    submission_id uuid references submission on delete cascade,
    file_sha256 text not null references file,
    name text not null,
    mime text,
    size bigint not null,
    -- A keyed hash of an account or an address, which bounds what one sender has waiting; cleared by the submission.
    sender_hash bytea,
    created_at timestamptz not null default now()
  )`,
  'create index form_file_of_submission on form_file (submission_id) where submission_id is not null',
  'create index form_file_waiting on form_file (created_at) where submission_id is null',
  'create index form_file_of_form on form_file (form_id)',
  'create index form_file_of_form_waiting on form_file (form_id) where submission_id is null',
  'create index form_file_sender on form_file (sender_hash) where submission_id is null',
  'create index form_file_of_file on form_file (file_sha256)',

  `create table submission_note (
    id uuid primary key,
    submission_id uuid not null references submission on delete cascade,
    author_id uuid references app_user on delete set null,
    body text not null,
    created_at timestamptz not null default now()
  )`,
  'create index submission_note_of on submission_note (submission_id, id)',
  'create index submission_note_author on submission_note (author_id)',

  // What a submission was before it was changed.
  `create table submission_edit (
    submission_id uuid not null references submission on delete cascade,
    -- The revision that it was, counted from 1.
    revision integer not null,
    version integer not null,
    data jsonb not null,
    typed jsonb,
    -- Until when it was the current one.
    replaced_at timestamptz not null default now(),
    -- Who of the team corrected it; null also where its submitter edited it, which is no correction.
    corrected_by uuid references app_user on delete set null,
    is_correction boolean not null default false,
    primary key (submission_id, revision)
  )`,
  'create index submission_edit_by on submission_edit (corrected_by) where corrected_by is not null',

  // A submission in the trash is no row of submission: no count, list, summary, export or search can come upon it.
  `create table trashed_submission (
    id uuid primary key,
    form_id uuid not null references form on delete cascade,
    -- When it was submitted.
    created_at timestamptz not null,
    trashed_at timestamptz not null default now(),
    trashed_by uuid references app_user on delete set null,
    -- Its rows as they were: {submission, values, notes, edits}.
    rows jsonb not null
  )`,
  'create index trashed_submission_of_form on trashed_submission (form_id, trashed_at, id)',
  'create index trashed_submission_over on trashed_submission (trashed_at)',
  'create index trashed_submission_by on trashed_submission (trashed_by) where trashed_by is not null',
  `create table trashed_form_file (
    id uuid primary key,
    submission_id uuid not null references trashed_submission on delete cascade,
    file_sha256 text not null references file,
    row jsonb not null
  )`,
  'create index trashed_form_file_of on trashed_form_file (submission_id)',
  'create index trashed_form_file_of_file on trashed_form_file (file_sha256)',
];
