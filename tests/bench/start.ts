import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from './bench.ts';
import { percentile } from './bench.ts';
import { removeFolder, startServing, temporaryFolder } from './serving.ts';

const STARTS = 5;
const MEBIBYTE = 1024 ** 2;

/** The time from the command to a response, and the memory of the server process. */
export const startBench: Bench = {
  name: 'start',
  async run() {
    const dataDir = temporaryFolder();
    try {
      const first = await startServing(dataDir);
      await first.stop();
      const starts: number[] = [];
      let resident = 0;
      for (let count = 0; count < STARTS; count += 1) {
        const serving = await startServing(dataDir);
        starts.push(serving.startedInMs);
        if (count === STARTS - 1) {
          await (await fetch(`${serving.url}/auth/signin`)).text();
          await sleep(10_000);
          resident = serving.residentBytes();
        }
        await serving.stop();
      }
      return [
        {
          work: 'second start to ready, npm included',
          value: percentile(starts, 0.5) / 1000,
          unit: 's',
          goal: { value: 1, atMost: true },
        },
        {
          work: 'idle memory of the serving process',
          value: resident / MEBIBYTE,
          unit: 'MiB',
          goal: { value: 180, atMost: true },
        },
      ];
    } finally {
      removeFolder(dataDir);
    }
  },
};
