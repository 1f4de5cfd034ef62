import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '#server/platform/database/database.ts';
import { createHub, createSpace, PASSWORD, registerUser } from '#tests/harness/accounts.ts';
import { readArchive } from '#tests/harness/archive.ts';
import type { Client } from '#tests/harness/client.ts';
import { createItem, uploadBytes, uploadFixture, waitUntilReady } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { linkHolder, openLink, shareByLink } from '#tests/harness/links.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';
import { addRows, createTable } from '#tests/harness/tables.ts';

// Bug class 2 of docs/permissions.md: access that outlives deletion.

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const parts = ['file/', 'thumbnail/', 'preview/', 'preview/?page=1', 'text/', 'content/'];

test('reveals no file, preview or text of trashed items, and lists them only to those who may restore', async () => {
  const { hub, owner, member, space } = await createEditorAndPlace(server.client);
  const viewers = await createSpace(owner, hub, { visibility: 'shared', default_role: 'viewer' });
  const item = await uploadFixture(owner, { hub, space: viewers }, 'files/handbook.pdf');
  await waitUntilReady(owner, item.id);
  const find = async () =>
    expectData(await member.client.in(hub).get('search/', { query: { q: 'handbook' } })).length;
  expect(await find()).toBe(1);
  expectData(await owner.client.delete(`items/${item.id}/`));
  expect(await find()).toBe(0);
  for (const part of parts) {
    expectRefusal(await owner.client.get(`items/${item.id}/${part}`), 404, 'not_found');
    expectRefusal(await member.client.get(`items/${item.id}/${part}`), 404, 'not_found');
  }
  expect(expectData(await owner.client.get(`items/${item.id}/`)).trashed_at).not.toBeNull();
  expectRefusal(await member.client.get(`items/${item.id}/`), 404);
  expectRefusal(await member.client.post(`items/${item.id}/restore/`), 404);
  expectRefusal(await owner.client.patch(`items/${item.id}/`, { title: 'Still here' }), 404);
  expectRefusal(await owner.client.post(`items/${item.id}/retry/`), 404);
  const into = { kind: 'document', title: 'A', parent: item.id };
  expectRefusal(await owner.client.in(hub).post(`spaces/${space.slug}/items/`, into), 422);
  expectData(await owner.client.post(`items/${item.id}/restore/`));
  expect(await find()).toBe(1);
});

test('reveals no row, column or export of a trashed table, by itself or with its folder', async () => {
  const { hub, space, owner, member, other } = await createEditorAndPlace(server.client);
  const place = { hub, space };
  const folder = await createItem(owner, place, { kind: 'folder', title: 'Tables' });
  const alone = await createTable(owner, place);
  const within = await createTable(owner, place, undefined, { parent: folder.id });
  for (const table of [alone, within]) await addRows(owner, table, [{ name: 'Lamp' }]);
  const holder = await linkHolder(server, await shareByLink(owner, alone.id));
  const tablePaths = ['rows/', 'columns/', 'export/'];
  const readers = [owner.client, member.client, other.client];
  for (const subpath of tablePaths)
    expect((await holder.get(`items/${alone.id}/${subpath}`)).ok, subpath).toBe(true);
  expectData(await owner.client.delete(`items/${alone.id}/`));
  expectData(await owner.client.delete(`items/${folder.id}/`));
  for (const { id } of [alone, within]) {
    for (const subpath of tablePaths) {
      for (const by of readers) expectRefusal(await by.get(`items/${id}/${subpath}`), 404, 'not_found');
      expect((await holder.get(`items/${id}/${subpath}`)).status, subpath).toBe(404);
    }
    const row = { rows: [{ values: { name: 'Chair' } }] };
    expectRefusal(await owner.client.post(`items/${id}/rows/`, row), 404, 'not_found');
  }
  expectData(await owner.client.post(`items/${folder.id}/restore/`));
  for (const subpath of tablePaths)
    expect((await member.client.get(`items/${within.id}/${subpath}`)).ok, subpath).toBe(true);
});

/** Every route that returns an item, or something in it, is refused. */
async function expectUnreachable(client: Client, id: string): Promise<void> {
  for (const subpath of ['', ...parts, 'page/', 'items/', 'access/', 'who-can-see/', 'share-links/']) {
    const response = await client.get(`items/${id}/${subpath}`);
    expect([401, 404], `${subpath}: ${response.status} ${JSON.stringify(response.body)}`).toContain(
      response.status,
    );
  }
}

