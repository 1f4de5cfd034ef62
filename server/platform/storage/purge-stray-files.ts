import type { Database } from '#server/platform/database/database.ts';
import { databaseCreatedAt, deleteStrayFile, unrecordedFiles } from './file.repo.ts';
import type { Storage } from './storage.ts';

/**
 * No transaction waits this long between storing bytes and recording them; whatever is younger is left alone.
 */
const GRACE_MS = 6 * 3_600_000;
const BATCH = 500;

/**
 * Deletes what a kill left in the storage: bytes that were stored for a transaction which never committed,
 * and what was received and never stored. A concurrent upload of the same content is serialized with it, and
 * its bytes stay.
 *
 * What is older than the database stays: with another database on the same files, all of them would be
 * strays.
 */
export async function purgeStrayFiles(
  { database, storage }: { database: Database; storage: Storage },
  signal: AbortSignal,
): Promise<void> {
  const to = new Date(Date.now() - GRACE_MS);
  await storage.clearIncoming(to);
  const from = await databaseCreatedAt(database);
  let batch: string[] = [];
  const deleteBatch = async () => {
    signal.throwIfAborted();
    for (const sha256 of await unrecordedFiles(database, batch))
      await deleteStrayFile(database, storage, sha256);
    batch = [];
  };
  for await (const sha256 of storage.storedBetween({ from, to })) {
    batch.push(sha256);
    if (batch.length === BATCH) await deleteBatch();
  }
  if (batch.length > 0) await deleteBatch();
}
