import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openPool } from '#server/platform/database/database.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import {
  createItem,
  uploadBytes,
  uploadFixture,
  waitUntilProcessed,
  waitUntilReady,
} from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';
import { storedFiles } from '#tests/harness/stored-files.ts';

let server: TestServer;
let pool: ReturnType<typeof openPool>;
beforeAll(async () => {
  server = await startServer();
  pool = openPool(server.databaseUrl, 2);
});
afterAll(async () => {
  await pool.end();
  await server.stop();
});

test('reports why a file cannot be processed, serves the original, and retries on request', async () => {
  const place = await createPlace(server.client);
  const { id } = await uploadFixture(place.owner, place, 'hostile/encrypted.pdf');
  const failed = await waitUntilProcessed(place.owner, id);
  expect(failed.processing).toMatchObject({ state: 'failed', code: 'encrypted' });
  expect(failed.processing.reason).toMatch(/password/i);
  expect((await place.owner.client.fetch('GET', `items/${id}/file/`)).status).toBe(200);
  const again = expectData(await place.owner.client.post(`items/${id}/retry/`));
  expect(['queued', 'running', 'failed']).toContain(again.processing.state);
  expect((await waitUntilProcessed(place.owner, id)).processing.code).toBe('encrypted');
  const written = await createItem(place.owner, place, { content: 'words' });
  expectRefusal(await place.owner.client.post(`items/${written.id}/retry/`), 409, 'no_file');
});

test('stores, lists and marks as ready a file of an unknown type', async () => {
  const place = await createPlace(server.client);
  const { id } = await uploadFixture(place.owner, place, 'files/tone.wav');
  expect(await waitUntilReady(place.owner, id)).toMatchObject({ kind: 'media', has_thumbnail: false });
  expect((await place.owner.client.fetch('GET', `items/${id}/file/`)).status).toBe(200);
});

test('keeps a new name that was given while the file was processed', async () => {
  const place = await createPlace(server.client);
  const { id } = await uploadFixture(place.owner, place, 'files/handbook.pdf');
  expectData(await place.owner.client.patch(`items/${id}/`, { title: 'Quagmire' }));
  await waitUntilReady(place.owner, id);
  const found = await place.owner.client.in(place.hub).get('search/', { query: { q: 'quagmire' } });
  expect(expectData(found)).toHaveLength(1);
});

test('stores what was read of a file while the folder that it lies in is trashed, neither of them twice', async () => {
  const place = await createPlace(server.client);
  const folder = await createItem(place.owner, place, { kind: 'folder', title: 'Folder' });
  const GATE = 20_092;
  const gate = await pool.connect();
  onTestFinished(() => gate.release(true));
  // Storing the result blocks, with the item locked, until the test releases the lock.
  await gate.query(`create function wait_with_item() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock_shared(${GATE}); return null; end $$`);
  await gate.query(`create trigger wait after update on item for each row
    when (new.meta is distinct from old.meta and new.parent_id = '${folder.id}')
    execute function wait_with_item()`);
  await gate.query('create table begun (job_id uuid)');
  await gate.query(`create function note_begin() returns trigger language plpgsql as
    $$ begin insert into begun values (new.id); return null; end $$`);
  await gate.query(`create trigger note after update on job for each row
    when (new.state = 'running' and new.progress = 0) execute function note_begin()`);
  await gate.query('select pg_advisory_lock($1)', [GATE]);
  const file = { name: 'words.txt', bytes: 'hello words' };
  const { items } = expectData(await uploadBytes(place.owner, place, [file], { parent: folder.id }), 201);
  const waiting = async (type: string) => {
    const { rowCount } = await pool.query(
      `select from pg_locks join pg_stat_activity using (pid)
       where not granted and locktype = $1 and datname = current_database()`,
      [type],
    );
    expect(rowCount, `somebody waits for a ${type}`).toBeGreaterThan(0);
  };
  await eventually(() => waiting('advisory'));
  const trashed = place.owner.client.delete(`items/${folder.id}/`);
  await eventually(() => waiting('transactionid'));
  await gate.query('select pg_advisory_unlock($1)', [GATE]);
  expect((await trashed).status).toBe(200);
  const read = async () =>
    (await pool.query('select state from job where item_id = $1', [items[0]?.id])).rows;
  await eventually(async () => expect(await read()).toEqual([{ state: 'ready' }]));
  expect((await pool.query('select from begun')).rowCount).toBe(1);
});

test('purges expired trash, and a file with its last reference', async () => {
  const place = await createPlace(server.client);
  const bytes = (word: string) => `${word} ${crypto.randomUUID()}`;
  const shared = bytes('shared');
  const before = await storedFiles(server.dataDir);
  const upload = async (name: string, text: string) => {
    const [item] = expectData(await uploadBytes(place.owner, place, [{ name, bytes: text }]), 201).items;
    return waitUntilReady(place.owner, item?.id ?? '');
  };
  const old = await upload('old.txt', bytes('old'));
  const oldToo = await upload('old-too.txt', shared);
  const remaining = await upload('kept.txt', shared);
  const recent = await upload('recent.txt', bytes('recent'));
  const hidden = await createItem(place.owner, place, {
    kind: 'folder',
    title: 'Hidden',
    visibility: 'private',
  });
  const inside = await createItem(place.owner, place, {
    title: 'Inside',
    parent: hidden.id,
    visibility: 'public',
  });
  for (const { id } of [old, oldToo, recent, hidden])
    expectData(await place.owner.client.delete(`items/${id}/`));
  const age = "trashed_at - interval '31 days'";
  await pool.query(`update item set trashed_at = ${age} where id = any($1) or parent_id = any($1)`, [
    [old.id, oldToo.id, hidden.id],
  ]);
  await pool.query("update file set created_at = created_at - interval '2 hours'", []);
  await pool.query("select graphile_worker.add_job('purge')", []);
  await eventually(async () => expect(await storedFiles(server.dataDir)).toHaveLength(before.length + 2));
  for (const { id } of [old, oldToo, hidden, inside])
    expectRefusal(await place.owner.client.get(`items/${id}/`), 404);
  expect((await place.owner.client.fetch('GET', `items/${remaining.id}/file/`)).status).toBe(200);
  // The derived files of one of two items with the same file are deleted with that item.
  const made = await readdir(join(server.dataDir, 'files', 'derived'), { recursive: true });
  expect(made.filter((name) => name.includes(oldToo.id))).toEqual([]);
  expect(made.filter((name) => name.includes(remaining.id))).not.toEqual([]);
  expectData(await place.owner.client.post(`items/${recent.id}/restore/`));
  const left = await pool.query('select from scope where item_id = any($1)', [[hidden.id, inside.id]]);
  expect(left.rowCount).toBe(0);
});
