import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SHARE_LINK_COOKIE } from '#lib/contract/share-link.ts';
import { openPool } from '#server/platform/database/database.ts';
import { createPlace, PASSWORD } from '#tests/harness/accounts.ts';
import { createClient } from '#tests/harness/client.ts';
import { createItem, uploadFixture, waitUntilReady } from '#tests/harness/content.ts';
import { linkHolder, openLink, shareByLink } from '#tests/harness/links.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer, startServerForTest, type TestServer } from '#tests/harness/server.ts';
import { openSocket } from '#tests/harness/socket.ts';

// Bug class 8 of docs/permissions.md: a share link's holder treated as a member, a link that works after it
// ended, a thumbnail of something that a password protects.

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

test('a protected link reveals nothing before its password: no title, no picture, no size', async () => {
  const { hub, space, member } = await createEditorAndPlace(server.client);
  const item = await uploadFixture(member, { hub, space }, 'files/photo.jpg', { name: 'Zanzibar.jpg' });
  await waitUntilReady(member, item.id);
  const link = await shareByLink(member, item.id, { password: 'open sesame' });
  const closed = await openLink(server.client, link);
  expectRefusal(closed, 401, 'password_required');
  expect(JSON.stringify(closed.body)).not.toContain('Zanzibar');
  expectRefusal(await openLink(server.client, link, 'wrong'), 401, 'wrong_password');
  for (const token of [link.token, link.id, 'x.y.z']) {
    const holder = createClient(server.url, { 'share-token': token });
    for (const subpath of ['', 'thumbnail/', 'preview/', 'file/', 'text/', 'page/'])
      expectRefusal(await holder.get(`items/${item.id}/${subpath}`), 404);
  }
  const holder = await linkHolder(server, link, { password: 'open sesame' });
  expect((await holder.fetch('GET', `items/${item.id}/thumbnail/`)).status).toBe(200);
});

test('a link grants nothing for an unsigned pass', async () => {
  const { hub, space, member } = await createEditorAndPlace(server.client);
  const item = await createItem(member, { hub, space }, { visibility: 'private' });
  const link = await shareByLink(member, item.id);
  const { pass } = expectData(await openLink(server.client, link));
  const [head, body, signature = ''] = pass.split('.');
  const forged = Buffer.from(
    JSON.stringify({ aud: 'share-link', sub: link.id, mark: '', exp: 9e9 }),
  ).toString('base64url');
  const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
  for (const token of [
    `${head}.${forged}.${signature}`,
    `${none}.${forged}.xx`,
    `${none}.${body}.xx`,
    member.token,
  ]) {
    const holder = createClient(server.url, { 'share-token': token });
    expectRefusal(await holder.get(`items/${item.id}/`), 404);
  }
  // A pass is no session.
  expectRefusal(await createClient(server.url, { authorization: `JWT ${pass}` }).get('auth/me/'), 401);
});

test('revokes passes of a link when its password changes', async () => {
  const { hub, space, member } = await createEditorAndPlace(server.client);
  const item = await createItem(member, { hub, space });
  const link = await shareByLink(member, item.id, { password: 'before' });
  const holder = await linkHolder(server, link, { password: 'before' });
  expectData(await holder.get(`items/${item.id}/`));
  const pool = openPool(server.databaseUrl, 1);
  await pool.query('update share_link set password_hash = $1 where id = $2', ['$argon2id$other', link.id]);
  await pool.end();
  expectRefusal(await holder.get(`items/${item.id}/`), 404);
});

test('accepts the cookie of an opened link for reads on the own site only, never for writes', async () => {
  const { hub, space, member, stranger } = await createEditorAndPlace(server.client);
  const item = await uploadFixture(member, { hub, space }, 'files/photo.jpg');
  await waitUntilReady(member, item.id);
  const link = await shareByLink(member, item.id, { role: 'editor' });
  const { pass } = expectData(await openLink(server.client, link));
  const cookie = `${SHARE_LINK_COOKIE}=broken~${pass}`;
  const ask = (headers: Record<string, string>, subpath = 'file/') =>
    createClient(server.url, { cookie, ...headers }).fetch('GET', `items/${item.id}/${subpath}`);
  for (const subpath of ['', 'file/', 'thumbnail/', 'preview/'])
    expect((await ask({ 'sec-fetch-site': 'same-origin' }, subpath)).status).toBe(200);
  expect((await ask({ 'sec-fetch-site': 'cross-site' })).status).toBe(404);
  expect((await ask({ origin: 'http://evil.example' })).status).toBe(404);
  const write = await createClient(server.url, { cookie, authorization: `JWT ${stranger.token}` }).patch(
    `items/${item.id}/`,
    { title: 'Mine' },
  );
  expectRefusal(write, 404);
  expectData(await member.client.delete(`items/${item.id}/share-links/${link.id}/`));
  for (const subpath of ['file/', 'thumbnail/', 'preview/'])
    expect((await ask({ 'sec-fetch-site': 'same-origin' }, subpath)).status).toBe(404);
});

