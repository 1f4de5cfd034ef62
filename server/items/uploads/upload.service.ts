import type { UploadKind } from '#lib/text/upload-types.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { attachToDocument, requireDocument } from '#server/items/item/document-files.ts';
import { insertItemInPlace, NO_FILE, requireFolder } from '#server/items/item/item.service.ts';
import { queueProcessing } from '#server/items/processing/queue-processing.ts';
import { newId } from '#server/platform/database/id.ts';
import { sniff } from '#server/platform/extraction/sniff.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { withReceivedFiles } from '#server/platform/storage/file-transaction.ts';
import type { SpaceView } from '#server/spaces/space/space.repo.ts';
import type { IncomingFile, ReceivedUpload, RefusedUpload } from './receive-upload.ts';

/** The result of an upload: the new items' ids, and why the rest was refused. */
export type UploadResult = { ids: string[]; refused: RefusedUpload[] };

type SignedIn = Caller & { user: NonNullable<Caller['user']> };

/** 413 when all were too large, 415 when all were of a wrong type, else 422. */
function refuseAll(refused: RefusedUpload[]): ApiError {
  const codes = new Set(refused.map((one) => one.code));
  const [only] = codes.size === 1 ? codes : [];
  const status =
    only === 'file_too_large'
      ? 413
      : only === 'type_not_allowed' || only === 'extension_mismatch'
        ? 415
        : 422;
  const message = refused.length === 1 ? refused[0]?.message : 'None of the files could be taken.';
  return new ApiError(status, only ?? 'all_refused', message ?? '', { data: { items: [], refused } });
}

/** An accepted file, with its type. */
type Accepted = IncomingFile & { kind: UploadKind; mime: string };

/** Detects each file's type by its bytes; what may not become the requested kind is refused. */
async function accept({
  files,
  kind,
}: ReceivedUpload): Promise<{ accepted: Accepted[]; refused: RefusedUpload[] }> {
  const accepted: Accepted[] = [];
  const refused: RefusedUpload[] = [];
  for (const one of files) {
    const sniffed = await one.file.look((source) => sniff(source, one.name, kind));
    if (sniffed.ok) accepted.push({ ...one, kind: sniffed.kind, mime: sniffed.mime });
    else refused.push({ name: one.name, code: sniffed.code, message: sniffed.message });
  }
  return { accepted, refused };
}

/**
 * Creates items of received files: each is detected by its bytes, and its extraction is queued in the same
 * transaction. Either all that are not refused become items, or none.
 * @throws ApiError 413, 415 or 422 when every file was refused.
 */
export async function upload(
  services: Services,
  caller: SignedIn,
  space: Authorized<SpaceView, 'space.create_item'>,
  received: ReceivedUpload,
): Promise<UploadResult> {
  const outcome = await accept(received);
  const refused = [...received.refused, ...outcome.refused];
  if (outcome.accepted.length === 0) throw refuseAll(refused);
  return { ids: await storeAsItems(services, caller, space, received, outcome.accepted), refused };
}

async function storeAsItems(
  services: Services,
  caller: SignedIn,
  space: Authorized<SpaceView, 'space.create_item'>,
  { parent, document: documentId, visibility }: Pick<ReceivedUpload, 'parent' | 'document' | 'visibility'>,
  accepted: readonly Accepted[],
): Promise<string[]> {
  const files = accepted.map(({ file }) => file);
  return withReceivedFiles(services, files, async (trx, storeFiles) => {
    const folder = parent ? await requireFolder(trx, caller, space.id, parent) : null;
    const document = documentId
      ? await requireDocument(trx, caller, { spaceId: space.id, id: documentId })
      : null;
    await storeFiles();
    const ids: string[] = [];
    for (const { name, file, kind, mime } of accepted) {
      const id = newId();
      const item = {
        ...NO_FILE,
        id,
        kind,
        title: name,
        visibility,
        file_sha256: file.sha256,
        file_name: name,
        mime,
        size: file.size,
        created_by: caller.user.id,
      };
      await insertItemInPlace(trx, { space, folder }, item);
      await queueProcessing(trx, services.jobs, { id, hub_id: space.hub_id }, caller.user.id);
      ids.push(id);
    }
    if (document) await attachToDocument(trx, ids, document);
    return ids;
  });
}
