import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { deleteInBatches } from '#server/platform/database/delete-in-batches.ts';
import { isId, newId } from '#server/platform/database/id.ts';
import { PENDING_FILE_HOURS } from './form-file.repo.ts';

/** A file for a submission that is sent in several requests. */
export type FormUpload = {
  /** Also its file's id, once it is complete. */
  id: string;
  field_id: string;
  name: string;
  /** Bytes that it will have. */
  size: number;
  expires_at: Date;
  /** It is complete, and waits for its submission or belongs to it. */
  is_stored: boolean;
  /** Who began it; null once it has its submission. */
  sender_hash: Buffer | null;
};

type New = { formId: string; fieldId: string; name: string; size: number; sender: Buffer };

export async function insertUpload(
  database: Database | Transaction,
  { formId, fieldId, name, size, sender }: New,
): Promise<{ id: string; expires_at: Date }> {
  const id = newId();
  const { rows } = await sql<{ expires_at: Date }>`
    insert into form_upload (id, form_id, field_id, name, size, sender_hash)
    values (${id}, ${formId}, ${fieldId}, ${name}, ${size}, ${sender})
    returning created_at + make_interval(hours => ${PENDING_FILE_HOURS}) as expires_at`.execute(database);
  return { id, expires_at: rows[0]?.expires_at ?? new Date() };
}

/** One of the form's uploads, or of its completely received files; none that waited too long. */
export async function findUploadRow(
  database: Database,
  formId: string,
  id: string,
): Promise<FormUpload | undefined> {
  if (!isId(id)) return undefined;
  const { rows } = await sql<FormUpload>`
    select id, field_id, name, size, sender_hash,
      created_at + make_interval(hours => ${PENDING_FILE_HOURS}) as expires_at,
      exists (select from form_file where form_file.id = form_upload.id) as is_stored
    from form_upload
    where id = ${id} and form_id = ${formId}
      and created_at > now() - make_interval(hours => ${PENDING_FILE_HOURS})
    union all
    select id, field_id, name, size, sender_hash,
      created_at + make_interval(hours => ${PENDING_FILE_HOURS}), true
    from form_file
    where id = ${id} and form_id = ${formId} and submission_id is null
      and created_at > now() - make_interval(hours => ${PENDING_FILE_HOURS})
    limit 1`.execute(database);
  return rows[0];
}

/** Deletes an upload, and its file unless a submission has it. */
export async function deleteUpload(database: Database, id: string): Promise<void> {
  await sql`delete from form_file where id = ${id} and submission_id is null`.execute(database);
  await sql`delete from form_upload where id = ${id}`.execute(database);
}

/** Deletes uploads that waited too long. */
export async function deleteExpiredUploads(database: Database, signal: AbortSignal): Promise<void> {
  const isOver = sql`created_at < now() - make_interval(hours => ${PENDING_FILE_HOURS})`;
  await deleteInBatches(database, 'form_upload', isOver, signal);
}
