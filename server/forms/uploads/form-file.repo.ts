import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { deleteInBatches } from '#server/platform/database/delete-in-batches.ts';
import { isId } from '#server/platform/database/id.ts';

/** A file of a submission, or one that waits for it. */
export type FormFileRow = {
  id: string;
  field_id: string;
  name: string;
  mime: string | null;
  size: number;
  file_sha256: string;
};

/** Files wait this long for their submission, in hours (docs/contract.md §4). */
export const PENDING_FILE_HOURS = 24;

const COLUMNS = sql.raw('id, field_id, name, mime, size, file_sha256');

/** Those of the files that still wait for a submission to this form, by their ids. */
export async function pendingFiles(
  database: Database | Transaction,
  formId: string,
  ids: readonly string[],
): Promise<Map<string, FormFileRow>> {
  const wanted = ids.filter(isId);
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<FormFileRow>`
    select ${COLUMNS} from form_file
    where id = any(${wanted}::uuid[]) and form_id = ${formId} and submission_id is null
      and created_at > now() - make_interval(hours => ${PENDING_FILE_HOURS})`.execute(database);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Assigns waiting files to a submission. @returns how many still waited. */
export async function claimFiles(
  trx: Transaction,
  submissionId: string,
  ids: readonly string[],
): Promise<number> {
  const { numAffectedRows } =
    await sql`update form_file set submission_id = ${submissionId}, sender_hash = null
    where id = any(${ids}::uuid[]) and submission_id is null`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** A file of one of the form's submissions. */
export async function submittedFile(
  database: Database,
  formId: string,
  id: string,
): Promise<FormFileRow | undefined> {
  if (!isId(id)) return undefined;
  const { rows } = await sql<FormFileRow>`
    select ${COLUMNS} from form_file
    where id = ${id} and form_id = ${formId} and submission_id is not null`.execute(database);
  return rows[0];
}

/** Deletes files that waited too long; their bytes are deleted by the next purge. */
export async function deleteExpiredPendingFiles(database: Database, signal: AbortSignal): Promise<void> {
  const isOver = sql`submission_id is null and created_at < now() - make_interval(hours => ${PENDING_FILE_HOURS})`;
  await deleteInBatches(database, 'form_file', isOver, signal);
}

/** Names of the files of some submissions, by the files' ids. */
export async function submissionFileNames(
  database: Database,
  submissionIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from form_file where submission_id = any(${submissionIds}::uuid[])`.execute(database);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export type SubmissionFile = {
  id: string;
  submission_id: string;
  field_id: string;
  name: string;
  size: number;
  mime: string | null;
};

/** The files of some submissions, by the submissions' ids. */
export async function filesOfSubmissions(
  database: Database | Transaction,
  submissionIds: readonly string[],
): Promise<Map<string, SubmissionFile[]>> {
  if (submissionIds.length === 0) return new Map();
  const { rows } = await sql<SubmissionFile>`
    select id, submission_id, field_id, name, size, mime from form_file
    where submission_id = any(${submissionIds}::uuid[]) order by id`.execute(database);
  return Map.groupBy(rows, ({ submission_id }) => submission_id);
}
