import { sql } from 'kysely';
import type { FormChangeImpact, FormChanges } from '#lib/contract/form-changes.ts';
import type { RuleName } from '#lib/fields/field-types.ts';
import {
  type AffectedSubmissions,
  type ComparableForm,
  compareForms,
  effectOf,
  type FormChange,
} from '#lib/forms/compare-forms.ts';
import { completeLayout } from '#lib/forms/layout.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { formAllowed } from '#server/access/policy/form-policy.ts';
import type { Database } from '#server/platform/database/database.ts';
import { draftDefinition, type FormView, versionOf } from './form.repo.ts';

/**
 * Texts are stored up to this length for counting (`submission-values.ts`): a rule beyond it is not counted.
 */
const COUNTED_TEXT = 500;
/** The most changes that are counted; further ones add no information. */
const COUNTED_CHANGES = 100;

async function countOf(
  database: Database,
  query: ReturnType<typeof sql<{ count: number }>>,
): Promise<number> {
  const { rows } = await query.execute(database);
  return rows[0]?.count ?? 0;
}

const submissionsIn = (database: Database, formId: string) =>
  countOf(database, sql`select count(*) as count from submission where form_id = ${formId}`);

/** Submissions with a value of the field for which this holds. */
const submissionsWhere = (
  database: Database,
  formId: string,
  field: string,
  condition: ReturnType<typeof sql>,
) =>
  countOf(
    database,
    sql`select count(distinct submission_id) as count from submission_value
      where form_id = ${formId} and field_id = ${field} and ${condition}`,
  );

/** Submissions with this many values of the field, counted as `having`. */
const submissionsWithValue = (
  database: Database,
  formId: string,
  field: string,
  having: ReturnType<typeof sql>,
) =>
  countOf(
    database,
    sql`select count(*) as count from (select from submission_value
      where form_id = ${formId} and field_id = ${field} group by submission_id having ${having}) as found`,
  );

/** Submissions that a rule would refuse; null where the values alone don't show it. */
async function againstRule(
  database: Database,
  formId: string,
  { field, rule, value }: { field: string; rule: RuleName; value: number },
): Promise<number | null> {
  const where = (condition: ReturnType<typeof sql>) => submissionsWhere(database, formId, field, condition);
  const having = (condition: ReturnType<typeof sql>) =>
    submissionsWithValue(database, formId, field, condition);
  if (rule === 'min') return where(sql`num < ${value}::float8`);
  if (rule === 'max') return where(sql`num > ${value}::float8`);
  if (rule === 'equal') return where(sql`num <> ${value}::float8`);
  if (rule === 'min_count') return having(sql`count(*) < ${value}`);
  if (rule === 'max_count') return having(sql`count(*) > ${value}`);
  if (rule === 'count') return having(sql`count(*) <> ${value}`);
  if (value >= COUNTED_TEXT) return null;
  if (rule === 'min_length') return where(sql`char_length(text) < ${value}`);
  if (rule === 'max_length') return where(sql`char_length(text) > ${value}`);
  if (rule === 'length') return where(sql`char_length(text) <> ${value}`);
  return null;
}

async function affectedSubmissions(
  database: Database,
  formId: string,
  concerned: AffectedSubmissions,
  { all, outermost }: { all: number; outermost: ReadonlySet<string> },
): Promise<number | null> {
  switch (concerned?.which) {
    case undefined:
      return null;
    case 'all':
      return all;
    case 'filled':
      return submissionsWhere(database, formId, concerned.field, sql`true`);
    case 'empty':
      // In a group, a submission may have many entries: what is missing in some of them isn't counted.
      return outermost.has(concerned.field)
        ? all - (await submissionsWhere(database, formId, concerned.field, sql`true`))
        : null;
    case 'option':
      return submissionsWhere(
        database,
        formId,
        concerned.field,
        sql`option = any(${concerned.options}::text[])`,
      );
    case 'several':
      return outermost.has(concerned.field)
        ? submissionsWithValue(database, formId, concerned.field, sql`count(*) > 1`)
        : null;
    case 'rule':
      return againstRule(database, formId, concerned);
  }
}

/** What publishing the draft would change, and how many existing submissions each change concerns. */
export async function describeFormChanges(
  database: Database,
  form: Authorized<FormView, 'form.change'>,
): Promise<FormChanges> {
  const { id, published_version: version } = form;
  // A user who changes a form but doesn't read its submissions gets no counts (docs/decisions/0015).
  const mayCount = formAllowed(form).includes('form.read_submissions');
  const all = mayCount ? await submissionsIn(database, id) : null;
  const published = version === null ? undefined : await versionOf(database, id, version);
  if (!published) return { version: null, answers: all, safe: [], narrows: [], removes: [] };
  const draft = await draftDefinition(database, id);
  const whole = (one: ComparableForm): ComparableForm => ({
    ...one,
    layout: completeLayout(one.fields, one.layout),
  });
  const changes = compareForms(
    whole(published),
    whole({ ...draft, title: form.title, description: form.description }),
  );
  const outermost = new Set(draft.fields.map((field) => field.id));
  const impacts: { effect: ReturnType<typeof effectOf>; change: FormChangeImpact }[] = [];
  for (const [at, change] of changes.entries()) {
    const affected =
      all && at < COUNTED_CHANGES
        ? await affectedSubmissions(database, id, change.concerned, { all, outermost })
        : null;
    impacts.push({
      effect: effectOf(change.code),
      change: { ...withoutConcerned(change), answers: affected },
    });
  }
  const those = (effect: ReturnType<typeof effectOf>) =>
    impacts.filter((one) => one.effect === effect).map(({ change }) => change);
  return { version, answers: all, safe: those('safe'), narrows: those('narrows'), removes: those('removes') };
}

const withoutConcerned = ({ code, label, field, detail }: FormChange) => ({ code, label, field, detail });
