import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import autocannon from 'autocannon';
import pg from 'pg';
import { type BenchAccount, benchAccount, createItem } from './account.ts';
import type { Bench, BenchRow } from './bench.ts';
import { databaseOf, removeFolder, startServing, temporaryFolder } from './serving.ts';

const SECONDS = 8;
const MANY_ITEMS = 100_000;
const FEW_ITEMS = 1_000;

/** `[<id>]` in the body is replaced by a new id in each request. */
type Shot = { method?: 'GET' | 'POST'; path: string; body?: string; connections: number };

/** Sends the same request for some seconds. @throws where one is refused */
export async function shoot(account: BenchAccount, shot: Shot) {
  const result = await autocannon({
    url: `${account.url}/${shot.path}`,
    method: shot.method ?? 'GET',
    connections: shot.connections,
    duration: SECONDS,
    idReplacement: shot.body?.includes('[<id>]') ?? false,
    headers: { ...account.headers, ...(shot.body ? { 'content-type': 'application/json' } : {}) },
    ...(shot.body ? { body: shot.body } : {}),
  });
  if (result.non2xx > 0) throw new Error(`${shot.path}: ${result.non2xx} answers were refused`);
  return {
    perSecond: result.requests.average,
    requests: result.requests.total,
    p50: result.latency.p50,
    p99: result.latency.p99,
  };
}

/**
 * Runs `query` on `connections` connections of the driver alone for some seconds. @returns queries per second
 */
export async function driverPerSecond(
  options: pg.ClientConfig,
  connections: number,
  query: () => pg.QueryConfig,
) {
  const clients = await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client(options);
      await client.connect();
      return client;
    }),
  );
  let count = 0;
  const deadline = performance.now() + SECONDS * 1000;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < deadline) {
        await client.query(query());
        count += 1;
      }
    }),
  );
  await Promise.all(clients.map((client) => client.end()));
  return count / SECONDS;
}

/** The rows of a list by Node's own server and the driver alone, in a process of its own. @returns requests per second */
export async function bareServerPerSecond(
  account: BenchAccount,
  { host, spaceId }: { host: string; spaceId: string },
): Promise<number> {
  const child = fork(join(import.meta.dirname, 'bare-list-server.ts'), [host, spaceId]);
  try {
    const [{ port }] = await once(child, 'message');
    const bare = { ...account, url: `http://127.0.0.1:${port}` };
    await shoot(bare, { path: '', connections: 16 });
    return (await shoot(bare, { path: '', connections: 16 })).perSecond;
  } finally {
    child.disconnect();
  }
}

/**
 * Copies an item's row until the space contains `total` of them, each a minute older than the previous one.
 */
async function fill(client: pg.Client, itemId: string, total: number): Promise<void> {
  await client.query('create temporary table sample as select * from item where id = $1', [itemId]);
  await client.query(
    `insert into item select (jsonb_populate_record(null::item, to_jsonb(sample) || jsonb_build_object(
       'id', gen_random_uuid(), 'title', 'Item ' || n, 'updated_at', now() - n * interval '1 minute'))).*
     from sample, generate_series(1, $1) n`,
    [total],
  );
  await client.query('drop table sample');
  await client.query('vacuum analyze item');
}

/** Creating, reading and listing items over HTTP, compared with the statements of the driver alone. */
export const apiBench: Bench = {
  name: 'api',
  async run() {
    const dataDir = temporaryFolder();
    const serving = await startServing(dataDir);
    const options = databaseOf(dataDir);
    const client = new pg.Client(options);
    try {
      await client.connect();
      await client.query(
        'create table bench_item (id uuid primary key default gen_random_uuid(), title text)',
      );
      const account = await benchAccount(serving.url);
      const items = `spaces/${account.space}/items/`;
      const rows: BenchRow[] = [];

      const body = JSON.stringify({ kind: 'document', title: 'A measured item' });
      const created = await shoot(account, { method: 'POST', path: items, body, connections: 8 });
      const inserted = await driverPerSecond(options, 8, () => ({
        name: 'insert',
        text: "insert into bench_item (title) values ('A measured item')",
      }));
      rows.push({
        work: 'API: create item, 8 in parallel',
        value: created.perSecond,
        unit: '/s',
        goal: { value: 1_500, atMost: false },
        floor: { what: 'bare committed insert', value: inserted },
      });

      const id = await createItem(account, { kind: 'document', title: 'The one that is read' });
      const read = await shoot(account, { path: `items/${id}/`, connections: 16 });
      const point = await driverPerSecond(options, 16, () => ({
        name: 'point',
        text: 'select * from item where id = $1',
        values: [id],
      }));
      rows.push({
        work: 'API: read one, 16 connections',
        value: read.perSecond,
        unit: '/s',
        goal: { value: 4_000, atMost: false },
        floor: { what: 'bare point read', value: point },
        note: `p50 ${read.p50} ms`,
      });

      const fewAccount = await benchAccount(serving.url);
      const fewId = await createItem(fewAccount, { kind: 'document', title: 'First' });
      await fill(client, fewId, FEW_ITEMS);
      await fill(client, id, MANY_ITEMS);
      const ofFew = await shoot(fewAccount, {
        path: `spaces/${fewAccount.space}/items/?page_size=25`,
        connections: 16,
      });
      const ofMany = await shoot(account, { path: `${items}?page_size=25`, connections: 16 });
      const { rows: spaces } = await client.query('select space_id from item where id = $1', [id]);
      const listed = await driverPerSecond(options, 16, () => ({
        name: 'list',
        text: 'select * from item where space_id = $1 and trashed_at is null order by updated_at desc, id desc limit 25',
        values: [spaces[0]?.space_id],
      }));
      rows.push({
        work: 'API: list 25 of 100,000 items, 16 connections',
        value: ofMany.perSecond,
        unit: '/s',
        goal: { value: 2_500, atMost: false },
        floor: { what: 'the same rows by the bare driver', value: listed },
      });
      rows.push({
        work: 'the same beside a bare server of Node with the driver',
        value: ofMany.perSecond,
        unit: '/s',
        floor: {
          what: 'bare server, one statement a request',
          value: await bareServerPerSecond(account, { host: options.host, spaceId: spaces[0]?.space_id }),
        },
      });
      rows.push({
        work: 'list of 100,000 beside list of 1,000',
        value: ofMany.perSecond / ofFew.perSecond,
        unit: '×',
        goal: { value: 0.95, atMost: false },
      });
      return rows;
    } finally {
      await client.end();
      await serving.stop();
      removeFolder(dataDir);
    }
  },
};

/** Rendering a page on the server. */
export const renderBench: Bench = {
  name: 'render',
  async run() {
    const dataDir = temporaryFolder();
    const serving = await startServing(dataDir);
    try {
      const result = await autocannon({
        url: `${serving.url}/auth/signin`,
        connections: 8,
        duration: SECONDS,
      });
      return [
        {
          work: 'server-rendered sign-in page',
          value: result.requests.average,
          unit: '/s',
          goal: { value: 400, atMost: false },
        },
      ];
    } finally {
      await serving.stop();
      removeFolder(dataDir);
    }
  },
};
