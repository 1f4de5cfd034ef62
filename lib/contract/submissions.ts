import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { fieldDefinitions, fieldValues, formLayout } from '#lib/contract/form-definition.ts';
import { submissionRow } from '#lib/contract/form-destination.ts';
import { pageQuery } from '#lib/contract/pagination.ts';
import { BULK_MAX, NOTE_MAX, SUBMISSION_STATES } from '#lib/contract/submission-limits.ts';
import {
  choiceField,
  idField,
  queryChoice,
  queryDate,
  queryText,
  textField,
} from '#lib/contract/text-field.ts';
import * as message from '#lib/text/messages.ts';

/** What the team reads of a form's submissions, and does with them. */

/** Characters of a filter in an address. */
const FILTER_MAX = 8_000;

const version = queryText('Version', { max: 10 }).transform((value) => {
  const number = Number(value);
  return value === undefined || !Number.isInteger(number) || number < 1 || number > 2 ** 31 - 1
    ? undefined
    : number;
});

const submissionFilters = {
  state: queryChoice('State', SUBMISSION_STATES),
  version,
  /** A day or a time; a whole day is included, in the time zone of the form, else its hub's. */
  from: queryDate('From'),
  to: queryDate('To'),
  /** An account's id, `me`, or `none` for unassigned ones. */
  assignee: queryText('Assignee', { max: 100 }),
  /** Words anywhere in the submission; the beginning of a word is enough. */
  q: queryText('Search'),
  /**
   * A condition of the field engine as JSON, over the fields of all versions, including nested forms. Parts
   * of texts match regardless of case; of fields with several values, any one matches.
   */
  filter: queryText('Filter', { max: FILTER_MAX }),
};

const submissionSort = {
  /**
   * `created_at` or a field as `field:<id>`, with `-` before it for descending order; by default the newest
   * first.
   */
  sort: queryText('Sort', { max: 120 }),
};

export const submissionFilterQuery = z.object(submissionFilters);
export type SubmissionFilterQuery = z.output<typeof submissionFilterQuery>;

export const submissionListQuery = z.object({
  ...pageQuery,
  /** `next` of the page before; without it, by `page`. */
  after: queryText('After', { max: 2_000 }),
  ...submissionSort,
  ...submissionFilters,
});
export type SubmissionListQuery = z.output<typeof submissionListQuery>;

/** For one submission: the list in which it is read, for the previous and next one. */
export const submissionQuery = z.object({ ...submissionSort, ...submissionFilters });
export type SubmissionQuery = z.output<typeof submissionQuery>;

export const newerSubmissionsQuery = z.object({ than: idField('Answer') });
export const newerSubmissions = z.object({
  /** Up to `NEWER_COUNT_MAX`. */
  count: z.number(),
});

export const submissionCount = z.object({
  /** Those that match, up to `SUBMISSION_COUNT_MAX`. */
  count: z.number(),
  /** All of the form, up to `SUBMISSION_COUNT_MAX`. */
  total: z.number(),
});
export type SubmissionCount = z.output<typeof submissionCount>;

const person = z.object({ id: z.string(), name: z.string() });

const submissionFile = z.object({
  name: z.string(),
  size: z.number(),
  mime: z.string().nullable(),
});

export const submission = z.object({
  id: z.string(),
  version: z.number(),
  state: z.enum(SUBMISSION_STATES),
  /** Null for a visitor, or a deleted account; without an id where an import knows somebody only by name. */
  submitted_by: person.nullable(),
  /** The assignee in the team. */
  assigned_to: person.nullable(),
  created_at: z.string(),
  /** For `If-Match`. */
  revision: z.number(),
  /** The last change, by its submitter or the team. */
  edited_at: z.string().nullable(),
  language: z.string().nullable(),
  notes_count: z.number(),
  values: fieldValues,
  /** By path, what was typed for values that are stored in another format: phone numbers, addresses. */
  typed: z.record(z.string(), z.string()),
  /** The files that the values name, or named before they were changed. */
  files: z.record(z.string(), submissionFile),
});
export type Submission = z.output<typeof submission>;

