import { type Kysely, sql } from 'kysely';

/** Answers in the trash, apart from the others; and who of a team corrected one. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database);
}

const STATEMENTS = [
  // An answer in the trash is no row of `submission`: no count, list, summary, export or search can come upon it.
  `create table trashed_submission (
    id uuid primary key,
    form_id uuid not null references form on delete cascade,
    -- When it was given.
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

  // Who of the team changed it; null where whoever gave it did.
  'alter table submission_edit add column corrected_by uuid references app_user on delete set null',
  'alter table submission_edit add column is_correction boolean not null default false',
  'create index submission_edit_by on submission_edit (corrected_by) where corrected_by is not null',
];