test('gives a link holder no members, space list, search, or counts of hidden items', async () => {
  const { hub, space, member, other, stranger } = await createEditorAndPlace(server.client);
  const place = { hub, space };
  const folder = await createItem(member, place, { kind: 'folder', title: 'Shared' });
  await createItem(other, place, { parent: folder.id, visibility: 'private' });
  const link = await shareByLink(member, folder.id, { role: 'editor' });
  for (const person of [null, stranger]) {
    const holder = await linkHolder(server, link, person ? { person } : {});
    const seen = expectData(await holder.get(`items/${folder.id}/`));
    expect(seen.counts.children).toBe(0);
    expect(JSON.stringify(seen)).not.toContain(member.user.id);
    expect(expectData(await holder.get(`items/${folder.id}/items/`))).toEqual([]);
    expectRefusal(await holder.get(`hubs/${hub.domain_handle}/`), 404);
    for (const path of [
      `spaces/${space.slug}/`,
      `spaces/${space.slug}/items/`,
      'spaces/',
      'search/?q=shared',
    ])
      expect((await holder.in(hub).get(path)).status, path).toBe(404);
    const into = { kind: 'document', title: 'Mine', parent: folder.id };
    expect((await holder.in(hub).post(`spaces/${space.slug}/items/`, into)).status).toBeGreaterThanOrEqual(
      401,
    );
  }
});

test('limits passwords of a link to ten attempts per address, also in parallel', async () => {
  const strict = await startServerForTest({ env: { RATE_LIMIT_FACTOR: '1' } });
  const place = await createPlace(strict.client);
  const item = await createItem(place.owner, place);
  const link = await shareByLink(place.owner, item.id, { password: 'right' });
  const other = await shareByLink(place.owner, item.id, { password: 'right' });
  const responses = await Promise.all(
    Array.from({ length: 50 }, (_, n) => openLink(strict.client, link, `wrong ${n}`)),
  );
  expect(responses.filter(({ status }) => status === 401).length).toBe(10);
  expect(responses.filter(({ status }) => status === 429).length).toBe(40);
  expectRefusal(await openLink(strict.client, link, 'right'), 429, 'too_many_attempts');
  // Another link is not blocked by it, and a right password does not count.
  for (let n = 0; n < 12; n += 1) expectData(await openLink(strict.client, other, 'right'));
});

test('gives a suspended member at most view access by a link', async () => {
  const { hub, space, member, other } = await createEditorAndPlace(server.client);
  const item = await createItem(member, { hub, space });
  const link = await shareByLink(member, item.id, { role: 'editor' });
  const pool = openPool(server.databaseUrl, 1);
  await pool.query('update membership set suspended_at = now() where user_id = $1', [other.user.id]);
  await pool.end();
  const holder = await linkHolder(server, link, { person: other });
  expect(expectData(await holder.get(`items/${item.id}/`)).my_role).toBe('viewer');
  expectRefusal(await holder.patch(`items/${item.id}/`, { title: 'Mine' }), 403);
});

test('a public item reveals nothing of its private surroundings', async () => {
  const { hub, owner, member, stranger } = await createEditorAndPlace(server.client);
  const space = await (async () => {
    const made = await owner.client.in(hub).post('spaces/', {
      name: 'Secret merger',
      slug: 'secret-merger',
      visibility: 'private',
    });
    return expectData(made, 201);
  })();
  const folder = await createItem(owner, { hub, space }, { kind: 'folder', title: 'Hush' });
  const item = await createItem(owner, { hub, space }, { parent: folder.id, visibility: 'public' });
  for (const client of [server.client, stranger.client, member.client]) {
    const response = await client.get(`items/${item.id}/`);
    const text = JSON.stringify(expectData(response));
    for (const word of ['merger', 'Hush', space.id]) expect(text).not.toContain(word);
    expectRefusal(await client.get(`items/${folder.id}/`), 404);
    expectRefusal(await client.in(hub).get(`spaces/${space.slug}/`), 404);
  }
  expect(JSON.stringify((await server.client.get(`items/${item.id}/`)).body)).not.toContain(owner.user.id);
});

type Place = Awaited<ReturnType<typeof createEditorAndPlace>>;

