import { sql } from 'kysely';
import type { SubmissionState } from '#lib/contract/submission-limits.ts';
import type { Values } from '#lib/fields/definition.ts';
import type { SubmissionValue } from '#lib/fields/submission-values.ts';
import type { TypedTexts } from '#lib/fields/validation-run.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';

/** A submission as its readers see it. */
export type SubmissionRow = {
  id: string;
  version: number;
  state: SubmissionState;
  data: Values;
  /** By path, what was typed for values that are stored in another format. */
  typed: TypedTexts | null;
  language: string | null;
  submitted_by: string | null;
  submitter_name: string;
  assigned_to: string | null;
  assignee_name: string;
  created_at: Date;
  revision: number;
  edited_at: Date | null;
  notes: number;
};

/** Stores the values of an existing submission. */
export async function insertValues(
  trx: Transaction,
  submission: { id: string; form_id: string },
  values: readonly SubmissionValue[],
): Promise<void> {
  const column = <Name extends keyof SubmissionValue>(name: Name) => values.map((value) => value[name]);
  await sql`
    insert into submission_value (submission_id, form_id, field_id, position, text, num, ts, bool, option)
    select ${submission.id}::uuid, ${submission.form_id}::uuid, value.*
    from unnest(${column('field_id')}::text[], ${column('position')}::int[], ${column('text')}::text[],
      ${column('num')}::float8[], ${column('ts')}::timestamptz[], ${column('bool')}::boolean[],
      ${column('option')}::text[]) as value`.execute(trx);
}

/** How many submissions a form has: the stored count where it has a limit, else counted now, up to `most`. */
export async function countSubmissionsUpTo(
  database: Database | Transaction,
  formId: string,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce((select submissions from submission_count where form_id = ${formId}),
      (select count(*) from (select from submission where form_id = ${formId} limit ${most}) as counted)) as count`.execute(
    database,
  );
  return rows[0]?.count ?? 0;
}

/**
 * Counts a form's submissions: the first time all of them, from then on each that is added or removed. The
 * form must be locked.
 */
export async function cachedSubmissionCount(trx: Transaction, formId: string): Promise<number> {
  const known = await trx
    .selectFrom('submission_count')
    .select('submissions')
    .where('form_id', '=', formId)
    .executeTakeFirst();
  if (known) return known.submissions;
  const { rows } = await sql<{ submissions: number }>`
    insert into submission_count (form_id, submissions)
    select ${formId}, count(*) from submission where form_id = ${formId} returning submissions`.execute(trx);
  return rows[0]?.submissions ?? 0;
}

/**
 * A form without a limit is not counted: submissions to it never wait for each other. The form must be
 * locked.
 */
export async function invalidateSubmissionCount(trx: Transaction, formId: string): Promise<void> {
  await trx.deleteFrom('submission_count').where('form_id', '=', formId).execute();
}

/** Whether somebody submitted already: by account, else by the hash of their address. */
export async function hasSubmitted(
  trx: Transaction,
  formId: string,
  { userId, personKey }: { userId: string | null; personKey: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from submission where form_id = ${formId} and (person_key = ${personKey} or submitted_by = ${userId})
    limit 1`.execute(trx);
  return rows.length > 0;
}

/** Of `submission`, with its submitter (`giver`) and its assignee (`carer`). */
export const SUBMISSION_COLUMNS = sql`submission.id, submission.version, submission.state, submission.data, submission.typed,
  submission.language, submission.submitted_by, submission.created_at, submission.revision, submission.edited_at, submission.assigned_to,
  coalesce(trim(giver.first_name || ' ' || giver.last_name), submission.imported_submitter, '') as submitter_name,
  coalesce(trim(carer.first_name || ' ' || carer.last_name), '') as assignee_name,
  (select count(*) from submission_note note where note.submission_id = submission.id) as notes`;
export const SUBMISSION_PEOPLE = sql`left join app_user giver on giver.id = submission.submitted_by
  left join app_user carer on carer.id = submission.assigned_to`;

/** One submission of this form. */
export async function submissionOf(
  database: Database | Transaction,
  formId: string,
  id: string,
): Promise<SubmissionRow | undefined> {
  if (!isId(id)) return undefined;
  const { rows } = await sql<SubmissionRow>`
    select ${SUBMISSION_COLUMNS} from submission ${SUBMISSION_PEOPLE}
    where submission.form_id = ${formId} and submission.id = ${id}`.execute(database);
  return rows[0];
}
