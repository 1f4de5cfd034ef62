import type { IncomingMessage } from 'node:http';
import type { ReceivedBody } from '#server/api/route.ts';
import { invalid } from '#server/platform/http/api-error.ts';
import { titleOfFile } from '#server/platform/http/file-name.ts';
import { fileTooLarge } from '#server/platform/http/file-too-large.ts';
import { FILE_NAME, readMultipart, unknownPart } from '#server/platform/http/multipart.ts';
import type { IncomingBytes } from '#server/platform/rate-limit/incoming-bytes.ts';
import type { Services } from '#server/platform/services.ts';
import type { ReceivedFile } from '#server/platform/storage/storage.ts';

/** A file that was received for a field, not stored yet. */
export type IncomingFieldFile = ReceivedBody & { file: ReceivedFile; name: string; field: string };

/**
 * Receives one file (multipart: `file`, `field`, and `name` where the part's own can't contain it).
 * @throws ApiError 400 when it is interrupted, 413 when it is too large, 422 without exactly one file, or for
 * its name.
 */
export async function receiveFieldFile(
  services: Services,
  request: IncomingMessage,
  incoming: IncomingBytes,
): Promise<IncomingFieldFile> {
  const { maxUploadBytes: maxBytes } = services.config;
  const files: { file: ReceivedFile; name: string }[] = [];
  const fields = new Map<string, string>();
  const deleteFiles = async () => {
    await Promise.all(files.map(({ file }) => file.discard()));
  };
  try {
    await readMultipart(request, maxBytes, {
      onField: (name, value) => {
        if (name !== 'field' && name !== FILE_NAME) throw unknownPart(name);
        fields.set(name, value);
      },
      async onFile(stream, partName, isCut) {
        if (files.length > 0) throw invalid({ file: ['Send one file at a time.'] });
        // A part's header can't contain every name: one that is sent beside it is the file's, unchanged.
        const name = titleOfFile(fields.get(FILE_NAME) ?? partName);
        files.push({
          file: await services.storage.receive(stream, { maxBytes, onBytes: incoming.take }),
          name,
        });
        if (isCut()) throw fileTooLarge(maxBytes);
      },
    });
    const [only] = files;
    if (!only) throw invalid({ file: ['Please choose a file.'] });
    const field = fields.get('field') ?? '';
    const content = { field, name: only.name, sha256: only.file.sha256, size: only.file.size };
    return { ...only, field, content, cleanUp: deleteFiles };
  } catch (error) {
    await deleteFiles();
    throw error;
  }
}
