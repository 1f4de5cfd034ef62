import { SUBMISSION_COUNT_MAX } from '#lib/contract/submission-limits.ts';
import type {
  Submission,
  SubmissionCount,
  SubmissionFields,
  SubmissionFilterQuery,
  SubmissionListQuery,
} from '#lib/contract/submissions.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { formLocale } from '#server/forms/definition/form-locale.ts';
import { parseFormSettings } from '#server/forms/definition/form-settings.ts';
import { publishedVersion } from '#server/forms/definition/version-cache.ts';
import { versionFields, versionsWithFields } from '#server/forms/definition/version-fields.ts';
import { parseSubmissionFilter, type ReadableForm } from '#server/forms/filters/submission-filter.ts';
import { filesOfSubmissions } from '#server/forms/uploads/form-file.repo.ts';
import type { Services } from '#server/platform/services.ts';
import { presentSubmission } from './submission.presenter.ts';
import { countSubmissionsUpTo } from './submission.repo.ts';
import { countMatchingSubmissions, submissionsFrom } from './submission-list.repo.ts';
import { decodeCursor, encodeCursor, parseSubmissionSort } from './submission-sort.ts';

/**
 * A page of a form's submissions, and where the next one begins; by time, a page may also be requested by its
 * number.
 * @throws ApiError 422 for a filter or a sort that does not fit the fields.
 */
export async function listSubmissions(
  { database }: Pick<Services, 'database'>,
  caller: { user: { id: string } },
  form: ReadableForm,
  query: SubmissionListQuery,
): Promise<{ rows: Submission[]; next: string | null }> {
  const { page, page_size: limit, after: place } = query;
  const filter = await parseSubmissionFilter(database, caller, form, query);
  const sort = parseSubmissionSort(query.sort, filter.fieldsById);
  const after = place === undefined ? null : decodeCursor(sort, place);
  // Nothing follows an invalid position.
  if (place !== undefined && !after) return { rows: [], next: null };
  const offset = place === undefined && !sort.by ? (page - 1) * limit : 0;
  const found = await submissionsFrom(database, { formId: form.id, filter, sort, after, limit }, offset);
  const files = await filesOfSubmissions(
    database,
    found.map(({ id }) => id),
  );
  const last = found.length === limit ? found.at(-1) : undefined;
  return {
    rows: found.map((row) => presentSubmission(row, files.get(row.id))),
    next: last ? encodeCursor(sort, { key: last.sort_key, id: last.id }) : null,
  };
}

/**
 * How many submissions match, and how many the form has; neither is counted beyond `SUBMISSION_COUNT_MAX`.
 */
export async function countSubmissionsMatching(
  { database }: Pick<Services, 'database'>,
  caller: { user: { id: string } },
  form: ReadableForm,
  query: SubmissionFilterQuery,
): Promise<SubmissionCount> {
  const filter = await parseSubmissionFilter(database, caller, form, query);
  const [count, total] = await Promise.all([
    countMatchingSubmissions(database, filter, SUBMISSION_COUNT_MAX),
    countSubmissionsUpTo(database, form.id, SUBMISSION_COUNT_MAX),
  ]);
  return { count, total: Math.min(total, SUBMISSION_COUNT_MAX) };
}

const namesOf = (fields: readonly FieldDefinition[]) =>
  Object.fromEntries(fields.map(({ id, name }) => [id, name]));

/** The fields of all versions. */
export async function describeVersionFields(
  { database }: Pick<Services, 'database'>,
  form: ReadableForm,
): Promise<SubmissionFields> {
  const numbers = await versionsWithFields(database, form);
  const fieldsById = await versionFields(database, form.id, numbers);
  const versions: SubmissionFields['versions'] = [];
  for (const version of numbers) {
    const published = await publishedVersion(database, form.id, version);
    if (published) versions.push({ version, names: namesOf(published.fields) });
  }
  const fields = [...fieldsById.values()].filter(({ names }) => names.length > 0).map(({ field }) => field);
  const written = await formLocale(database, form, parseFormSettings(form).language);
  return { fields, versions, ...written };
}
