import type { Database } from '#server/platform/database/database.ts';
import { deleteUnusedFile, unusedFiles } from './file.repo.ts';
import type { Storage } from './storage.ts';

const BATCH = 500;

/** Deletes files that nothing refers to any more, bytes and rows, batch by batch. */
export async function purgeUnusedFiles(
  { database, storage }: { database: Database; storage: Storage },
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const unused = await unusedFiles(database, BATCH);
    for (const sha256 of unused) {
      signal.throwIfAborted();
      await deleteUnusedFile(database, storage, sha256);
    }
    if (unused.length < BATCH) return;
  }
}
