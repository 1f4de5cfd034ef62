import { sql } from 'kysely';
import type { SubmissionTableRow } from '#lib/contract/form-destination.ts';
import type { FieldErrors } from '#lib/fields/problem.ts';
import type { TypedTexts } from '#lib/fields/validation-run.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';

/** Where a form's answers are written besides. */
export type DestinationRow = {
  item_id: string;
  mapping: Record<string, string>;
  match_field: string | null;
  set_by: string | null;
};

export async function destinationOf(
  database: Database | Transaction,
  formId: string,
): Promise<DestinationRow | undefined> {
  return database
    .selectFrom('form_destination')
    .select(['item_id', 'mapping', 'match_field', 'set_by'])
    .where('form_id', '=', formId)
    .executeTakeFirst();
}

export async function saveDestination(
  trx: Transaction,
  formId: string,
  { item_id, mapping, match_field, set_by }: DestinationRow,
): Promise<void> {
  const values = { item_id, mapping: JSON.stringify(mapping), match_field, set_by };
  await trx
    .insertInto('form_destination')
    .values({ form_id: formId, ...values })
    .onConflict((at) => at.column('form_id').doUpdateSet({ ...values, set_at: sql<Date>`now()` }))
    .execute();
}

export async function deleteDestination(trx: Transaction, formId: string): Promise<void> {
  await trx.deleteFrom('form_destination').where('form_id', '=', formId).execute();
}

/** What became of a submission in a form's table; undefined where it was never sent there. */
export async function submissionRowOf(
  database: Database | Transaction,
  submissionId: string,
): Promise<SubmissionTableRow | undefined> {
  return database
    .selectFrom('submission_row')
    .select(['item_id', 'row_id', 'problems'])
    .where('submission_id', '=', submissionId)
    .executeTakeFirst();
}

export async function saveSubmissionRow(
  trx: Transaction,
  { id, formId }: { id: string; formId: string },
  { itemId, rowId, problems }: { itemId: string; rowId: string | null; problems: FieldErrors | null },
): Promise<void> {
  const values = {
    item_id: itemId,
    row_id: rowId,
    problems: problems && JSON.stringify(problems),
  };
  await trx
    .insertInto('submission_row')
    .values({ submission_id: id, form_id: formId, ...values })
    .onConflict((at) => at.column('submission_id').doUpdateSet({ ...values, written_at: sql<Date>`now()` }))
    .execute();
}

/** Submissions of a form that have no row in its table, without those of `after` and before it. */
const missingRows = (formId: string, itemId: string) => sql`
  from submission where submission.form_id = ${formId} and not exists (
    select from submission_row done where done.submission_id = submission.id and done.item_id = ${itemId}
      and done.row_id is not null and done.problems is null)`;

/** How many submissions have no row, or an older state in it; counted up to `most`. */
export async function countMissing(
  database: Database | Transaction,
  formId: string,
  itemId: string,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select ${missingRows(formId, itemId)} limit ${most}) as counted`.execute(
    database,
  );
  return rows[0]?.count ?? 0;
}

/** The ids of the oldest submissions without a row. */
export async function missingSubmissions(
  database: Database | Transaction,
  formId: string,
  itemId: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select submission.id ${missingRows(formId, itemId)}
    order by (select written_at from submission_row tried where tried.submission_id = submission.id) nulls first,
      submission.created_at, submission.id
    limit ${limit}`.execute(database);
  return rows.map(({ id }) => id);
}

/** What of a submission is written into a table, with the submission locked until the transaction ends. */
export type SubmissionToWrite = {
  id: string;
  version: number;
  data: Record<string, unknown>;
  typed: TypedTexts | null;
  language: string | null;
  submitted_by: string | null;
};

export async function lockSubmission(
  trx: Transaction,
  formId: string,
  id: string,
): Promise<SubmissionToWrite | undefined> {
  const { rows } = await sql<SubmissionToWrite>`
    select id, version, data, typed, language, submitted_by from submission
    where form_id = ${formId} and id = ${id} for no key update`.execute(trx);
  return rows[0];
}
