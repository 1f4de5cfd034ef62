import { removeDataDir, startProcess } from './process.ts';

/** Starts the built app once for all browser tests, as `npm start` does, and ends it after them. */
export default async function setup(): Promise<() => Promise<void>> {
  const hubkeep = await startProcess({ timeout: 300_000 });
  process.env.HUBKEEP_TEST_URL = hubkeep.url;
  process.env.HUBKEEP_TEST_DATA_DIR = hubkeep.dataDir;
  return async () => {
    await hubkeep.stop();
    await removeDataDir(hubkeep.dataDir);
  };
}
