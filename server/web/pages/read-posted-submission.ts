import type { IncomingMessage } from 'node:http';
import { ApiError } from '#server/platform/http/api-error.ts';
import { nameRefusal, storableName, titleOfFile } from '#server/platform/http/file-name.ts';
import { fileTooLarge } from '#server/platform/http/file-too-large.ts';
import { readMultipart } from '#server/platform/http/multipart.ts';
import type { IncomingBytes } from '#server/platform/rate-limit/incoming-bytes.ts';
import type { Services } from '#server/platform/services.ts';
import type { ReceivedFile } from '#server/platform/storage/storage.ts';

/**
 * Bytes of typed values that are held: more than a submission may have, so that one that is too large is
 * shown again with all of it.
 */
const STORED_BYTES = 8 * 1024 ** 2;
/** Bytes held of each text where all of them are more than that; no field accepts as many. */
const BEGINNING_BYTES = 400_000;
/** Bytes of typed values that are read at all. */
const READ_BYTES = 64 * 1024 ** 2;
/** Fields that are read: more than a form and the most rows of it that fit into a submission. */
const READ_FIELDS = 100_000;

/** A file that was sent with a submission, or why it was not received. */
export type PostedFile = { name: string } & ({ file: ReceivedFile } | { refusal: ApiError });
export type PostedEntry = [name: string, value: string | PostedFile];

/** What a submission may use while it is received. */
export type BodyBudget = { memory: IncomingBytes; disk: IncomingBytes };

const tooLarge = () => new ApiError(413, 'too_large', 'This answer is larger than a form takes.');

/** Counts typed values, before they are held. */
function textCounter({ memory }: BodyBudget): (bytes: number) => void {
  let texts = 0;
  return (bytes) => {
    texts += bytes;
    if (texts > READ_BYTES) throw tooLarge();
    // More than that is never held.
    if (texts <= STORED_BYTES) memory.take(bytes);
  };
}

/** Holds texts whole while all of them fit, and the beginning of each from then on. */
function textCollector(entries: PostedEntry[], cut: Set<string>) {
  let storedBytes = 0;
  let count = 0;
  let most = STORED_BYTES;
  const beginningOf = (name: string, text: string): string => {
    if (Buffer.byteLength(text) <= most) return text;
    cut.add(name);
    // A character that is cut by the limit is omitted.
    return new TextDecoder().decode(Buffer.from(text).subarray(0, most), { stream: true });
  };
  const shorten = () => {
    most = BEGINNING_BYTES;
    storedBytes = 0;
    for (const entry of entries) {
      const [name, value] = entry;
      if (typeof value !== 'string') continue;
      entry[1] = beginningOf(name, value);
      storedBytes += name.length + Buffer.byteLength(entry[1]);
    }
  };
  return (name: string, text: string, isCut: boolean): void => {
    count += 1;
    if (count > READ_FIELDS) throw tooLarge();
    if (isCut) cut.add(name);
    const bytes = name.length + Buffer.byteLength(text);
    if (most === STORED_BYTES && (isCut || storedBytes + bytes > STORED_BYTES)) shorten();
    const beginning = beginningOf(name, text);
    storedBytes += name.length + Buffer.byteLength(beginning);
    if (storedBytes > STORED_BYTES) throw tooLarge();
    entries.push([name, beginning]);
  };
}

type CollectText = ReturnType<typeof textCollector>;

/** Pairs of a name and a value as they arrive, none of them buffered beyond what is held of it. */
async function readUrlEncoded(
  request: IncomingMessage,
  count: (bytes: number) => void,
  collect: CollectText,
) {
  let parts: Buffer[] = [];
  let bufferedBytes = 0;
  let isCut = false;
  const buffer = (part: Buffer) => {
    const available = STORED_BYTES - bufferedBytes;
    if (part.length > available) isCut = true;
    parts.push(part.subarray(0, available));
    bufferedBytes += Math.min(part.length, available);
  };
  const parse = () => {
    for (const [name, value] of new URLSearchParams(Buffer.concat(parts).toString()))
      collect(name, value, isCut);
    parts = [];
    bufferedBytes = 0;
    isCut = false;
  };
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      let rest = Buffer.from(chunk);
      count(rest.length);
      for (let at = rest.indexOf('&'); at !== -1; at = rest.indexOf('&')) {
        buffer(rest.subarray(0, at));
        parse();
        rest = rest.subarray(at + 1);
      }
      buffer(rest);
    }
    parse();
  } finally {
    // The rest of a refused body is read and discarded, so that the response reaches a client that is still
    // sending.
    request.resume();
  }
}

type Posted = { services: Services; request: IncomingMessage; budget: BodyBudget; takesFiles: boolean };

/**
 * Reads a submission that a form's page posts without a script. A refused file is skipped with its reason,
 * and of texts that are too long the beginnings are held, so that everything else that was filled in is still
 * there.
 * @param entries filled as parts arrive, so that what came before a failure can be discarded
 * @returns names of the texts of which only the beginning is in `entries`
 * @throws ApiError 413 for far more than a form accepts, 429 or 503 where too much is received at the same
 * time
 */
export async function readPostedSubmission(
  { services, request, budget, takesFiles }: Posted,
  entries: PostedEntry[],
): Promise<ReadonlySet<string>> {
  const count = textCounter(budget);
  const cut = new Set<string>();
  const collect = textCollector(entries, cut);
  if (!request.headers['content-type']?.startsWith('multipart/form-data')) {
    await readUrlEncoded(request, count, collect);
    return cut;
  }
  const { maxUploadBytes: maxBytes } = services.config;
  await readMultipart(
    request,
    maxBytes,
    {
      onText: count,
      onField: collect,
      async onFile(stream, fileName, isCut, field) {
        const name = storableName(fileName);
        if (!takesFiles) {
          stream.resume();
          return;
        }
        try {
          const file = await services.storage.receive(stream, { maxBytes, onBytes: budget.disk.take });
          // A file field that was left alone is posted too, without a name.
          if (fileName === '' && file.size === 0) return file.discard();
          const refusal = isCut() ? fileTooLarge(maxBytes) : nameRefusal(fileName);
          if (!refusal) {
            entries.push([field, { name: titleOfFile(fileName), file }]);
            return;
          }
          await file.discard();
          entries.push([field, { name, refusal }]);
        } catch (error) {
          if (!(error instanceof ApiError) || error.status === 400) throw error;
          stream.resume();
          entries.push([field, { name, refusal: error }]);
        }
      },
    },
    { fields: READ_FIELDS, fieldBytes: STORED_BYTES, truncatesFields: true },
  );
  return cut;
}

/** Discards the files that were not stored. */
export async function deletePostedFiles(entries: readonly PostedEntry[]): Promise<void> {
  for (const [, value] of entries) {
    if (typeof value !== 'string' && 'file' in value) await value.file.discard();
  }
}
