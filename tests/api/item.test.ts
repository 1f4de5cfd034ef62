import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import { newId } from '#server/platform/database/id.ts';
import { createPlace, createSpace } from '#tests/harness/accounts.ts';
import { createItem, waitUntilReady } from '#tests/harness/content.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

async function place() {
  const { owner, hub, space } = await createPlace(server.client);
  const items = `spaces/${space.slug}/items/`;
  const list = async (query: Record<string, string | number | boolean> = {}) =>
    expectData(await owner.client.in(hub).get<Item[]>(items, { query }));
  const titles = async (query: Record<string, string | number | boolean> = {}) =>
    (await list(query)).map((item) => item.title);
  const make = (input: Parameters<typeof createItem>[2]) => createItem(owner, { hub, space }, input);
  return { owner, hub, space, items, list, titles, make, client: owner.client.in(hub) };
}

test('returns an item with the contract’s schema, the same each time', async () => {
  const { owner, space, make, list, client } = await place();
  const made = await make({ kind: 'document', title: ' Minutes 🗒️ ', content: '# Hello\n\nboathouse' });
  expect(made).toMatchObject({
    kind: 'document',
    title: ' Minutes 🗒️ ',
    parent_id: null,
    space_slug: space.slug,
    visibility: 'shared',
    version: 1,
    revision: 1,
    created_by: { id: owner.user.id, name: 'Ada Lovelace' },
    size: 18,
    trashed_at: null,
    processing: { state: 'queued' },
    my_role: 'owner',
    counts: { children: 0 },
  });
  expect(made.allowed).toEqual(expect.arrayContaining(['item.view', 'item.change', 'item.trash']));
  expect(new Date(made.created_at).toISOString()).toBe(made.created_at);
  const ready = { ...made, processing: { state: 'ready' } };
  expect(await waitUntilReady(owner, made.id)).toEqual(ready);
  expect(expectData(await client.get(`items/${made.id}/`))).toEqual(ready);
  expect(await list()).toEqual([ready]);
});

test('lists folders first, then by last change, and filters by kind, folder, text and order', async () => {
  const { make, titles, client } = await place();
  const folder = await make({ kind: 'folder', title: 'Folder' });
  const a = await make({ title: 'Alpha 100%' });
  await make({ title: 'beta_1', parent: folder.id });
  await make({ kind: 'table', title: 'Gamma' });
  expect(await titles()).toEqual(['Folder', 'Gamma', 'beta_1', 'Alpha 100%']);
  expectData(await client.patch(`items/${a.id}/`, { title: 'Alpha 100 %' }));
  expect(await titles()).toEqual(['Folder', 'Alpha 100 %', 'Gamma', 'beta_1']);
  expect(await titles({ kind: 'document' })).toEqual(['Alpha 100 %', 'beta_1']);
  expect(await titles({ parent: folder.id })).toEqual(['beta_1']);
  expect(await titles({ parent: 'root' })).toEqual(['Folder', 'Alpha 100 %', 'Gamma']);
  expect(await titles({ parent: newId() })).toEqual([]);
  expect(await titles({ parent: 'no-id' })).toEqual([]);
  expect(await titles({ q: ' ALPHA ' })).toEqual(['Alpha 100 %']);
  for (const q of ['%', '_']) expect(await titles({ q })).toHaveLength(1);
  expect(await titles({ q: "'; drop table item; --" })).toEqual([]);
  expect(await titles({ sort: 'title' })).toEqual(['Folder', 'Alpha 100 %', 'beta_1', 'Gamma']);
  expect(await titles({ sort: '-created_at' })).toEqual(['Folder', 'Gamma', 'beta_1', 'Alpha 100 %']);
  const { counts } = expectData(await client.get(`items/${folder.id}/`));
  expect(counts.children).toBe(1);
});

