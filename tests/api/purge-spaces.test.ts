import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '#server/platform/database/database.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import { openDiskStorage } from '#server/platform/storage/disk.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { purgeTrash } from '#server/trash/purge-trash.ts';
import { createPlace, createSpace } from '#tests/harness/accounts.ts';
import { createItem, uploadFixture, waitUntilReady } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';

const ITEMS = 3000;

let server: TestServer;
let pool: pg.Pool;
let storage: Storage;
beforeAll(async () => {
  server = await startServer({ plans: 'default' });
  pool = openPool(server.databaseUrl, 4);
  storage = await openDiskStorage(join(server.dataDir, 'files'));
});
afterAll(async () => {
  await pool.end();
  await server.stop();
});

const count = async (table: string, column: string, value: unknown): Promise<number> =>
  (await pool.query(`select count(*) from ${table} where ${column} = $1`, [value])).rows[0].count;

const passagesOf = async (hubId: string): Promise<number> =>
  (
    await pool.query(
      'select coalesce(sum(passages), 0)::int as passages from hub_language where hub_id = $1',
      [hubId],
    )
  ).rows[0].passages;

/** A space with many searchable items, some in a folder, with a file, beside another item of its hub. */
async function createLargeSpace() {
  const place = await createPlace(server.client, { slug: 'large', visibility: 'shared' });
  const { owner, hub, space } = place;
  const remaining = await createItem(
    owner,
    { hub, space: await createSpace(owner, hub) },
    { title: 'Kept', content: 'The quokka stays' },
  );
  const folder = await createItem(owner, place, { kind: 'folder', title: 'Folder' });
  const file = await uploadFixture(owner, place, 'files/notes.md');
  await waitUntilReady(owner, file.id);
  const before = await passagesOf(hub.id);
  await pool.query(
    `with made as (
      insert into item (id, hub_id, space_id, scope_id, parent_id, kind, title, created_by, updated_by)
      select gen_random_uuid(), hub_id, space_id, scope_id, case when n % 3 = 0 then id end, 'document',
        'Wombat ' || n, created_by, created_by
      from item, generate_series(1, ${ITEMS}) as n where id = $1
      returning id, title
    ) insert into passage (item_id, number, language, body, lexemes)
    select id, 0, 'english', title, 'wombat:1A' from made`,
    [folder.id],
  );
  await pool.query(
    `insert into hub_language (hub_id, language, passages) values ($1, 'english', $2)
     on conflict (hub_id, language) do update set passages = hub_language.passages + excluded.passages`,
    [hub.id, ITEMS],
  );
  const { rows } = await pool.query("select id from item where space_id = $1 and title = 'Wombat 1'", [
    space.id,
  ]);
  return { ...place, remaining, folder, file, before, one: String(rows[0].id) };
}

test('hides a permanently deleted large space at once, and purges its items in the background', async () => {
  const { owner, hub, space, remaining, folder, file, one, before } = await createLargeSpace();
  const at = owner.client.in(hub);
  const search = async (q: string) => expectData(await at.get('search/', { query: { q } })).length;
  expect(await search('wombat')).toBeGreaterThan(0);
  expectData(await at.delete('spaces/large/'));
  const { rows } = await pool.query('select file_sha256 from item where id = $1', [file.id]);
  const sha256 = rows[0].file_sha256;
  await pool.query("update file set created_at = now() - interval '2 hours' where sha256 = $1", [sha256]);

  // While one of its items is locked, they can't all be deleted: the response must not wait for that.
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query('select from item where id = $1 for update', [one]);
  expectData(await at.delete(`trash/spaces/${space.id}/`));
  expect(await count('item', 'id', one)).toBe(1);
  expect(expectData(await at.get('trash/spaces/'))).toEqual([]);
  expectRefusal(await at.post(`trash/spaces/${space.id}/restore/`), 404);
  expectRefusal(await at.delete(`trash/spaces/${space.id}/`), 404);
  expectRefusal(await at.get('spaces/large/'), 404);
  for (const id of [one, folder.id, file.id]) expectRefusal(await owner.client.get(`items/${id}/`), 404);
  expectRefusal(await at.post(`items/${file.id}/restore/`), 404);
  expect(await search('wombat')).toBe(0);
  expect((await createSpace(owner, hub, { slug: 'large' })).slug).toBe('large');
  await holder.query('rollback');
  holder.release();

  await eventually(async () => {
    expect(await count('space', 'id', space.id)).toBe(0);
    expect(await count('file', 'sha256', sha256)).toBe(0);
  }, 30_000);
  expect(await count('item', 'space_id', space.id)).toBe(0);
  expect(await count('scope', 'space_id', space.id)).toBe(0);
  // The counts no longer include anything of the space.
  expect(await passagesOf(hub.id)).toBeLessThan(before);
  expect(await search('quokka')).toBe(1);
  expectData(await owner.client.get(`items/${remaining.id}/`));
});

