import { Readable } from 'node:stream';
import { PICTURE_MAX_BYTES, PICTURE_TYPES } from '#lib/forms/pictures.ts';
import { sniff } from '#server/platform/extraction/sniff.ts';
import { ApiError, invalid } from '#server/platform/http/api-error.ts';
import { fileTooLarge } from '#server/platform/http/file-too-large.ts';
import type { Services } from '#server/platform/services.ts';
import type { ReceivedFile } from '#server/platform/storage/storage.ts';
import { PICTURE_WAIT_MS } from './caller-slots.ts';

/** As wide as the widest screen shows it, twice: for fine displays. */
const WIDTH = 1600;

/** The picture's type by its bytes, whatever its name. @throws ApiError 415 for anything else. */
async function extensionOf(file: ReceivedFile): Promise<string> {
  for (const type of PICTURE_TYPES) {
    const extension = type === 'jpeg' ? 'jpg' : type;
    const sniffed = await file.look((source) => sniff(source, `picture.${extension}`));
    if (sniffed.ok && sniffed.mime === `image/${type}`) return extension;
  }
  throw new ApiError(415, 'not_a_picture', 'Choose a picture: PNG, JPEG, WebP or GIF.');
}

/**
 * A received picture as WebP. It is re-encoded in a separate process: its metadata (such as the location), and
 * whatever was hidden in it, is removed. The caller discards the result.
 * @throws ApiError 413 for one that is too large, 415 for another type, 422 for one that can't be decoded
 */
export async function cleanPicture(services: Services, file: ReceivedFile): Promise<ReceivedFile> {
  if (file.size > PICTURE_MAX_BYTES) throw fileTooLarge(PICTURE_MAX_BYTES);
  const extension = await extensionOf(file);
  const drawn = await file.look((source) =>
    services.extraction.thumbnail({ source, extension, width: WIDTH }, { waitTimeoutMs: PICTURE_WAIT_MS }),
  );
  if (!drawn.ok) throw invalid({ file: [drawn.message] });
  return services.storage.receive(Readable.from([drawn.image]), { maxBytes: PICTURE_MAX_BYTES });
}
