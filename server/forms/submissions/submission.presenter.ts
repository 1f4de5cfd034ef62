import type { Submission, SubmissionNote } from '#lib/contract/submissions.ts';
import type { SubmissionFile } from '#server/forms/uploads/form-file.repo.ts';
import type { NoteRow } from './note.repo.ts';
import type { SubmissionRow } from './submission.repo.ts';

const person = (id: string | null, name: string) => (id === null ? null : { id, name });
/** Of an imported one its name alone may be known. */
export const personOrName = (id: string | null, name: string) => person(id ?? (name ? '' : null), name);

/** A submission as its readers see it, by the names of its version's fields. */
export function presentSubmission(row: SubmissionRow, files: readonly SubmissionFile[] = []): Submission {
  return {
    id: row.id,
    version: row.version,
    state: row.state,
    submitted_by: personOrName(row.submitted_by, row.submitter_name),
    assigned_to: person(row.assigned_to, row.assignee_name),
    created_at: row.created_at.toISOString(),
    revision: row.revision,
    edited_at: row.edited_at?.toISOString() ?? null,
    language: row.language,
    notes_count: row.notes,
    values: row.data,
    typed: row.typed ?? {},
    files: Object.fromEntries(files.map(({ id, name, size, mime }) => [id, { name, size, mime }])),
  };
}

/** A note of the team on a submission. @param mayDeleteLeft whether the caller may delete what somebody left who is not here */
export function presentNote(row: NoteRow, callerId: string, mayDeleteLeft: boolean): SubmissionNote {
  const isOwn = row.author_id === callerId;
  return {
    id: row.id,
    author: personOrName(row.author_id, row.author_name),
    body: row.body,
    created_at: row.created_at.toISOString(),
    is_mine: isOwn,
    may_delete: isOwn || (mayDeleteLeft && row.is_left),
  };
}
