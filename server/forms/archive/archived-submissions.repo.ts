import { sql } from 'kysely';
import type { SubmissionState } from '#lib/contract/submission-limits.ts';
import type { SubmissionValue } from '#lib/fields/submission-values.ts';
import { insertValues } from '#server/forms/submissions/submission.repo.ts';
import type { Transaction } from '#server/platform/database/database.ts';

export type ImportedFormVersion = {
  version: number;
  title: string;
  description: string;
  language: string;
  fields: string;
  layout: string;
  translations: string;
  created_at: Date;
};

/** Gives a new form the versions that were published where it comes from; here, none of them is. */
export async function insertFormVersions(
  trx: Transaction,
  form: { id: string; importerId: string },
  versions: readonly ImportedFormVersion[],
): Promise<void> {
  for (const version of versions) {
    await trx
      .insertInto('form_version')
      .values({ ...version, form_id: form.id, published_by: form.importerId })
      .execute();
  }
  await trx
    .updateTable('form')
    .set({ awaits_submissions: versions.length > 0 })
    .where('id', '=', form.id)
    .execute();
}

/** Whether a form waits for the submissions of its archive. */
export async function awaitsSubmissions(trx: Transaction, formId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('form')
    .select('awaits_submissions')
    .where('id', '=', formId)
    .where('trashed_at', 'is', null)
    .executeTakeFirst();
  return row?.awaits_submissions ?? false;
}

export async function noteAllSubmissions(trx: Transaction, formId: string): Promise<void> {
  await trx.updateTable('form').set({ awaits_submissions: false }).where('id', '=', formId).execute();
}

/** Which of these submissions are here, or in the trash. */
export async function submissionsAmong(
  trx: Transaction,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from submission where id = any(${ids}::uuid[])
    union all select id from trashed_submission where id = any(${ids}::uuid[])`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

export type ImportedSubmission = {
  id: string;
  version: number;
  data: string;
  typed: string | null;
  state: SubmissionState;
  submitted_by: string | null;
  imported_submitter: string | null;
  language: string | null;
  created_at: Date;
  edited_at: Date | null;
  revision: number;
  values: readonly SubmissionValue[];
};

/** Stores submissions without a token: nobody returns to them by a link of another place. */
export async function insertImportedSubmissions(
  trx: Transaction,
  formId: string,
  submissions: readonly ImportedSubmission[],
): Promise<void> {
  if (submissions.length === 0) return;
  await trx
    .insertInto('submission')
    .values(submissions.map(({ values: _, ...one }) => ({ ...one, form_id: formId })))
    .execute();
  for (const { id, values } of submissions)
    if (values.length > 0) await insertValues(trx, { id, form_id: formId }, values);
}

export type ImportedFormFile = {
  id: string;
  field_id: string;
  submission_id: string;
  file_sha256: string;
  name: string;
  mime: string;
  size: number;
};

export async function insertFormFiles(
  trx: Transaction,
  formId: string,
  files: readonly ImportedFormFile[],
): Promise<void> {
  if (files.length === 0) return;
  await trx
    .insertInto('form_file')
    .values(files.map((file) => ({ ...file, form_id: formId, sender_hash: null })))
    .execute();
}
