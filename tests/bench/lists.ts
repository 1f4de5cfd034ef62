import pg from 'pg';
import { type BenchAccount, benchAccount, createItem } from './account.ts';
import { bareServerPerSecond, driverPerSecond, shoot } from './api.ts';
import { type Bench, type BenchRow, percentile } from './bench.ts';
import { costOfEach } from './processor-time.ts';
import { databaseOf, removeFolder, startServing, temporaryFolder } from './serving.ts';

const ITEMS = Number(process.env.BENCH_ITEMS ?? 1_000_000);
const BATCH = 100_000;
const REPEATS = 20;

/** The indexes of items that no constraint needs, each by the statement that builds it. */
async function itemIndexes(client: pg.Client): Promise<{ name: string; build: string }[]> {
  const { rows } = await client.query(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as build
     from pg_index where indrelid = 'item'::regclass and not indisunique`,
  );
  return rows;
}

/** Items with titles of several words, sizes and times, in one space; indexes are built when all are there. */
async function fill(client: pg.Client, itemId: string): Promise<void> {
  const indexes = await itemIndexes(client);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  // Neither triggers nor foreign keys are checked, since none of the items has a text with links; but they are counted.
  await client.query('alter table item enable always trigger item_insert_is_counted');
  await client.query("set session_replication_role = 'replica'");
  for (let from = 1; from <= ITEMS; from += BATCH) {
    await client.query(
      `insert into item (id, hub_id, space_id, scope_id, kind, title, size, created_by, updated_by, updated_at)
       select gen_random_uuid(), hub_id, space_id, scope_id, 'document',
         (array['Report','Minutes','Offer','Plan','Invoice','Letter','Survey'])[1 + n % 7] || ' ' || n || ' on '
           || (array['river','harbour','bridge','lake','canal','dam','weir','lock','quay','pier','shore'])[1 + n / 7 % 11]
           || ' ' || n % 997,
         n::bigint * 7919 % 1000003, created_by, created_by, now() - (n::bigint * 7919 % 1000003) * interval '1 minute'
       from item, generate_series($2::int, $3::int) n where id = $1`,
      [itemId, from, Math.min(ITEMS, from + BATCH - 1)],
    );
  }
  await client.query("set session_replication_role = 'origin'");
  await client.query("set maintenance_work_mem = '1GB'");
  for (const { build } of indexes) await client.query(build);
  await client.query('vacuum analyze item');
}

/** What is listed, and the least that the database does for it: rows of the same place, without rights or presentation. */
const listsOf = (
  slug: string,
  { spaceId, scopeId }: { spaceId: string; scopeId: string },
): Record<string, { path: string; bare: string }> => {
  const path = `spaces/${slug}/items/?page_size=25`;
  const rows = `select * from item where scope_id = '${scopeId}' and (kind = 'folder')::int = 0 and trashed_at is null`;
  const titled = (part: string) =>
    `select * from item where space_id = '${spaceId}' and trashed_at is null and lower(title) like '%${part}%' limit 25`;
  return {
    'the first page': { path, bare: `${rows} order by updated_at desc, id desc limit 25` },
    'by size': { path: `${path}&sort=-size`, bare: `${rows} order by size desc, id desc limit 25` },
    'page 4,000': {
      path: `${path}&page=4000`,
      bare: `${rows} order by updated_at desc, id desc limit 25 offset 99975`,
    },
    'a text that no title has': { path: `${path}&q=zeppelin`, bare: titled('zeppelin') },
    'a text that three titles have': { path: `${path}&q=report%2070007`, bare: titled('report 70007') },
    'a text that a tenth of the titles have': { path: `${path}&q=river`, bare: titled('river') },
    'the wallet': {
      path: 'wallet/subscription-detail/',
      bare: `select items, bytes from space_usage where space_id = '${spaceId}'`,
    },
    'the spaces of the sidebar': {
      path: 'spaces/?page_size=25',
      bare: `select * from space left join scope_item_count using (scope_id) where space.id = '${spaceId}' limit 25`,
    },
  };
};

/** Milliseconds that the driver alone takes, the middle of some. */
async function bareTime(client: pg.Client, text: string): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < REPEATS; n += 1) {
    const began = performance.now();
    await client.query(text);
    times.push(performance.now() - began);
  }
  return percentile(times, 0.5);
}

async function listTimes(account: BenchAccount, path: string): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < REPEATS; n += 1) {
    const began = performance.now();
    const response = await fetch(`${account.url}/${path}`, { headers: account.headers });
    await response.arrayBuffer();
    times.push(performance.now() - began);
    if (!response.ok) throw new Error(`${path} was answered ${response.status}`);
  }
  return times;
}

/** Lists of a space of a million items, over HTTP. */
export const listsBench: Bench = {
  name: 'lists',
  async run() {
    const dataDir = temporaryFolder();
    const serving = await startServing(dataDir);
    const options = databaseOf(dataDir);
    const client = new pg.Client(options);
    try {
      await client.connect();
      const account = await benchAccount(serving.url);
      const id = await createItem(account, { kind: 'document', title: 'First' });
      await fill(client, id);
      const rows: BenchRow[] = [];
      const { rows: places } = await client.query<{ spaceId: string; scopeId: string }>(
        'select space_id as "spaceId", scope_id as "scopeId" from item where id = $1',
        [id],
      );
      const [place] = places;
      if (!place) throw new Error('the first item is gone');
      const { spaceId } = place;
      for (const [what, { path, bare }] of Object.entries(listsOf(account.space, place))) {
        await listTimes(account, path);
        let times: number[] = [];
        const note = await costOfEach(serving.pid, REPEATS, async () => {
          times = await listTimes(account, path);
        });
        rows.push({
          work: `${ITEMS.toLocaleString('en')} items in a space: ${what}, p50`,
          value: percentile(times, 0.5),
          unit: 'ms',
          note,
          floor: { what: 'bare rows by the driver', value: await bareTime(client, bare) },
        });
      }
      const path = `spaces/${account.space}/items/?page_size=25`;
      // Twice: for some thousand requests Node still compiles what they run.
      await shoot(account, { path, connections: 16 });
      const listed = await shoot(account, { path, connections: 16 });
      const floor = await driverPerSecond(options, 16, () => ({
        name: 'list',
        text: 'select * from item where space_id = $1 and trashed_at is null order by updated_at desc, id desc limit 25',
        values: [spaceId],
      }));
      rows.push({
        work: `list 25 of ${ITEMS.toLocaleString('en')} items, 16 connections`,
        value: listed.perSecond,
        unit: '/s',
        goal: { value: 2_500, atMost: false },
        floor: { what: 'the same rows by the bare driver', value: floor },
      });
      rows.push({
        work: 'the same beside a bare server of Node with the driver',
        value: listed.perSecond,
        unit: '/s',
        floor: {
          what: 'bare server, one statement a request',
          value: await bareServerPerSecond(account, { host: options.host, spaceId }),
        },
      });
      return rows;
    } finally {
      await client.end();
      await serving.stop();
      removeFolder(dataDir);
    }
  },
};
