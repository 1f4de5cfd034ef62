import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { type BenchAccount, benchAccount } from './account.ts';
import { type Bench, type BenchRow, percentile } from './bench.ts';
import { databaseOf, removeFolder, startServing, temporaryFolder } from './serving.ts';
import { COLUMNS, createRows } from './written-content.ts';

const TABLES = Number(process.env.BENCH_TABLES ?? 10_000);
const ROWS = 100;
const PARALLEL = 4;
const SAMPLES = 40;

async function post({ url, headers }: BenchAccount, path: string, body: object): Promise<{ id: string }> {
  const response = await fetch(`${url}/${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  const { data }: { data: { id: string } } = await response.json();
  return data;
}

/** Tables of a hundred rows, made by the API as people make them. @returns seconds */
async function makeTables(account: BenchAccount, count: number): Promise<number> {
  const next = createRows();
  const begin = performance.now();
  let made = 0;
  await Promise.all(
    Array.from({ length: PARALLEL }, async () => {
      while (made < count) {
        made += 1;
        const item = { kind: 'table', title: `Crew list ${made}`, content: { columns: COLUMNS } };
        const { id } = await post(account, `spaces/${account.space}/items/`, item);
        const rows = Array.from({ length: ROWS }, () => ({ values: next() }));
        await post(account, `items/${id}/rows/`, { rows });
      }
    }),
  );
  return (performance.now() - begin) / 1000;
}

async function timesOf({ url, headers }: BenchAccount, path: string): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < SAMPLES; at += 1) {
    const begin = performance.now();
    const response = await fetch(`${url}/${path}`, { headers });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    times.push(performance.now() - begin);
  }
  return times;
}

const READS = {
  'list of items': (account: BenchAccount) => `spaces/${account.space}/items/?page_size=25`,
  'search of two words': () => 'search/?q=Keller+Hamburg',
};

const seconds = async (run: () => Promise<unknown>) => {
  const begin = performance.now();
  await run();
  return (performance.now() - begin) / 1000;
};

/** Thousands of tables of users in one database: start, backup, list, search and vacuum, beside a hundred of them. */
export const manyTablesBench: Bench = {
  name: 'many-tables',
  async run(): Promise<BenchRow[]> {
    const dataDir = temporaryFolder();
    const copy = temporaryFolder();
    let serving = await startServing(dataDir);
    try {
      const account = await benchAccount(serving.url);
      const few = 100;
      await makeTables(account, few);
      const before: Record<string, number> = {};
      for (const [what, pathOf] of Object.entries(READS))
        before[what] = percentile(await timesOf(account, pathOf(account)), 0.5);
      const made = await makeTables(account, TABLES - few);
      const rows: BenchRow[] = [
        { work: `tables of ${ROWS} rows made`, value: (TABLES - few) / made, unit: '/s' },
      ];
      const work = `${TABLES.toLocaleString('en')} tables`;
      for (const [what, pathOf] of Object.entries(READS)) {
        const times = await timesOf(account, pathOf(account));
        rows.push({
          work: `${work}: ${what}, p50`,
          ...{ value: percentile(times, 0.5), unit: 'ms' },
          floor: { what: `with ${few} tables`, value: before[what] ?? Number.NaN },
          note: `p99 ${percentile(times, 0.99).toFixed(0)} ms`,
        });
      }
      const options = databaseOf(dataDir);
      const client = new pg.Client(options);
      await client.connect();
      const vacuum = await seconds(() => client.query('vacuum analyze'));
      const size = await client.query<{ bytes: string }>(
        'select pg_database_size(current_database()) as bytes',
      );
      await client.end();
      rows.push({ work: `${work}: vacuum of the database`, value: vacuum, unit: 's' });
      await serving.stop();
      const copied = await seconds(() => cp(dataDir, join(copy, 'data'), { recursive: true }));
      const bare = await seconds(() => promisify(execFile)('cp', ['-r', dataDir, join(copy, 'bare')]));
      rows.push({
        work: `${work}: backup, a copy of the stopped folder`,
        ...{ value: copied, unit: 's', floor: { what: 'cp', value: bare } },
        note: `${(Number(size.rows[0]?.bytes) / 1024 ** 2).toFixed(0)} MiB in the database`,
      });
      serving = await startServing(dataDir);
      rows.push({ work: `${work}: start`, value: serving.startedInMs / 1000, unit: 's' });
      return rows;
    } finally {
      await serving.stop();
      removeFolder(dataDir);
      removeFolder(copy);
    }
  },
};
