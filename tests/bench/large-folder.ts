import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type BenchAccount, benchAccount, createItem } from './account.ts';
import { type Bench, type BenchRow, percentile } from './bench.ts';
import { databaseOf, removeFolder, startServing, temporaryFolder } from './serving.ts';

const ITEMS = 100_000;
/** The interval between requests of the neighbours, in milliseconds. */
const ASK_EVERY = 50;
/** The delay before a temporarily refused request is retried, in milliseconds. */
const RETRY_MS = 1_000;
/** How long the neighbours run alone before the large operation begins, in milliseconds. */
const ALONE_MS = 3_000;

type TimedResponse = { status: number; body: string; ms: number };

async function ask(
  account: BenchAccount,
  method: string,
  path: string,
  body?: object,
): Promise<TimedResponse> {
  const begin = performance.now();
  const response = await fetch(`${account.url}/${path}`, {
    method,
    headers: { ...account.headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, body: await response.text(), ms: performance.now() - begin };
}

async function askWell(
  account: BenchAccount,
  method: string,
  path: string,
  body?: object,
): Promise<TimedResponse> {
  const response = await ask(account, method, path, body);
  if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${response.body}`);
  return response;
}

/**
 * Response times of others meanwhile: lists in another hub, lists in the same space, and new items in that
 * space.
 */
type Beside = { otherHub: number[]; list: number[]; create: number[]; refused: number };

async function beside<T>(
  { own, other }: { own: BenchAccount; other: BenchAccount },
  work: () => Promise<T>,
): Promise<{ value: T; times: Beside }> {
  const times: Beside = { otherHub: [], list: [], create: [], refused: 0 };
  let isOver = false;
  const again = async (one: () => Promise<void>) => {
    while (!isOver) {
      await one();
      await sleep(ASK_EVERY);
    }
  };
  const neighbours = [
    again(async () => {
      times.otherHub.push((await askWell(other, 'GET', `spaces/${other.space}/items/`)).ms);
    }),
    again(async () => {
      times.list.push((await askWell(own, 'GET', `spaces/${own.space}/items/`)).ms);
    }),
    again(async () => {
      const made = await ask(own, 'POST', `spaces/${own.space}/items/`, { kind: 'document', title: 'New' });
      if (made.status === 503) times.refused += 1;
      times.create.push(made.ms);
    }),
  ];
  const value = await work();
  isOver = true;
  await Promise.all(neighbours);
  return { value, times };
}

function rowsOf(work: string, ms: number | null, times: Beside): BenchRow[] {
  const row = (what: string, samples: number[], note = ''): BenchRow => ({
    work: `${work}: ${what}, longest`,
    value: Math.max(...samples),
    unit: 'ms',
    note: `p50 ${percentile(samples, 0.5).toFixed(0)} ms${note}`,
  });
  return [
    ...(ms === null ? [] : [{ work, value: ms / 1000, unit: 's' }]),
    row('a list of another hub', times.otherHub),
    row('a list of the same space', times.list),
    row('a new item in the same space', times.create, `, ${times.refused} of ${times.create.length} refused`),
  ];
}

async function fill(client: pg.Client, folderId: string): Promise<void> {
  await client.query(
    `insert into item (id, hub_id, space_id, scope_id, parent_id, kind, title, created_by, updated_by)
     select gen_random_uuid(), hub_id, space_id, scope_id, id, 'document', 'Report ' || n, created_by, created_by
     from item, generate_series(1, $2::int) as n where id = $1`,
    [folderId, ITEMS],
  );
  await client.query('vacuum analyze item');
}

async function untilAll(client: pg.Client, folderId: string, isTrashed: boolean): Promise<void> {
  for (;;) {
    const { rows } = await client.query(
      'select count(*)::int as left from item where parent_id = $1 and (trashed_at is null) = $2',
      [folderId, isTrashed],
    );
    if (rows[0].left === 0) return;
    await sleep(50);
  }
}

async function measure(own: BenchAccount, other: BenchAccount, client: pg.Client): Promise<BenchRow[]> {
  const both = { own, other };
  const large = await createItem(own, { kind: 'folder', title: 'Large' });
  const closed = await createItem(own, { kind: 'folder', title: 'Closed', visibility: 'private' });
  await fill(client, large);
  const alone = await beside(both, () => sleep(ALONE_MS));
  const rows = rowsOf('nothing large is done', null, alone.times);
  const timed = async (work: string, act: () => Promise<TimedResponse>): Promise<TimedResponse> => {
    const { value, times } = await beside(both, act);
    process.stderr.write(`${work}: ${Math.round(value.ms)} ms\n`);
    rows.push(...rowsOf(work, value.ms, times));
    return value;
  };
  // Like a client that got 503 with `Retry-After`.
  const move = async (body: object) => {
    const begin = performance.now();
    for (;;) {
      const response = await ask(own, 'POST', `items/${large}/move/`, body);
      process.stderr.write(`  answered ${response.status} in ${Math.round(response.ms)} ms\n`);
      if (response.status !== 503) return { ...response, ms: performance.now() - begin };
      await sleep(RETRY_MS);
    }
  };
  const all = ITEMS.toLocaleString('en');
  await timed(`a folder of ${all} moved into a private folder`, () => move({ parent: closed }));
  const confirmed = await timed('moved out again, which is asked about first', () => move({ parent: null }));
  const { data }: { data?: { disclosure?: string } } = JSON.parse(confirmed.body);
  await timed('and moved out, accepted', () => move({ parent: null, disclosure: data?.disclosure }));
  await timed(`a folder of ${all} put into the trash, to the end of its job`, async () => {
    const begin = performance.now();
    const response = await askWell(own, 'DELETE', `items/${large}/`);
    process.stderr.write(`  answered in ${Math.round(response.ms)} ms\n`);
    await untilAll(client, large, true);
    return { ...response, ms: performance.now() - begin };
  });
  await timed(`a folder of ${all} restored, to the end of its job`, async () => {
    const begin = performance.now();
    const response = await askWell(own, 'POST', `items/${large}/restore/`, {});
    process.stderr.write(`  answered in ${Math.round(response.ms)} ms\n`);
    await untilAll(client, large, false);
    return { ...response, ms: performance.now() - begin };
  });
  return rows;
}

/** How operations on a very large folder affect its hub and its neighbours. */
export const largeFolderBench: Bench = {
  name: 'large-folder',
  async run() {
    const dataDir = temporaryFolder();
    const serving = await startServing(dataDir);
    const client = new pg.Client(databaseOf(dataDir));
    try {
      await client.connect();
      return await measure(await benchAccount(serving.url), await benchAccount(serving.url), client);
    } finally {
      await client.end();
      await serving.stop();
      removeFolder(dataDir);
    }
  },
};
