import { join } from 'node:path';
import type { Config } from '#server/platform/config/config.ts';
import { openDiskStorage } from './disk.ts';
import type { Storage } from './storage.ts';

/**
 * The storage that the environment configures: the bucket of STORAGE_URL, or else files in DATA_DIR, which processes
 * with one DATABASE_URL may share.
 */
export async function openConfiguredStorage(
  config: Pick<Config, 'storage' | 'dataDir' | 'databaseUrl'>,
  openDisk: typeof openDiskStorage = openDiskStorage,
): Promise<Storage> {
  // Its library is loaded by those who use it alone.
  if (config.storage) return (await import('./s3-storage.ts')).openS3Storage(config.storage);
  // With the embedded database no other process uses the folder.
  return openDisk(join(config.dataDir, 'files'), { isAlone: !config.databaseUrl });
}
