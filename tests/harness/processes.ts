import { afterEach } from 'vitest';
import {
  createDataDir,
  type ProcessOptions,
  removeDataDir,
  startProcess,
  type TestProcess,
} from './process.ts';

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
    async start(options?: ProcessOptions): Promise<TestProcess> {
      const one = await startProcess(options);
      started.push(one);
      folders.add(one.dataDir);
      return one;
    },
    /** A folder for a process that will not become ready, or for a copy. */
    async dataDir(): Promise<string> {
      const folder = await createDataDir();
      folders.add(folder);
      return folder;
    },
  };
}
