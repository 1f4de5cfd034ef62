import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { ApiError, unreadable } from '../http/api-error.ts';

/** What is done with each part, in the order in which they come. */
export type PartHandlers = {
  /** Has to read the stream to its end, or to throw. */
  onFile(field: string, stream: Readable, name: string): Promise<void>;
  onField(name: string, value: string): void;
};

const MAX_FILES = 100;
const MAX_FIELDS = 20;
const FIELD_BYTES = 10_000;

/**
 * Reads a multipart body (RFC 7578) part by part, never whole.
 * @throws ApiError 400 for a body that ends early or can't be read, 413 for too many parts, 415 for another type.
 */
export async function readMultipart(request: IncomingMessage, handlers: PartHandlers): Promise<void> {
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data')) {
    throw new ApiError(415, 'unsupported_type', 'Send the files as multipart/form-data.');
  }
  const { Busboy } = await import('@fastify/busboy');
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let last = Promise.resolve();
  const broken = () => unreadable('unreadable_body', 'The upload ended before it was whole.');
  const tooMany = () => new ApiError(413, 'too_many_parts', `Send at most ${MAX_FILES} files at once.`);
  let parser: InstanceType<typeof Busboy>;
  try {
    parser = new Busboy({
      headers: { ...request.headers, 'content-type': type },
      preservePath: true,
      limits: { files: MAX_FILES, fields: MAX_FIELDS, fieldSize: FIELD_BYTES },
    });
  } catch {
    throw unreadable('unreadable_body', 'The body is not readable multipart/form-data.');
  }
  parser.on('file', (field: string, stream: Readable, name: string) => {
    // Parts come one after the other; a failure ends the reading of all.
    last = last.then(() => handlers.onFile(field, stream, name ?? ''));
    last.catch((error: unknown) => {
      stream.resume();
      reject(error);
    });
  });
  parser.on('field', (name: string, value: string) => handlers.onField(name, value));
  parser.on('filesLimit', () => reject(tooMany()));
  parser.on('fieldsLimit', () => reject(tooMany()));
  parser.on('error', () => reject(broken()));
  parser.on('finish', () => last.then(resolve, reject));
  request.on('aborted', () => reject(broken()));
  request.on('error', () => reject(broken()));
  request.pipe(parser);
  try {
    await promise;
  } finally {
    request.unpipe(parser);
    // The rest of a body that is refused is read past, so that the answer reaches whoever still sends.
    request.resume();
  }
}