export const submissionNote = z.object({
  id: z.string(),
  /** Null once the account is deleted; without an id where an import knows somebody only by name. */
  author: person.nullable(),
  body: z.string(),
  created_at: z.string(),
  /** Whether the caller wrote it. */
  is_mine: z.boolean(),
  /** Whether the caller may delete it: as its author, or for one who is not here. */
  may_delete: z.boolean(),
});
export type SubmissionNote = z.output<typeof submissionNote>;

/** One submission with its form's fields. */
export const submissionDetail = submission.extend({
  title: z.string(),
  fields: fieldDefinitions,
  layout: formLayout,
  notes: z.array(submissionNote),
  /** What became of it in the form's table; null where it was never sent there. */
  row: submissionRow.nullable(),
  /** The country of phone numbers without a country code. */
  country: z.string().nullable(),
  /** The previous and the next one in the requested list. */
  previous: z.string().nullable(),
  next: z.string().nullable(),
});
export type SubmissionDetail = z.output<typeof submissionDetail>;

const statusChange = {
  state: choiceField('State', SUBMISSION_STATES).optional(),
  /** Null assigns it to nobody. */
  assigned_to: idField('Person').nullable().optional(),
};
const hasChange = ({ state, assigned_to }: { state?: unknown; assigned_to?: unknown }) =>
  state !== undefined || assigned_to !== undefined;
const nothing = { error: 'Send a state, or who it is assigned to', path: ['state'] };

export const changeSubmissionRequest = z.object(statusChange).refine(hasChange, nothing);

const ids = z
  .array(idField('Answer'), { error: message.invalidType('Answers', 'list') })
  .min(1, message.minCount('Answers', 1))
  .max(BULK_MAX, message.maxCount('Answers', BULK_MAX));

export const changeSubmissionsRequest = z.object({ ids, ...statusChange }).refine(hasChange, nothing);
export const deleteSubmissionsRequest = z.object({ ids });
/** A submission in the trash. */
export const trashedSubmission = z.object({
  id: z.string(),
  version: z.number(),
  values: fieldValues,
  created_at: z.string(),
  submitted_by: person.nullable(),
  trashed_at: z.string(),
  trashed_by: person.nullable(),
  /** When it is permanently deleted. */
  gone_at: z.string(),
});
export type TrashedSubmission = z.output<typeof trashedSubmission>;
export const trashedSubmissionsQuery = z.object(pageQuery);
/** How many of them there were. */
export const changedSubmissions = z.object({ count: z.number() });

export const noteRequest = z.object({ body: textField('Note', { max: NOTE_MAX, multiline: true }) });
export const noteParams = z.object({
  id: idField('Form'),
  submission_id: idField('Answer'),
  note_id: idField('Note'),
});

export const submissionReadersQuery = z.object({ q: queryText('Search') });
/** A person who may read the submissions, and so be assigned to them. */
export const submissionReader = z.object({ id: z.string(), name: z.string() });
export type SubmissionReader = z.output<typeof submissionReader>;

/** The fields of all versions, for tables and filters. */
export const submissionFields = z.object({
  /** Outermost fields as in their newest version, including removed options; removed fields come last. */
  fields: fieldDefinitions,
  /** The name of each field's value in the submissions of a version. */
  versions: z.array(z.object({ version: z.number(), names: z.record(z.string(), z.string()) })),
  /** How the form's page writes numbers and days (BCP 47), and whose clocks its times are of (IANA). */
  locale: z.string(),
  time_zone: z.string().nullable(),
});
export type SubmissionFields = z.output<typeof submissionFields>;

export const SUBMISSION_FORMATS = ['csv', 'csv_lists', 'xlsx', 'json', 'files'] as const;
export type SubmissionFormat = (typeof SUBMISSION_FORMATS)[number];
export const CSV_TARGETS = ['spreadsheets', 'databases'] as const;
export type CsvTarget = (typeof CSV_TARGETS)[number];
export const EXPORT_HEADINGS = ['label', 'name'] as const;
export type ExportHeading = (typeof EXPORT_HEADINGS)[number];
export const submissionExportQuery = z.object({
  format: queryChoice('Format', SUBMISSION_FORMATS).transform((value) => value ?? 'csv'),
  /** The headers of the columns. */
  columns: queryChoice('Columns', EXPORT_HEADINGS).transform((value) => value ?? 'label'),
  /**
   * The program that reads a CSV. For spreadsheets, no text can be taken for a formula, and times are in the
   * form's time zone; for databases, everything is as it is stored, and times are UTC.
   */
  for: queryChoice('For', CSV_TARGETS).transform((value) => value ?? 'spreadsheets'),
  ...submissionFilters,
});

