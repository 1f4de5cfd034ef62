import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  access,
  constants,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  statfs,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileTooLarge } from '#server/platform/http/file-too-large.ts';
import { type ByteSource, sourceOfFile } from './byte-source.ts';
import { type IncomingOptions, openIncomingFiles } from './incoming-files.ts';
import { openPartialFiles } from './partial-files.ts';
import type { ReceivedFile, ReceiveOptions, Storage } from './storage.ts';

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function lookAt<T>(path: string, work: (source: ByteSource) => Promise<T>): Promise<T> {
  const file = await open(path, 'r');
  try {
    return await work(await sourceOfFile(file));
  } finally {
    await file.close();
  }
}

/** When it was written; null where it was just deleted. */
async function mtimeOf(path: string): Promise<Date | null> {
  try {
    return (await stat(path)).mtime;
  } catch {
    return null;
  }
}

/** The files of a folder by content address, as `ab/cdef…`. */
async function contentIn(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const first of await readdir(folder).catch(() => [])) {
    if (!/^[0-9a-f]{2}$/.test(first)) continue;
    const rest = await readdir(join(folder, first));
    found.push(...rest.filter((name) => /^[0-9a-f]{62}$/.test(name)).map((name) => `${first}/${name}`));
  }
  return found;
}

/** Writes a stream to a new file, synced, and returns its hash and size. */
async function writeStream(path: string, source: Readable, { maxBytes, signal, onBytes }: ReceiveOptions) {
  const hash = createHash('sha256');
  let size = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    // The stream's owner ends it: one that is destroyed here would report that its sender had disconnected.
    for await (const chunk of source.iterator({ destroyOnReturn: false })) {
      signal?.throwIfAborted();
      size += chunk.length;
      if (size > maxBytes) throw fileTooLarge(maxBytes);
      onBytes?.(chunk.length);
      hash.update(chunk);
      // Writes all of it, however little the disk accepts per call.
      await file.writeFile(chunk);
    }
    signal?.throwIfAborted();
    await file.datasync();
  } finally {
    await file.close();
  }
  return { sha256: hash.digest('hex'), size };
}

/**
 * Files in a folder: `ab/cdef…` by content, `derived/` for derived files, `incoming/` for what is not stored
 * yet, `partial/` for resumable uploads.
 */
export async function openDiskStorage(root: string, options: IncomingOptions = {}): Promise<Storage> {
  const incoming = join(root, 'incoming');
  const incomingFiles = await openIncomingFiles(incoming, options);

  const pathOf = (sha256: string): string => {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new TypeError('not a content address');
    return join(root, sha256.slice(0, 2), sha256.slice(2));
  };
  const derivedOf = (sha256: string, name: string): string => {
    if (!/^\w[\w.-]*$/.test(name)) throw new TypeError('not a derived name');
    return join(root, 'derived', sha256.slice(0, 2), sha256.slice(2), name);
  };

  async function receive(source: Readable, options: ReceiveOptions): Promise<ReceivedFile> {
    const name = randomUUID();
    const path = incomingFiles.acquire(name);
    const deleteFile = async () => {
      await rm(path, { force: true });
      incomingFiles.release(name);
    };
    try {
      const { sha256, size } = await writeStream(path, source, options);
      return {
        sha256,
        size,
        look: (work) => lookAt(path, work),
        async commit() {
          const place = pathOf(sha256);
          const made = await mkdir(dirname(place), { recursive: true, mode: 0o700 });
          await rename(path, place);
          await syncFolder(dirname(place));
          if (made) await syncFolder(root);
          incomingFiles.release(name);
          return { sha256, size };
        },
        discard: deleteFile,
      };
    } catch (error) {
      await deleteFile();
      throw error;
    }
  }

  return {
    receive,
    partial: await openPartialFiles(join(root, 'partial')),
    async put(source, options) {
      const received = await receive(source, options);
      return received.commit();
    },
    async has(sha256) {
      return access(pathOf(sha256), constants.R_OK).then(
        () => true,
        () => false,
      );
    },
    async read(sha256, range) {
      const path = pathOf(sha256);
      await access(path, constants.R_OK);
      return createReadStream(path, range ? { start: range.start, end: range.end } : {});
    },
    look: (sha256, work) => lookAt(pathOf(sha256), work),
    async readDerived(sha256, name) {
      try {
        return await readFile(derivedOf(sha256, name));
      } catch {
        return null;
      }
    },
    async writeDerived(sha256, name, bytes) {
      const place = derivedOf(sha256, name);
      const path = join(incoming, randomUUID());
      await mkdir(dirname(place), { recursive: true, mode: 0o700 });
      try {
        const file = await open(path, 'wx', 0o600);
        await file.writeFile(bytes).finally(() => file.close());
        await rename(path, place);
      } finally {
        // Where there was no space for it, nothing of it stays; otherwise it has another name by now.
        await rm(path, { force: true });
      }
    },
    async removeDerived(sha256, itemId) {
      const folder = dirname(derivedOf(sha256, 'any'));
      // There may be no such folder.
      const names = await readdir(folder).catch(() => []);
      const own = names.filter((name) => name.includes(`-${itemId}`));
      await Promise.all(own.map((name) => rm(join(folder, name), { force: true })));
    },
    async *storedBetween({ from, to }) {
      for (const folder of [root, join(root, 'derived')]) {
        for (const path of await contentIn(folder)) {
          const changed = await mtimeOf(join(folder, path));
          if (changed && changed >= from && changed < to) yield path.replace('/', '');
        }
      }
    },
    clearIncoming: (before) => incomingFiles.clear(before),
    async remove(sha256) {
      await rm(pathOf(sha256), { force: true });
      await rm(dirname(derivedOf(sha256, 'any')), { recursive: true, force: true });
    },
    async capacity() {
      const { bavail, blocks, bsize } = await statfs(root);
      return { free: bavail * bsize, size: blocks * bsize };
    },
    async check() {
      await access(incoming, constants.W_OK);
    },
  };
}
