import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  JOB_TIMEOUTS,
  openDatabase,
  openPool,
  REQUEST_TIMEOUTS,
  type Timeouts,
} from '#server/platform/database/database.ts';
import { applyRowCountChanges } from '#server/tables/rows/row-count.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { waitUntilIndexed } from '#tests/harness/client.ts';
import { createItem } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer, startServerForTest, type TestServer } from '#tests/harness/server.ts';
import { createTable } from '#tests/harness/tables.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const NAMES = ['anchor', 'birch', 'copper', 'dune', 'ember', 'fjord', 'grove', 'heather'];

test('accepts concurrent documents that share all tokens', async () => {
  const { owner, hub, space } = await createPlace(server.client);
  const texts = Array.from({ length: 48 }, (_, n) => {
    const turned = [...NAMES.slice(n % NAMES.length), ...NAMES.slice(0, n % NAMES.length)];
    return { title: turned.slice(0, 3).join(' '), content: `${turned.slice(3).join(' ')} number${n}` };
  });
  await Promise.all(texts.map((text) => createItem(owner, { hub, space }, text)));
  for (const word of ['heather', 'haether']) {
    const query = { q: word, page_size: 100 };
    const found = expectData(await owner.client.in(hub).get('search/', { query }));
    expect(found.length, word).toBe(texts.length);
  }
});

/** An additional connection to the database, closed after the test. */
async function connectBeside({ databaseUrl }: TestServer = server): Promise<pg.Client> {
  const beside = new pg.Client(databaseUrl);
  await beside.connect();
  onTestFinished(() => beside.end());
  return beside;
}

/** Waits until this many connections of a server's database wait for a lock. */
async function untilLocksAreWaitedFor(own: TestServer, count: number): Promise<void> {
  const watcher = await connectBeside(own);
  await eventually(async () => {
    const { rowCount } = await watcher.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(rowCount).toBeGreaterThanOrEqual(count);
  });
}

/** Creates documents in a space that the test has locked, so that each waits for it. */
function createMany({ owner, hub, space }: Awaited<ReturnType<typeof createPlace>>, count: number) {
  return Array.from({ length: count }, (_, n) => {
    const headers: Record<string, string> = n % 2 === 0 ? { 'idempotency-key': randomUUID() } : {};
    const body = { kind: 'document', title: `Waiting ${n}` };
    return owner.client.in(hub).post(`spaces/${space.slug}/items/`, body, { headers });
  });
}

test('serves other hubs while one waits for a lock with more requests than there are connections', async () => {
  // Nothing times out: what waits is served once the test releases the lock, and never before.
  const own = await startServerForTest({
    connections: { waitTimeoutMs: 600_000, timeouts: { lock_timeout: 0, statement_timeout: 0 } },
  });
  const [one, other] = await Promise.all([createPlace(own.client), createPlace(own.client)]);
  const holder = await connectBeside(own);
  await holder.query('begin');
  await holder.query('select from space where id = $1 for update', [one.space.id]);
  // Half of them one by one, half in statements for several documents.
  const waiting = createMany(one, 60);
  await untilLocksAreWaitedFor(own, 5);
  expectData(await other.owner.client.in(other.hub).get('spaces/'));
  expectData(await createItem(other.owner, other).then(({ id }) => other.owner.client.get(`items/${id}/`)));
  // Not even what comes in the same turn as more of the space that waits.
  const more = createMany(one, 20);
  await Promise.all(Array.from({ length: 20 }, () => createItem(other.owner, other)));
  waiting.push(...more);
  await holder.query('rollback');
  for (const response of await Promise.all(waiting)) expectData(response, 201);
});

