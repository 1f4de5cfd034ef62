import type { IncomingMessage } from 'node:http';
import type { ReceivedBody } from '#server/api/route.ts';
import { invalid } from '#server/platform/http/api-error.ts';
import { titleOfFile } from '#server/platform/http/file-name.ts';
import { fileTooLarge } from '#server/platform/http/file-too-large.ts';
import { readMultipart } from '#server/platform/http/multipart.ts';
import type { IncomingBytes } from '#server/platform/rate-limit/incoming-bytes.ts';
import type { Services } from '#server/platform/services.ts';
import type { ReceivedFile } from '#server/platform/storage/storage.ts';

/** A file that came in for a field, not kept yet. */
export type IncomingFieldFile = ReceivedBody & { file: ReceivedFile; name: string; field: string };

/**
 * Takes one file in (multipart: `file`, `field`).
 * @throws ApiError 400 when it breaks off, 413 when it is too large, 422 without exactly one file.
 */
export async function receiveFieldFile(
  services: Services,
  request: IncomingMessage,
  incoming: IncomingBytes,
): Promise<IncomingFieldFile> {
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
    return { ...only, field, content, cleanUp: discard };
  } catch (error) {
    await discard();
    throw error;
  }
}
