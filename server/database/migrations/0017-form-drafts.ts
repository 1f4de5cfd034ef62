import { type Kysely, sql } from 'kysely';

/** What was filled in so far, to be gone on with elsewhere; and answers that are stored once, however often they are sent. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database);
}

const STATEMENTS = [
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

  // By the key that whoever fills the form made for this one answer; it holds wherever the answer is sent from.
  `create table submission_once (
    form_id uuid not null references form on delete cascade,
    key_hash bytea not null,
    body_hash bytea not null,
    -- What was answered to the first; null only while that is at work.
    answer_sealed text,
    created_at timestamptz not null default now(),
    primary key (form_id, key_hash)
  )`,
  'create index submission_once_old on submission_once (created_at)',
];
