import type { Readable } from 'node:stream';
import type { Authorized } from '#server/access/policy/authorized.ts';
import type { FormView } from '#server/forms/definition/form.repo.ts';
import { inTransaction } from '#server/platform/database/in-transaction.ts';
import { ApiError, conflict, invalid, notFound, unreadableBody } from '#server/platform/http/api-error.ts';
import { titleOfFile } from '#server/platform/http/file-name.ts';
import { fileTooLarge } from '#server/platform/http/file-too-large.ts';
import type { IncomingBytes } from '#server/platform/rate-limit/incoming-bytes.ts';
import type { Services } from '#server/platform/services.ts';
import { deleteUpload, type FormUpload, findUploadRow, insertUpload } from './form-upload.repo.ts';
import { refuseTooManyPendingFiles } from './pending-file-limits.ts';
import { requireFileField, storeSubmissionFile } from './receive-file.ts';

type Form = Authorized<FormView, 'form.submit'>;

/** How far an upload is. */
export type UploadState = { id: string; name: string; offset: number; size: number; expires_at: Date };

/** A part of a file, from one of its bytes on. */
type Piece = { id: string; from: number; length: number | null; piece: Readable; incoming: IncomingBytes };

const gone = () => notFound('This upload');

/** @throws ApiError 404 for one of another form, or that is over. */
async function findUpload(services: Services, form: Form, id: string): Promise<FormUpload> {
  const upload = await findUploadRow(services.database, form.id, id);
  if (!upload) throw gone();
  return upload;
}

/**
 * Begins a file that is received in chunks; its field, name and size are checked before the first byte.
 * @throws ApiError 413 for more than this hub accepts, 422 for a field that takes no file, or not this one,
 * 429 where too many wait already.
 */
export async function beginUpload(
  services: Services,
  form: Form,
  {
    field: wanted,
    name: fileName,
    size,
    sender,
  }: { field: string; name: string; size: number; sender: Buffer },
): Promise<UploadState> {
  const { maxUploadBytes } = services.config;
  if (size > maxUploadBytes) throw fileTooLarge(maxUploadBytes);
  if (fileName === '') throw invalid({ file: ['Please choose a file.'] });
  const name = titleOfFile(fileName);
  const field = await requireFileField(services, form, { field: wanted, name, size });
  const upload = await inTransaction(services, async (trx) => {
    await refuseTooManyPendingFiles(trx, services, { formId: form.id, sender, size });
    const begun = { formId: form.id, fieldId: field.id, name, size, sender };
    return { ...(await insertUpload(trx, begun)), field_id: field.id, name, size };
  });
  const { id, expires_at } = upload;
  await services.storage.partial.create(id);
  if (size === 0) await finish(services, form, { ...upload, is_stored: false, sender_hash: sender });
  return { id, name, offset: 0, size, expires_at };
}

/**
 * Stores a complete file as `files/` would; a refused one is deleted.
 * @throws ApiError as `storeSubmissionFile`
 */
async function finish(services: Services, form: Form, upload: FormUpload): Promise<void> {
  const { id, name, field_id: field, sender_hash: sender } = upload;
  const { storage, config } = services;
  const file = await storage.receive(storage.partial.read(id), { maxBytes: config.maxUploadBytes });
  try {
    await storeSubmissionFile(services, form, { file, name, field }, { id, sender });
  } catch (error) {
    // An error of the server's own is no reason to lose what was sent: the next request tries again.
    if (error instanceof ApiError && error.status < 500 && error.status !== 409) {
      await deleteUpload(services.database, id);
      await storage.partial.remove(id);
    }
    throw error;
  } finally {
    await file.discard();
  }
  await storage.partial.remove(id);
}

/** How far an upload is; one that is complete but was not stored is stored now. */
export async function uploadStatus(services: Services, form: Form, id: string): Promise<UploadState> {
  const upload = await findUpload(services, form, id);
  const { name, size, expires_at } = upload;
  const known = { id: upload.id, name, size, expires_at };
  if (upload.is_stored) return { ...known, offset: size };
  const offset = await services.storage.partial.size(upload.id);
  if (offset === null) throw gone();
  if (offset === size) await finish(services, form, upload);
  return { ...known, offset };
}

/**
 * Receives a chunk; `uploadStatus` then stores the file of the last one.
 * @throws ApiError 409 for a chunk that does not continue where the last one ended, 413 beyond the file's
 * end.
 */
export async function continueUpload(
  services: Services,
  form: Form,
  { id, from, length, piece, incoming }: Piece,
): Promise<void> {
  const { size, ...upload } = await findUpload(services, form, id);
  const { partial } = services.storage;
  const offset = upload.is_stored ? size : await partial.size(upload.id);
  if (offset === null) throw gone();
  if (offset !== from)
    throw conflict('wrong_offset', `The next piece of this upload begins at byte ${offset}.`);
  if (length !== null && from + length > size) throw fileTooLarge(size);
  if (upload.is_stored) return;
  try {
    await partial.append(upload.id, piece, { from, end: size, onBytes: incoming.take });
  } catch (error) {
    if (error instanceof ApiError || !(piece.errored || piece.destroyed)) throw error;
    throw unreadableBody('unreadable_body', 'The upload broke off. What came in is kept.');
  }
}

/** Deletes an upload, unless a submission has its file. */
export async function cancelUpload(services: Services, form: Form, id: string): Promise<void> {
  const upload = await findUpload(services, form, id);
  await deleteUpload(services.database, upload.id);
  await services.storage.partial.remove(upload.id);
}