test('resumes an interrupted purge of a space after thirty days', async () => {
  const { owner, hub, space } = await createLargeSpace();
  expectData(await owner.client.in(hub).delete('spaces/large/'));
  await pool.query("update space set deleted_at = now() - interval '31 days' where id = $1", [space.id]);
  const stop = new AbortController();
  const database = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    log({ query }) {
      if (query.sql.startsWith('delete from item')) stop.abort();
    },
  });
  await expect(purgeTrash({ database, storage }, stop.signal, { isNight: true })).rejects.toThrow();
  const left = await count('item', 'space_id', space.id);
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(ITEMS);
  expect(expectData(await owner.client.in(hub).get('trash/spaces/'))).toEqual([]);
  await purgeTrash({ database, storage }, new AbortController().signal, { isNight: true });
  expect(await count('item', 'space_id', space.id)).toBe(0);
  expect(await count('space', 'id', space.id)).toBe(0);
  const log = "select details from audit_entry where hub_id = $1 and action = 'space.purged'";
  expect((await pool.query(log, [hub.id])).rows).toHaveLength(1);
});

test('spares items that were restored while the trash retention of their folder ended', async () => {
  const place = await createPlace(server.client);
  const { owner } = place;
  const folder = await createItem(owner, place, { kind: 'folder', title: 'Folder' });
  const restored = await createItem(owner, place, { title: 'Restored', parent: folder.id });
  const sibling = await createItem(owner, place, { title: 'Sibling', parent: folder.id });
  for (const { id } of [restored, folder]) expectData(await owner.client.delete(`items/${id}/`));
  await pool.query("update item set trashed_at = now() - interval '31 days' where id = any($1)", [
    [folder.id, sibling.id],
  ]);
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query('select from item where id = $1 for update', [restored.id]);
  const waiting = async (least: number) =>
    eventually(async () => {
      const { rows } = await pool.query(
        'select count(distinct pid)::int as count from pg_locks where not granted',
      );
      expect(rows[0].count).toBeGreaterThanOrEqual(least);
    });
  // The restore has locked its space and waits for the item; then the purge begins.
  const response = owner.client.post(`items/${restored.id}/restore/`);
  await waiting(1);
  const database = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  const purged = purgeTrash({ database, storage }, new AbortController().signal, { isNight: true });
  await waiting(2);
  await holder.query('commit');
  holder.release();
  expect(expectData(await response).parent_id).toBeNull();
  await purged;
  expectData(await owner.client.get(`items/${restored.id}/`));
  for (const { id } of [folder, sibling]) expect(await count('item', 'id', id)).toBe(0);
});

test('hides a permanently deleted large folder at once, and purges its items in the background', async () => {
  const { owner, hub, folder } = await createLargeSpace();
  const at = owner.client.in(hub);
  const { rows } = await pool.query("select id from item where parent_id = $1 and title = 'Wombat 3'", [
    folder.id,
  ]);
  const inside = String(rows[0].id);
  expectData(await owner.client.delete(`items/${inside}/`));
  expectData(await owner.client.delete(`items/${folder.id}/`));
  // While something in it is locked, it can't all be deleted: the response must not wait for that.
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query('select from item where id = $1 for update', [inside]);
  expectData(await at.delete(`trash/${folder.id}/`));
  expect(expectData(await at.get('trash/'))).toEqual([]);
  for (const id of [folder.id, inside]) {
    expectRefusal(await owner.client.get(`items/${id}/`), 404);
    expectRefusal(await owner.client.post(`items/${id}/restore/`), 404);
    expectRefusal(await owner.client.delete(`trash/${id}/`), 404);
  }
  await holder.query('rollback');
  holder.release();
  // Whatever the job met at the lock, the next run continues.
  const database = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  await eventually(async () => {
    await purgeTrash({ database, storage }, new AbortController().signal, { isNight: true });
    expect(await count('item', 'parent_id', folder.id)).toBe(0);
    expect(await count('item', 'id', folder.id)).toBe(0);
  }, 30_000);
});

test('resumes an interrupted purge of a large folder', async () => {
  const { owner, hub, folder } = await createLargeSpace();
  expectData(await owner.client.delete(`items/${folder.id}/`));
  await pool.query(
    "update item set trashed_at = now() - interval '31 days' where trashed_at is not null and space_id = (select space_id from item where id = $1)",
    [folder.id],
  );
  const stop = new AbortController();
  const database = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    log({ query }) {
      if (query.sql.startsWith('delete from item')) stop.abort();
    },
  });
  await expect(purgeTrash({ database, storage }, stop.signal, { isNight: true })).rejects.toThrow();
  const left = await count('item', 'parent_id', folder.id);
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(ITEMS / 3);
  expect(expectData(await owner.client.in(hub).get('trash/'))).toEqual([]);
  await purgeTrash({ database, storage }, new AbortController().signal, { isNight: true });
  expect(await count('item', 'id', folder.id)).toBe(0);
  const log = "select details from audit_entry where hub_id = $1 and action = 'item.deleted'";
  expect((await pool.query(log, [hub.id])).rows).toEqual([{ details: { days: 30 } }]);
});
