import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import type { Row } from '#lib/contract/table.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { createKillableServer, startKillable } from '#tests/harness/killable.ts';
import { createTable } from '#tests/harness/tables.ts';

const WITHIN = 60_000;

test('builds an index again after process and connection were killed in the middle of building it', async () => {
  const { env, client } = await createKillableServer();
  const first = await startKillable(env);
  const { owner, hub, space } = await createPlace(client);
  const { id } = await createTable(owner, { hub, space }, [
    { id: 'f_name', name: 'name', label: 'Name', type: 'text' },
  ]);
  const connect = async () => {
    const database = new pg.Client(env.DATABASE_URL);
    await database.connect();
    database.on('error', () => undefined);
    onTestFinished(() => database.end());
    return database;
  };
  const database = await connect();
  const writer = await connect();
  const rows = `tables.t_${id.replaceAll('-', '')}`;
  const name = (await database.query('select name from table_column where item_id = $1', [id])).rows[0].name;
  await database.query(`insert into ${rows} (id, position, ${name})
    select gen_random_uuid(), n * 65536::bigint, md5(n::text) from generate_series(1, 120000) n`);
  await database.query(`update item set meta = meta || '{"rows": 120000}' where id = $1`, [id]);
  const list = async () => {
    const { status, body } = await owner.client.get(`items/${id}/rows/`, {
      query: { sort: 'name', page_size: 3 },
    });
    expect(status).toBe(200);
    return body as { data: Row[]; preparing?: boolean };
  };
  const valid = async (): Promise<boolean[]> =>
    (
      await database.query(
        `select indisvalid from pg_index where indrelid = '${rows}'::regclass
         and indexrelid::regclass::text like 'tables.i_%'`,
      )
    ).rows.map(({ indisvalid }) => indisvalid);

  // A transaction that writes to the table holds the build up, after its invalid index was noted.
  await writer.query('begin');
  await writer.query(`update ${rows} set revision = revision where position = 65536`);
  expect((await list()).preparing).toBe(true);
  await eventually(async () => expect(await valid()).toEqual([false]), WITHIN);
  await first.kill();
  await database.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'create index concurrently%'`);
  await writer.query('rollback');
  expect(await valid()).toEqual([false]);

  await startKillable(env);
  await eventually(async () => expect(await valid()).toEqual([true]), WITHIN);
  await eventually(async () => expect((await list()).preparing).toBeUndefined(), WITHIN);
  expect((await list()).data).toHaveLength(3);
}, 180_000);
