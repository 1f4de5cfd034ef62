import { sql } from 'kysely';
import type { Values } from '#lib/fields/definition.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';
import { trashExpiresAt, trashRetentionOver } from '#server/platform/database/trash-retention.ts';

/** A submission in the trash, as its list shows it. */
export type TrashedSubmissionRow = {
  id: string;
  version: number;
  data: Values;
  created_at: Date;
  submitted_by: string | null;
  submitter_name: string;
  trashed_at: Date;
  trashed_by: string | null;
  trasher_name: string;
  /** When it is permanently deleted. */
  gone_at: Date;
};

const rowsOf = (table: string, key: string) =>
  sql.raw(`(select coalesce(jsonb_agg(to_jsonb(own) order by ${key}), '[]') from ${table} own
    where own.submission_id = submission.id)`);

/**
 * Moves submissions of a form to the trash with all that belongs to them. @returns the ids of those that
 * existed
 */
export async function moveToTrash(
  trx: Transaction,
  { formId, ids, userId }: { formId: string; ids: readonly string[]; userId: string },
): Promise<string[]> {
  const locked = await sql<{ id: string }>`select id from submission
    where form_id = ${formId} and id = any(${ids.filter(isId)}::uuid[]) order by id for update`.execute(trx);
  const found = locked.rows.map(({ id }) => id);
  if (found.length === 0) return [];
  const these = sql`any(${found}::uuid[])`;
  await sql`insert into trashed_submission (id, form_id, created_at, trashed_by, rows)
    select id, form_id, created_at, ${userId}, jsonb_build_object('submission', to_jsonb(submission),
      'values', ${rowsOf('submission_value', 'own.field_id, own.position')},
      'notes', ${rowsOf('submission_note', 'own.id')}, 'edits', ${rowsOf('submission_edit', 'own.revision')})
    from submission where id = ${these}`.execute(trx);
  await sql`insert into trashed_form_file (id, submission_id, file_sha256, row)
    select id, submission_id, file_sha256, to_jsonb(form_file) from form_file where submission_id = ${these}`.execute(
    trx,
  );
  await sql`delete from submission where id = ${these}`.execute(trx);
  return found;
}

export type RestoredSubmission = { id: string; version: number; language: string | null; data: Values };

/** A submission's person, if the account still exists. */
const existingUser = (key: string) =>
  sql.raw(`(select id from app_user where id = (trashed.rows -> 'submission' ->> '${key}')::uuid)`);

/**
 * Restores submissions unchanged. The form must be locked: of two submissions of one person, where only one
 * per person is allowed, only one is that person's from then on.
 */
export async function restoreFromTrash(
  trx: Transaction,
  { formId, ids }: { formId: string; ids: readonly string[] },
): Promise<RestoredSubmission[]> {
  const locked = await sql<{ id: string }>`select id from trashed_submission
    where form_id = ${formId} and id = any(${ids.filter(isId)}::uuid[]) order by id for update`.execute(trx);
  const found = locked.rows.map(({ id }) => id);
  if (found.length === 0) return [];
  const these = sql`any(${found}::uuid[])`;
  const { rows } = await sql<RestoredSubmission>`
    with trashed as (
      select *, rows -> 'submission' ->> 'person_key' as person_key,
        row_number() over (partition by rows -> 'submission' ->> 'person_key' order by id) as nth
      from trashed_submission where id = ${these}
    )
    insert into submission select (jsonb_populate_record(null::submission, (trashed.rows -> 'submission') ||
      jsonb_build_object('submitted_by', ${existingUser('submitted_by')}, 'assigned_to', ${existingUser('assigned_to')},
        'person_key', case when trashed.nth = 1 and not exists (select from submission other
          where other.form_id = trashed.form_id and other.person_key = trashed.person_key)
          then trashed.person_key end))).*
    from trashed returning id, version, language, data`.execute(trx);
  for (const [table, key] of [
    ['submission_value', 'values'],
    ['submission_note', 'notes'],
    ['submission_edit', 'edits'],
  ] as const) {
    const person = { values: null, notes: 'author_id', edits: 'corrected_by' }[key];
    const existingPerson = person
      ? sql.raw(
          `|| jsonb_build_object('${person}', (select id from app_user where id = (own ->> '${person}')::uuid))`,
        )
      : sql``;
    await sql`insert into ${sql.table(table)}
      select (jsonb_populate_record(null::${sql.table(table)}, own ${existingPerson})).*
      from trashed_submission trashed, jsonb_array_elements(trashed.rows -> ${sql.lit(key)}) as own
      where trashed.id = ${these}`.execute(trx);
  }
  await sql`insert into form_file select (jsonb_populate_record(null::form_file, row)).*
    from trashed_form_file where submission_id = ${these}`.execute(trx);
  await sql`delete from trashed_submission where id = ${these}`.execute(trx);
  return rows;
}

/** A form's submissions in the trash, the latest first. */
export async function trashedSubmissions(
  database: Database,
  formId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<TrashedSubmissionRow[]> {
  const { rows } = await sql<TrashedSubmissionRow>`
    select trashed.id, (trashed.rows -> 'submission' ->> 'version')::int as version,
      trashed.rows -> 'submission' -> 'data' as data, trashed.created_at, giver.id as submitted_by,
      coalesce(trim(giver.first_name || ' ' || giver.last_name), '') as submitter_name,
      trashed.trashed_at, trashed.trashed_by,
      coalesce(trim(trasher.first_name || ' ' || trasher.last_name), '') as trasher_name,
      ${trashExpiresAt('trashed.trashed_at')} as gone_at
    from (select * from trashed_submission where form_id = ${formId}
        order by trashed_at desc, id desc limit ${limit} offset ${offset}) as trashed
      join form on form.id = trashed.form_id join hub on hub.id = form.hub_id
      left join app_user giver on giver.id = (trashed.rows -> 'submission' ->> 'submitted_by')::uuid
      left join app_user trasher on trasher.id = trashed.trashed_by
    order by trashed.trashed_at desc, trashed.id desc`.execute(database);
  return rows;
}

/** Permanently deletes submissions in the trash. @returns the ids of those that existed */
export async function deleteTrashedSubmissions(
  trx: Transaction,
  { formId, ids }: { formId: string; ids: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`delete from trashed_submission
    where form_id = ${formId} and id = any(${ids.filter(isId)}::uuid[]) returning id`.execute(trx);
  return rows.map(({ id }) => id);
}

/**
 * Deletes a batch of submissions whose time in the trash is over, or that are past their form's retention.
 * @returns how many
 */
export async function deleteExpiredTrashedSubmissions(database: Database, batch: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from trashed_submission where id in (
    select trashed.id from trashed_submission trashed
      join form on form.id = trashed.form_id join hub on hub.id = form.hub_id
    where ${trashRetentionOver('trashed.trashed_at')} or (form.settings ->> 'retention_days' is not null
      and trashed.created_at < now() - make_interval(days => (form.settings ->> 'retention_days')::int))
    limit ${batch} for update of trashed skip locked)`.execute(database);
  return Number(numAffectedRows ?? 0);
}