test('returns 503 with Retry-After to who waited for a lock in vain', async () => {
  const own = await startServerForTest({
    connections: { timeouts: { ...REQUEST_TIMEOUTS, lock_timeout: 200 } },
  });
  const one = await createPlace(own.client);
  const holder = await connectBeside(own);
  await holder.query('begin');
  await holder.query('select from space where id = $1 for update', [one.space.id]);
  for (const refused of await Promise.all(createMany(one, 4))) {
    expectRefusal(refused, 503, 'busy');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  await holder.query('rollback');
  expectData(await createItem(one.owner, one).then(({ id }) => one.owner.client.get(`items/${id}/`)));
});

test('returns 503 with Retry-After to who waited for a connection in vain', async () => {
  const own = await startServerForTest({
    connections: { count: 2, waitTimeoutMs: 200, timeouts: { lock_timeout: 0 } },
  });
  const [one, other] = await Promise.all([createPlace(own.client), createPlace(own.client)]);
  const holder = await connectBeside(own);
  await holder.query('begin');
  await holder.query('select from space where id = any($1) for update', [[one.space.id, other.space.id]]);
  const waiting = [one, other].flatMap((place) => createMany(place, 1));
  await untilLocksAreWaitedFor(own, 2);
  const refused = await one.owner.client.in(one.hub).get('spaces/');
  expectRefusal(refused, 503, 'busy');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  await holder.query('rollback');
  for (const response of await Promise.all(waiting)) expectData(response, 201);
  expectData(await one.owner.client.in(one.hub).get('spaces/'));
});

test('ends a transaction of a request that is idle for a minute, and of a job after ten, and continues', async () => {
  const limitOf = async (timeouts: Timeouts) => {
    const pool = openPool(server.databaseUrl, 1, timeouts);
    onTestFinished(() => pool.end());
    return (await pool.query('show idle_in_transaction_session_timeout')).rows;
  };
  expect(await limitOf(REQUEST_TIMEOUTS)).toEqual([{ idle_in_transaction_session_timeout: '1min' }]);
  expect(await limitOf(JOB_TIMEOUTS)).toEqual([{ idle_in_transaction_session_timeout: '10min' }]);
  const short = { ...REQUEST_TIMEOUTS, idle_in_transaction_session_timeout: 50 };
  const { owner, hub, space } = await createPlace(server.client);
  const pool = openPool(server.databaseUrl, 1, short);
  onTestFinished(() => pool.end());
  const still = await pool.connect();
  const ended = new Promise<void>((resolve) => {
    still.once('end', resolve);
  });
  await still.query('begin');
  await still.query('select from space where id = $1 for update', [space.id]);
  // Its connection can be used again.
  await createItem(owner, { hub, space });
  await ended;
  still.release(true);
  expect((await pool.query('select 1 as still')).rows).toEqual([{ still: 1 }]);
});

test('cancels a statement of a request after a minute, and none of a job', async () => {
  const limitOf = async (timeouts: Timeouts) => {
    const pool = openPool(server.databaseUrl, 1, timeouts);
    onTestFinished(() => pool.end());
    return (await pool.query('show statement_timeout')).rows;
  };
  expect(await limitOf(REQUEST_TIMEOUTS)).toEqual([{ statement_timeout: '1min' }]);
  expect(await limitOf(JOB_TIMEOUTS)).toEqual([{ statement_timeout: '0' }]);
  const short = openPool(server.databaseUrl, 1, { ...REQUEST_TIMEOUTS, statement_timeout: 50 });
  onTestFinished(() => short.end());
  await expect(short.query('select pg_sleep(60)')).rejects.toMatchObject({ code: '57014' });
  expect((await short.query('select 1 as still')).rows).toEqual([{ still: 1 }]);
});

test('returns 503 with Retry-After and no effect when a statement is cancelled', async () => {
  const { owner, hub, space } = await createPlace(server.client);
  const [holder, watcher] = [await connectBeside(), await connectBeside()];
  await holder.query('begin');
  await holder.query('select from space where id = $1 for update', [space.id]);
  const path = `spaces/${space.slug}/items/`;
  const ended = owner.client.in(hub).post(path, { kind: 'document', title: 'Ended', content: 'words' });
  await eventually(async () => {
    const { rowCount } = await watcher.query(
      `select pg_cancel_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(rowCount).toBe(1);
  });
  const refused = await ended;
  expectRefusal(refused, 503, 'busy');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  await holder.query('rollback');
  expect(expectData(await owner.client.in(hub).get<unknown[]>(path))).toEqual([]);
});

test('commits before it delays a response to a constant time', async () => {
  const { owner, hub } = await createPlace(server.client);
  const requester = await addMember(server.client, owner, hub);
  const beside = await connectBeside();
  const isCommittedFirst = async (key: string) => {
    let hasResponded = false;
    const joinRequest = requester.client
      .in(hub)
      .post('spaces/nowhere/access-requests/', {}, { headers: { 'idempotency-key': key } })
      .then(() => {
        hasResponded = true;
      });
    const isCommitted = async () =>
      (await beside.query('select from idempotency_record where key = $1', [key])).rowCount === 1;
    while (!hasResponded && !(await isCommitted()));
    const first = !hasResponded;
    await joinRequest;
    return first;
  };
  // On a busy machine the work itself may take longer than the fixed response time.
  await eventually(async () => expect(await isCommittedFirst(crypto.randomUUID())).toBe(true), 10_000);
});

test('counts rows of several tables beside requests that lock them in another order, or delete one', async () => {
  const place = await createPlace(server.client);
  const tables = [await createTable(place.owner, place), await createTable(place.owner, place)];
  const ids = tables.map(({ id }) => id);
  // The indexer locks what it reports as found.
  await waitUntilIndexed(server.url);
  const database = openDatabase(openPool(server.databaseUrl, 1));
  onTestFinished(() => database.destroy());
  const beside = await connectBeside();
  const lock = (id: string | undefined) =>
    beside.query('select from item where id = $1 for update nowait', [id]);
  const counted = async (id: string) => {
    const { rows } = await beside.query(`select (meta ->> 'rows')::int as rows from item where id = $1`, [
      id,
    ]);
    return rows[0]?.rows;
  };
  for (const [first, second] of [ids, ids.toReversed()]) {
    for (const id of ids)
      await beside.query('insert into row_count_change (item_id, more) values ($1, 2)', [id]);
    await beside.query('begin');
    await lock(first);
    const counting = applyRowCountChanges(database);
    await untilLocksAreWaitedFor(server, 1);
    // A statement that waits for one table has locked no other.
    await lock(second);
    await beside.query('commit');
    await counting;
  }
  expect(await Promise.all(ids.map(counted))).toEqual([4, 4]);

  const [gone] = ids;
  await beside.query('insert into row_count_change (item_id, more) values ($1, 2)', [gone]);
  await beside.query('begin');
  await lock(gone);
  const counting = applyRowCountChanges(database);
  await untilLocksAreWaitedFor(server, 1);
  await beside.query('delete from item where id = $1', [gone]);
  await beside.query('commit');
  await counting;
  expect((await beside.query('select from row_count_change')).rowCount).toBe(0);
});
