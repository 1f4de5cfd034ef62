import type { Passage } from '#lib/text/passage.ts';
import type { FromChild, Job, ToChild } from '#server/platform/extraction/messages.ts';
import { type AboutRows, type RowWindow, Unreadable } from '#server/platform/extraction/result.ts';

const CHUNK = 1024 * 1024;

/** Sends to the parent and resolves once the message was sent. */
export function sendToParent(message: FromChild): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send?.(message, undefined, {}, (error: Error | null) => (error ? reject(error) : resolve()));
  });
}

let wakeForBytes: ((bytes: Buffer) => void) | undefined;
let wakeForTaken: (() => void) | undefined;

/** Passes a reply of the parent to the code that waits for it. */
export function receiveFromParent(message: ToChild): void {
  if (message.type === 'bytes') wakeForBytes?.(Buffer.from(message.bytes ?? []));
  if (message.type === 'taken') wakeForTaken?.();
}

/** The parent has the file: these bytes are requested, one range at a time. */
let reading: Promise<unknown> = Promise.resolve();

function read(offset: number, length: number): Promise<Buffer> {
  const next = reading.then(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        wakeForBytes = resolve;
        sendToParent({ type: 'read', offset, length }).catch(reject);
      }),
  );
  reading = next.catch(() => {});
  return next;
}

/** Sends passages to the parent and waits until they are stored. */
export function sendPassages(batch: Passage[]): Promise<void> {
  return new Promise((resolve, reject) => {
    wakeForTaken = resolve;
    sendToParent({ type: 'passages', batch }).catch(reject);
  });
}

/** Sends rows to the parent and waits until they are stored. */
function sendRows(batch: string[][], about: AboutRows): Promise<void> {
  return new Promise((resolve, reject) => {
    wakeForTaken = resolve;
    sendToParent({ type: 'rows', batch, ...about }).catch(reject);
  });
}

/** Which rows are wanted, and where they go if they are more than one message has. */
export type WantedRows = RowWindow & { send?: typeof sendRows };

const ALL_ROWS = { from: 1, to: Number.POSITIVE_INFINITY, whole: true, send: sendRows };

function wantedRows(job: Job): WantedRows | undefined {
  if (job.op === 'rows') return job.window;
  return job.op === 'lines' ? { ...ALL_ROWS, sheet: job.sheet } : undefined;
}

/** The file of a job, read through the parent. */
export type JobFile = {
  extension: string;
  /** In bytes. */
  size: number;
  password: string | undefined;
  /** Of a table's file: the only rows that are wanted. */
  window: WantedRows | undefined;
  read(offset: number, length: number): Promise<Buffer>;
  /** The whole file, where it is at most `limit` bytes; else it is too large to be read. */
  bytes(limit: number): Promise<Buffer>;
  /** The file from its start, in chunks; reports progress to the parent. */
  chunks(): AsyncGenerator<Buffer, void>;
};

export function jobFile(job: Job): JobFile {
  return {
    extension: job.extension,
    size: job.size,
    password: 'password' in job ? job.password : undefined,
    window: wantedRows(job),
    read,
    async bytes(limit) {
      if (job.size > limit) {
        throw new Unreadable(
          'too_large',
          `Files of this type are read up to ${Math.round(limit / 1024 / 1024)} MB; this one is kept, but not searched.`,
        );
      }
      const whole = Buffer.allocUnsafe(job.size);
      let filled = 0;
      while (filled < job.size) {
        const bytes = await read(filled, Math.min(CHUNK, job.size - filled));
        if (bytes.length === 0) break;
        filled += bytes.copy(whole, filled);
      }
      return whole.subarray(0, filled);
    },
    async *chunks() {
      for (let offset = 0; offset < job.size; ) {
        const bytes = await read(offset, CHUNK);
        if (bytes.length === 0) return;
        offset += bytes.length;
        await reportProgress(offset, job.size);
        yield bytes;
      }
    },
  };
}

/** A file that another one contains; no progress is reported of it. */
export function fileOfBytes(bytes: Buffer, extension: string): JobFile {
  return {
    extension,
    size: bytes.length,
    password: undefined,
    window: undefined,
    read: async (offset, length) => bytes.subarray(offset, offset + length),
    bytes: async (limit) => {
      if (bytes.length > limit)
        throw new Unreadable('too_large', 'The attached file is too large to be read.');
      return bytes;
    },
    async *chunks() {
      yield bytes;
    },
  };
}

let lastProgress = 0;

/** Reports the job's progress, at most ten times a second. */
export async function reportProgress(done: number, total: number): Promise<void> {
  const now = Date.now();
  if (now - lastProgress < 100 && done < total) return;
  lastProgress = now;
  await sendToParent({ type: 'progress', done, total });
}
