import type { IncomingMessage } from 'node:http';
import { posix } from 'node:path';
import { type ImportDocumentsRequest, importDocumentsRequest } from '#lib/contract/job.ts';
import { extensionOf } from '#lib/text/upload-types.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import type { ReceivedBody } from '#server/api/route.ts';
import { requireFolder, type SignedIn } from '#server/items/item/item.service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import { ApiError, invalid } from '#server/platform/http/api-error.ts';
import { storableName } from '#server/platform/http/file-name.ts';
import { fileTooLarge } from '#server/platform/http/file-too-large.ts';
import { readMultipart } from '#server/platform/http/multipart.ts';
import { parse } from '#server/platform/http/parse.ts';
import type { IncomingBytes } from '#server/platform/rate-limit/incoming-bytes.ts';
import type { Services } from '#server/platform/services.ts';
import { withReceivedFiles } from '#server/platform/storage/file-transaction.ts';
import type { ReceivedFile } from '#server/platform/storage/storage.ts';
import type { SpaceView } from '#server/spaces/space/space.repo.ts';
import { refuseTooManyWaiting, sourceOfItsOwn } from './import-choice.ts';
import { addImportTask, IMPORT_DOCUMENTS } from './import-task.ts';

const EXTENSIONS = ['md', 'markdown', 'html', 'htm', 'docx', 'odt', 'txt', 'zip'];

/** A completely received file to be imported, with its options. */
export type IncomingDocuments = ReceivedBody & {
  file: ReceivedFile;
  name: string;
  how: ImportDocumentsRequest;
};

/**
 * Receives a file (multipart: `file`, `parent`, `source`, `existing`, and `name` where the part's own can't contain it).
 * @throws ApiError 400 when it is interrupted, 413 when it is too large, 415 for a type that is no document or
 * archive, 422 without exactly one file or for an unknown field.
 */
export async function receiveDocuments(
  services: Services,
  request: IncomingMessage,
  incoming: IncomingBytes,
): Promise<IncomingDocuments> {
  const { maxUploadBytes: maxBytes } = services.config;
  const files: { file: ReceivedFile; name: string }[] = [];
  const fields: Record<string, string> = {};
  let sentName: string | null = null;
  const deleteFiles = async () => {
    await Promise.all(files.map(({ file }) => file.discard()));
  };
  try {
    await readMultipart(request, maxBytes, {
      onField: (name, value) => {
        if (name === 'name') {
          sentName = value;
          return;
        }
        if (!Object.hasOwn(importDocumentsRequest.shape, name))
          throw invalid({ [name.slice(0, 100)]: [`${name.slice(0, 100)} is not a known field`] });
        fields[name] = value;
      },
      async onFile(stream, partName, isCut) {
        // A part's header can't contain every name: one that is sent beside it is the file's, unchanged.
        const name = sentName ?? partName;
        if (files.length > 0) throw invalid({ file: ['Send one file at a time.'] });
        if (!EXTENSIONS.includes(extensionOf(name)))
          throw new ApiError(
            415,
            'unsupported_type',
            'Send a Markdown, HTML, Word, OpenDocument or text file, or a ZIP of them.',
          );
        const file = await services.storage.receive(stream, { maxBytes, onBytes: incoming.take });
        files.push({ file, name: storableName(posix.basename(name)) });
        if (isCut()) throw fileTooLarge(maxBytes);
      },
    });
    const [only] = files;
    if (!only) throw invalid({ file: ['Please choose a file.'] });
    parse(importDocumentsRequest, fields);
    const how = importDocumentsRequest.parse(fields);
    const content = { ...fields, name: only.name, sha256: only.file.sha256, size: only.file.size };
    return { ...only, how, content, cleanUp: deleteFiles };
  } catch (error) {
    await deleteFiles();
    throw error;
  }
}

/** What programs add to the name of each export: ids, days, numbers of copies. */
const ADDED =
  /[-_ ]*(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\d{4}-\d\d-\d\d|\(\d+\)|\d{6,})(?=$|[-_ ])/g;

/**
 * Under which name the files of an import are known again, within its folder: its source, else the name of its archive. A
 * file alone is known again by its source only: many have the name “README.md”, and are other documents.
 */
export function sourceName(
  fileName: string,
  { parent, source, existing }: ImportDocumentsRequest,
  importId: string,
): string {
  if (existing === 'add') return sourceOfItsOwn(parent, importId);
  const extension = extensionOf(fileName);
  const stem = extension === 'zip' ? fileName.slice(0, -4).replace(ADDED, '').trim().toLowerCase() : '';
  const named = source?.trim().toLowerCase() || stem;
  return named ? `${parent ?? ''}/${named}` : sourceOfItsOwn(parent, importId);
}

/** Queues the import of a received file into a space. @returns the job's id */
export async function startDocumentImport(
  services: Services,
  caller: SignedIn,
  space: Authorized<SpaceView, 'space.create_item'>,
  { file, name, how }: IncomingDocuments,
): Promise<string> {
  const id = newId();
  await withReceivedFiles(services, [file], async (trx, storeFiles) => {
    if (how.parent) await requireFolder(trx, caller, space.id, how.parent);
    if (how.existing === 'choose') await refuseTooManyWaiting(trx, caller);
    await storeFiles();
    await queueDocumentImport(services, trx, caller, {
      id,
      space,
      originId: null,
      parentId: how.parent ?? null,
      source: sourceName(name, how, id),
      fileName: name,
      sha256: file.sha256,
      existing: how.existing ?? 'update',
    });
  });
  return id;
}

type QueuedImport = {
  id: string;
  space: Authorized<SpaceView, 'space.create_item'>;
  /** The item whose file it is, where it is stored already. */
  originId: string | null;
  parentId: string | null;
  source: string;
  fileName: string;
  sha256: string;
  existing: 'update' | 'add' | 'choose';
};

/** Queues the import of a stored file. */
export async function queueDocumentImport(
  { jobs }: Pick<Services, 'jobs'>,
  trx: Transaction,
  caller: SignedIn,
  { id, space, originId, parentId, source, fileName, sha256, existing }: QueuedImport,
): Promise<void> {
  const { hub_id } = space;
  await trx
    .insertInto('job')
    .values({ id, hub_id, item_id: originId, task: IMPORT_DOCUMENTS, created_by: caller.user.id })
    .execute();
  await trx
    .insertInto('document_import')
    .values({
      job_id: id,
      space_id: space.id,
      parent_id: parentId,
      source,
      file_name: fileName,
      file_sha256: sha256,
      existing,
    })
    .execute();
  await addImportTask(jobs, trx, caller, { jobId: id, hubId: hub_id });
}