const textCount = z.object({ text: z.string(), count: z.number() });

/** The values of one field, over all submissions and versions. */
export const fieldSummary = z.object({
  id: z.string(),
  /** Its path in the values: `people.mail` in a nested form. */
  name: z.string(),
  label: z.string(),
  type: z.string(),
  /** Submissions with a value here. */
  answered: z.number(),
  /** The total number of values: more than `answered` where several can be given. */
  values: z.number(),
  options: z.array(z.object({ id: z.string(), label: z.string(), count: z.number() })).optional(),
  /** Texts instead of an option: how many, and the most frequent ones. */
  other: z.object({ count: z.number(), frequent: z.array(textCount) }).optional(),
  numbers: z
    .object({
      min: z.number(),
      max: z.number(),
      mean: z.number().nullable(),
      sum: z.number().nullable(),
      /** To four digits. */
      median: z.number(),
      /** From `from` to below `to`; the last one with its end. One number where both are the same. */
      histogram: z.array(z.object({ from: z.number(), to: z.number(), count: z.number() })),
    })
    .optional(),
  times: z
    .object({
      first: z.string(),
      last: z.string(),
      /** `2026`, `2026-02` or `2026-02-28`, the coarsest that is still informative; those with values. */
      periods: z.array(z.object({ period: z.string(), count: z.number() })),
    })
    .optional(),
  /** Texts: the latest first, and the most frequent ones. */
  texts: z.object({ latest: z.array(z.string()), frequent: z.array(textCount) }).optional(),
  /** How many files, and how large they are together. */
  files: z.object({ count: z.number(), bytes: z.number() }).optional(),
});
export type FieldSummary = z.output<typeof fieldSummary>;

export const formSummary = z.object({
  submissions: z.number(),
  states: z.object({ new: z.number(), seen: z.number(), done: z.number() }),
  versions: z.array(z.object({ version: z.number(), submissions: z.number() })),
  /** By day (UTC), those with submissions. */
  days: z.array(z.object({ day: z.string(), submissions: z.number() })),
  fields: z.array(fieldSummary),
});
export type FormSummary = z.output<typeof formSummary>;

/**
 * How far a visit came: sent by the page whenever another page of the form is shown, and after the
 * submission. It identifies nobody.
 */
export const progressRequest = z.object({
  /** A random id of this visit alone, made again each time the form is loaded: 16 to 64 letters and digits. */
  visit: z
    .string({ error: message.invalidType('Visit', 'text') })
    .regex(/^[A-Za-z0-9_-]{16,64}$/, message.invalidType('Visit', 'random id')),
  version: z
    .number({ error: message.invalidType('Version', 'number') })
    .int(message.invalidType('Version', 'number'))
    .min(1, message.minNumber('Version', 1))
    .max(2 ** 31 - 1, message.invalidType('Version', 'number')),
  /** The index of the shown page of the version's layout; the number of pages after the submission. */
  page: z
    .number({ error: message.invalidType('Page', 'number') })
    .int(message.invalidType('Page', 'number'))
    .min(0, message.minNumber('Page', 0))
    .max(1000, message.maxNumber('Page', 1000)),
});
export type ProgressRequest = z.output<typeof progressRequest>;

export const dropOffQuery = z.object({ version, from: queryDate('From'), to: queryDate('To') });

/** For each version: how many visits saw a page or a later one, and how many were submitted. */
export const dropOff = z.object({
  versions: z.array(
    z.object({
      version: z.number(),
      pages: z.array(z.object({ id: z.string(), title: z.string(), visits: z.number() })),
      sent: z.number(),
    }),
  ),
});
export type DropOff = z.output<typeof dropOff>;
