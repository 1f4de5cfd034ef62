import { sql } from 'kysely';
import type { Values } from '#lib/fields/definition.ts';
import type { SubmissionValue } from '#lib/fields/submission-values.ts';
import type { TypedTexts } from '#lib/fields/validation-run.ts';
import type { FormFileRow } from '#server/forms/uploads/form-file.repo.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { insertValues } from './submission.repo.ts';

/** A submission as its submitter sees it. */
export type OwnSubmissionRow = {
  id: string;
  version: number;
  data: Values;
  typed: TypedTexts | null;
  language: string | null;
  token_hash: Buffer | null;
  submitted_by: string | null;
  revision: number;
  created_at: Date;
  edited_at: Date | null;
};

/** One submission of this form; locked for a change on request. */
export async function ownSubmissionRow(
  database: Database | Transaction,
  formId: string,
  id: string,
  { isLocked = false } = {},
): Promise<OwnSubmissionRow | undefined> {
  const { rows } = await sql<OwnSubmissionRow>`
    select id, version, data, typed, language, token_hash, submitted_by, revision, created_at, edited_at from submission
    where form_id = ${formId} and id = ${id} ${isLocked ? sql`for update` : sql``}`.execute(database);
  return rows[0];
}

/** The files of a submission, including those that it does not name any more, by their ids. */
export async function filesOfSubmission(
  database: Database | Transaction,
  submissionId: string,
): Promise<Map<string, FormFileRow>> {
  const { rows } = await sql<FormFileRow>`
    select id, field_id, name, mime, size, file_sha256 from form_file where submission_id = ${submissionId}`.execute(
    database,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Replaces a submission, which its transaction has locked, and stores the earlier revision. */
export async function replaceSubmission(
  trx: Transaction,
  before: OwnSubmissionRow,
  after: {
    formId: string;
    version: number;
    data: string;
    typed: TypedTexts | null;
    /** Who of the team corrects it; null where its submitter changes it. */
    correctedBy: string | null;
  },
  values: readonly SubmissionValue[],
): Promise<{ revision: number; edited_at: Date }> {
  await sql`insert into submission_edit (submission_id, revision, version, data, typed, corrected_by, is_correction)
    values (${before.id}, ${before.revision}, ${before.version}, ${JSON.stringify(before.data)}::jsonb,
      ${before.typed && JSON.stringify(before.typed)}::jsonb, ${after.correctedBy}, ${after.correctedBy !== null})`.execute(
    trx,
  );
  const { rows } = await sql<{ revision: number; edited_at: Date }>`
    update submission set version = ${after.version}, data = ${after.data}::jsonb,
      typed = ${after.typed && JSON.stringify(after.typed)}::jsonb, revision = revision + 1,
      edited_at = now()
    where id = ${before.id} returning revision, edited_at`.execute(trx);
  const [changed] = rows;
  if (!changed) throw new Error('the answer was held, and is gone');
  await trx.deleteFrom('submission_value').where('submission_id', '=', before.id).execute();
  await insertValues(trx, { id: before.id, form_id: after.formId }, values);
  return changed;
}

export type SubmissionRevisionRow = {
  revision: number;
  version: number;
  data: Values;
  typed: TypedTexts | null;
  replaced_at: Date;
  /** Whether the team corrected it then; otherwise its submitter changed it. */
  is_correction: boolean;
  corrected_by: string | null;
  corrector_name: string;
};

/** The earlier revisions of a submission, the latest first. */
export async function submissionRevisions(
  database: Database,
  submissionId: string,
): Promise<SubmissionRevisionRow[]> {
  const { rows } = await sql<SubmissionRevisionRow>`
    select edit.revision, edit.version, edit.data, edit.typed, edit.replaced_at, edit.is_correction, edit.corrected_by,
      coalesce(trim(corrector.first_name || ' ' || corrector.last_name), edit.imported_corrector, '') as corrector_name
    from submission_edit edit left join app_user corrector on corrector.id = edit.corrected_by
    where edit.submission_id = ${submissionId} order by edit.revision desc`.execute(database);
  return rows;
}
