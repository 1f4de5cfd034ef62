import { type RawBuilder, sql } from 'kysely';
import type { SubmissionFilterQuery } from '#lib/contract/submissions.ts';
import type { Condition } from '#lib/fields/definition.ts';
import { isChoice } from '#lib/fields/field-types.ts';
import { createProblemCollector } from '#lib/fields/problem-collector.ts';
import { readCondition } from '#lib/fields/read-conditions.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import type { FormView } from '#server/forms/definition/form.repo.ts';
import { dateTimeZone } from '#server/forms/definition/form-locale.ts';
import {
  type VersionField,
  versionFields,
  versionsWithFields,
} from '#server/forms/definition/version-fields.ts';
import type { Database } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';
import { invalid, invalidFields } from '#server/platform/http/api-error.ts';
import { conditionSql } from './condition-sql.ts';
import { endOfPeriod, startOfPeriod } from './day-bounds.ts';

export type ReadableForm = Authorized<FormView, 'form.read_submissions'>;

/** A selection of a form's submissions, as conditions over `submission`. */
export type SubmissionFilter = {
  conditions: RawBuilder<unknown>[];
  /** Equal for equal selections; empty for all submissions. */
  key: string;
  /** It also uses the team's state of submissions. */
  asksForWork: boolean;
  /** All fields of the versions, by id, and in which versions they are. */
  fieldsById: ReadonlyMap<string, VersionField>;
  versions: readonly number[];
};

/** @throws ApiError 422 under `filter`, in the messages of the field engine. */
function readFilter(text: string, fieldsById: ReadonlyMap<string, VersionField>): Condition | null {
  const wrong = (problems: string[]) => invalid({ filter: problems });
  let input: unknown;
  try {
    input = JSON.parse(text);
  } catch {
    throw wrong(['Filter is not a valid condition']);
  }
  const problems = createProblemCollector();
  const fields = [...fieldsById.values()].map(({ field }) => field);
  const condition = readCondition(input, 'filter', [fields], problems);
  if (!problems.none()) throw invalidFields(problems.problems);
  return condition ?? null;
}

/** Options whose labels contain the search text: a submission stores their ids only. */
function optionsSaying(q: string, fieldsById: ReadonlyMap<string, VersionField>): string[] {
  const wanted = q.toLowerCase();
  return [...fieldsById.values()].flatMap(({ field }) =>
    isChoice(field)
      ? (field.options ?? []).filter(({ label }) => label.toLowerCase().includes(wanted)).map(({ id }) => id)
      : [],
  );
}

function saying(
  formId: string,
  q: string,
  fieldsById: ReadonlyMap<string, VersionField>,
): RawBuilder<unknown> {
  // Each word as a prefix.
  const textQuery = sql`(select (nullif(replace(plainto_tsquery('simple', ${q})::text, ''' & ''', ''':* & '''), '') || ':*')::tsquery)`;
  const written = sql`submission_words(submission.data) @@ ${textQuery}`;
  const options = optionsSaying(q, fieldsById);
  if (options.length === 0) return written;
  return sql`(${written} or exists (select from submission_value as value
    where value.submission_id = submission.id and value.form_id = ${formId} and value.option = any(${options})))`;
}

function assignedTo(assignee: string, callerId: string): RawBuilder<unknown> {
  if (assignee === 'none') return sql`submission.assigned_to is null`;
  const id = assignee === 'me' ? callerId : assignee;
  return isId(id) ? sql`submission.assigned_to = ${id}` : sql`false`;
}

/**
 * Parses a selection of submissions.
 * @throws ApiError 422 for a condition that does not fit any version's fields.
 */
export async function parseSubmissionFilter(
  database: Database,
  caller: { user: { id: string } },
  form: ReadableForm,
  query: SubmissionFilterQuery,
): Promise<SubmissionFilter> {
  const versions = await versionsWithFields(database, form);
  const fields = await versionFields(database, form.id, versions);
  const { state, version, from, to, assignee, q, filter } = query;
  const condition = filter === undefined ? null : readFilter(filter, fields);
  const conditions = [sql`submission.form_id = ${form.id}`];
  if (state) conditions.push(sql`submission.state = ${state}`);
  if (version !== undefined) conditions.push(sql`submission.version = ${version}`);
  const zone = from || to ? await dateTimeZone(database, form.id) : 'UTC';
  if (from) conditions.push(sql`submission.created_at >= ${startOfPeriod(from, zone)}`);
  if (to) conditions.push(sql`submission.created_at < ${endOfPeriod(to, zone)}`);
  if (assignee) conditions.push(assignedTo(assignee, caller.user.id));
  if (q) conditions.push(saying(form.id, q, fields));
  if (condition) conditions.push(sql`(${conditionSql({ formId: form.id, fieldsById: fields }, condition)})`);
  const who = assignee === 'me' ? caller.user.id : assignee;
  const parts = [state, version, from, to, zone, who, q, condition];
  return {
    conditions,
    key: conditions.length === 1 ? '' : JSON.stringify(parts.map((part) => part ?? null)),
    asksForWork: state !== undefined || assignee !== undefined,
    fieldsById: fields,
    versions,
  };
}

/** The conditions as one. */
export const matchesFilter = ({ conditions }: Pick<SubmissionFilter, 'conditions'>): RawBuilder<unknown> =>
  sql.join(conditions, sql` and `);
