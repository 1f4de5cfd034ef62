import type { IncomingMessage } from 'node:http';
import type { ReceivedFormFile } from '#lib/contract/form.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { type FileFacts, fileProblem } from '#lib/fields/value-check.ts';
import * as message from '#lib/messages.ts';
import { newId } from '../database/id.ts';
import { sniff } from '../extract/sniff.ts';
import { keepingFiles } from '../file/keep-files.ts';
import type { FormView } from '../form/form.repo.ts';
import { notPublished } from '../form/form-state.ts';
import { publishedVersion } from '../form/version-cache.ts';
import { ApiError, invalid } from '../http/api-error.ts';
import type { Received } from '../http/route.ts';
import type { IncomingBytes } from '../limits/incoming-bytes.ts';
import type { Authorized } from '../policy/authorized.ts';
import type { Services } from '../services.ts';
import { fileTooLarge } from '../storage/file-too-large.ts';
import type { ReceivedFile } from '../storage/storage.ts';
import { titleOfFile } from '../upload/file-name.ts';
import { readMultipart } from '../upload/multipart.ts';
import { refuseMoreWaiting } from './waiting-files.ts';

/** A file that came in for a field, not kept yet. */
export type IncomingAnswerFile = Received & { file: ReceivedFile; name: string; field: string };

/**
 * Takes one file in (multipart: `file`, `field`).
 * @throws ApiError 400 when it breaks off, 413 when it is too large, 422 without exactly one file.
 */
export async function receiveFile(
  services: Services,
  request: IncomingMessage,
  incoming: IncomingBytes,
): Promise<IncomingAnswerFile> {
  const { maxUploadBytes: maxBytes } = services.config;
  const files: { file: ReceivedFile; name: string }[] = [];
  let field = '';
  const discard = async () => {
    await Promise.all(files.map(({ file }) => file.discard()));
  };
  try {
    await readMultipart(request, maxBytes, {
      onField: (name, value) => {
        if (name === 'field') field = value;
      },
      async onFile(stream, fileName, isCut) {
        if (files.length > 0) throw invalid({ file: ['Send one file at a time.'] });
        files.push({
          file: await services.storage.receive(stream, { maxBytes, onBytes: incoming.take }),
          name: titleOfFile(fileName),
        });
        if (isCut()) throw fileTooLarge(maxBytes);
      },
    });
    const [only] = files;
    if (!only) throw invalid({ file: ['Please choose a file.'] });
    const content = { field, name: only.name, sha256: only.file.sha256, size: only.file.size };
    return { ...only, field, content, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

/** The file field of this id or name, also of a form in the form. */
function fileField(fields: readonly FieldDefinition[], wanted: string): FieldDefinition | null {
  for (const field of fields) {
    if (field.type === 'file' && (field.id === wanted || field.name === wanted)) return field;
    const inner = fileField(field.fields ?? [], wanted);
    if (inner) return inner;
  }
  return null;
}

/** Somebody may have so many versions' forms open, the published one among them. */
const VERSIONS_OPEN = 20;

/** The versions of a form that somebody may have open, the newest first. @throws ApiError 409 where there is none. */
function* openVersions({ published_version: newest }: FormView): Generator<number, void> {
  if (newest === null) throw notPublished();
  for (let version = newest; version > Math.max(0, newest - VERSIONS_OPEN); version -= 1) yield version;
}

const takesFile = ({ type, fields = [] }: FieldDefinition): boolean =>
  type === 'file' || fields.some(takesFile);

/** Whether a form has a field for files, in any version that somebody may have open. */
export async function takesFiles(
  services: Pick<Services, 'database'>,
  form: Authorized<FormView, 'form.submit'>,
): Promise<boolean> {
  for (const version of openVersions(form)) {
    const asked = await publishedVersion(services.database, form.id, version);
    if (asked?.fields.some(takesFile)) return true;
  }
  return false;
}

const noFileField = () => invalid({ field: [message.invalidType('Field', 'file field')] });

/** @throws ApiError 422 for a form that takes no files at all. */
export async function refuseWithoutFileField(
  services: Pick<Services, 'database'>,
  form: Authorized<FormView, 'form.submit'>,
): Promise<void> {
  if (!(await takesFiles(services, form))) throw noFileField();
}

/**
 * The field that a file is given for, by the field's id or name: as the published version asks, else as one before it
 * did, whose form somebody still has open. What the answer's own version takes is checked when the answer is sent.
 * @throws ApiError 422 for a field that takes no file, or none of this name and size.
 */
export async function fieldFor(
  services: Services,
  form: Authorized<FormView, 'form.submit'>,
  { field: wanted, ...facts }: FileFacts & { field: string },
): Promise<FieldDefinition> {
  let refusal = noFileField();
  let isAsked = false;
  for (const version of openVersions(form)) {
    const asked = await publishedVersion(services.database, form.id, version);
    const field = asked && fileField(asked.fields, wanted);
    if (!field) continue;
    const problem = fileProblem(field, facts);
    if (problem === null) return field;
    // What is said is what the newest one says that asks for it.
    if (!isAsked) refusal = invalid({ file: [problem] });
    isAsked = true;
  }
  throw refusal;
}

/** Whose file it is while it waits (`senderHash`), and its id where it has one already. */
export type WaitingAs = { sender: Buffer | null; id?: string };

/**
 * Keeps a file for an answer that is to come: it is told by its bytes, and must be what its field takes.
 * @throws ApiError 415 for a type that is not taken, 422 for a field that takes no file, or not this one, 429 where too
 * many wait already.
 */
export async function keepAnswerFile(
  services: Services,
  form: Authorized<FormView, 'form.submit'>,
  { file, name, field: wanted }: Pick<IncomingAnswerFile, 'file' | 'name' | 'field'>,
  { id, sender }: WaitingAs,
): Promise<ReceivedFormFile> {
  const field = await fieldFor(services, form, { field: wanted, name, size: file.size });
  const sniffed = await file.look((source) => sniff(source, name));
  if (!sniffed.ok) throw new ApiError(415, sniffed.code, sniffed.message);
  const { size, sha256 } = file;
  const kept = id ?? newId();
  await keepingFiles(services, [file], async (trx, keep) => {
    // One that came in piece by piece was counted when it was begun.
    if (sender && id === undefined) {
      await refuseMoreWaiting(trx, services, { formId: form.id, sender, size });
    }
    await keep();
    await trx
      .insertInto('form_file')
      .values({
        id: kept,
        form_id: form.id,
        field_id: field.id,
        submission_id: null,
        file_sha256: sha256,
        name,
        mime: sniffed.mime,
        size,
        sender_hash: sender,
      })
      .execute();
  });
  return { id: kept, name, size, mime: sniffed.mime };
}
