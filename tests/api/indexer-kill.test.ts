import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createPlace } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { createKillableServer, startKillable } from '#tests/harness/killable.ts';
import { expectData } from '#tests/harness/responses.ts';
import { addRows, createTable } from '#tests/harness/tables.ts';

/** Indexing beside the rest of the test suite. */
const WITHIN = 60_000;

const connect = async (url: string | undefined): Promise<pg.Client> => {
  const client = new pg.Client(url);
  await client.connect();
  // Dropping the test's database may end the connection before it is closed.
  client.on('error', () => undefined);
  onTestFinished(() => client.end());
  return client;
};

test('finds everything, each once, after the indexer was killed in the middle of its transaction', async () => {
  const { env, client } = await createKillableServer();
  const first = await startKillable(env);
  const { owner, hub, space } = await createPlace(client);
  const place = { hub, space };
  const database = await connect(env.DATABASE_URL);
  const holder = await connect(env.DATABASE_URL);
  const count = async (from: string): Promise<number> =>
    (await database.query(`select count(*)::int as count from ${from}`)).rows[0].count;
  const table = await createTable(owner, place, [{ name: 'name', label: 'Name', type: 'text' }]);
  await eventually(async () => expect(await count('index_outbox')).toBe(0), WITHIN);
  const before = await count('passage');

  // The vocabulary is what a batch writes last: its passages are written by then, and not committed.
  await holder.query('begin');
  await holder.query('lock table hub_token in share mode');
  const titles = Array.from({ length: 20 }, (_, n) => `Harbour plan ${n}`);
  for (const title of titles)
    await createItem(owner, place, { title, content: `The kingfisher nests beside pier ${title}.` });
  await addRows(
    owner,
    table,
    Array.from({ length: 30 }, (_, n) => ({ name: `Bollard ${n}` })),
  );
  await eventually(
    async () =>
      expect(
        await count(
          "pg_locks where not granted and relation = 'hub_token'::regclass and database = (select oid from pg_database where datname = current_database())",
        ),
      ).toBeGreaterThan(0),
    WITHIN,
  );
  await first.kill();
  await holder.query('rollback');
  await eventually(
    async () =>
      expect(
        await count("pg_stat_activity where datname = current_database() and state like '%in transaction%'"),
      ).toBe(0),
    WITHIN,
  );
  expect(await count('passage')).toBe(before);
  expect(await count('index_outbox')).toBeGreaterThan(0);

  await startKillable(env);
  await eventually(async () => expect(await count('index_outbox')).toBe(0), WITHIN);
  expect((await count('passage')) - before).toBe(titles.length + 30);
  expect(await count("item where title like 'Harbour plan %' and processing_state = 'ready'")).toBe(
    titles.length,
  );
  const found = async (q: string) =>
    expectData(await owner.client.in(hub).get('search/', { query: { q, page_size: '50' } }));
  expect((await found('kingfisher')).map(({ title }) => title).sort()).toEqual([...titles].sort());
  expect(await found('bollard')).not.toHaveLength(0);
}, 180_000);
