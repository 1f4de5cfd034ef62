import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPlace, createSpace, type TestAccount } from '#tests/harness/accounts.ts';
import { createItem, uploadBytes, uploadFixture, waitUntilReady } from '#tests/harness/content.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

/** Every route for an item, or something in it. */
const paths = ['', 'file/', 'thumbnail/', 'preview/', 'preview/?page=1', 'text/', 'content/'];

async function expectUnseen(person: TestAccount | null, id: string): Promise<void> {
  const client = person?.client ?? server.client;
  for (const subpath of paths) expectRefusal(await client.get(`items/${id}/${subpath}`), 404, 'not_found');
  const writes = [
    client.patch(`items/${id}/`, { title: 'Mine' }),
    client.delete(`items/${id}/`),
    client.post(`items/${id}/restore/`),
    client.post(`items/${id}/retry/`),
  ];
  for (const response of await Promise.all(writes)) expectRefusal(response, person ? 404 : 401);
}

test('shows a private item to its creator alone, on every route', async () => {
  const { hub, space, owner, admin, member, other, guest, stranger } = await createEditorAndPlace(
    server.client,
  );
  const place = { hub, space };
  const folder = await createItem(member, place, { kind: 'folder', title: 'Folder', visibility: 'private' });
  const item = await uploadFixture(member, place, 'files/handbook.pdf', { parent: folder.id });
  await waitUntilReady(member, item.id);
  const alone = await createItem(member, place, {
    title: 'Zanzibar plans',
    visibility: 'private',
    content: 'secretword',
  });
  const seen = (person: TestAccount) => ({
    list: async () =>
      expectData(await person.client.in(hub).get(`spaces/${space.slug}/items/`)).map(({ id }) => id),
    counts: async () => expectData(await person.client.in(hub).get(`spaces/${space.slug}/`)).counts.items,
    found: async (q: string) =>
      expectData(await person.client.in(hub).get('search/', { query: { q } })).length,
  });
  expect((await seen(member).list()).sort()).toEqual([folder.id, item.id, alone.id].sort());
  expect(await seen(member).counts()).toBe(2);
  expect(await seen(member).found('secretword')).toBe(1);
  for (const person of [owner, admin, other]) {
    expect(await seen(person).list()).toEqual([]);
    expect(await seen(person).counts()).toBe(0);
    for (const q of ['secretword', 'Zanzibar', 'zanzibra', 'handbook'])
      expect(await seen(person).found(q), q).toBe(0);
    const named = await person.client
      .in(hub)
      .get(`spaces/${space.slug}/items/`, { query: { q: 'Zanzibar' } });
    expect(expectData(named)).toEqual([]);
    const inside = await person.client
      .in(hub)
      .get(`spaces/${space.slug}/items/`, { query: { parent: folder.id } });
    expect(expectData(inside)).toEqual([]);
    const into = { kind: 'document', title: 'Mine', parent: folder.id };
    expectRefusal(
      await person.client.in(hub).post(`spaces/${space.slug}/items/`, into),
      422,
      'invalid_fields',
    );
    expectRefusal(
      await uploadBytes(person, place, [{ name: 'a.txt', bytes: 'x' }], { parent: folder.id }),
      422,
    );
  }
  for (const person of [owner, admin, other, guest, stranger, null]) {
    for (const { id } of [folder, item, alone]) await expectUnseen(person, id);
  }
});

test('hides a public item in a private folder, and serves it by its own address in a shared one', async () => {
  const { hub, space, member, stranger } = await createEditorAndPlace(server.client);
  const place = { hub, space };
  const hidden = await createItem(member, place, { kind: 'folder', title: 'Hidden', visibility: 'private' });
  const below = await createItem(member, place, { title: 'Below', parent: hidden.id, visibility: 'public' });
  const open = await createItem(member, place, { title: 'Open', visibility: 'public' });
  for (const person of [stranger, null]) {
    await expectUnseen(person, below.id);
    const client = person?.client ?? server.client;
    expect(expectData(await client.get(`items/${open.id}/`)).my_role).toBe('viewer');
    expectRefusal(await client.in(hub).get(`spaces/${space.slug}/items/`), 404);
  }
});

test('discloses nothing by a move unless a visibility is chosen with it', async () => {
  const { hub, space, member, other } = await createEditorAndPlace(server.client);
  const place = { hub, space };
  const hidden = await createItem(member, place, { kind: 'folder', title: 'Hidden', visibility: 'private' });
  const leaf = await createItem(member, place, { title: 'Leaf', parent: hidden.id });
  const folder = await createItem(member, place, { kind: 'folder', title: 'Inner', parent: hidden.id });
  const deep = await createItem(member, place, { title: 'Deep', parent: folder.id });
  const mine = member.client;
  expectRefusal(await mine.patch(`items/${leaf.id}/`, { parent: null }), 409, 'more_would_see');
  expectRefusal(await mine.patch(`items/${folder.id}/`, { parent: null }), 409, 'more_would_see');
  expect(expectData(await mine.get(`items/${leaf.id}/`)).parent_id).toBe(hidden.id);
  await expectUnseen(other, leaf.id);
  expectData(await mine.patch(`items/${leaf.id}/`, { parent: null, visibility: 'private' }));
  await expectUnseen(other, leaf.id);
  expectData(await mine.patch(`items/${folder.id}/`, { parent: null, visibility: 'shared' }));
  expectData(await other.client.get(`items/${deep.id}/`));
  expectData(await mine.patch(`items/${folder.id}/`, { parent: hidden.id }));
  await expectUnseen(other, deep.id);
});

