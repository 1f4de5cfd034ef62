import type { FieldSummary, FormSummary, SubmissionFilterQuery } from '#lib/contract/submissions.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { type FieldType, isChoice } from '#lib/fields/field-types.ts';
import { dateTimeZone } from '#server/forms/definition/form-locale.ts';
import type { VersionField } from '#server/forms/definition/version-fields.ts';
import { parseSubmissionFilter, type ReadableForm } from '#server/forms/filters/submission-filter.ts';
import type { Services } from '#server/platform/services.ts';
import { numberSummary } from './number-summary.ts';
import { cachedCounts } from './summary-cache.ts';
import { latestTexts } from './tally.repo.ts';
import { type FieldTally, incrementCount, type TimeTally } from './tally.ts';

const DAY_MS = 86_400_000;

/** Where many write the same; a long text is only shown. */
const SHORT_TEXTS: ReadonlySet<FieldType> = new Set(['text', 'email', 'phone', 'url', 'time']);
const TEXTS: ReadonlySet<FieldType> = new Set([...SHORT_TEXTS, 'textarea']);

const LATEST_SHOWN = 10;
const FREQUENT_SHOWN = 10;
/** The number of the latest submissions that are searched for the latest texts. */
const LATEST_SUBMISSIONS = 300;

const dayOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Letters of a day that make its period: of some weeks the days, of some years the months, else the years. */
function periodLength({ first, last }: TimeTally): number {
  const days = (last - first) / DAY_MS;
  if (days <= 62) return 'YYYY-MM-DD'.length;
  return days <= 5 * 366 ? 'YYYY-MM'.length : 'YYYY'.length;
}

function timeSummary(times: TimeTally): FieldSummary['times'] {
  const length = periodLength(times);
  const periods = new Map<string, number>();
  for (const [day, count] of [...times.days].sort(([a], [b]) => a - b)) {
    incrementCount(periods, dayOf(day).slice(0, length), count);
  }
  return {
    first: new Date(times.first).toISOString(),
    last: new Date(times.last).toISOString(),
    periods: [...periods].map(([period, count]) => ({ period, count })),
  };
}

/** How often each option was chosen, and what was written instead of one. */
function choiceSummary(field: FieldDefinition, tally: FieldTally | undefined) {
  const ids = new Set(field.options?.map(({ id }) => id));
  const others = [...(tally?.options ?? [])].filter(([text]) => !ids.has(text)).sort(([, a], [, b]) => b - a);
  return {
    options: (field.options ?? []).map(({ id, label }) => ({
      id,
      label,
      count: tally?.options.get(id) ?? 0,
    })),
    ...(others.length > 0
      ? {
          other: {
            count: others.reduce((sum, [, count]) => sum + count, 0),
            frequent: others.slice(0, FREQUENT_SHOWN).map(([text, count]) => ({ text, count })),
          },
        }
      : {}),
  };
}

type Texts = { latest: string[]; frequent: { text: string; count: number }[] };

function summaryOf({ field, path }: VersionField, tally: FieldTally | undefined, texts: Texts): FieldSummary {
  return {
    id: field.id,
    name: path,
    label: field.label,
    type: field.type,
    answered: tally?.answered ?? 0,
    values: tally?.values ?? 0,
    ...(isChoice(field) ? choiceSummary(field, tally) : {}),
    ...(tally?.numbers ? { numbers: numberSummary(tally.numbers) } : {}),
    ...(tally?.times ? { times: timeSummary(tally.times) } : {}),
    ...(TEXTS.has(field.type) && tally ? { texts } : {}),
    ...(field.type === 'file' ? { files: tally?.files ?? { count: 0, bytes: 0 } } : {}),
  };
}

/**
 * The counts of submissions in total, by version, state and day, and for each field of any version; over all
 * submissions, or those that match. Days are in the form's time zone, else its hub's.
 */
export async function summarize(
  { database }: Pick<Services, 'database'>,
  caller: { user: { id: string } },
  form: ReadableForm,
  query: SubmissionFilterQuery,
): Promise<FormSummary> {
  const filter = await parseSubmissionFilter(database, caller, form, query);
  const zone = await dateTimeZone(database, form.id);
  const fields = [...filter.fieldsById.values()];
  const idsOf = (types: ReadonlySet<FieldType>) =>
    fields.flatMap(({ field }) => (types.has(field.type) ? [field.id] : [])).sort();
  const [{ tally, texts, states }, latest] = await Promise.all([
    cachedCounts(database, { formId: form.id, filter, zone, textFields: idsOf(SHORT_TEXTS) }),
    latestTexts(database, { filter }, idsOf(TEXTS), LATEST_SUBMISSIONS),
  ]);
  const latestOf = Map.groupBy(latest, ({ field_id }) => field_id);
  const days = new Map<number, number>();
  const versions = [...tally.submissions].map(([version, counts]) => {
    for (const [day, count] of counts) incrementCount(days, day, count);
    return { version, submissions: [...counts.values()].reduce((sum, count) => sum + count, 0) };
  });
  return {
    submissions: versions.reduce((sum, { submissions }) => sum + submissions, 0),
    states,
    versions: versions.sort((a, b) => b.version - a.version),
    days: [...days].sort(([a], [b]) => a - b).map(([day, submissions]) => ({ day: dayOf(day), submissions })),
    fields: fields.map((versionField) =>
      summaryOf(versionField, tally.fields.get(versionField.field.id), {
        latest: (latestOf.get(versionField.field.id) ?? []).slice(0, LATEST_SHOWN).map(({ text }) => text),
        frequent: [...(texts.get(versionField.field.id) ?? [])]
          .sort(([, a], [, b]) => b - a)
          .slice(0, FREQUENT_SHOWN)
          .map(([text, count]) => ({ text, count })),
      }),
    ),
  };
}
