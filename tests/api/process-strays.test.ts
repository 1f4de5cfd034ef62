import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { dirname, join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openPool } from '#server/platform/database/database.ts';
import { createPlace, signInAgain, type TestAccount } from '#tests/harness/accounts.ts';
import { uploadBytes } from '#tests/harness/content.ts';
import { createDatabase } from '#tests/harness/databases.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { processesPerTest } from '#tests/harness/processes.ts';
import { expectData } from '#tests/harness/responses.ts';
import { startServerForTest } from '#tests/harness/server.ts';
import { storedFiles } from '#tests/harness/stored-files.ts';

const { start } = processesPerTest();

const HOUR = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR);
const fileOf = (name: string) => ({ name, bytes: randomBytes(500).toString('hex') });

/** A storage folder and its database, with functions that backdate them, leave stray files and purge. */
function arrange(dataDir: string, databaseUrl: string) {
  const pool = openPool(databaseUrl, 2);
  onTestFinished(() => pool.end());
  const age = (path: string, hours: number) =>
    utimes(join(dataDir, 'files', path), hoursAgo(hours), hoursAgo(hours));
  return {
    pool,
    age,
    beginEarlier: () =>
      pool.query('update kysely_migration set "timestamp" = $1', [hoursAgo(48).toISOString()]),
    /** Writes bytes that nothing refers to, at a path of the storage. */
    async leave(path: string, hours: number) {
      await mkdir(dirname(join(dataDir, 'files', path)), { recursive: true });
      await writeFile(join(dataDir, 'files', path), 'left behind');
      await age(path, hours);
      return path;
    },
    async purge() {
      await pool.query("select graphile_worker.add_job('purge')", []);
      await eventually(async () => {
        const left = await pool.query(
          `select from graphile_worker._private_jobs as jobs
           join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id where identifier = 'purge'`,
          [],
        );
        expect(left.rowCount).toBe(0);
      });
    },
  };
}

/** The path of content in the storage; of random bytes unless some are given. */
function address(bytes: string | Buffer = randomBytes(32)): string {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return `${sha256.slice(0, 2)}/${sha256.slice(2)}`;
}

async function bytesOf(person: TestAccount, id: string): Promise<string> {
  const response = await person.client.fetch('GET', `items/${id}/file/`);
  expect(response.status).toBe(200);
  return response.text();
}

test('deletes unreferenced files after hours; keeps used and recent ones, and those older than the database', async () => {
  const server = await startServerForTest();
  const place = await createPlace(server.client);
  const store = arrange(server.dataDir, server.databaseUrl);
  await store.beginEarlier();
  const file = fileOf('used.txt');
  const [used] = expectData(await uploadBytes(place.owner, place, [file]), 201).items;
  const [path = ''] = await storedFiles(server.dataDir);
  await store.age(path, 24);
  const stray = await store.leave(address(), 7);
  await store.leave(`derived/${stray}/thumbnail-1-320.webp`, 7);
  const fresh = await store.leave(address(), 5);
  const foreign = await store.leave(address(), 72);
  await store.leave('incoming/old', 7);
  await store.leave('incoming/new', 5);
  await store.purge();
  expect(await storedFiles(server.dataDir)).toEqual([path, fresh, foreign].sort());
  expect(await storedFiles(server.dataDir, 'derived')).not.toContain(`${stray}/thumbnail-1-320.webp`);
  expect(await storedFiles(server.dataDir, 'incoming')).toEqual(['new']);
  expect(await bytesOf(place.owner, used?.id ?? '')).toBe(file.bytes);
});

test('keeps the file of an upload that takes longer than the grace period', async () => {
  const server = await startServerForTest();
  const { owner, hub, space } = await createPlace(server.client);
  const store = arrange(server.dataDir, server.databaseUrl);
  const sent = request(`${server.url}/api/v1/spaces/${space.slug}/upload/`, {
    method: 'POST',
    headers: {
      authorization: `JWT ${owner.token}`,
      'org-handle': hub.domain_handle,
      'content-type': 'multipart/form-data; boundary=edge',
    },
  });
  const responded = once(sent, 'response');
  sent.write('--edge\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\nslow');
  const [name] = await eventually(async () => {
    const incoming = await storedFiles(server.dataDir, 'incoming');
    expect(incoming).toHaveLength(1);
    return incoming;
  });
  await store.age(`incoming/${name}`, 24);
  await store.purge();
  sent.end('\r\n--edge--\r\n');
  const [response] = await responded;
  expect(response.statusCode).toBe(201);
  response.resume();
  const [item] = expectData(await owner.client.in(hub).get(`spaces/${space.slug}/items/`));
  expect(await bytesOf(owner, item?.id ?? '')).toBe('slow');
});

test('keeps content that is uploaded again while its unreferenced copy is deleted', async () => {
  const server = await startServerForTest();
  const place = await createPlace(server.client);
  const store = arrange(server.dataDir, server.databaseUrl);
  await store.beginEarlier();
  for (let round = 0; round < 5; round += 1) {
    const file = fileOf('same.txt');
    await store.leave(address(file.bytes), 12);
    const [response] = await Promise.all([uploadBytes(place.owner, place, [file]), store.purge()]);
    const [item] = expectData(response, 201).items;
    expect(await bytesOf(place.owner, item?.id ?? '')).toBe(file.bytes);
  }
});

test('deletes bytes stored just before a kill, and accepts the upload again with its key', async () => {
  const database = await createDatabase(inject('postgres'));
  onTestFinished(() => database.drop());
  const env = { DATABASE_URL: database.url, SECRET_KEY: 'the secret key of a test server' };
  const first = await start({ env });
  const place = await createPlace(first.client);
  const store = arrange(first.dataDir, database.url);
  const [lost, again] = [fileOf('lost.txt'), fileOf('again.txt')];
  const send = (person: TestAccount, file: typeof lost) =>
    uploadBytes(person, place, [file], {}, { 'idempotency-key': file.name });
  // Each transaction is blocked after its bytes were stored and before its item is.
  const blocker = await store.pool.connect();
  await blocker.query('begin');
  await blocker.query('lock table item in exclusive mode');
  const responses = Promise.allSettled([lost, again].map((file) => send(place.owner, file)));
  await eventually(async () => expect(await storedFiles(first.dataDir)).toHaveLength(2));
  await first.kill();
  expect((await responses).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await blocker.query('rollback');
  blocker.release();

  const second = await start({ env, dataDir: first.dataDir });
  const owner = await signInAgain(second.client, place.owner);
  const [item] = expectData(await send(owner, again), 201).items;
  await store.beginEarlier();
  for (const path of await storedFiles(first.dataDir)) await store.age(path, 7);
  await store.purge();
  expect(await storedFiles(first.dataDir)).toEqual([address(again.bytes)]);
  expect(await bytesOf(owner, item?.id ?? '')).toBe(again.bytes);
  await second.stop();
});
