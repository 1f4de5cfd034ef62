import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { deleteInBatches } from '#server/platform/database/delete-in-batches.ts';

/** How long a draft is stored after its last change. */
export const DRAFT_DAYS = 30;

export type DraftRow = { content_sealed: string; expires_at: Date };

const inDays = sql<Date>`now() + make_interval(days => ${sql.lit(DRAFT_DAYS)})`;

/** Stores a draft, unless the form has the maximum number. @returns until when, or undefined. */
export async function insertDraft(
  database: Database | Transaction,
  draft: { token_hash: Buffer; form_id: string; content_sealed: string },
  most: number,
): Promise<Date | undefined> {
  const { rows } = await sql<{ expires_at: Date }>`
    insert into form_draft (token_hash, form_id, content_sealed, expires_at)
    select ${draft.token_hash}, ${draft.form_id}, ${draft.content_sealed}, ${inDays}
    where (select count(*) from form_draft where form_id = ${draft.form_id}) < ${most}
    returning expires_at`.execute(database);
  return rows[0]?.expires_at;
}

/** Replaces a draft's values. @returns until when it is stored, or undefined where it doesn't exist. */
export async function updateDraft(
  database: Database | Transaction,
  draft: { token_hash: Buffer; form_id: string; content_sealed: string },
): Promise<Date | undefined> {
  const { rows } = await sql<{ expires_at: Date }>`
    update form_draft set content_sealed = ${draft.content_sealed}, expires_at = ${inDays}
    where token_hash = ${draft.token_hash} and form_id = ${draft.form_id} and expires_at > now()
    returning expires_at`.execute(database);
  return rows[0]?.expires_at;
}

export async function findDraftRow(
  database: Database | Transaction,
  formId: string,
  tokenHash: Buffer,
): Promise<DraftRow | undefined> {
  const { rows } = await sql<DraftRow>`
    select content_sealed, expires_at from form_draft
    where token_hash = ${tokenHash} and form_id = ${formId} and expires_at > now()`.execute(database);
  return rows[0];
}

export async function deleteDraft(
  database: Database | Transaction,
  formId: string,
  tokenHash: Buffer,
): Promise<void> {
  await sql`delete from form_draft where token_hash = ${tokenHash} and form_id = ${formId}`.execute(database);
}

/** Deletes expired drafts, and the keys of submissions that are no longer pending anywhere. */
export async function deleteExpiredDrafts(database: Database, signal: AbortSignal): Promise<void> {
  await deleteInBatches(database, 'form_draft', sql`expires_at < now()`, signal);
  await deleteInBatches(
    database,
    'submission_idempotency_record',
    sql`created_at < now() - interval '90 days'`,
    signal,
  );
}