test('hides the content of a trashed folder: by name, by link, from visitors, in exports', async () => {
  const { hub, space, owner, member, guest, stranger } = await createEditorAndPlace(server.client);
  const place = { hub, space };
  const folder = await createItem(member, place, { kind: 'folder', title: 'Folder' });
  const item = await uploadFixture(member, place, 'files/handbook.pdf', { parent: folder.id });
  await waitUntilReady(member, item.id);
  const open = await createItem(member, place, { title: 'Open', parent: folder.id, visibility: 'public' });
  const people = [{ user_id: guest.user.id, role: 'viewer' }];
  expectData(await member.client.put(`items/${item.id}/access/`, { people }));
  const [link, above] = [await shareByLink(member, item.id), await shareByLink(member, folder.id)];
  const holders = [
    await linkHolder(server, link),
    await linkHolder(server, above),
    await linkHolder(server, link, { person: stranger }),
  ];
  for (const client of [guest.client, ...holders])
    expect((await client.fetch('GET', `items/${item.id}/thumbnail/`)).status).toBe(200);
  expectData(await server.client.get(`items/${open.id}/`));
  expect(expectData(await guest.client.in(hub).get('shared/'))).toHaveLength(1);

  expectData(await member.client.delete(`items/${folder.id}/`));
  for (const client of [guest.client, server.client, ...holders]) {
    await expectUnreachable(client, item.id);
    await expectUnreachable(client, open.id);
    await expectUnreachable(client, folder.id);
  }
  for (const part of parts) expectRefusal(await member.client.get(`items/${item.id}/${part}`), 404);
  for (const one of [link, above]) expectRefusal(await openLink(server.client, one), 404);
  expect(expectData(await guest.client.in(hub).get('shared/'))).toEqual([]);
  expect(expectData(await guest.client.in(hub).get('trash/'))).toEqual([]);
  for (const { id } of [item, folder]) expectRefusal(await guest.client.post(`items/${id}/restore/`), 404);
  const found = await owner.client.in(hub).get('search/', { query: { q: 'marlinspike' } });
  expect(expectData(found)).toEqual([]);
  const archive = await owner.client.fetch('GET', `hubs/${hub.domain_handle}/export/`);
  const files = await readArchive(Buffer.from(await archive.arrayBuffer()));
  expect([...files.values()].some((bytes) => bytes.includes(item.id))).toBe(false);
  expect([...files.keys()].some((name) => name.includes('handbook'))).toBe(false);
});

test.each([
  ['its lists are gone', false],
  ['the lists of a large one are still there', true],
])(
  'reveals nothing of a deleted space, and refuses writes to it, for every caller: %s',
  async (_how, isLarge) => {
    const { hub, owner, admin, member, guest } = await createEditorAndPlace(server.client);
    const space = await createSpace(owner, hub, { visibility: 'public', default_role: 'editor' });
    const place = { hub, space };
    const item = await uploadFixture(member, place, 'files/handbook.pdf');
    await waitUntilReady(member, item.id);
    const trashed = await createItem(member, place, { title: 'Trashed before' });
    expectData(await member.client.delete(`items/${trashed.id}/`));
    const people = [{ user_id: guest.user.id, role: 'editor' }];
    expectData(await member.client.put(`items/${item.id}/access/`, { people }));
    const link = await shareByLink(member, item.id, { role: 'editor' });
    const holder = await linkHolder(server, link);
    expectData(await holder.get(`items/${item.id}/`));

    const pool = openPool(server.databaseUrl, 1);
    const entries = await pool.query(
      'select source.* from scope_source source join scope on scope.id = source.scope_id where scope.space_id = $1',
      [space.id],
    );
    expectData(await owner.client.in(hub).delete(`spaces/${space.slug}/`));
    const left = await pool.query('select from scope_access where space_id = $1', [space.id]);
    expect(left.rows).toEqual([]);
    if (isLarge) {
      await pool.query(
        'insert into scope_source select * from json_populate_recordset(null::scope_source, $1)',
        [JSON.stringify(entries.rows)],
      );
    }
    await pool.end();
    for (const client of [owner, admin, member, guest].map((one) => one.client)) {
      await expectUnreachable(client, item.id);
      await expectUnreachable(client, trashed.id);
      for (const id of [item.id, trashed.id]) {
        expectRefusal(await client.post(`items/${id}/restore/`), 404);
        expectRefusal(await client.delete(`trash/${id}/`), 404);
        expectRefusal(await client.patch(`items/${id}/`, { title: 'Mine' }), 404);
      }
      for (const path of ['', 'items/', 'members/', 'who-can-see/', 'page/', 'invites/'])
        expectRefusal(await client.in(hub).get(`spaces/${space.slug}/${path}`), 404);
      const found = await client.in(hub).get('search/', { query: { q: 'marlinspike' } });
      expect(expectData(found)).toEqual([]);
      for (const list of ['activity/', 'trash/', 'shared/'])
        expect(JSON.stringify(expectData(await client.in(hub).get(list))), list).not.toContain(item.id);
    }
    for (const client of [holder, server.client]) await expectUnreachable(client, item.id);
    expectRefusal(await openLink(server.client, link), 404);
    expectRefusal(await uploadBytes(member, place, [{ name: 'a.txt', bytes: 'x' }]), 404);
    for (const person of [member, guest]) {
      expectRefusal(await person.client.in(hub).post(`trash/spaces/${space.id}/restore/`), 404);
      expectRefusal(await person.client.in(hub).delete(`trash/spaces/${space.id}/`), 404);
    }
  },
);

