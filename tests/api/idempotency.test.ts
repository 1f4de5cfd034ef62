import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InviteOutcome } from '#lib/contract/invite.ts';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { inTransaction } from '#server/platform/database/in-transaction.ts';
import { createHub, PASSWORD, registerUser, type TestAccount } from '#tests/harness/accounts.ts';
import { createMembers } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer, startServerForTest, type TestServer } from '#tests/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

let handles = 0;
const handle = () => {
  handles += 1;
  return `once-${handles}`;
};
const found = (person: TestAccount, body: object, key: string) =>
  person.client.post('hubs/', body, { headers: { 'idempotency-key': key } });
const hubsOf = async (person: TestAccount) => expectData(await person.client.get('hubs/'));

async function inDatabase<T>(work: (database: ReturnType<typeof openDatabase>) => Promise<T>): Promise<T> {
  const database = openDatabase(openPool(server.databaseUrl, 1));
  return work(database).finally(() => database.destroy());
}

test('returns the first response for a repeated key, and writes nothing again', async () => {
  const person = await registerUser(server.client);
  const body = { name: 'Once', domain_handle: handle() };
  const first = await found(person, body, 'a');
  const again = await found(person, body, 'a');
  expectData(first, 201);
  expect([again.status, again.body]).toEqual([201, first.body]);
  expect(await hubsOf(person)).toHaveLength(1);
  const unslashed = await person.client.post('hubs', body, { headers: { 'idempotency-key': 'a' } });
  expect(unslashed.body).toEqual(first.body);
});

test('executes one of several concurrent requests with one key, and returns its response to all', async () => {
  const person = await registerUser(server.client);
  const body = { name: 'Once', domain_handle: handle() };
  const responses = await Promise.all(Array.from({ length: 12 }, () => found(person, body, 'b')));
  for (const response of responses)
    expect([response.status, response.body]).toEqual([201, responses[0]?.body]);
  expect(await hubsOf(person)).toHaveLength(1);
});

test('returns 409 when a key is used for another request', async () => {
  const person = await registerUser(server.client);
  const body = { name: 'Once', domain_handle: handle() };
  expectData(await found(person, body, 'c'), 201);
  expectRefusal(await found(person, { ...body, name: 'Twice' }, 'c'), 409, 'idempotency_key_reused');
});

test('separates keys by user and route', async () => {
  const [one, other] = await Promise.all([registerUser(server.client), registerUser(server.client)]);
  const first = expectData(await found(one, { name: 'Once', domain_handle: handle() }, 'd'), 201);
  expectData(await found(other, { name: 'Once', domain_handle: handle() }, 'd'), 201);
  const options = { headers: { 'idempotency-key': 'd' } };
  expectData(await one.client.patch(`hubs/${first.domain_handle}/`, { name: 'New' }, options));
});

test('frees the key of a failed request', async () => {
  const person = await registerUser(server.client);
  const domain_handle = handle();
  const taken = await createHub(await registerUser(server.client), { domain_handle });
  const body = { name: 'Once', domain_handle };
  expectRefusal(await found(person, body, 'e'), 422);
  const owner = await inDatabase((database) =>
    database
      .updateTable('hub')
      .set({ handle: `${domain_handle}-gone` })
      .where('id', '=', taken.id)
      .execute(),
  );
  expect(owner).toHaveLength(1);
  expectData(await found(person, body, 'e'), 201);
});

test('frees the key when the connection closes during the write', async () => {
  const person = await registerUser(server.client);
  const body = { name: 'Once', domain_handle: handle() };
  // A lock on the hub's table blocks the first request halfway; then its connection is terminated, as by a
  // kill.
  const pool = openPool(server.databaseUrl, 2);
  const blocker = await pool.connect();
  await blocker.query('begin');
  await blocker.query('lock table membership in access exclusive mode');
  const first = found(person, body, 'f');
  const waiting = `select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`;
  await expect
    .poll(async () => (await pool.query(waiting)).rowCount, { timeout: 10_000, interval: 20 })
    .toBeGreaterThan(0);
  await pool.query(`select pg_terminate_backend(pid) from (${waiting}) as stuck`);
  await blocker.query('rollback');
  blocker.release();
  expectRefusal(await first, 503, 'not_ready');
  expectData(await found(person, body, 'f'), 201);
  expect(await hubsOf(person)).toHaveLength(1);
  await pool.end();
});

