import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileTooLarge } from '#server/platform/http/file-too-large.ts';

/**
 * Where a chunk begins, and where the whole file ends; `onBytes` is called with a number of bytes before they
 * are written.
 */
type Place = { from: number; end: number; onBytes?: ((bytes: number) => void) | undefined };

/**
 * Files that are received chunk by chunk. They outlive the process; nothing refers to them but the chunks to
 * come.
 */
export type PartialFiles = {
  create(id: string): Promise<void>;
  /** Bytes that are safely stored; null where nothing was begun, or it was deleted. */
  size(id: string): Promise<number | null>;
  /**
   * Adds a chunk; what arrived before it was interrupted is stored.
   * @throws ApiError 413 for more than the whole file has; nothing of that is stored.
   */
  append(id: string, piece: Readable, at: Place): Promise<void>;
  read(id: string): Readable;
  remove(id: string): Promise<void>;
  /** Deletes what nothing was added to since a time. */
  clear(before: Date): Promise<void>;
};

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Partial files in a folder, each under its id. */
export async function openPartialFiles(folder: string): Promise<PartialFiles> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const pathOf = (id: string): string => {
    if (!/^[0-9a-f-]{36}$/.test(id)) throw new TypeError('not the id of a partial file');
    return join(folder, id);
  };

  return {
    async create(id) {
      const file = await open(pathOf(id), 'wx', 0o600);
      await file.close();
    },
    async size(id) {
      try {
        return (await stat(pathOf(id))).size;
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async append(id, piece, { from, end, onBytes }) {
      const path = pathOf(id);
      const file = await open(path, 'r+');
      let at = from;
      let isTooMuch = false;
      try {
        // The stream's owner ends it.
        for await (const chunk of piece.iterator({ destroyOnReturn: false })) {
          isTooMuch = at + chunk.length > end;
          if (isTooMuch) break;
          onBytes?.(chunk.length);
          for (let done = 0; done < chunk.length; ) {
            const { bytesWritten } = await file.write(chunk, done, chunk.length - done, at + done);
            done += bytesWritten;
          }
          at += chunk.length;
        }
      } finally {
        await file.datasync();
        await file.close();
      }
      if (!isTooMuch) return;
      await truncate(path, from);
      throw fileTooLarge(end);
    },
    read: (id) => createReadStream(pathOf(id)),
    remove: (id) => rm(pathOf(id), { force: true }),
    async clear(before) {
      for (const name of await readdir(folder)) {
        const path = join(folder, name);
        const { mtime } = await stat(path).catch(() => ({ mtime: null }));
        if (mtime && mtime < before) await rm(path, { force: true });
      }
    },
  };
}
