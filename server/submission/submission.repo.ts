import { sql } from 'kysely';
import type { SubmissionListQuery, SubmissionState } from '#lib/contract/form.ts';
import type { Values } from '#lib/fields/definition.ts';
import type { Database, Transaction } from '../database/database.ts';
import { isId } from '../database/id.ts';
import type { AnswerValue } from './answer-values.ts';

/** An answer as its readers see it. */
export type SubmissionRow = {
  id: string;
  version: number;
  state: SubmissionState;
  data: Values;
  language: string | null;
  submitted_by: string | null;
  submitter_name: string;
  created_at: Date;
};

export type NewSubmission = {
  id: string;
  form_id: string;
  version: number;
  /** The values as JSON. */
  data: string;
  submitted_by: string | null;
  person_key: string | null;
  language: string | null;
};

/** Stores an answer with its values, in one statement: all of it or nothing. */
export async function insertSubmission(
  database: Database | Transaction,
  given: NewSubmission,
  values: readonly AnswerValue[],
): Promise<void> {
  const column = <Name extends keyof AnswerValue>(name: Name) => values.map((value) => value[name]);
  await sql`
    with made as (
      insert into submission (id, form_id, version, data, submitted_by, person_key, language)
      values (${given.id}, ${given.form_id}, ${given.version}, ${given.data}::jsonb, ${given.submitted_by},
        ${given.person_key}, ${given.language})
    )
    insert into submission_value (submission_id, form_id, field_id, position, text, num, ts, bool, option)
    select ${given.id}::uuid, ${given.form_id}::uuid, value.*
    from unnest(${column('field_id')}::text[], ${column('position')}::int[], ${column('text')}::text[],
      ${column('num')}::float8[], ${column('ts')}::timestamptz[], ${column('bool')}::boolean[],
      ${column('option')}::text[]) as value`.execute(database);
}

/** How many answers a form has, up to `most`. */
export async function countUpTo(
  database: Database | Transaction,
  formId: string,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select from submission where form_id = ${formId} limit ${most}) as counted`.execute(
    database,
  );
  return rows[0]?.count ?? 0;
}

/** Whether somebody answered already: by account, else by what stands for their address. */
export async function hasAnswered(
  trx: Transaction,
  formId: string,
  { userId, personKey }: { userId: string | null; personKey: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from submission where form_id = ${formId} and (person_key = ${personKey} or submitted_by = ${userId})
    limit 1`.execute(trx);
  return rows.length > 0;
}

const COLUMNS = sql`submission.id, submission.version, submission.state, submission.data, submission.language,
  submission.submitted_by,
  coalesce(trim(person.first_name || ' ' || person.last_name), '') as submitter_name, submission.created_at`;

/** The first moment that an upper bound leaves out: a whole day counts to its end. */
function until(to: string): Date {
  return new Date(new Date(to).getTime() + (to.includes('T') ? 1 : 24 * 3_600_000));
}

type Filters = Pick<SubmissionListQuery, 'state' | 'version' | 'from' | 'to'>;

function conditionsOf(formId: string, { state, version, from, to }: Filters) {
  const conditions = [sql`submission.form_id = ${formId}`];
  if (state) conditions.push(sql`submission.state = ${state}`);
  if (version !== undefined) conditions.push(sql`submission.version = ${version}`);
  if (from) conditions.push(sql`submission.created_at >= ${new Date(from)}`);
  if (to) conditions.push(sql`submission.created_at < ${until(to)}`);
  return conditions;
}

/** A form's answers, the newest first, from where the last page ended (`after`) or by its number. */
export async function submissionsOf(
  database: Database,
  formId: string,
  { page, page_size, after, ...filters }: SubmissionListQuery,
): Promise<SubmissionRow[]> {
  const conditions = conditionsOf(formId, filters);
  if (after !== undefined) conditions.push(isId(after) ? sql`submission.id < ${after}` : sql`false`);
  const offset = after === undefined ? (page - 1) * page_size : 0;
  const { rows } = await sql<SubmissionRow>`
    select ${COLUMNS} from submission left join app_user person on person.id = submission.submitted_by
    where ${sql.join(conditions, sql` and `)}
    order by submission.id desc limit ${page_size} offset ${offset}`.execute(database);
  return rows;
}

/** The next answers of a form in the order in which they came. */
export async function submissionsAfter(
  database: Database,
  formId: string,
  after: string | null,
  limit: number,
): Promise<SubmissionRow[]> {
  const { rows } = await sql<SubmissionRow>`
    select ${COLUMNS} from submission left join app_user person on person.id = submission.submitted_by
    where submission.form_id = ${formId} and (${after}::uuid is null or submission.id > ${after}::uuid)
    order by submission.id limit ${limit}`.execute(database);
  return rows;
}

/** One answer of this very form. */
export async function submissionOf(
  database: Database | Transaction,
  formId: string,
  id: string,
): Promise<SubmissionRow | undefined> {
  if (!isId(id)) return undefined;
  const { rows } = await sql<SubmissionRow>`
    select ${COLUMNS} from submission left join app_user person on person.id = submission.submitted_by
    where submission.form_id = ${formId} and submission.id = ${id}`.execute(database);
  return rows[0];
}
