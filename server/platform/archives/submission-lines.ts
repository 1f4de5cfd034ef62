import { z } from 'zod';
import { SUBMISSION_STATES } from '#lib/contract/submission-limits.ts';
import { archivedId, archivedMoment, archivedPerson, archivedText } from './archived-values.ts';

/** In the folder of a form: its published versions, a line of JSON for each within a list, and its submissions, a line for each. */
export const FORM_VERSIONS_FILE = 'versions.json';
export const SUBMISSIONS_FILE = 'submissions.jsonl';

const NUMBER_MAX = 100_000;
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

export const archivedSubmission = z.object({
  id: archivedId,
  version: z.int().min(1).max(NUMBER_MAX),
  state: z.enum(SUBMISSION_STATES),
  /** Nobody where it came from a visitor. */
  by: archivedPerson.nullable().default(null),
  language: language.nullable().default(null).catch(null),
  created_at: archivedMoment,
  edited_at: archivedMoment.nullable().default(null),
  values: z.record(z.string(), z.unknown()),
  typed: z.record(z.string(), archivedText(TYPED_MAX)).default({}),
  /** Its files, by paths within the folder of the form. */
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
});
export type ArchivedSubmission = z.output<typeof archivedSubmission>;
