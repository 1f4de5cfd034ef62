import { Readable } from 'node:stream';
import { fileTypeFromBuffer } from 'file-type';
import { PICTURE_MAX_BYTES } from '#lib/contract/picture-field.ts';
import { invalid } from '../http/api-error.ts';
import type { Services } from '../services.ts';

const PICTURES = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);

/**
 * Keeps a small picture that came as a data URL; its bytes decide what it is.
 * @param field that a refusal is told under
 * @returns its content address, whose row in `file` exists
 * @throws ApiError 422 for what is no picture
 */
export async function keepPicture(services: Services, dataUrl: string, field: string): Promise<string> {
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
  const type = await fileTypeFromBuffer(bytes);
  if (!type || !PICTURES.has(type.mime)) {
    throw invalid({ [field]: ['This is not a png, jpeg, webp or gif picture'] });
  }
  const { sha256, size } = await services.storage.put(Readable.from([bytes]), {
    maxBytes: PICTURE_MAX_BYTES,
  });
  await services.database
    .insertInto('file')
    .values({ sha256, size })
    .onConflict((on) => on.column('sha256').doNothing())
    .execute();
  return sha256;
}
