import type { Database, Transaction } from '#server/platform/database/database.ts';
import { inTransaction } from '#server/platform/database/in-transaction.ts';
import { deleteStrayFile, recordReceivedFile } from './file.repo.ts';
import type { ReceivedFile, Storage } from './storage.ts';

/**
 * Runs `work` in a transaction that stores received files: once it has called `keep`, their rows and bytes
 * are in place for what refers to them. Where it fails, bytes that nothing refers to are deleted again.
 */
export async function withReceivedFiles<T>(
  services: { database: Database; storage: Storage },
  files: readonly ReceivedFile[],
  work: (trx: Transaction, storeFiles: () => Promise<void>) => Promise<T>,
): Promise<T> {
  // In one order, so that two uploads of the same files never wait for each other.
  const ordered = [...files].sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
  try {
    return await inTransaction(services, (trx) =>
      work(trx, async () => {
        for (const file of ordered) await recordReceivedFile(trx, file);
      }),
    );
  } catch (error) {
    for (const { sha256 } of ordered) await deleteStrayFile(services.database, services.storage, sha256);
    throw error;
  }
}
