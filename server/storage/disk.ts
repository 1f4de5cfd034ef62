import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, constants, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { ApiError } from '../http/api-error.ts';
import type { ByteRange, Storage, StoredFile } from './storage.ts';

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Files in a folder: `ab/cdef…` by content, `derived/` beside, `incoming/` for what is not whole yet. */
export async function openDiskStorage(root: string): Promise<Storage> {
  const incoming = join(root, 'incoming');
  // Whatever is here was never acknowledged: an upload that a killed process left.
  await rm(incoming, { recursive: true, force: true });
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  const pathOf = (sha256: string): string => {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new TypeError('not a content address');
    return join(root, sha256.slice(0, 2), sha256.slice(2));
  };
  const derivedOf = (sha256: string, name: string): string => {
    if (!/^[\w.-]+$/.test(name)) throw new TypeError('not a derived name');
    return join(root, 'derived', sha256.slice(0, 2), sha256.slice(2), name);
  };

  async function receive(source: Readable, path: string, maxBytes: number, signal?: AbortSignal) {
    const hash = createHash('sha256');
    let size = 0;
    const file = await open(path, 'wx', 0o600);
    try {
      for await (const chunk of source) {
        signal?.throwIfAborted();
        size += chunk.length;
        if (size > maxBytes) throw tooLarge(maxBytes);
        hash.update(chunk);
        await file.write(chunk);
      }
      signal?.throwIfAborted();
      await file.datasync();
    } finally {
      await file.close();
    }
    return { sha256: hash.digest('hex'), size };
  }

  return {
    async put(source, { maxBytes, signal }): Promise<StoredFile> {
      const path = join(incoming, randomUUID());
      try {
        const stored = await receive(source, path, maxBytes, signal);
        const place = pathOf(stored.sha256);
        const made = await mkdir(dirname(place), { recursive: true, mode: 0o700 });
        await rename(path, place);
        await syncFolder(dirname(place));
        if (made) await syncFolder(root);
        return stored;
      } finally {
        await rm(path, { force: true });
      }
    },
    async read(sha256: string, range?: ByteRange) {
      const path = pathOf(sha256);
      await access(path, constants.R_OK);
      return createReadStream(path, range ? { start: range.start, end: range.end } : {});
    },
    async localPath(sha256) {
      const path = pathOf(sha256);
      await access(path, constants.R_OK);
      return { path, done: async () => undefined };
    },
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
      const file = await open(path, 'wx', 0o600);
      await file.writeFile(bytes).finally(() => file.close());
      await rename(path, place);
    },
    async remove(sha256) {
      await rm(pathOf(sha256), { force: true });
      await rm(dirname(derivedOf(sha256, 'any')), { recursive: true, force: true });
    },
    async check() {
      await access(incoming, constants.W_OK);
    },
  };
}

function tooLarge(maxBytes: number): ApiError {
  const mebibytes = Math.floor(maxBytes / 1024 ** 2);
  return new ApiError(
    413,
    'file_too_large',
    `The file is larger than ${mebibytes} MB, the most this hub takes.`,
  );
}
