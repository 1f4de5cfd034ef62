import {
  type AnswerFilterQuery,
  type AnswerListQuery,
  type AskedForm,
  COUNTED_MAX,
  type CountedAnswers,
  type Submission,
} from '#lib/contract/answers.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { askedFields, versionsAsked } from '#server/forms/definition/asked-fields.ts';
import { formLocale } from '#server/forms/definition/form-locale.ts';
import { settingsOf } from '#server/forms/definition/form-settings.ts';
import { publishedVersion } from '#server/forms/definition/version-cache.ts';
import { answerFilter, type ReadForm } from '#server/forms/filters/answer-filter.ts';
import { filesOfAnswers } from '#server/forms/uploads/form-file.repo.ts';
import type { Services } from '#server/platform/services.ts';
import { answersFrom, countMatching } from './answer-list.repo.ts';
import { readPlace, readSort, writePlace } from './answer-sort.ts';
import { presentSubmission } from './submission.presenter.ts';
import { countUpTo } from './submission.repo.ts';

/**
 * A page of a form's answers, and where the next one begins; by time it may be asked for by its number, too.
 * @throws ApiError 422 for a filter or a sort that does not fit the fields.
 */
export async function listAnswers(
  { database }: Pick<Services, 'database'>,
  caller: { user: { id: string } },
  form: ReadForm,
  query: AnswerListQuery,
): Promise<{ rows: Submission[]; next: string | null }> {
  const { page, page_size: limit, after: place } = query;
  const filter = await answerFilter(database, caller, form, query);
  const sort = readSort(query.sort, filter.asked);
  const after = place === undefined ? null : readPlace(sort, place);
  // What is no place has nothing behind it.
  if (place !== undefined && !after) return { rows: [], next: null };
  const offset = place === undefined && !sort.by ? (page - 1) * limit : 0;
  const found = await answersFrom(database, { formId: form.id, filter, sort, after, limit }, offset);
  const files = await filesOfAnswers(
    database,
    found.map(({ id }) => id),
  );
  const last = found.length === limit ? found.at(-1) : undefined;
  return {
    rows: found.map((row) => presentSubmission(row, files.get(row.id))),
    next: last ? writePlace(sort, { key: last.sort_key, id: last.id }) : null,
  };
}

/** How many answers match, and how many the form has; neither is counted any further than `COUNTED_MAX`. */
export async function countAnswers(
  { database }: Pick<Services, 'database'>,
  caller: { user: { id: string } },
  form: ReadForm,
  query: AnswerFilterQuery,
): Promise<CountedAnswers> {
  const filter = await answerFilter(database, caller, form, query);
  const [count, total] = await Promise.all([
    countMatching(database, filter, COUNTED_MAX),
    countUpTo(database, form.id, COUNTED_MAX),
  ]);
  return { count, total: Math.min(total, COUNTED_MAX) };
}

const namesOf = (fields: readonly FieldDefinition[]) =>
  Object.fromEntries(fields.map(({ id, name }) => [id, name]));

/** What was ever asked, over all versions. */
export async function describeAsked(
  { database }: Pick<Services, 'database'>,
  form: ReadForm,
): Promise<AskedForm> {
  const numbers = await versionsAsked(database, form);
  const asked = await askedFields(database, form.id, numbers);
  const versions: AskedForm['versions'] = [];
  for (const version of numbers) {
    const published = await publishedVersion(database, form.id, version);
    if (published) versions.push({ version, names: namesOf(published.fields) });
  }
  const fields = [...asked.values()].filter(({ names }) => names.length > 0).map(({ field }) => field);
  const written = await formLocale(database, form, settingsOf(form).language);
  return { fields, versions, ...written };
}
