import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { ApiError, invalid, unreadableBody } from './api-error.ts';
import { whenClosed } from './when-closed.ts';

/** Handlers of the parts, called in the order of the parts. */
export type PartHandlers = {
  /**
   * Has to read the stream to its end, or to throw, which aborts everything. A file beyond `maxFileBytes` is
   * cut there: `isCut` is set once the stream has ended.
   */
  onFile(stream: Readable, name: string, isCut: () => boolean, field: string): Promise<void>;
  /** What it throws aborts everything. `isCut` is true only where limits keep the beginning of a value. */
  onField(name: string, value: string, isCut: boolean): void;
  /**
   * Called with the number of bytes that belong to no file, before they are parsed; what it throws aborts
   * everything.
   */
  onText?(bytes: number): void;
};

const MAX_FILES = 100;
const MAX_FIELDS = 20;
const FIELD_BYTES = 100_000;

/** The part with the name of a file whose own part can't contain it. */
export const FILE_NAME = 'name';

/** A part that nothing reads is refused as an unknown field of another body is (docs/contract.md §2). */
export const unknownPart = (name: string): ApiError =>
  invalid({ [name.slice(0, 100)]: [`There is no field named “${name.slice(0, 100)}”`] });

const SIGNS: Readonly<Record<string, string>> = { '%22': '"', '%0D': '\r', '%0A': '\n' };

/** A file's name as it was before a browser wrote it into the part's head (HTML, multipart/form-data encoding). */
const decodedName = (name: string): string =>
  name.replace(/%22|%0D|%0A/giu, (sign) => SIGNS[sign.toUpperCase()] ?? sign);

/** How many bytes may come in addition to the files. */
export type FieldLimits = {
  fields?: number;
  fieldBytes?: number;
  /** A field that is too long is cut and marked, instead of aborting everything. */
  truncatesFields?: boolean;
};

/**
 * Reads a multipart body (RFC 7578) part by part, never whole.
 * @throws ApiError 400 for a body that ends early or can't be read, 413 for too many parts or a field that is
 * too long, 415 for another type.
 */
export async function readMultipart(
  request: IncomingMessage,
  maxFileBytes: number,
  handlers: PartHandlers,
  { fields = MAX_FIELDS, fieldBytes = FIELD_BYTES, truncatesFields = false }: FieldLimits = {},
): Promise<void> {
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data')) {
    throw new ApiError(415, 'unsupported_type', 'Send the files as multipart/form-data.');
  }
  const { Busboy } = await import('@fastify/busboy');
  let parser: InstanceType<typeof Busboy>;
  try {
    parser = new Busboy({
      headers: { ...request.headers, 'content-type': type },
      preservePath: true,
      limits: { files: MAX_FILES, fields, fieldSize: fieldBytes, fileSize: maxFileBytes },
    });
  } catch {
    throw unreadableBody('unreadable_body', 'The body is not readable multipart/form-data.');
  }
  const { promise: ended, resolve: finish } = Promise.withResolvers<void>();
  const streams = new Set<Readable>();
  let failure: Error | null = null;
  let handled: Promise<void> = Promise.resolve();
  // The first failure aborts all parts; the reader of one is notified by its stream.
  const fail = (error: Error): void => {
    failure ??= error;
    for (const stream of streams) stream.destroy(failure);
    finish();
  };
  const broken = () => fail(unreadableBody('unreadable_body', 'The upload ended before it was whole.'));
  const tooManyFiles = () =>
    fail(new ApiError(413, 'too_many_parts', `Send at most ${MAX_FILES} files at once.`));
  const tooManyFields = () =>
    fail(new ApiError(413, 'too_many_parts', `Send at most ${fields} fields at once.`));
  const orFail = (work: () => void) => {
    try {
      if (!failure) work();
    } catch (error) {
      fail(error instanceof Error ? error : new Error(String(error)));
    }
  };
  parser.on('file', (field: string, stream: Readable & { truncated?: boolean }, name: string) => {
    streams.add(stream);
    stream.on('error', broken).once('close', () => streams.delete(stream));
    if (failure) stream.destroy(failure);
    // Parts are handled one after the other.
    handled = handled
      .then(() =>
        failure
          ? undefined
          : handlers.onFile(stream, decodedName(name ?? ''), () => stream.truncated === true, field),
      )
      .catch(fail);
  });
  parser.on('field', (name: string, value: string, _isNameCut: boolean, isCut: boolean) => {
    // A part of a value must not pass for the whole.
    if (isCut && !truncatesFields)
      fail(new ApiError(413, 'too_large', `The field ${name.slice(0, 100)} is too long.`));
    else orFail(() => handlers.onField(name, value, isCut));
  });
  parser
    .on('filesLimit', tooManyFiles)
    .on('fieldsLimit', tooManyFields)
    .on('error', broken)
    .on('finish', finish);
  request.on('error', broken);
  whenClosed(request, () => {
    if (!request.complete) broken();
  });
  const countText = (chunk: Buffer) => {
    if (streams.size === 0) orFail(() => handlers.onText?.(chunk.length));
  };
  if (handlers.onText) request.on('data', countText);
  request.pipe(parser);
  await ended;
  await handled;
  request.unpipe(parser).off('data', countText);
  // The rest of a refused body is read and discarded, so that the response reaches a client that is still
  // sending.
  request.resume();
  if (failure) throw failure;
}
