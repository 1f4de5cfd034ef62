import { posix } from 'node:path';
import { Readable } from 'node:stream';
import { UnreadableArchive } from '#server/platform/archives/read-zip.ts';
import { sniff } from '#server/platform/extraction/sniff.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { ReceivedFile } from '#server/platform/storage/storage.ts';
import type { FormOfArchive } from './form-of-archive.ts';
import type { FileToStore } from './read-submission.ts';

export type ReceivedFormFile = ReceivedFile & { file: FileToStore; mime: string };

/** The bytes of a file in the folder of a form; null, and noted, where it has none of a type that is stored. */
export async function receiveFormFile(
  { run, folder, notes }: FormOfArchive,
  file: FileToStore,
): Promise<ReceivedFormFile | null> {
  const { source, services, signal } = run;
  const path = posix.normalize(`${folder}${file.path}`);
  if (!path.startsWith(folder) || !source.forms.has(path)) {
    notes.add('files');
    return null;
  }
  try {
    const { maxUploadBytes: maxBytes } = services.config;
    const received = await services.storage.receive(Readable.from(source.chunks(path)), { maxBytes, signal });
    const sniffed = await received.look((bytes) => sniff(bytes, file.name));
    if (sniffed.ok) return Object.assign(received, { file, mime: sniffed.mime });
    await received.discard();
  } catch (error) {
    if (!(error instanceof UnreadableArchive || (error instanceof ApiError && error.status < 500)))
      throw error;
  }
  notes.add('files');
  return null;
}
