import { sql } from 'kysely';
import type { SubmissionState } from '#lib/contract/submission-limits.ts';
import type {
  Submission,
  SubmissionDetail,
  SubmissionNote,
  SubmissionQuery,
} from '#lib/contract/submissions.ts';
import { recordAuditEvent } from '#server/access/audit/record.ts';
import { formAllowed } from '#server/access/policy/form-policy.ts';
import { inTransaction } from '#server/api/route.ts';
import { countryOf } from '#server/forms/definition/form-settings.ts';
import { formAuditTarget, type SignedIn } from '#server/forms/definition/form-target.ts';
import { formInLanguage, publishedVersion } from '#server/forms/definition/version-cache.ts';
import { submissionRowOf } from '#server/forms/destination/destination.repo.ts';
import { parseSubmissionFilter, type ReadableForm } from '#server/forms/filters/submission-filter.ts';
import { filesOfSubmissions } from '#server/forms/uploads/form-file.repo.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';
import { invalid, notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { deleteNote, insertNote, notesOf } from './note.repo.ts';
import { presentNote, presentSubmission } from './submission.presenter.ts';
import { type SubmissionRow, submissionOf } from './submission.repo.ts';
import { cursorOfSubmission, submissionsFrom } from './submission-list.repo.ts';
import { isSubmissionReader } from './submission-reader.repo.ts';
import { parseSubmissionSort } from './submission-sort.ts';

/** The team's data of a submission; null assigns it to nobody. */
export type SubmissionAssignment = {
  state?: SubmissionState | undefined;
  assigned_to?: string | null | undefined;
};

/** @throws ApiError 404 for a submission of another form, or none. */
async function findSubmission(
  database: Database | Transaction,
  form: ReadableForm,
  id: string,
): Promise<SubmissionRow> {
  const row = await submissionOf(database, form.id, id);
  if (!row) throw notFound('This answer');
  return row;
}

/**
 * One submission with its version's fields, in the language in which it was filled, with the team's notes,
 * and the previous and next one in a list.
 * @throws ApiError 404; 422 for an invalid list.
 */
export async function describeSubmission(
  { database }: Pick<Services, 'database'>,
  caller: SignedIn,
  form: ReadableForm,
  id: string,
  query: SubmissionQuery,
): Promise<SubmissionDetail> {
  const row = await findSubmission(database, form, id);
  const version = await publishedVersion(database, form.id, row.version);
  if (!version) throw notFound('This answer');
  const localized = formInLanguage(version, row.language);
  const filter = await parseSubmissionFilter(database, caller, form, query);
  const sort = parseSubmissionSort(query.sort, filter.fieldsById);
  const after = await cursorOfSubmission(database, form.id, sort, row.id);
  const beside = async (backwards: boolean) => {
    const [found] = await submissionsFrom(database, {
      formId: form.id,
      filter,
      sort,
      after,
      backwards,
      limit: 1,
    });
    return found?.id ?? null;
  };
  const [files, notes, written, previous, next] = await Promise.all([
    filesOfSubmissions(database, [row.id]),
    notesOf(database, row.id),
    submissionRowOf(database, row.id),
    beside(true),
    beside(false),
  ]);
  return {
    ...presentSubmission(row, files.get(row.id)),
    title: localized.title,
    fields: localized.fields,
    layout: localized.layout,
    country: countryOf(form),
    notes: notes.map((note) => presentNote(note, caller.user.id, mayDeleteLeft(form))),
    row: written ?? null,
    previous,
    next,
  };
}

/** @throws ApiError 422 for a user who may not read the form's submissions. */
async function requireReader(trx: Transaction, form: ReadableForm, userId: string): Promise<void> {
  if (isId(userId) && (await isSubmissionReader(trx, form, userId))) return;
  throw invalid({ assigned_to: ['Answers can be assigned only to people who may read them'] });
}

/**
 * Sets the state and the assignee of submissions.
 * @returns how many of the ids are submissions of this form
 */
export async function changeSubmissions(
  services: Services,
  form: ReadableForm,
  ids: readonly string[],
  { state, assigned_to }: SubmissionAssignment,
): Promise<number> {
  return inTransaction(services, async (trx) => {
    if (assigned_to) await requireReader(trx, form, assigned_to);
    const { numAffectedRows } = await sql`
      update submission set
        state = coalesce(${state ?? null}, state),
        assigned_to = case when ${assigned_to !== undefined} then ${assigned_to ?? null}::uuid else assigned_to end
      where form_id = ${form.id} and id = any(${ids.filter(isId)}::uuid[])`.execute(trx);
    return Number(numAffectedRows ?? 0);
  });
}

/** The same for one. @throws ApiError 404. */
export async function changeSubmission(
  services: Services,
  form: ReadableForm,
  id: string,
  work: SubmissionAssignment,
): Promise<Submission> {
  if ((await changeSubmissions(services, form, [id], work)) === 0) throw notFound('This answer');
  const row = await findSubmission(services.database, form, id);
  return presentSubmission(row, (await filesOfSubmissions(services.database, [row.id])).get(row.id));
}

/** Adds a note to a submission, for the team only. @throws ApiError 404. */
export async function addSubmissionNote(
  services: Services,
  caller: SignedIn,
  form: ReadableForm,
  id: string,
  body: string,
): Promise<SubmissionNote> {
  const row = await findSubmission(services.database, form, id);
  const noteId = await insertNote(services.database, {
    submissionId: row.id,
    authorId: caller.user.id,
    body,
  });
  const written = (await notesOf(services.database, row.id)).find((note) => note.id === noteId);
  if (!written) throw notFound('This answer');
  return presentNote(written, caller.user.id, mayDeleteLeft(form));
}

/** Notes that somebody left who is not here are for those to delete who delete answers permanently. */
const mayDeleteLeft = (form: ReadableForm) => formAllowed(form).includes('form.delete_submissions');

/**
 * Deletes a note of the caller, or one of somebody who has no account here or left the hub.
 * @throws ApiError 404, also for a note that is another member's.
 */
export async function deleteSubmissionNote(
  services: Services,
  caller: SignedIn,
  form: ReadableForm,
  ids: { submissionId: string; noteId: string },
): Promise<void> {
  const row = await findSubmission(services.database, form, ids.submissionId);
  await inTransaction(services, async (trx) => {
    const deleted = await deleteNote(trx, {
      ...{ submissionId: row.id, id: ids.noteId },
      ...{ callerId: caller.user.id, mayDeleteLeft: mayDeleteLeft(form) },
    });
    if (!deleted) throw notFound('This note');
    if (deleted.isOwn) return;
    await recordAuditEvent(trx, caller, {
      ...formAuditTarget(form),
      action: 'form.note_deleted',
      details: { submission_id: row.id },
    });
  });
}
