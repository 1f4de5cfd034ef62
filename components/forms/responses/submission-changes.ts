import type { SubmissionRevision } from '#lib/contract/own-submission.ts';
import type { Submission } from '#lib/contract/submissions.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import type { SubmissionColumns } from './submission-columns.ts';

/** What was replaced at one time, and by what. */
export type SubmissionChange = {
  state: SubmissionRevision;
  fields: { field: FieldDefinition; before: unknown; after: unknown }[];
};

/** What changed from each earlier state to the one after it, the latest first as the states are. */
export function submissionChanges(
  asked: Pick<SubmissionColumns, 'fields' | 'valueOf'>,
  answer: Pick<Submission, 'version' | 'values'>,
  states: readonly SubmissionRevision[],
): SubmissionChange[] {
  return states.map((state, at) => {
    const next = states[at - 1] ?? answer;
    const fields = asked.fields.flatMap((field) => {
      const before = asked.valueOf(state, field.id);
      const after = asked.valueOf(next, field.id);
      return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ field, before, after }];
    });
    return { state, fields };
  });
}
