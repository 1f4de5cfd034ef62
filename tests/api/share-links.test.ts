import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ShareLink } from '#lib/contract/share-link.ts';
import { openPool } from '#server/platform/database/database.ts';
import { createItem, uploadFixture, waitUntilReady } from '#tests/harness/content.ts';
import { linkHolder, openLink, shareByLink } from '#tests/harness/links.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const soon = () => new Date(Date.now() + 3_600_000).toISOString();

test('creates a link, returns its address once, lists it without the address, and revokes it', async () => {
  const { hub, space, member } = await createEditorAndPlace(server.client);
  const item = await createItem(member, { hub, space });
  const made = await shareByLink(member, item.id, {
    role: 'commenter',
    expires_at: soon(),
    password: 'boat',
  });
  expect(made).toMatchObject({ role: 'commenter', has_password: true, works: true });
  expect(made.token).toMatch(/^[\w-]{43}$/);
  expect(made.url).toBe(`${server.url}/s/${made.token}`);
  const path = `items/${item.id}/share-links/`;
  const [listed] = expectData(await member.client.get<ShareLink[]>(path));
  expect(listed).toMatchObject({ id: made.id, role: 'commenter', created_by: { id: member.user.id } });
  expect(JSON.stringify(listed)).not.toContain(made.token);
  expectData(await member.client.delete(`${path}${made.id}/`));
  expect(expectData(await member.client.get(path))).toEqual([]);
  expectRefusal(await member.client.delete(`${path}${made.id}/`), 404);
});

test('returns 422 under the field for an invalid link', async () => {
  const { hub, space, member } = await createEditorAndPlace(server.client);
  const item = await createItem(member, { hub, space });
  const path = `items/${item.id}/share-links/`;
  for (const [field, body] of [
    ['role', { role: 'owner' }],
    ['expires_at', { expires_at: '2020-01-01T00:00:00Z' }],
    ['expires_at', { expires_at: 'tomorrow' }],
    ['password', { password: '' }],
  ] as const) {
    const response = await member.client.post(path, body);
    expectRefusal(response, 422, 'invalid_fields');
    expect(Object.keys(response.body.fields ?? {})).toEqual([field]);
  }
  expectRefusal(await member.client.delete(`${path}no-link/`), 404);
});

test('refuses to list or create links for a viewer of the item', async () => {
  const { hub, owner, member, stranger } = await createEditorAndPlace(server.client);
  const made = await owner.client.in(hub).post('spaces/', {
    name: 'Read only',
    slug: 'read-only',
    visibility: 'shared',
  });
  const item = await createItem(owner, { hub, space: expectData(made, 201) });
  const path = `items/${item.id}/share-links/`;
  expectRefusal(await member.client.get(path), 403);
  expectRefusal(await member.client.post(path, {}), 403);
  expectRefusal(await stranger.client.get(path), 404);
  expectRefusal(await server.client.post(path, {}), 401);
});

test('lets a link holder read the item and its file, and nothing around it', async () => {
  const { hub, space, member } = await createEditorAndPlace(server.client);
  const place = { hub, space };
  const item = await uploadFixture(member, place, 'files/handbook.pdf');
  const other = await createItem(member, place);
  await waitUntilReady(member, item.id);
  const link = await shareByLink(member, item.id);
  const opened = expectData(await openLink(server.client, link));
  expect(opened.item).toMatchObject({
    id: item.id,
    my_role: 'viewer',
    allowed: ['item.view', 'item.download'],
  });
  expect(opened.item).toMatchObject({ space_slug: '', created_by: { id: '', name: '' } });
  const holder = await linkHolder(server, link);
  for (const subpath of ['', 'file/', 'thumbnail/', 'preview/', 'preview/?page=1', 'text/'])
    expect((await holder.fetch('GET', `items/${item.id}/${subpath}`)).status, subpath).toBe(200);
  expectRefusal(await holder.get(`items/${other.id}/`), 404);
  expectRefusal(await holder.get(`items/${item.id}/access/`), 401);
  expectRefusal(await holder.in(hub).get(`spaces/${space.slug}/`), 404);
  expectRefusal(await holder.in(hub).get(`spaces/${space.slug}/items/`), 404);
  expectRefusal(await holder.in(hub).get('search/', { query: { q: 'handbook' } }), 404);
});