test('pages without a gap or duplicate, and counts only visible items', async () => {
  const { make, items, titles, client } = await place();
  for (let n = 1; n <= 5; n += 1) await make({ title: `Item ${n}` });
  const pages = [];
  for (const page of [1, 2, 3, 4]) pages.push(...(await titles({ page, page_size: 2 })));
  expect(pages).toEqual(['Item 5', 'Item 4', 'Item 3', 'Item 2', 'Item 1']);
  const whole = await client.get<Item[]>(items);
  expect(whole.body).toMatchObject({ count: 5, page: 1, page_size: 10 });
  const part = await client.get<Item[]>(items, { query: { page_size: 2 } });
  expect(part.body).toMatchObject({ count: null, page_size: 2 });
  for (const query of [{ page: 0 }, { page: 'x' }, { page_size: 101 }, { sort: 'colour' }, { kind: 'zip' }]) {
    expectRefusal(await client.get(items, { query }), 422, 'invalid_fields');
  }
});

test('returns 422 under the field for invalid items', async () => {
  const { owner, hub, items, client, make } = await place();
  const document = await make({ title: 'No folder' });
  const elsewhere = await createSpace(owner, hub);
  const foreign = await createItem(owner, { hub, space: elsewhere }, { kind: 'folder', title: 'Foreign' });
  for (const [field, body] of [
    ['title', { kind: 'document', title: '' }],
    ['title', { kind: 'document', title: ' \t' }],
    ['title', { kind: 'document', title: 'x'.repeat(256) }],
    ['title', { kind: 'document', title: 'a\u0000b' }],
    ['title', { kind: 'document', title: 7 }],
    ['kind', { kind: 'zip', title: 'A' }],
    ['visibility', { kind: 'document', title: 'A', visibility: 'open' }],
    ['parent', { kind: 'document', title: 'A', parent: newId() }],
    ['parent', { kind: 'document', title: 'A', parent: '../root' }],
    ['parent', { kind: 'document', title: 'A', parent: document.id }],
    ['parent', { kind: 'document', title: 'A', parent: foreign.id }],
  ] as const) {
    const response = await client.post(items, body);
    expectRefusal(response, 422, 'invalid_fields');
    expect(Object.keys(response.body.fields ?? {}), JSON.stringify(body)).toEqual([field]);
  }
  const longest = `${'𝒳'.repeat(250)}مرحبا`;
  expect(expectData(await client.post<Item>(items, { kind: 'document', title: longest }), 201).title).toBe(
    longest,
  );
});

