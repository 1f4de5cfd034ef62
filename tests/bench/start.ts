import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Bench } from './bench.ts';
import { percentile } from './bench.ts';
import { databaseOf, removeFolder, startServing, temporaryFolder } from './serving.ts';

const STARTS = 5;
const TABLES = Number(process.env.BENCH_TABLES ?? 10_000);
/** So many share a transaction: each needs locks of its own. */
const TABLES_PER_BATCH = 500;
const MEBIBYTE = 1024 ** 2;

/** Tables as users make them: each is one of the database, with two indexes. */
async function addTables(dataDir: string): Promise<void> {
  const client = new pg.Client(databaseOf(dataDir));
  await client.connect();
  for (let from = 0; from < TABLES; from += TABLES_PER_BATCH) {
    await client.query(`do $$ begin for n in ${from + 1}..${Math.min(TABLES, from + TABLES_PER_BATCH)} loop
      execute format('create table rows_%s (id uuid primary key, position float8, c1 text, c2 text, c3 float8)',
        md5(n::text));
      execute format('create index on rows_%s (position, id)', md5(n::text));
    end loop; end $$`);
  }
  await client.end();
}

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
        if (count === STARTS - 1) await addTables(dataDir);
        await serving.stop();
      }
      const withTables: number[] = [];
      for (let count = 0; count < STARTS; count += 1) {
        const serving = await startServing(dataDir);
        withTables.push(serving.startedInMs);
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
          work: `second start with ${TABLES.toLocaleString('en')} tables of users`,
          value: percentile(withTables, 0.5) / 1000,
          unit: 's',
          goal: { value: 1, atMost: true },
          floor: { what: 'without them', value: percentile(starts, 0.5) / 1000 },
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