test('lists the contents of a shared folder at any depth, without private items', async () => {
  const { hub, space, member, other } = await createEditorAndPlace(server.client);
  const place = { hub, space };
  const folder = await createItem(member, place, { kind: 'folder', title: 'Shared' });
  const inner = await createItem(member, place, { kind: 'folder', title: 'Inner', parent: folder.id });
  const deep = await createItem(member, place, { title: 'Deep', parent: inner.id });
  const secret = await createItem(other, place, { title: 'Secret', parent: inner.id, visibility: 'private' });
  const beside = await createItem(member, place, { title: 'Beside' });
  const holder = await linkHolder(server, await shareByLink(member, folder.id));
  const list = async (id: string) =>
    expectData(await holder.get(`items/${id}/items/`)).map(({ title }) => title);
  expect(await list(folder.id)).toEqual(['Inner']);
  expect(await list(inner.id)).toEqual(['Deep']);
  expect(expectData(await holder.get(`items/${inner.id}/`)).counts.children).toBe(1);
  expectData(await holder.get(`items/${deep.id}/content/`));
  for (const { id } of [secret, beside]) expectRefusal(await holder.get(`items/${id}/`), 404);
  // Items that are added later are shared too, and items that are moved out no longer.
  const later = await createItem(member, place, { title: 'Later', parent: folder.id });
  expectData(await holder.get(`items/${later.id}/`));
  expectData(await member.client.patch(`items/${deep.id}/`, { parent: null }));
  expectRefusal(await holder.get(`items/${deep.id}/`), 404);
  expectRefusal(await holder.get(`items/${later.id}/items/`), 404);
});

test('requires an accepted disclosure to move an item into a folder that has a link', async () => {
  const { hub, space, member } = await createEditorAndPlace(server.client);
  const place = { hub, space };
  const folder = await createItem(member, place, { kind: 'folder', title: 'Shared' });
  const item = await createItem(member, place, { title: 'Mine' });
  await shareByLink(member, folder.id);
  expectRefusal(await member.client.patch(`items/${item.id}/`, { parent: folder.id }), 409, 'more_would_see');
  expectData(await member.client.patch(`items/${item.id}/`, { parent: folder.id, visibility: 'shared' }));
});

test('lets a signed-in holder act by the link’s role on the item itself; signed-out ones only view', async () => {
  const { hub, space, member, stranger } = await createEditorAndPlace(server.client);
  const item = await createItem(member, { hub, space }, { content: 'Before' });
  const link = await shareByLink(member, item.id, { role: 'editor' });
  const nobody = await linkHolder(server, link);
  expectRefusal(await nobody.patch(`items/${item.id}/`, { title: 'Mine' }), 401);
  expect(expectData(await nobody.get(`items/${item.id}/`)).my_role).toBe('viewer');
  const holder = await linkHolder(server, link, { person: stranger });
  const seen = expectData(await holder.get(`items/${item.id}/`));
  expect(seen).toMatchObject({
    my_role: 'editor',
    allowed: ['item.view', 'item.download', 'item.comment', 'item.change'],
  });
  expectData(await holder.patch(`items/${item.id}/`, { title: 'After', content: 'After' }));
  for (const [method, path, body] of [
    ['PATCH', '', { visibility: 'public' }],
    ['PATCH', '', { visibility: 'private' }],
    ['PATCH', '', { parent: null }],
    ['DELETE', '', undefined],
    ['GET', 'access/', undefined],
    ['PUT', 'access/', { visibility: 'public' }],
    ['POST', 'share-links/', {}],
    ['GET', 'share-links/', undefined],
    ['GET', 'who-can-see/', undefined],
  ] as const) {
    const response = await holder.fetch(method, `items/${item.id}/${path}`, body);
    expect(response.status, `${method} ${path}`).toBe(403);
  }
});

