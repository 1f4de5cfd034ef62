import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * How often a process touches its files, and for how long a file must not have been touched to be deleted at
 * a start.
 */
const TOUCH_MS = 60_000;
const ABANDONED_MS = 10 * TOUCH_MS;

export type IncomingOptions = {
  /** No other process uses this storage: whatever is found when it is opened was left by a killed one. */
  isAlone?: boolean;
  touchMs?: number;
};

/**
 * Files that are being received and not stored yet. Several processes may share the folder: each touches its
 * files.
 */
export type IncomingFiles = {
  /** Holds a new file, to store or to discard it, however long that takes. @returns its path */
  acquire(name: string): string;
  release(name: string): void;
  /** Deletes what has not been touched since a time, in this process or another. */
  clear(before: Date): Promise<void>;
};

/** Opens the folder, and deletes what killed processes left in it. */
export async function openIncomingFiles(
  folder: string,
  { isAlone = false, touchMs = TOUCH_MS }: IncomingOptions,
): Promise<IncomingFiles> {
  const acquired = new Set<string>();
  let touching: NodeJS.Timeout | null = null;

  async function touch(): Promise<void> {
    const now = new Date();
    // One that is being stored just now has another name.
    for (const name of acquired) await utimes(join(folder, name), now, now).catch(() => undefined);
  }

  async function clear(before: Date): Promise<void> {
    for (const name of await readdir(folder)) {
      if (acquired.has(name)) continue;
      const path = join(folder, name);
      const { mtime } = await stat(path).catch(() => ({ mtime: null }));
      if (mtime && mtime < before) await rm(path, { force: true });
    }
  }

  if (isAlone) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await clear(new Date(Date.now() - ABANDONED_MS));

  return {
    acquire(name) {
      acquired.add(name);
      touching ??= setInterval(() => void touch(), touchMs).unref();
      return join(folder, name);
    },
    release(name) {
      acquired.delete(name);
      if (acquired.size > 0 || !touching) return;
      clearInterval(touching);
      touching = null;
    },
    clear,
  };
}
