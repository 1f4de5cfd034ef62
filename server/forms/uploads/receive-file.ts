import type { UploadedFormFile } from '#lib/contract/submit.ts';
import type { FileFacts } from '#lib/fields/check.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { fileProblem } from '#lib/fields/file-check.ts';
import * as message from '#lib/text/messages.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import type { FormView } from '#server/forms/definition/form.repo.ts';
import { formNotPublished } from '#server/forms/definition/form-state.ts';
import { publishedVersion } from '#server/forms/definition/version-cache.ts';
import type { IncomingFieldFile } from '#server/items/uploads/receive-field-file.ts';
import { newId } from '#server/platform/database/id.ts';
import { sniff } from '#server/platform/extraction/sniff.ts';
import { ApiError, invalid, invalidFields } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { withReceivedFiles } from '#server/platform/storage/file-transaction.ts';
import type { ReceivedFile } from '#server/platform/storage/storage.ts';
import { refuseTooManyPendingFiles } from './pending-file-limits.ts';

/** The file field of this id or name, also of a form in the form. */
function fileField(fields: readonly FieldDefinition[], wanted: string): FieldDefinition | null {
  for (const field of fields) {
    if (field.type === 'file' && (field.id === wanted || field.name === wanted)) return field;
    const inner = fileField(field.fields ?? [], wanted);
    if (inner) return inner;
  }
  return null;
}

/** The most versions that a user may have open, including the published one. */
const VERSIONS_OPEN = 20;

/**
 * The versions of a form that a user may have open, the newest first. @throws ApiError 409 where there is
 * none.
 */
function* openVersions({ published_version: newest }: FormView): Generator<number, void> {
  if (newest === null) throw formNotPublished();
  for (let version = newest; version > Math.max(0, newest - VERSIONS_OPEN); version -= 1) yield version;
}

const takesFile = ({ type, fields = [] }: FieldDefinition): boolean =>
  type === 'file' || fields.some(takesFile);

/** Whether a form has a field for files, in any version that somebody may have open. */
export async function acceptsFiles(
  services: Pick<Services, 'database'>,
  form: Authorized<FormView, 'form.submit'>,
): Promise<boolean> {
  for (const version of openVersions(form)) {
    const definition = await publishedVersion(services.database, form.id, version);
    if (definition?.fields.some(takesFile)) return true;
  }
  return false;
}

const noFileField = () => invalid({ field: [message.invalidType('Field', 'file field')] });

/** @throws ApiError 422 for a form that takes no files at all. */
export async function refuseWithoutFileField(
  services: Pick<Services, 'database'>,
  form: Authorized<FormView, 'form.submit'>,
): Promise<void> {
  if (!(await acceptsFiles(services, form))) throw noFileField();
}

/**
 * The field that a file is sent for, by the field's id or name: in the published version, else in an earlier
 * one that a user may still have open. What the submission's own version accepts is checked when the
 * submission is sent.
 * @throws ApiError 422 for a field that takes no file, or none of this name and size.
 */
export async function requireFileField(
  services: Services,
  form: Authorized<FormView, 'form.submit'>,
  { field: wanted, ...facts }: FileFacts & { field: string },
): Promise<FieldDefinition> {
  let refusal = noFileField();
  let isFound = false;
  for (const version of openVersions(form)) {
    const definition = await publishedVersion(services.database, form.id, version);
    const field = definition && fileField(definition.fields, wanted);
    if (!field) continue;
    const problem = fileProblem(field, facts);
    if (problem === null) return field;
    // The problem of the newest version with that field is reported.
    if (!isFound) refusal = invalidFields([{ ...problem, path: 'file' }]);
    isFound = true;
  }
  throw refusal;
}

/** Whose file it is while it waits (`hashSender`), and its id where it has one already. */
export type PendingFileOwner = { sender: Buffer | null; id?: string };

/**
 * Stores a file for a later submission: its type is detected by its bytes, and its field must accept it.
 * @throws ApiError 415 for a type that is not accepted, 422 for a field that takes no file, or not this one,
 * 429 where too many wait already.
 */
export async function storeSubmissionFile(
  services: Services,
  form: Authorized<FormView, 'form.submit'>,
  { file, name, field: wanted }: Pick<IncomingFieldFile, 'file' | 'name' | 'field'>,
  waitingAs: PendingFileOwner,
): Promise<UploadedFormFile> {
  const field = await requireFileField(services, form, { field: wanted, name, size: file.size });
  return storePendingFile(services, { formId: form.id, fieldId: field.id, file, name }, waitingAs);
}

/**
 * Stores a file for a submission that is being corrected: its field must accept it in the submission's own
 * version.
 * @throws ApiError as `storeSubmissionFile`
 */
export async function storeCorrectionFile(
  services: Services,
  form: Authorized<FormView, 'form.correct_submissions'>,
  { file, name, field: wanted }: Pick<IncomingFieldFile, 'file' | 'name' | 'field'>,
  { version, sender }: { version: number; sender: Buffer },
): Promise<UploadedFormFile> {
  const definition = await publishedVersion(services.database, form.id, version);
  const field = definition && fileField(definition.fields, wanted);
  if (!field) throw noFileField();
  const problem = fileProblem(field, { name, size: file.size });
  if (problem) throw invalidFields([{ ...problem, path: 'file' }]);
  return storePendingFile(services, { formId: form.id, fieldId: field.id, file, name }, { sender });
}

/** @throws ApiError 415 for a type that is not taken, 429 where too many wait already. */
async function storePendingFile(
  services: Services,
  { formId, fieldId, file, name }: { formId: string; fieldId: string; file: ReceivedFile; name: string },
  { id, sender }: PendingFileOwner,
): Promise<UploadedFormFile> {
  const sniffed = await file.look((source) => sniff(source, name));
  if (!sniffed.ok) throw new ApiError(415, sniffed.code, sniffed.message);
  const { size, sha256 } = file;
  const fileId = id ?? newId();
  await withReceivedFiles(services, [file], async (trx, storeFiles) => {
    // One that was received in chunks was counted when it was begun.
    if (sender && id === undefined) await refuseTooManyPendingFiles(trx, services, { formId, sender, size });
    await storeFiles();
    await trx
      .insertInto('form_file')
      .values({
        id: fileId,
        form_id: formId,
        field_id: fieldId,
        submission_id: null,
        file_sha256: sha256,
        name,
        mime: sniffed.mime,
        size,
        sender_hash: sender,
      })
      .execute();
  });
  return { id: fileId, name, size, mime: sniffed.mime };
}