/** How a link can end; in every case by somebody other than its holder. */
const REVOCATIONS: [
  string,
  (place: Place, item: { id: string }, link: { id: string }) => Promise<unknown>,
][] = [
  [
    'it is revoked',
    ({ member }, { id }, link) => member.client.delete(`items/${id}/share-links/${link.id}/`),
  ],
  ['it runs out', (_place, _item, link) => expire(link)],
  [
    'its maker is suspended',
    ({ owner, hub, member }) =>
      owner.client.patch(`hubs/${hub.domain_handle}/members/${member.user.id}/`, { suspended: true }),
  ],
  [
    'its maker is removed',
    ({ owner, hub, member }) => owner.client.delete(`hubs/${hub.domain_handle}/members/${member.user.id}/`),
  ],
  [
    'its maker leaves',
    ({ hub, member }) => member.client.delete(`hubs/${hub.domain_handle}/members/${member.user.id}/`),
  ],
  ['its maker ends the account', ({ member }) => member.client.delete('auth/me/', { password: PASSWORD })],
  [
    'its maker may only view any more',
    ({ owner, hub, space }) =>
      owner.client.in(hub).patch(`spaces/${space.slug}/`, { default_role: 'viewer' }),
  ],
  [
    'its maker becomes a guest',
    ({ owner, hub, member }) =>
      owner.client.patch(`hubs/${hub.domain_handle}/members/${member.user.id}/`, { role: 'guest' }),
  ],
  ['the item is trashed', ({ owner }, { id }) => owner.client.delete(`items/${id}/`)],
  ['the space is deleted', ({ owner, hub, space }) => owner.client.in(hub).delete(`spaces/${space.slug}/`)],
  [
    'the hub is deleted',
    ({ owner, hub }) => owner.client.delete(`hubs/${hub.domain_handle}/`, { password: PASSWORD }),
  ],
];

async function expire({ id }: { id: string }): Promise<void> {
  const pool = openPool(server.databaseUrl, 1);
  await pool.query("update share_link set expires_at = now() - interval '1 second' where id = $1", [id]);
  await pool.end();
}

describe('grants nothing on any route to earlier holders of a link after', () => {
  test.each(REVOCATIONS)('%s', async (_why, revoke) => {
    const place = await createEditorAndPlace(server.client);
    const { hub, space, owner, member, stranger } = place;
    const item = await uploadFixture(owner, { hub, space }, 'files/photo.jpg');
    await waitUntilReady(owner, item.id);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    const link = await shareByLink(member, item.id, { role: 'editor', expires_at: tomorrow });
    const { pass } = expectData(await openLink(server.client, link));
    const cookie = { cookie: `${SHARE_LINK_COOKIE}=${pass}`, 'sec-fetch-site': 'same-origin' };
    const holders = [
      createClient(server.url, { 'share-token': pass }),
      createClient(server.url, { 'share-token': pass, authorization: `JWT ${stranger.token}` }),
      createClient(server.url, cookie),
    ];
    const paths = [
      '',
      'file/',
      'file/?download',
      'thumbnail/',
      'thumbnail/?w=80',
      'preview/',
      'text/',
      'page/',
    ];
    const statuses = async (subpath: string) =>
      Promise.all(holders.map(async (one) => (await one.fetch('GET', `items/${item.id}/${subpath}`)).status));
    expect(await statuses('thumbnail/')).toEqual([200, 200, 200]);
    await revoke(place, item, link);
    for (const subpath of paths) expect(await statuses(subpath), subpath).toEqual([404, 404, 404]);
    const known = { headers: { 'if-none-match': '*', range: 'bytes=0-9' } };
    for (const holder of holders)
      expect((await holder.fetch('GET', `items/${item.id}/file/`, undefined, known)).status).toBe(404);
    expectRefusal((await holders[1]?.patch(`items/${item.id}/`, { title: 'Mine' })) ?? never(), 404);
    for (const holder of [server.client, ...holders]) expectRefusal(await openLink(holder, link), 404);
  });
});

const never = (): never => {
  throw new Error('there is no such holder');
};

test('lets an editor link change content, but not share, move, hide, trash or delete', async () => {
  const { hub, space, member, stranger } = await createEditorAndPlace(server.client);
  const folder = await createItem(member, { hub, space }, { kind: 'folder', title: 'Shared' });
  const item = await createItem(member, { hub, space }, { parent: folder.id, content: 'Before' });
  const link = await shareByLink(member, folder.id, { role: 'editor' });
  const holder = await linkHolder(server, link, { person: stranger });
  expectData(await holder.patch(`items/${item.id}/`, { content: 'After' }));
  for (const response of [
    await holder.patch(`items/${item.id}/`, { visibility: 'public' }),
    await holder.patch(`items/${item.id}/`, { parent: null }),
    await holder.put(`items/${item.id}/access/`, {
      people: [{ user_id: stranger.user.id, role: 'editor' }],
    }),
    await holder.get(`items/${item.id}/access/`),
    await holder.get(`items/${item.id}/who-can-see/`),
    await holder.get(`items/${item.id}/share-links/`),
    await holder.post(`items/${item.id}/share-links/`, { role: 'editor' }),
    await holder.delete(`items/${item.id}/`),
    await holder.delete(`items/${item.id}/share-links/${link.id}/`),
  ])
    expectRefusal(response, 403);
  // Access by a link does not remain without it.
  expectRefusal(await stranger.client.get(`items/${item.id}/`), 404);
  expect((await stranger.client.in(hub).get('shared/')).status).toBe(404);
  await expect(openSocket(server.url, stranger, hub)).rejects.toThrow('refused: 404');
});
