import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, inject } from 'vitest';
import {
  createDataDir,
  type ProcessOptions,
  removeDataDir,
  startProcess,
  type TestProcess,
} from './process.ts';

/**
 * A data folder with an embedded database that is there and migrated, a copy of the run's own: a first start takes three
 * times the processor time of a later one.
 */
export async function createMigratedDataDir(): Promise<string> {
  const dataDir = await createDataDir();
  await promisify(execFile)('cp', ['-a', inject('migratedFolder'), join(dataDir, 'postgres')]);
  return dataDir;
}

/** The processes of one test: all are killed, and their folders removed, when it ends. */
export function processesPerTest() {
  const started: TestProcess[] = [];
  const folders = new Set<string>();
  afterEach(async () => {
    for (const one of started.splice(0)) await one.kill();
    for (const folder of folders) await removeDataDir(folder);
    folders.clear();
  });
  return {
    /** Starts one, on a migrated folder unless it has a folder or a database of its own. */
    async start(options: ProcessOptions = {}): Promise<TestProcess> {
      const isMigrated = options.dataDir === undefined && options.env?.DATABASE_URL === undefined;
      const one = await startProcess(
        isMigrated ? { ...options, dataDir: await createMigratedDataDir() } : options,
      );
      started.push(one);
      folders.add(one.dataDir);
      return one;
    },
    /** An empty folder: for a first start, a process that will not become ready, or a copy. */
    async dataDir(): Promise<string> {
      const folder = await createDataDir();
      folders.add(folder);
      return folder;
    },
  };
}
