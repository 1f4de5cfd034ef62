import { openPool } from '#server/platform/database/database.ts';
import { findEmbeddedPostgres } from '#server/platform/database/embedded.ts';
import { skipDiskFlushes } from './databases.ts';
import { removeDataDir, startProcess } from './process.ts';

/** Starts the built app once for all browser tests, as `npm start` does, and stops it after them. */
export default async function setup(): Promise<() => Promise<void>> {
  const hubkeep = await startProcess({ timeout: 300_000 });
  process.env.HUBKEEP_TEST_URL = hubkeep.url;
  process.env.HUBKEEP_TEST_DATA_DIR = hubkeep.dataDir;
  const database = findEmbeddedPostgres(hubkeep.dataDir);
  if (!database) throw new Error('The server under test has no database of its own');
  const admin = openPool(database, 1);
  await skipDiskFlushes(admin);
  await admin.end();
  return async () => {
    await hubkeep.stop();
    await removeDataDir(hubkeep.dataDir);
  };
}
