import { sql } from 'kysely';
import type { FieldSummary, FormSummary } from '#lib/contract/form.ts';
import { isChoice } from '#lib/fields/field-types.ts';
import type { Database } from '../database/database.ts';
import type { FormView } from '../form/form.repo.ts';
import type { Authorized } from '../policy/authorized.ts';
import { type AskedField, askedFields, versionsAsked } from './asked-fields.ts';

type Counted = { version: number; state: 'new' | 'seen' | 'done'; day: string; count: number };

async function countsOf(database: Database, formId: string): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select version, state, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*) as count
    from submission where form_id = ${formId} group by 1, 2, 3 order by 3`.execute(database);
  return rows;
}

type Values = {
  field_id: string;
  option: string | null;
  count: number;
  answered: number;
  min: number | null;
  max: number | null;
  mean: number | null;
  sum: number | null;
  first: Date | null;
  last: Date | null;
};

/** Everything about all values of a form, from one index. Means and sums leave out what no double could add up. */
async function valuesOf(database: Database, formId: string): Promise<Values[]> {
  const small = sql`filter (where abs(num) < 1e100)`;
  const { rows } = await sql<Values>`
    select field_id, option, count(*) as count, count(*) filter (where position = 0) as answered,
      min(num) as min, max(num) as max, avg(num) ${small} as mean, sum(num) ${small} as sum,
      min(ts) as first, max(ts) as last
    from submission_value where form_id = ${formId} group by field_id, option`.execute(database);
  return rows;
}

const total = (rows: readonly { count: number }[]): number => rows.reduce((sum, { count }) => sum + count, 0);

function countBy<Row extends { count: number }, Key>(
  rows: readonly Row[],
  key: (row: Row) => Key,
): Map<Key, number> {
  return new Map([...Map.groupBy(rows, key)].map(([name, some]) => [name, total(some)]));
}

function summaryOf({ field, path }: AskedField, rows: readonly Values[]): FieldSummary {
  const [only] = rows;
  const counts = new Map(rows.map(({ option, count }) => [option, count]));
  return {
    id: field.id,
    name: path,
    label: field.label,
    type: field.type,
    answered: rows.reduce((sum, { answered }) => sum + answered, 0),
    values: total(rows),
    ...(isChoice(field)
      ? {
          options: (field.options ?? []).map(({ id, label }) => ({ id, label, count: counts.get(id) ?? 0 })),
        }
      : {}),
    ...(only && only.min !== null && only.max !== null
      ? { numbers: { min: only.min, max: only.max, mean: only.mean, sum: only.sum } }
      : {}),
    ...(only?.first && only.last
      ? { times: { first: only.first.toISOString(), last: only.last.toISOString() } }
      : {}),
  };
}

/** What was answered in all, by version, state and day, and to each field that was ever asked; over all answers. */
export async function summarize(
  database: Database,
  form: Authorized<FormView, 'form.read_submissions'>,
): Promise<FormSummary> {
  const [counts, values, versions] = await Promise.all([
    countsOf(database, form.id),
    valuesOf(database, form.id),
    versionsAsked(database, form),
  ]);
  const fields = await askedFields(database, form.id, versions);
  const byField = Map.groupBy(values, ({ field_id }) => field_id);
  const states = countBy(counts, ({ state }) => state);
  return {
    submissions: total(counts),
    states: { new: states.get('new') ?? 0, seen: states.get('seen') ?? 0, done: states.get('done') ?? 0 },
    versions: [...countBy(counts, ({ version }) => version)]
      .sort(([a], [b]) => b - a)
      .map(([version, submissions]) => ({ version, submissions })),
    days: [...countBy(counts, ({ day }) => day)].map(([day, submissions]) => ({ day, submissions })),
    fields: [...fields.values()].map((asked) => summaryOf(asked, byField.get(asked.field.id) ?? [])),
  };
}
