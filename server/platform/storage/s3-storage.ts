import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ConfigurationError } from '#server/platform/config/configuration-error.ts';
import type { StorageConfig } from '#server/platform/config/storage-url.ts';
import { type Objects, openObjects } from './s3-objects.ts';
import { partialObjects } from './s3-partial-files.ts';
import { sourceOfObject } from './s3-source.ts';
import { writeObject } from './s3-write.ts';
import type { ReceivedFile, ReceiveOptions, Storage } from './storage.ts';

const FILES = 'files/';
const DERIVED = 'derived/';
const INCOMING = 'incoming/';

/**
 * How often a process makes the objects that it has received and not stored yet younger, in milliseconds: another one
 * that clears what was abandoned leaves them alone.
 */
const TOUCH_MS = 3_600_000;

function fileKey(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new TypeError('not a content address');
  return FILES + sha256;
}

const derivedFolder = (sha256: string): string => `${DERIVED}${fileKey(sha256).slice(FILES.length)}/`;

function derivedKey(sha256: string, name: string): string {
  if (!/^\w[\w.-]*$/.test(name)) throw new TypeError('not a derived name');
  return derivedFolder(sha256) + name;
}

async function keysOf(objects: Objects, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of objects.list(prefix)) keys.push(key);
  return keys;
}

/** Objects that this process has received and neither stored nor discarded. */
function trackIncoming(objects: Objects, touchMs: number) {
  const tracked = new Set<string>();
  let touching: NodeJS.Timeout | null = null;
  const touch = async () => {
    // One that is being stored just now may have been deleted.
    for (const key of tracked) await objects.copy(key, key).catch(() => undefined);
  };
  return {
    has: (key: string) => tracked.has(key),
    acquire(key: string) {
      tracked.add(key);
      touching ??= setInterval(() => void touch(), touchMs).unref();
    },
    async release(key: string) {
      tracked.delete(key);
      if (tracked.size === 0 && touching) {
        clearInterval(touching);
        touching = null;
      }
      // What stays because the store is away is cleared later.
      await objects.remove([key]).catch(() => undefined);
    },
  };
}

/**
 * Files in a bucket: `files/` by content, `derived/` for derived files, `incoming/` for what is not stored yet,
 * `partial/` for resumable uploads. A file is written to `incoming/` as it arrives, and copied within the store when it
 * is stored: what is in memory is one part of each.
 */
export function createS3Storage(objects: Objects, { touchMs = TOUCH_MS } = {}): Storage {
  const incoming = trackIncoming(objects, touchMs);
  const copying = new Map<string, Promise<void>>();

  /** Stores what was received; the same content that is being stored already is not stored again. */
  function store(key: string, sha256: string): Promise<void> {
    const stored =
      copying.get(sha256) ?? objects.copy(key, fileKey(sha256)).finally(() => copying.delete(sha256));
    copying.set(sha256, stored);
    return stored;
  }

  async function look<T>(key: string, work: Parameters<ReceivedFile['look']>[0]): Promise<T>;
  async function look(key: string, work: Parameters<ReceivedFile['look']>[0]) {
    const size = await objects.size(key);
    if (size === null) throw new Error('There is no such file in the storage.');
    return work(sourceOfObject(objects, key, size));
  }

  async function receive(source: Readable, options: ReceiveOptions): Promise<ReceivedFile> {
    const key = INCOMING + randomUUID();
    incoming.acquire(key);
    try {
      const { sha256, size } = await writeObject(objects, key, source, options);
      return {
        sha256,
        size,
        look: (work) => look(key, work),
        async commit() {
          await store(key, sha256);
          await incoming.release(key);
          return { sha256, size };
        },
        discard: () => incoming.release(key),
      };
    } catch (error) {
      await incoming.release(key);
      throw error;
    }
  }

  return {
    receive,
    partial: partialObjects(objects),
    async put(source, options) {
      const received = await receive(source, options);
      return received.commit();
    },
    async has(sha256) {
      return (await objects.size(fileKey(sha256))) !== null;
    },
    async read(sha256, range) {
      const body = await objects.get(fileKey(sha256), range);
      if (!body) throw new Error('There is no such file in the storage.');
      return body;
    },
    look: (sha256, work) => look(fileKey(sha256), work),
    async readDerived(sha256, name) {
      const body = await objects.get(derivedKey(sha256, name));
      return body && buffer(body);
    },
    async writeDerived(sha256, name, bytes) {
      await objects.put(derivedKey(sha256, name), bytes);
    },
    async removeDerived(sha256, itemId) {
      const folder = derivedFolder(sha256);
      const keys = await keysOf(objects, folder);
      await objects.remove(keys.filter((key) => key.slice(folder.length).includes(`-${itemId}`)));
    },
    async *storedBetween({ from, to }) {
      for (const folder of [FILES, DERIVED]) {
        for await (const { key, changedAt } of objects.list(folder)) {
          const sha256 = key.slice(folder.length).split('/')[0] ?? '';
          if (changedAt >= from && changedAt < to && /^[0-9a-f]{64}$/.test(sha256)) yield sha256;
        }
      }
    },
    async clearIncoming(before) {
      const abandoned: string[] = [];
      for await (const { key, changedAt } of objects.list(INCOMING))
        if (changedAt < before && !incoming.has(key)) abandoned.push(key);
      await objects.remove(abandoned);
      await objects.abortParts(INCOMING, before);
    },
    async remove(sha256) {
      await objects.remove([fileKey(sha256), ...(await keysOf(objects, derivedFolder(sha256)))]);
    },
    // A bucket has no end that this process could know.
    capacity: async () => ({ free: Number.MAX_SAFE_INTEGER, size: Number.MAX_SAFE_INTEGER }),
    check: () => objects.check(),
  };
}

/**
 * Opens the bucket of STORAGE_URL.
 * @throws ConfigurationError where it does not answer, does not exist, or refuses the key
 */
export async function openS3Storage(config: StorageConfig): Promise<Storage> {
  const objects = openObjects(config);
  try {
    await objects.check();
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    const reason = cause instanceof Error ? cause.name : 'no answer';
    throw new ConfigurationError(
      `The bucket “${config.bucket}” of STORAGE_URL can’t be used (${reason}): it must exist, its host must be reachable, and the key must be allowed to use it.`,
    );
  }
  return createS3Storage(objects);
}
