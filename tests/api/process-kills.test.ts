import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { findEmbeddedPostgres } from '#server/platform/database/embedded.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import type { ClientResponse } from '#tests/harness/client.ts';
import { createClient } from '#tests/harness/client.ts';
import { uploadBytes, waitUntilReady } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { freePort } from '#tests/harness/free-port.ts';
import { startKillable } from '#tests/harness/killable.ts';
import { removeDataDir } from '#tests/harness/process.ts';
import { createMigratedDataDir } from '#tests/harness/processes.ts';
import { expectData } from '#tests/harness/responses.ts';
import { addRows, createTable } from '#tests/harness/tables.ts';

/** Milliseconds from a kill until its effects are repaired: seconds, on a busy machine. */
const MENDED_WITHIN = 60_000;

/** The advisory lock that blocks jobs while the test holds it. */
const GATE = 7_043_001;

/** A server with an embedded database in a folder, which can be killed. */
async function arrange() {
  const dataDir = await createMigratedDataDir();
  onTestFinished(() => removeDataDir(dataDir));
  const port = String(await freePort());
  const env = { PORT: port, DATA_DIR: dataDir, SECRET_KEY: 'the secret key of a test server' };
  const server = await startKillable(env);
  const client = createClient(`http://127.0.0.1:${port}`);
  return { dataDir, env, server, client, ...(await createPlace(client)) };
}

/** A connection of this test, which ends with the test or the database. */
async function connectTo(dataDir: string): Promise<pg.Client> {
  const client = new pg.Client(findEmbeddedPostgres(dataDir) ?? {});
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end().catch(() => undefined));
  return client;
}

/** The database process whose statement about `what` waits for a lock. */
function waitingFor(database: pg.Client, what: string): Promise<number> {
  return eventually(async () => {
    const { rows } = await database.query(
      "select pid from pg_stat_activity where wait_event_type = 'Lock' and query like $1",
      [`%${what}%`],
    );
    if (!rows[0]) throw new Error(`nothing waits for ${what}`);
    return rows[0].pid;
  });
}

const postmasterOf = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

test.each(['a connection of the database', 'the whole database', 'the server and its workers'])(
  'counts rows correctly, requeues jobs within seconds and fails with 503 only after kill -9 of %s',
  async (victim) => {
    const { dataDir, env, server, client, owner, hub, space } = await arrange();
    const table = await createTable(owner, { hub, space });
    await addRows(owner, table, [{ name: 'one' }, { name: 'two' }]);
    const [database, gate] = await Promise.all([connectTo(dataDir), connectTo(dataDir)]);
    await database.query(`create function wait_at_gate() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(${GATE}); return new; end $$`);
    await database.query(
      'create trigger gate before update on job for each row execute function wait_at_gate()',
    );
    // A row is stored, and updating its count waits.
    await gate.query('begin');
    await gate.query('select from item where id = $1 for no key update', [table.id]);
    const key = randomUUID();
    const addThird = () =>
      owner.client.post(
        `items/${table.id}/rows/`,
        { rows: [{ values: { name: 'three' } }] },
        { headers: { 'idempotency-key': key } },
      );
    const third = addThird().catch(() => null);
    const counting = await waitingFor(database, 'from item where id = % for no key update');
    // A job is running, and waits before it reports its result.
    await gate.query('select pg_advisory_xact_lock($1)', [GATE]);
    const file = { name: 'note.txt', bytes: 'a word that is read' };
    const [item] = expectData(await uploadBytes(owner, { hub, space }, [file]), 201).items;
    await waitingFor(database, 'update "job"');

    if (victim === 'the server and its workers') {
      await server.kill();
      await gate.end();
      await startKillable(env);
    } else {
      process.kill(victim === 'the whole database' ? postmasterOf(dataDir) : counting, 'SIGKILL');
      const responses: (ClientResponse | null)[] = [await third];
      await eventually(async () => {
        const response = await owner.client.in(hub).get('spaces/');
        responses.push(response);
        expect(response.status).toBe(200);
      }, MENDED_WITHIN);
      for (const response of responses) {
        expect([200, 201, 503]).toContain(response?.status);
        if (response?.status === 503) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      }
    }

    // There is no later write to the table: the count is repaired anyway.
    await eventually(async () => {
      expect(expectData(await owner.client.get(`items/${table.id}/`)).counts.rows).toBe(3);
    }, MENDED_WITHIN);
    await waitUntilReady(owner, item?.id ?? '', MENDED_WITHIN);
    expect((await addThird()).status).toBe(200);
    const stored = expectData(await owner.client.get(`items/${table.id}/rows/`));
    expect(stored.map(({ values }) => values.name)).toEqual(['one', 'two', 'three']);
    expect((await client.get('/readyz')).status).toBe(200);
  },
  240_000,
);
