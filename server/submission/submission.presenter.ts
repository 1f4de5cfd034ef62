import type { Submission } from '#lib/contract/form.ts';
import type { SubmissionRow } from './submission.repo.ts';

/** An answer as its readers see it, by the names of the fields that it was asked by. */
export function presentSubmission(row: SubmissionRow): Submission {
  return {
    id: row.id,
    version: row.version,
    state: row.state,
    submitted_by: row.submitted_by === null ? null : { id: row.submitted_by, name: row.submitter_name },
    created_at: row.created_at.toISOString(),
    language: row.language,
    values: row.data,
  };
}
