import type { IncomingMessage } from 'node:http';
import { isUploadKind, type UploadKind } from '#lib/upload-types.ts';
import { newId } from '../database/id.ts';
import { sniff } from '../extract/sniff.ts';
import { keepingFiles } from '../file/keep-files.ts';
import { ApiError, invalid } from '../http/api-error.ts';
import { addItem, folderFor } from '../item/item.service.ts';
import type { Authorized } from '../policy/authorized.ts';
import { queueProcessing } from '../processing/queue-processing.ts';
import type { Services } from '../services.ts';
import type { Caller } from '../session/caller.ts';
import type { SpaceView } from '../space/space.repo.ts';
import { fileTooLarge } from '../storage/file-too-large.ts';
import type { ReceivedFile } from '../storage/storage.ts';
import { titleOfFile } from './file-name.ts';
import { readMultipart } from './multipart.ts';

export type Refused = { name: string; code: string; message: string };

/** What became of an upload: the new items' ids, and why the rest was refused. */
export type Uploaded = { ids: string[]; refused: Refused[] };

type Incoming = { name: string; file: ReceivedFile };
type Destination = { kind: UploadKind | undefined; parent: string | undefined };
type SignedIn = Caller & { user: NonNullable<Caller['user']> };

function destinationOf(fields: ReadonlyMap<string, string>): Destination {
  const kind = fields.get('kind')?.trim() || undefined;
  if (kind !== undefined && !isUploadKind(kind))
    throw invalid({ kind: [`Kind ${kind.slice(0, 40)} does not exist.`] });
  return { kind, parent: fields.get('parent')?.trim() || undefined };
}

/** Takes every part in; what is too large is refused alone, the others go on. */
async function receiveAll(
  services: Services,
  request: IncomingMessage,
  incoming: Incoming[],
  refused: Refused[],
) {
  const fields = new Map<string, string>();
  const { maxUploadBytes: maxBytes } = services.config;
  await readMultipart(request, maxBytes, {
    onField: (name, value) => fields.set(name, value),
    async onFile(stream, fileName, isCut) {
      const name = titleOfFile(fileName);
      const file = await services.storage.receive(stream, { maxBytes });
      incoming.push({ name, file });
      if (!isCut()) return;
      incoming.pop();
      await file.discard();
      const { code, message } = fileTooLarge(maxBytes);
      refused.push({ name, code, message });
    },
  });
  return destinationOf(fields);
}

/** 413 when all were too large, 415 when all were of a wrong type, else 422. */
function refuseAll(refused: Refused[]): ApiError {
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

/** A file that is taken, and what it is. */
type Accepted = Incoming & { kind: UploadKind; mime: string };

/** Tells each file by its bytes; what may not become the kind that was asked for is refused. */
async function accept(
  incoming: Incoming[],
  kind: UploadKind | undefined,
  refused: Refused[],
): Promise<Accepted[]> {
  const accepted: Accepted[] = [];
  for (const one of incoming) {
    const sniffed = await one.file.look((source) => sniff(source, one.name, kind));
    if (sniffed.ok) accepted.push({ ...one, kind: sniffed.kind, mime: sniffed.mime });
    else refused.push({ name: one.name, code: sniffed.code, message: sniffed.message });
  }
  return accepted;
}

/**
 * Takes files in: each is streamed to the disk, told by its bytes, and becomes an item whose reading is queued in the
 * same transaction. Either all that are not refused become items, or none; what does not leaves nothing behind.
 * @throws ApiError 413, 415 or 422 when every file was refused, 400 when the upload breaks off.
 */
export async function upload(
  services: Services,
  caller: SignedIn,
  space: Authorized<SpaceView, 'space.create_item'>,
  request: IncomingMessage,
): Promise<Uploaded> {
  const incoming: Incoming[] = [];
  const refused: Refused[] = [];
  try {
    const { kind, parent } = await receiveAll(services, request, incoming, refused);
    if (incoming.length + refused.length === 0) throw invalid({ files: ['Please choose a file.'] });
    const accepted = await accept(incoming, kind, refused);
    if (accepted.length === 0) throw refuseAll(refused);
    return { ids: await keepAsItems(services, caller, space, parent, accepted), refused };
  } finally {
    await Promise.all(incoming.map(({ file }) => file.discard()));
  }
}

async function keepAsItems(
  services: Services,
  caller: SignedIn,
  space: Authorized<SpaceView, 'space.create_item'>,
  parent: string | undefined,
  accepted: readonly Accepted[],
): Promise<string[]> {
  const files = accepted.map(({ file }) => file);
  return keepingFiles(services, files, async (trx, keep) => {
    const folder = parent ? await folderFor(trx, caller, space.id, parent) : null;
    await keep();
    const ids: string[] = [];
    for (const { name, file, kind, mime } of accepted) {
      const id = newId();
      await addItem(trx, space, folder, {
        id,
        kind,
        title: name,
        visibility: 'shared',
        content: null,
        file_sha256: file.sha256,
        file_name: name,
        mime,
        size: file.size,
        processing_state: 'queued',
        created_by: caller.user.id,
      });
      await queueProcessing(trx, services.jobs, { id, hub_id: space.hub_id }, caller.user.id);
      ids.push(id);
    }
    return ids;
  });
}