test('hides a private hub again once its public item was deleted', async () => {
  const owner = await registerUser(server.client);
  const hub = await createHub(owner, { visibility: 'private' });
  const space = await createSpace(owner, hub, { visibility: 'public' });
  const closed = await createSpace(owner, hub, { visibility: 'private' });
  const item = await createItem(owner, { hub, space: closed }, { visibility: 'public' });
  const visitor = server.client.in(hub);
  expectData(await visitor.get('spaces/'));
  expectData(await owner.client.in(hub).delete(`spaces/${space.slug}/`));
  expectData(await visitor.get('spaces/'));
  expectData(await owner.client.delete(`items/${item.id}/`));
  for (const path of ['spaces/', 'search/?q=test', `spaces/${closed.slug}/`])
    expectRefusal(await visitor.get(path), 404, 'not_found');
});

test('hides everything of a deleted hub: items, members, invitations, links, lists and pictures', async () => {
  const { hub, owner, admin, member } = await createEditorAndPlace(server.client);
  const space = await createSpace(owner, hub, { visibility: 'public', default_role: 'editor' });
  const item = await uploadFixture(member, { hub, space }, 'files/handbook.pdf');
  await waitUntilReady(member, item.id);
  const link = await shareByLink(member, item.id);
  const holder = await linkHolder(server, link);
  const path = `hubs/${hub.domain_handle}/`;
  const [invite] = expectData(await owner.client.post(`${path}invites/`, [{ email: 'x@example.test' }]));
  const picture =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
  expectData(await member.client.patch('auth/me/', { avatar: picture }));
  const avatar = `users/${member.user.id}/avatar/`;
  expect((await admin.client.fetch('GET', avatar)).status).toBe(200);

  expectData(await owner.client.delete(path, { password: PASSWORD }));
  for (const client of [owner, admin, member].map((one) => one.client)) {
    await expectUnreachable(client, item.id);
    for (const part of ['', 'members/', 'invites/', 'join-requests/', 'audit-log/', 'export/', 'logo/'])
      expectRefusal(await client.get(path + part), 404);
    for (const part of ['spaces/', 'search/?q=marlinspike', 'activity/', 'trash/', 'shared/'])
      expectRefusal(await client.in(hub).get(part), 404);
    expectRefusal(await client.post(`${path}activate/`), 404);
  }
  for (const client of [holder, server.client]) await expectUnreachable(client, item.id);
  expectRefusal(await openLink(server.client, link), 404);
  expectRefusal(await server.client.get(`invites/${invite?.link?.split('/').at(-1)}/`), 404);
  expectRefusal(await admin.client.get(avatar), 404);
  for (const person of [admin, member])
    expectRefusal(await person.client.post(`${path}restore/`, { password: PASSWORD }), 404);
});

test('returns 404 on every route for what was purged, and retains equal bytes of other items', async () => {
  const { hub, space, owner, other } = await createEditorAndPlace(server.client);
  const place = { hub, space };
  const item = await uploadFixture(owner, place, 'files/map.png');
  const same = await uploadFixture(other, place, 'files/map.png');
  await waitUntilReady(owner, item.id);
  await waitUntilReady(other, same.id);
  expectData(await owner.client.delete(`items/${item.id}/`));
  expectData(await owner.client.delete(`trash/${item.id}/`));
  await expectUnreachable(owner.client, item.id);
  expectRefusal(await owner.client.post(`items/${item.id}/restore/`), 404);
  const pool = openPool(server.databaseUrl, 1);
  for (const table of ['item', 'passage', 'scope', 'share_link', 'item_grant']) {
    // Hidden at once, its rows are deleted a moment later.
    await eventually(async () => {
      const where = table === 'item' ? 'id' : 'item_id';
      const { rows } = await pool.query(`select from ${table} where ${where} = $1`, [item.id]);
      expect(rows, table).toHaveLength(0);
    });
  }
  await pool.end();
  expect((await other.client.fetch('GET', `items/${same.id}/thumbnail/`)).status).toBe(200);
});

test('revokes sessions, links and grants of a deleted account at once', async () => {
  const { hub, space, member, other } = await createEditorAndPlace(server.client);
  const item = await createItem(other, { hub, space });
  const link = await shareByLink(member, item.id);
  const holder = await linkHolder(server, link);
  expectData(await holder.get(`items/${item.id}/`));
  expectData(await member.client.delete('auth/me/', { password: PASSWORD }));
  expectRefusal(await member.client.get('auth/me/'), 401);
  expectRefusal(await member.client.get(`items/${item.id}/`), 401);
  expectRefusal(await holder.get(`items/${item.id}/`), 404);
  expectRefusal(await openLink(server.client, link), 404);
  expectData(await other.client.get(`items/${item.id}/`));
});
