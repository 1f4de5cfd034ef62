import type { IncomingMessage } from 'node:http';
import { isUploadKind, type UploadKind } from '#lib/upload-types.ts';
import { newId } from '../database/id.ts';
import { sniff } from '../extract/sniff.ts';
import { recordFile } from '../file/file.repo.ts';
import { ApiError, invalid } from '../http/api-error.ts';
import { inTransaction } from '../http/route.ts';
import { addItem, folderFor } from '../item/item.service.ts';
import type { Authorized } from '../policy/authorized.ts';
import { queueProcessing } from '../processing/queue-processing.ts';
import type { Services } from '../services.ts';
import type { Caller } from '../session/caller.ts';
import type { SpaceView } from '../space/space.repo.ts';
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
  const gone = new AbortController();
  request.once('aborted', () =>
    gone.abort(new ApiError(400, 'unreadable_body', 'The upload was broken off.')),
  );
  await readMultipart(request, {
    onField: (name, value) => fields.set(name, value),
    async onFile(_field, stream, fileName) {
      const name = titleOfFile(fileName);
      try {
        const { maxUploadBytes: maxBytes } = services.config;
        incoming.push({
          name,
          file: await services.storage.receive(stream, { maxBytes, signal: gone.signal }),
        });
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 413) throw error;
        stream.resume();
        refused.push({ name, code: error.code, message: error.message });
      }
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

/**
 * Takes files in: each is streamed to the disk, told by its bytes, and becomes an item whose reading is queued in the
 * same transaction. A file that is refused leaves nothing behind.
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
  const ids: string[] = [];
  try {
    const destination = await receiveAll(services, request, incoming, refused);
    if (incoming.length + refused.length === 0) throw invalid({ files: ['Please choose a file.'] });
    for (const one of incoming) {
      const sniffed = await one.file.look((source) => sniff(source, one.name, destination.kind));
      if (!sniffed.ok) {
        refused.push({ name: one.name, code: sniffed.code, message: sniffed.message });
        continue;
      }
      ids.push(await keepAsItem(services, caller, space, one, { ...sniffed, parent: destination.parent }));
    }
  } finally {
    await Promise.all(incoming.map(({ file }) => file.discard()));
  }
  if (ids.length === 0) throw refuseAll(refused);
  return { ids, refused };
}

async function keepAsItem(
  services: Services,
  caller: SignedIn,
  space: Authorized<SpaceView, 'space.create_item'>,
  { name, file }: Incoming,
  { kind, mime, parent }: { kind: UploadKind; mime: string; parent: string | undefined },
): Promise<string> {
  const stored = await file.keep();
  const id = newId();
  await inTransaction(services, async (trx) => {
    await recordFile(trx, services.storage, stored);
    const folder = parent ? await folderFor(trx, caller, space.id, parent) : null;
    await addItem(trx, space, folder, {
      id,
      kind,
      title: name,
      visibility: 'shared',
      content: null,
      file_sha256: stored.sha256,
      file_name: name,
      mime,
      size: stored.size,
      processing_state: 'queued',
      created_by: caller.user.id,
    });
    await queueProcessing(trx, services.jobs, { id, hub_id: space.hub_id }, caller.user.id);
  });
  return id;
}
