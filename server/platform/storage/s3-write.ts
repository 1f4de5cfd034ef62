import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { fileTooLarge } from '#server/platform/http/file-too-large.ts';
import type { ObjectParts, Objects } from './s3-objects.ts';
import type { ReceiveOptions, StoredFile } from './storage.ts';

/** The least that S3 takes as a part; one part of each file that is being received is in memory. */
export const PART_BYTES = 5 * 1024 ** 2;

/**
 * Writes a stream to an object as it arrives, and returns its hash and size. Nothing is left of one that fails.
 * @throws ApiError 413 beyond `maxBytes`; the signal's reason when aborted
 */
export async function writeObject(
  objects: Objects,
  key: string,
  source: Readable,
  { maxBytes, signal, onBytes }: ReceiveOptions,
): Promise<StoredFile> {
  const hash = createHash('sha256');
  let size = 0;
  let parts: ObjectParts | null = null;
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  const takeWaiting = (): Buffer => {
    const bytes = Buffer.concat(waiting);
    waiting = [];
    waitingBytes = 0;
    return bytes;
  };
  try {
    // The stream's owner ends it: one that is destroyed here would report that its sender had disconnected.
    for await (const chunk of source.iterator({ destroyOnReturn: false })) {
      signal?.throwIfAborted();
      size += chunk.length;
      if (size > maxBytes) throw fileTooLarge(maxBytes);
      onBytes?.(chunk.length);
      hash.update(chunk);
      waiting.push(chunk);
      waitingBytes += chunk.length;
      if (waitingBytes < PART_BYTES) continue;
      parts ??= await objects.putParts(key);
      await parts.add(takeWaiting());
    }
    signal?.throwIfAborted();
    if (!parts) await objects.put(key, takeWaiting());
    else {
      if (waitingBytes > 0) await parts.add(takeWaiting());
      await parts.complete();
    }
  } catch (error) {
    // Where the store is away, the nightly purge removes it (`clearIncoming`).
    await parts?.abort().catch(() => undefined);
    throw error;
  }
  return { sha256: hash.digest('hex'), size };
}