test('applies a change of a folder’s visibility at once to all descendants, and back', async () => {
  const { hub, space, member, other } = await createEditorAndPlace(server.client);
  const place = { hub, space };
  const outer = await createItem(member, place, { kind: 'folder', title: 'Outer' });
  const inner = await createItem(member, place, { kind: 'folder', title: 'Inner', parent: outer.id });
  const leaf = await createItem(member, place, { title: 'Leaf', parent: inner.id });
  const open = await createItem(member, place, { title: 'Open', parent: inner.id, visibility: 'public' });
  expectData(await other.client.get(`items/${leaf.id}/`));
  expectData(await server.client.get(`items/${open.id}/`));
  expectData(await member.client.patch(`items/${outer.id}/`, { visibility: 'private' }));
  for (const { id } of [outer, inner, leaf, open]) {
    await expectUnseen(other, id);
    await expectUnseen(null, id);
  }
  const added = await createItem(member, place, { title: 'Added', parent: inner.id });
  await expectUnseen(other, added.id);
  const opened = { visibility: 'shared' };
  const response = await member.client.patch<{ disclosure: string }>(`items/${outer.id}/`, opened);
  expectRefusal(response, 409, 'more_would_see');
  const { disclosure } = response.data;
  expectData(await member.client.patch(`items/${outer.id}/`, { ...opened, disclosure }));
  for (const { id } of [leaf, added]) expectData(await other.client.get(`items/${id}/`));
  expectData(await server.client.get(`items/${open.id}/`));
});

test('makes an item private that is added to a folder while it becomes private', async () => {
  const { hub, space, member, other } = await createEditorAndPlace(server.client);
  const place = { hub, space };
  for (let round = 0; round < 5; round += 1) {
    const folder = await createItem(member, place, { kind: 'folder', title: 'Folder' });
    const [made] = await Promise.all([
      Promise.all(
        [1, 2, 3, 4].map((n) => createItem(member, place, { title: `Leaf ${n}`, parent: folder.id })),
      ),
      member.client.patch(`items/${folder.id}/`, { visibility: 'private' }),
    ]);
    for (const { id } of made) expectRefusal(await other.client.get(`items/${id}/`), 404);
  }
});

test('refuses an editor who hides another’s item; an owner who does keeps it', async () => {
  const { hub, space, owner, member, other } = await createEditorAndPlace(server.client);
  const item = await createItem(member, { hub, space });
  expectRefusal(await other.client.patch(`items/${item.id}/`, { visibility: 'private' }), 403, 'not_allowed');
  expectData(await owner.client.patch(`items/${item.id}/`, { visibility: 'private' }));
  await expectUnseen(other, item.id);
  for (const person of [owner, member]) {
    expect(expectData(await person.client.get(`items/${item.id}/`)).my_role).toBe('owner');
  }
});

test('fills pages of a list with visible items: access is checked before pagination', async () => {
  const { hub, space, member, other } = await createEditorAndPlace(server.client);
  const place = { hub, space };
  for (let n = 0; n < 12; n += 1) {
    await createItem(member, place, { title: `Item ${n}`, visibility: n % 2 ? 'private' : 'shared' });
  }
  const page = async (number: number) =>
    expectData(
      await other.client
        .in(hub)
        .get(`spaces/${space.slug}/items/`, { query: { page: number, page_size: 4 } }),
    ).map(({ title }) => title);
  expect(await page(1)).toEqual(['Item 10', 'Item 8', 'Item 6', 'Item 4']);
  expect(await page(2)).toEqual(['Item 2', 'Item 0']);
  expect(await page(3)).toEqual([]);
});

test('refuses a revoked session from the next request on', async () => {
  const place = await createPlace(server.client, { visibility: 'private' });
  const item = await createItem(place.owner, place);
  expectData(await place.owner.client.get(`items/${item.id}/`));
  expectData(await place.owner.client.get('auth/logout/'));
  expectRefusal(await place.owner.client.get(`items/${item.id}/`), 401);
});

test('revokes all access at once when a member is suspended or removed', async () => {
  const { hub, owner, member, other } = await createEditorAndPlace(server.client);
  const space = await createSpace(member, hub, { visibility: 'private' });
  const item = await createItem(member, { hub, space });
  const pool = (await import('#server/platform/database/database.ts')).openPool(server.databaseUrl, 1);
  await pool.query('update membership set suspended_at = now() where user_id = $1', [member.user.id]);
  await pool.query('delete from membership where user_id = $1', [other.user.id]);
  await pool.end();
  await expectUnseen(member, item.id);
  for (const person of [member, other]) {
    expectRefusal(await person.client.in(hub).get(`spaces/${space.slug}/`), 404);
  }
  expect(expectData(await owner.client.in(hub).get('spaces/')).length).toBe(1);
});