test('accepts a change for the current revision only', async () => {
  const { make, client } = await place();
  const { id } = await make({ title: 'First', content: 'one' });
  const at = (revision: number) => ({ headers: { 'if-match': `"${revision}"` } });
  const second = expectData(await client.patch(`items/${id}/`, { title: 'Second' }, at(1)));
  expect(second).toMatchObject({ title: 'Second', revision: 2, version: 1 });
  const stale = await client.patch(`items/${id}/`, { title: 'Third' }, at(1));
  expectRefusal(stale, 409, 'stale_revision');
  // Meanwhile it may have been indexed.
  expect({ ...stale.data, processing: second.processing }).toEqual(second);
  const written = expectData(await client.patch(`items/${id}/`, { content: 'two words' }));
  expect(written).toMatchObject({ title: 'Second', revision: 3, version: 2, size: 9 });
  expectRefusal(await client.delete(`items/${id}/`, undefined, at(1)), 409, 'stale_revision');
  expectRefusal(await client.patch(`items/${id}/`, { title: 'x' }, { headers: { 'if-match': 'x' } }), 400);
  const both = await Promise.all(
    [1, 2].map((n) => client.patch(`items/${id}/`, { title: `Racer ${n}` }, at(3))),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('trashes a folder and restores exactly what was trashed with it', async () => {
  const { make, client, titles, list } = await place();
  const folder = await make({ kind: 'folder', title: 'Folder' });
  const inner = await make({ kind: 'folder', title: 'Inner', parent: folder.id });
  const leaf = await make({ title: 'Leaf', parent: inner.id });
  const earlier = await make({ title: 'Trashed earlier', parent: inner.id });
  await make({ title: 'Outside' });
  expectData(await client.delete(`items/${earlier.id}/`));
  const trashed = expectData(await client.delete(`items/${folder.id}/`));
  expect(trashed.trashed_at).not.toBeNull();
  expect(await titles()).toEqual(['Outside']);
  expect(await titles({ trashed: true })).toEqual(['Folder', 'Trashed earlier']);
  expectRefusal(await client.patch(`items/${leaf.id}/`, { title: 'Ghost' }), 404);
  expectRefusal(await client.delete(`items/${leaf.id}/`), 404);
  const restored = expectData(await client.post(`items/${folder.id}/restore/`));
  expect(restored).toMatchObject({ trashed_at: null, counts: { children: 1 } });
  expect((await titles()).sort()).toEqual(['Folder', 'Inner', 'Leaf', 'Outside']);
  expect((await list({ trashed: true })).map(({ id }) => id)).toEqual([earlier.id]);
});

test('refuses to restore without confirmation where the item would be disclosed to more people', async () => {
  const { make, client } = await place();
  const folder = await make({ kind: 'folder', title: 'Folder', visibility: 'private' });
  const leaf = await make({ title: 'Leaf', parent: folder.id });
  expectData(await client.delete(`items/${leaf.id}/`));
  expectData(await client.delete(`items/${folder.id}/`));
  expectRefusal(await client.post(`items/${leaf.id}/restore/`), 409, 'more_would_see');
  expectData(await client.post(`items/${folder.id}/restore/`));
  expect(expectData(await client.post(`items/${leaf.id}/restore/`)).parent_id).toBe(folder.id);
});

test('moves an item between folders of its space, and no folder into itself', async () => {
  const { make, client, owner, hub } = await place();
  const outer = await make({ kind: 'folder', title: 'Outer' });
  const inner = await make({ kind: 'folder', title: 'Inner', parent: outer.id });
  const leaf = await make({ title: 'Leaf' });
  const moved = expectData(await client.patch(`items/${leaf.id}/`, { parent: inner.id }));
  expect(moved.parent_id).toBe(inner.id);
  expectRefusal(await client.patch(`items/${outer.id}/`, { parent: inner.id }), 422, 'invalid_fields');
  expectRefusal(await client.patch(`items/${outer.id}/`, { parent: outer.id }), 422, 'invalid_fields');
  const elsewhere = await createSpace(owner, hub);
  const foreign = await createItem(owner, { hub, space: elsewhere }, { kind: 'folder', title: 'Foreign' });
  expectRefusal(await client.patch(`items/${leaf.id}/`, { parent: foreign.id }), 422, 'invalid_fields');
  expect(expectData(await client.patch(`items/${leaf.id}/`, { parent: null })).parent_id).toBeNull();
});

test('lets a viewer read and change nothing', async () => {
  const { owner, hub, items, make } = await place();
  const item = await make({ title: 'Read me' });
  const viewer = (await addMember(server.client, owner, hub)).client.in(hub);
  const seen = expectData(await viewer.get(`items/${item.id}/`));
  expect(seen).toMatchObject({ my_role: 'viewer', allowed: ['item.view', 'item.download'] });
  for (const response of await Promise.all([
    viewer.post(items, { kind: 'document', title: 'Mine' }),
    viewer.patch(`items/${item.id}/`, { title: 'Mine' }),
    viewer.delete(`items/${item.id}/`),
    viewer.post(`items/${item.id}/restore/`),
    viewer.post(`items/${item.id}/retry/`),
  ])) {
    expectRefusal(response, 403, 'not_allowed');
  }
  expect(expectData(await viewer.get(items, { query: { trashed: true } }))).toEqual([]);
  expectRefusal(await viewer.get(`items/${newId()}/`), 404, 'not_found');
  expectRefusal(await viewer.get('items/not-an-id/'), 404, 'not_found');
});
