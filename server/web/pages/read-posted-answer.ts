import type { IncomingMessage } from 'node:http';
import { ApiError } from '#server/platform/http/api-error.ts';
import { titleOfFile } from '#server/platform/http/file-name.ts';
import { fileTooLarge } from '#server/platform/http/file-too-large.ts';
import { readMultipart } from '#server/platform/http/multipart.ts';
import type { IncomingBytes } from '#server/platform/rate-limit/incoming-bytes.ts';
import type { Services } from '#server/platform/services.ts';
import type { ReceivedFile } from '#server/platform/storage/storage.ts';

/**
 * Bytes of what is typed that are read: more than an answer may have, so that one that is too large is shown again with
 * all of it.
 */
const READ_BYTES = 8 * 1024 ** 2;
/** Fields that are read: more than a form and the most rows of it that fit into an answer. */
const READ_FIELDS = 100_000;

/** A file that came with an answer, or why it was not received. */
export type PostedFile = { name: string } & ({ file: ReceivedFile } | { refusal: ApiError });
export type PostedEntry = [name: string, value: string | PostedFile];

/** What an answer may use while it comes in. */
export type AnswerBudget = { memory: IncomingBytes; disk: IncomingBytes };

const tooLarge = () => new ApiError(413, 'too_large', 'This answer is larger than a form takes.');

/** Counts what is typed, before it is kept. */
function textCounter({ memory }: AnswerBudget): (bytes: number) => void {
  let texts = 0;
  return (bytes) => {
    texts += bytes;
    if (texts > READ_BYTES) throw tooLarge();
    memory.take(bytes);
  };
}

async function readUrlEncoded(request: IncomingMessage, count: (bytes: number) => void) {
  const parts: Buffer[] = [];
  try {
    for await (const part of request.iterator({ destroyOnReturn: false })) {
      const bytes = Buffer.from(part);
      count(bytes.length);
      parts.push(bytes);
    }
  } finally {
    // The rest of a body that is refused is read past, so that the response reaches whoever still sends.
    request.resume();
  }
  const entries: PostedEntry[] = [...new URLSearchParams(Buffer.concat(parts).toString())];
  if (entries.length > READ_FIELDS) throw tooLarge();
  return entries;
}

type Posted = { services: Services; request: IncomingMessage; budget: AnswerBudget; takesFiles: boolean };

/**
 * Reads an answer that a form's page posts without a script. A file that is not taken is read past and says why, so that
 * all else that was filled in is still there.
 * @param entries filled as parts come, so that what came before a failure can be discarded
 * @throws ApiError 413 for far more than a form takes, 429 or 503 where too much comes in at once
 */
export async function readPostedAnswer(
  { services, request, budget, takesFiles }: Posted,
  entries: PostedEntry[],
): Promise<void> {
  const count = textCounter(budget);
  if (!request.headers['content-type']?.startsWith('multipart/form-data')) {
    for (const entry of await readUrlEncoded(request, count)) entries.push(entry);
    return;
  }
  const { maxUploadBytes: maxBytes } = services.config;
  await readMultipart(
    request,
    maxBytes,
    {
      onText: count,
      onField: (name, value) => entries.push([name, value]),
      async onFile(stream, fileName, isCut, field) {
        const name = titleOfFile(fileName);
        if (!takesFiles) {
          stream.resume();
          return;
        }
        try {
          const file = await services.storage.receive(stream, { maxBytes, onBytes: budget.disk.take });
          // A file field that was left alone is posted too, without a name.
          if (fileName === '' && file.size === 0) return file.discard();
          if (!isCut()) {
            entries.push([field, { name, file }]);
            return;
          }
          await file.discard();
          entries.push([field, { name, refusal: fileTooLarge(maxBytes) }]);
        } catch (error) {
          if (!(error instanceof ApiError) || error.status === 400) throw error;
          stream.resume();
          entries.push([field, { name, refusal: error }]);
        }
      },
    },
    { fields: READ_FIELDS, fieldBytes: READ_BYTES },
  );
}

/** Discards the files that were not kept. */
export async function discardFiles(entries: readonly PostedEntry[]): Promise<void> {
  for (const [, value] of entries) {
    if (typeof value !== 'string' && 'file' in value) await value.file.discard();
  }
}
