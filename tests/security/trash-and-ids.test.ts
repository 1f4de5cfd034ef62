import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import type { SearchResult } from '#lib/contract/search.ts';
import { openPool } from '#server/database/database.ts';
import { expectData, expectRefusal } from '#tests/harness/answers.ts';
import { createItem, uploadFixture, waitUntilReady } from '#tests/harness/content.ts';
import { createEditorsPlace } from '#tests/harness/members.ts';
import { createPlace, createSpace } from '#tests/harness/people.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const parts = ['file/', 'thumbnail/', 'preview/', 'preview/?page=1', 'text/', 'content/'];

test('the trash gives out no file, preview or text, and is known to those who may restore alone', async () => {
  const { hub, owner, member, space } = await createEditorsPlace(server.client);
  const viewers = await createSpace(owner, hub, { visibility: 'shared', default_role: 'viewer' });
  const item = await uploadFixture(owner, { hub, space: viewers }, 'files/handbook.pdf');
  await waitUntilReady(owner, item.id);
  const find = async () =>
    expectData(await member.client.in(hub).get<SearchResult[]>('search/', { query: { q: 'handbook' } }))
      .length;
  expect(await find()).toBe(1);
  expectData(await owner.client.delete(`items/${item.id}/`));
  expect(await find()).toBe(0);
  for (const part of parts) {
    expectRefusal(await owner.client.get(`items/${item.id}/${part}`), 404, 'not_found');
    expectRefusal(await member.client.get(`items/${item.id}/${part}`), 404, 'not_found');
  }
  expect(expectData(await owner.client.get<Item>(`items/${item.id}/`)).trashed_at).not.toBeNull();
  expectRefusal(await member.client.get(`items/${item.id}/`), 404);
  expectRefusal(await member.client.post(`items/${item.id}/restore/`), 404);
  expectRefusal(await owner.client.patch(`items/${item.id}/`, { title: 'Still here' }), 404);
  expectRefusal(await owner.client.post(`items/${item.id}/retry/`), 404);
  const into = { kind: 'document', title: 'A', parent: item.id };
  expectRefusal(await owner.client.in(hub).post(`spaces/${space.slug}/items/`, into), 422);
  expectData(await owner.client.post(`items/${item.id}/restore/`));
  expect(await find()).toBe(1);
});

test('two ids in a request are both asked about: folders and spaces of another hub open nothing', async () => {
  const mine = await createPlace(server.client);
  const theirs = await createPlace(server.client);
  const folder = await createItem(theirs.owner, theirs, { kind: 'folder', title: 'Theirs' });
  const item = await createItem(mine.owner, mine);
  const client = mine.owner.client;
  const body = { kind: 'document', title: 'A', parent: folder.id };
  expectRefusal(
    await client.in(mine.hub).post(`spaces/${mine.space.slug}/items/`, body),
    422,
    'invalid_fields',
  );
  expectRefusal(await client.patch(`items/${item.id}/`, { parent: folder.id }), 422, 'invalid_fields');
  expectRefusal(await client.in(theirs.hub).get(`spaces/${theirs.space.slug}/`), 404);
  expectRefusal(await client.in(theirs.hub).get(`spaces/${mine.space.slug}/items/`), 404);
  expectRefusal(await client.in(mine.hub).get(`spaces/${theirs.space.slug}/items/`), 404);
  const listed = await client
    .in(mine.hub)
    .get<Item[]>(`spaces/${mine.space.slug}/items/`, { query: { parent: folder.id } });
  expect(expectData(listed)).toEqual([]);
});

test('a job is told to those who may see what it works on', async () => {
  const { hub, space, owner, member } = await createEditorsPlace(server.client);
  const folder = await createItem(
    member,
    { hub, space },
    { kind: 'folder', title: 'F', visibility: 'private' },
  );
  const item = await uploadFixture(member, { hub, space }, 'files/notes.md', { parent: folder.id });
  await waitUntilReady(member, item.id);
  const pool = openPool(server.databaseUrl, 1);
  const { rows } = await pool.query('select id from job where item_id = $1', [item.id]);
  await pool.end();
  const path = `jobs/${rows[0].id}/`;
  expect(expectData(await member.client.get(path))).toMatchObject({
    state: 'ready',
    progress: 1,
    done: 1,
    rejected: 0,
    errors_url: null,
  });
  expectRefusal(await owner.client.get(path), 404);
  expectRefusal(await server.client.get(path), 404);
  expectRefusal(await member.client.get('jobs/no-job/'), 404);
});

test('a path in an address opens nothing outside', async () => {
  const place = await createPlace(server.client);
  const item = await uploadFixture(place.owner, place, 'files/notes.md');
  for (const path of [
    'items/..%2f..%2fetc%2fpasswd/file/',
    'items/%2e%2e/file/',
    `items/${item.id}%00/file/`,
    `items/${item.id}/file/..%2f..%2f`,
    'items/..\\..\\file/',
    `items/${item.id.toUpperCase()}x/file/`,
  ]) {
    const answer = await place.owner.client.get(path);
    expect([400, 404, 422], path).toContain(answer.status);
  }
});