test('expires a key after a day', async () => {
  const person = await registerUser(server.client);
  const body = { name: 'Once', domain_handle: handle() };
  expectData(await found(person, body, 'g'), 201);
  await inDatabase((database) =>
    database
      .updateTable('idempotency_record')
      .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
      .where('key', '=', 'g')
      .execute(),
  );
  expectRefusal(await found(person, body, 'g'), 422, 'invalid_fields');
});

test('encrypts stored responses that hold secrets', async () => {
  const owner = await registerUser(server.client);
  const hub = await createHub(owner);
  const options = { headers: { 'idempotency-key': 'h' } };
  const path = `hubs/${hub.domain_handle}/invites/`;
  const list = [{ email: 'invited@example.test' }];
  const [outcome] = expectData(await owner.client.post<InviteOutcome[]>(path, list, options));
  const token = outcome?.link?.split('/').at(-1) ?? '';
  expect(token).toHaveLength(43);
  const records = await inDatabase((database) =>
    database.selectFrom('idempotency_record').selectAll().where('key', '=', 'h').execute(),
  );
  expect(records).toHaveLength(1);
  expect(JSON.stringify(records)).not.toContain(token);
  const [again] = expectData(await owner.client.post<InviteOutcome[]>(path, list, options));
  expect(again).toEqual(outcome);
});

test('ignores keys on registration and sign-in, whose responses are never replayed', async () => {
  const body = { email: 'keyed@example.test', password: PASSWORD };
  const options = { headers: { 'idempotency-key': 'i' } };
  expectData(await server.client.post('auth/register/', body, options), 201);
  expectRefusal(await server.client.post('auth/register/', body, options), 422);
});

test('refuses a key that is too long', async () => {
  const person = await registerUser(server.client);
  const body = { name: 'Once', domain_handle: handle() };
  expectRefusal(await found(person, body, 'x'.repeat(256)), 400, 'unreadable_key');
  expectData(await found(person, body, 'x'.repeat(255)), 201);
});

test('accepts a key on rate-limited routes', async () => {
  const limited = await startServerForTest({ env: { RATE_LIMIT_FACTOR: '1' } });
  const { hub, other } = await createMembers(limited.client);
  const ask = () =>
    other.client.in(hub).post(
      'spaces/nowhere/access-requests/',
      { role: 'viewer' },
      {
        headers: { 'idempotency-key': 'ask' },
      },
    );
  const first = await ask();
  expect([first.status, (await ask()).body]).toEqual([202, first.body]);
});

test('counts passwords when a key is sent, however the path is written', async () => {
  const limited = await startServerForTest({ env: { RATE_LIMIT_FACTOR: '1' } });
  const { owner, hub, member } = await createMembers(limited.client);
  const give = (key: number) =>
    owner.client.post(
      `hubs/${hub.domain_handle}/%74ransfer/`,
      { user_id: member.user.id, password: 'Not-the-one-7' },
      { headers: { 'idempotency-key': String(key) } },
    );
  for (let tries = 0; tries < 10; tries += 1) expectRefusal(await give(tries), 422);
  expectRefusal(await give(10), 429);
});

test('prepares one statement for any number of acts within a transaction', async () => {
  const pool = openPool(server.databaseUrl, 1);
  // A statement is prepared under its text.
  const texts = new Set<string>();
  pool.on('connect', (client) => {
    const query: (...args: unknown[]) => unknown = client.query.bind(client);
    Object.assign(client, {
      query: (...args: unknown[]) => {
        if (typeof args[0] === 'string') texts.add(args[0]);
        return query(...args);
      },
    });
  });
  const database = openDatabase(pool);
  await inTransaction({ database }, async (trx) => {
    for (let acts = 0; acts < 5; acts += 1) await inTransaction({ database: trx }, async () => undefined);
    const failing = inTransaction({ database: trx }, async (inner) => {
      await sql`select 1 / 0`.execute(inner);
    });
    await expect(failing).rejects.toThrow('division by zero');
  }).finally(() => database.destroy());
  expect([...texts].filter((text) => /^(savepoint|release|rollback) /.test(text))).toHaveLength(3);
});
