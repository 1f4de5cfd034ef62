/** Filling a form: drafts, uploads, requests that are sent again, and how far visitors come. */
export const filling = [
  `create table form_draft (
    -- SHA-256 of the secret in the link, without which the content can't be read.
    token_hash bytea primary key,
    form_id uuid not null references form on delete cascade,
    content_sealed text not null,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,
  'create index form_draft_of_form on form_draft (form_id)',
  'create index form_draft_old on form_draft (expires_at)',

  // Files that come in over several requests.
  `create table form_upload (
    -- Once it is complete, also the id of the form_file.
    id uuid primary key,
    form_id uuid not null references form on delete cascade,
    field_id text not null,
    name text not null,
    size bigint not null,
    -- As in form_file.
    sender_hash bytea,
    created_at timestamptz not null default now()
  )`,
  'create index form_upload_of_form on form_upload (form_id)',
  'create index form_upload_sender on form_upload (sender_hash)',
  'create index form_upload_old on form_upload (created_at)',

  // By the key that the page made for this one submission: it is stored once, from wherever it is sent again.
  `create table submission_once (
    form_id uuid not null references form on delete cascade,
    key_hash bytea not null,
    body_hash bytea not null,
    -- The response to the first request; null only while that is at work.
    answer_sealed text,
    created_at timestamptz not null default now(),
    primary key (form_id, key_hash)
  )`,
  'create index submission_once_old on submission_once (created_at)',

  // How far a visit came: a random id of one visit, for a day or two, and then the counts alone.
  `create table form_visit (
    form_id uuid not null references form on delete cascade,
    visit text not null,
    version integer not null,
    -- Pages count from 0; as many as there are means that the form was submitted.
    page smallint not null,
    day date not null,
    primary key (form_id, visit)
  )`,
  'create index form_visit_ended on form_visit (day)',
  `create table form_visit_count (
    form_id uuid not null references form on delete cascade,
    version integer not null,
    day date not null,
    page smallint not null,
    visits bigint not null,
    primary key (form_id, version, day, page)
  )`,
];
