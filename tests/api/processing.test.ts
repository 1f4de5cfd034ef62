import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
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
  const again = expectData(await place.owner.client.post<Item>(`items/${id}/retry/`));
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
  const found = await place.owner.client
    .in(place.hub)
    .get<unknown[]>('search/', { query: { q: 'quagmire' } });
  expect(expectData(found)).toHaveLength(1);
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
  const kept = await upload('kept.txt', shared);
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
  expect((await place.owner.client.fetch('GET', `items/${kept.id}/file/`)).status).toBe(200);
  // What was made of the file for one of two items goes with that item.
  const made = await readdir(join(server.dataDir, 'files', 'derived'), { recursive: true });
  expect(made.filter((name) => name.includes(oldToo.id))).toEqual([]);
  expect(made.filter((name) => name.includes(kept.id))).not.toEqual([]);
  expectData(await place.owner.client.post(`items/${recent.id}/restore/`));
  const left = await pool.query('select from scope where item_id = any($1)', [[hidden.id, inside.id]]);
  expect(left.rowCount).toBe(0);
});