test('gives a member the stronger of their own role and the link’s', async () => {
  const { hub, space, member, other } = await createEditorAndPlace(server.client);
  const item = await createItem(member, { hub, space });
  const holder = await linkHolder(server, await shareByLink(member, item.id), { person: other });
  expect(expectData(await holder.get(`items/${item.id}/`)).allowed).toContain('item.trash');
});

test('stops a link at once: revoked, expired, trashed, creator suspended, removed or no editor', async () => {
  const { hub, space, owner, member, other } = await createEditorAndPlace(server.client);
  const pool = openPool(server.databaseUrl, 1);
  const revocations: [
    string,
    (id: string, link: string) => Promise<unknown>,
    (id: string) => Promise<unknown>,
  ][] = [
    [
      'trashed',
      (id) => member.client.delete(`items/${id}/`),
      (id) => member.client.post(`items/${id}/restore/`),
    ],
    [
      'suspended',
      () => pool.query('update membership set suspended_at = now() where user_id = $1', [member.user.id]),
      () => pool.query('update membership set suspended_at = null where user_id = $1', [member.user.id]),
    ],
    [
      'no editor',
      () => owner.client.in(hub).patch(`spaces/${space.slug}/`, { default_role: 'commenter' }),
      () => owner.client.in(hub).patch(`spaces/${space.slug}/`, { default_role: 'editor' }),
    ],
    [
      'run out',
      (_, link) => pool.query(`update share_link set expires_at = now() where id = $1`, [link]),
      async () => {},
    ],
    ['revoked', (id, link) => other.client.delete(`items/${id}/share-links/${link}/`), async () => {}],
    [
      'removed',
      () => pool.query('delete from membership where user_id = $1', [member.user.id]),
      async () => {},
    ],
  ];
  for (const [how, revoke, undo] of revocations) {
    const item = await createItem(member, { hub, space }, { title: how });
    const link = await shareByLink(member, item.id);
    const holder = await linkHolder(server, link);
    expectData(await holder.get(`items/${item.id}/`));
    await revoke(item.id, link.id);
    expectRefusal(await holder.get(`items/${item.id}/`), 404);
    expectRefusal(await holder.get(`items/${item.id}/content/`), 404);
    expectRefusal(await openLink(server.client, link), 404);
    await undo(item.id);
  }
  await pool.end();
});

test('writes audit entries for creating and revoking links, without the secret', async () => {
  const { hub, space, owner, member } = await createEditorAndPlace(server.client);
  const item = await createItem(member, { hub, space }, { title: 'Told' });
  const link = await shareByLink(member, item.id, { password: 'verysecret' });
  expectData(await member.client.delete(`items/${item.id}/share-links/${link.id}/`));
  const log = JSON.stringify(
    expectData(await owner.client.get(`hubs/${hub.domain_handle}/audit-log/`, { query: { page_size: 50 } })),
  );
  expect(log).toContain('link.created');
  expect(log).toContain('link.revoked');
  expect(log).not.toContain('verysecret');
  expect(log).not.toContain(link.token);
});

test('returns the hub’s formats of numbers, times and phones to link holders', async () => {
  const { owner, hub, space, member } = await createEditorAndPlace(server.client);
  const written = { locale: 'de-CH', time_zone: 'Europe/Zurich' };
  expectData(await owner.client.patch(`hubs/${hub.domain_handle}/`, written));
  const item = await createItem(member, { hub, space }, { kind: 'table', title: 'Boats' });
  const holder = await linkHolder(server, await shareByLink(member, item.id));
  expect(expectData(await holder.get(`items/${item.id}/page/`))).toEqual({
    ...written,
    country: 'CH',
    indexed: false,
    language: null,
  });
});
