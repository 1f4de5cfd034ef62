import type { SubmissionRevision } from '#lib/contract/own-submission.ts';
import type { Submission } from '#lib/contract/submissions.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import type { SubmissionColumns } from './submission-columns.ts';

/** The values replaced by one correction, and the new ones. */
export type SubmissionChange = {
  state: SubmissionRevision;
  fields: { field: FieldDefinition; before: unknown; after: unknown }[];
};

/** The differences between each earlier revision and the next one, the latest first like the revisions. */
export function submissionChanges(
  columns: Pick<SubmissionColumns, 'fields' | 'valueOf'>,
  submission: Pick<Submission, 'version' | 'values'>,
  states: readonly SubmissionRevision[],
): SubmissionChange[] {
  return states.map((state, at) => {
    const next = states[at - 1] ?? submission;
    const fields = columns.fields.flatMap((field) => {
      const before = columns.valueOf(state, field.id);
      const after = columns.valueOf(next, field.id);
      return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ field, before, after }];
    });
    return { state, fields };
  });
}
