import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FastifyReply } from 'fastify';
import { fileTypeFromBuffer } from 'file-type';
import { PICTURE_MAX_BYTES } from '#lib/contract/picture-field.ts';
import { invalid } from '#server/platform/http/api-error.ts';
import { sendHeaders } from '#server/platform/http/send-stream.ts';
import type { Services } from '#server/platform/services.ts';
import type { StoredFile } from '#server/platform/storage/storage.ts';

const PICTURES = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);
/** How many bytes are enough to detect the type of a picture. */
const TYPE_BYTES = 4_100;

/**
 * Stores a small picture that came as a data URL; its bytes decide what it is. The caller records it
 * (`recordFile`) in the same transaction.
 * @param field under which a refusal is reported
 * @throws ApiError 422 for what is no picture
 */
export async function storePicture(services: Services, dataUrl: string, field: string): Promise<StoredFile> {
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
  const type = await fileTypeFromBuffer(bytes);
  if (!type || !PICTURES.has(type.mime)) {
    throw invalid({ [field]: ['This is not a png, jpeg, webp or gif picture'] });
  }
  return services.storage.put(Readable.from([bytes]), { maxBytes: PICTURE_MAX_BYTES });
}

/** Sends a small picture; its address changes with it, so browsers may cache it, but proxies may not. */
export async function sendPicture(services: Services, reply: FastifyReply, sha256: string): Promise<void> {
  const isHead = reply.request.method === 'HEAD';
  const part = isHead ? { start: 0, end: TYPE_BYTES - 1 } : undefined;
  const bytes = await buffer(await services.storage.read(sha256, part));
  const type = await fileTypeFromBuffer(bytes);
  reply
    .header('Content-Type', type && PICTURES.has(type.mime) ? type.mime : 'application/octet-stream')
    .header('Content-Security-Policy', "sandbox; default-src 'none'")
    .header('Content-Disposition', 'inline')
    .header('Cache-Control', 'private, max-age=31536000, immutable');
  await (isHead ? sendHeaders(reply) : reply.send(bytes));
}
