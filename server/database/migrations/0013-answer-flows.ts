import { type Kysely, sql } from 'kysely';

/** Where answers go on to: back to who gave them, to other programs, and into search. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database);
}

const STATEMENTS = [
  // Of the link by which somebody comes back to an answer: SHA-256 of its secret.
  'alter table submission add column token_hash bytea',
  'alter table submission add column revision integer not null default 1',
  'alter table submission add column edited_at timestamptz',
  // What an answer was before it was changed.
  `create table submission_edit (
    submission_id uuid not null references submission on delete cascade,
    -- The state that it was, counted from 1.
    revision integer not null,
    version integer not null,
    data jsonb not null,
    -- Until when it was the answer.
    replaced_at timestamptz not null default now(),
    primary key (submission_id, revision)
  )`,

  `create table webhook (
    id uuid primary key,
    hub_id uuid not null references hub on delete cascade,
    -- Null for one that is told of all forms of the hub.
    form_id uuid references form on delete cascade,
    url text not null,
    description text not null default '',
    events text[] not null,
    secret_sealed text not null,
    -- After a rotation, deliveries carry a signature by the old secret too, until then.
    old_secret_sealed text,
    old_secret_until timestamptz,
    is_active boolean not null default true,
    -- Since when every delivery has failed.
    failing_since timestamptz,
    -- It could not be reached: nothing is sent to it before then.
    retry_at timestamptz,
    -- Turned off by the app, after it had failed for long.
    disabled_at timestamptz,
    revision integer not null default 1,
    created_by uuid not null references app_user,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  'create index webhook_of_hub on webhook (hub_id, form_id)',
  'create index webhook_of_form on webhook (form_id) where form_id is not null',

  // What has to be told, and what became of it. It holds ids alone: what is sent is read when it is sent.
  `create table webhook_delivery (
    id uuid primary key,
    webhook_id uuid not null references webhook on delete cascade,
    -- One for all that are told of an event, and for each try.
    event_id uuid not null,
    event text not null,
    form_id uuid,
    submission_id uuid,
    state text not null default 'queued' check (state in ('queued', 'delivered', 'failed')),
    tries integer not null default 0,
    -- Of the last try.
    status integer,
    ms integer,
    error text,
    next_try_at timestamptz,
    created_at timestamptz not null default now(),
    ended_at timestamptz
  )`,
  'create index webhook_delivery_of_webhook on webhook_delivery (webhook_id, id desc)',
  'create index webhook_delivery_old on webhook_delivery (created_at)',

  // What search finds of forms and of their answers. Rights are asked of the form, in the query itself.
  `create table form_passage (
    id bigint generated always as identity primary key,
    hub_id uuid not null references hub on delete cascade,
    form_id uuid not null references form on delete cascade,
    -- Null for the form itself.
    submission_id uuid references submission on delete cascade,
    body text not null,
    lexemes tsvector not null
  )`,
  'create unique index form_passage_of_form on form_passage (form_id) where submission_id is null',
  'create unique index form_passage_of_submission on form_passage (submission_id) where submission_id is not null',
  'create index form_passage_lexemes on form_passage using gin (lexemes) with (fastupdate = off)',
  // Up to which answer a form's answers stand there; those after it are put there soon.
  `create table answer_index (
    form_id uuid primary key references form on delete cascade,
    indexed_to uuid not null
  )`,
];
