import { z } from 'zod';
import { SUBMISSION_STATES } from '#lib/contract/submission-limits.ts';
import { noteRequest } from '#lib/contract/submissions.ts';
import { archivedId, archivedMoment, archivedPerson, archivedText } from './archived-values.ts';

/** In the folder of a form: its published versions, a line of JSON for each within a list, and its submissions, a line for each. */
export const FORM_VERSIONS_FILE = 'versions.json';
export const SUBMISSIONS_FILE = 'submissions.jsonl';
/** The notes of the team on these, and what they were before they were changed. */
export const SUBMISSION_NOTES_FILE = 'notes.jsonl';
export const SUBMISSION_HISTORY_FILE = 'history.jsonl';

const NUMBER_MAX = 100_000;
/** So that there are revisions left for anybody who changes it here. */
const REVISION_MAX = 1_000_000;
const LANGUAGE_MAX = 35;
const NAME_MAX = 1_000;
const ID_MAX = 100;
const FILES_MAX = 1_000;
const TYPED_MAX = 10_000;

const language = z
  .string()
  .max(LANGUAGE_MAX)
  .regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8}){0,4}$/);

export const archivedFormVersion = z.object({
  version: z.int().min(1).max(NUMBER_MAX),
  title: z.unknown(),
  description: z.unknown(),
  language: language.catch('en'),
  fields: z.array(z.unknown()),
  layout: z.unknown(),
  translations: z.unknown(),
  created_at: archivedMoment,
});

/** What was given, by its version of the form. */
const archivedValues = {
  version: z.int().min(1).max(NUMBER_MAX),
  values: z.record(z.string(), z.unknown()),
  typed: z.record(z.string(), archivedText(TYPED_MAX)).default({}),
  /** Files, by paths within the folder of the form. */
  files: z
    .array(
      z.object({
        id: archivedId,
        field: z.string().max(ID_MAX),
        name: archivedText(NAME_MAX),
        path: z.string(),
      }),
    )
    .max(FILES_MAX)
    .default([]),
};

export const archivedSubmission = z.object({
  ...archivedValues,
  id: archivedId,
  state: z.enum(SUBMISSION_STATES),
  /** Nobody where it came from a visitor. */
  by: archivedPerson.nullable().default(null),
  language: language.nullable().default(null).catch(null),
  created_at: archivedMoment,
  edited_at: archivedMoment.nullable().default(null),
  revision: z.int().min(1).max(REVISION_MAX).default(1),
});
export type ArchivedSubmission = z.output<typeof archivedSubmission>;

export const archivedNote = z.object({
  id: archivedId,
  submission: archivedId,
  /** Nobody whose account was deleted. */
  author: archivedPerson.nullable().default(null),
  body: noteRequest.shape.body,
  created_at: archivedMoment,
});
export type ArchivedNote = z.output<typeof archivedNote>;

/** What a submission was until it was changed. */
export const archivedRevision = z.object({
  ...archivedValues,
  submission: archivedId,
  revision: z.int().min(1).max(REVISION_MAX),
  replaced_at: archivedMoment,
  is_correction: z.boolean().default(false),
  /** Who of the team corrected it. */
  by: archivedPerson.nullable().default(null),
});
export type ArchivedRevision = z.output<typeof archivedRevision>;
