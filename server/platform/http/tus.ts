import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, unreadableBody } from './api-error.ts';

/** The version of the protocol for resumable uploads that is spoken here (tus.io, 1.0.0). */
const TUS_VERSION = '1.0.0';
/** Headers of a response to `OPTIONS`: the version and the supported extensions. */
export const TUS_EXTENSIONS_HEADERS = {
  'Tus-Resumable': TUS_VERSION,
  'Tus-Version': TUS_VERSION,
  'Tus-Extension': 'creation,expiration,termination',
};
export const TUS_CHUNK_TYPE = 'application/offset+octet-stream';

/** @throws ApiError 412 for a client of another version. */
export function requireTus(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('Tus-Resumable', TUS_VERSION);
  if (request.headers['tus-resumable'] === TUS_VERSION) return;
  reply.header('Tus-Version', TUS_VERSION);
  throw new ApiError(412, 'tus_version', `Send the header Tus-Resumable: ${TUS_VERSION}.`);
}

/** A count of bytes in a header. @throws ApiError 400 where it is missing or invalid. */
export function byteCountHeader(request: FastifyRequest, name: 'upload-length' | 'upload-offset'): number {
  const text = request.headers[name];
  const number = Number(text);
  if (typeof text === 'string' && /^\d{1,15}$/.test(text) && Number.isSafeInteger(number)) return number;
  throw unreadableBody('unreadable_header', `Send the header ${name} with a number of bytes.`);
}

const PAIRS_MAX = 20;

/** `Upload-Metadata`: keys, each with its value in base64. @throws ApiError 400 where it can't be read. */
export function uploadMetadata(request: FastifyRequest): ReadonlyMap<string, string> {
  const text = request.headers['upload-metadata'];
  const found = new Map<string, string>();
  const strict = new TextDecoder('utf-8', { fatal: true });
  const pairs = typeof text === 'string' && text.trim() !== '' ? text.split(',', PAIRS_MAX) : [];
  for (const pair of pairs) {
    const [key = '', value = '', ...rest] = pair.trim().split(' ');
    try {
      if (!/^[\x21-\x7e]+$/.test(key) || rest.length > 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(value))
        throw new TypeError('not a pair');
      found.set(key, strict.decode(Buffer.from(value, 'base64')));
    } catch {
      throw unreadableBody('unreadable_header', 'The header Upload-Metadata can not be read.');
    }
  }
  return found;
}
