import { expect, test } from 'vitest';
import type { SubmissionRevision } from '#lib/contract/own-submission.ts';
import { submissionChanges } from './submission-changes.ts';
import { createSubmissionColumns } from './submission-columns.ts';

const field = (id: string) => ({ id, name: id, label: id, type: 'text' as const });
const state = (revision: number, version: number, values: Record<string, unknown>): SubmissionRevision => ({
  revision,
  version,
  values,
  typed: {},
  replaced_at: '2026-01-01T00:00:00Z',
  is_correction: true,
  corrected_by: null,
});

test('compares each earlier state with the one after it, by field whatever it was called', () => {
  const fieldColumns = createSubmissionColumns({
    fields: [field('a'), field('b')],
    versions: [
      { version: 2, names: { a: 'new_a', b: 'b' } },
      { version: 1, names: { a: 'a', b: 'b' } },
    ],
    locale: 'en',
    time_zone: null,
  });
  const currentSubmission = { version: 2, values: { new_a: 'x', b: '3' } };
  const states = [state(2, 1, { a: 'x', b: '2' }), state(1, 1, { a: 'w' })];
  const changedFields = submissionChanges(fieldColumns, currentSubmission, states).map(
    ({ state: { revision }, fields }) => [
      revision,
      fields.map(({ field: { id }, before, after }) => [id, before, after]),
    ],
  );
  expect(changedFields).toEqual([
    [2, [['b', '2', '3']]],
    [
      1,
      [
        ['a', 'w', 'x'],
        ['b', undefined, '2'],
      ],
    ],
  ]);
});
