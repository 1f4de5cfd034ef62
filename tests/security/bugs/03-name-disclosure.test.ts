import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#server/platform/database/id.ts';
import { createSpace, type TestAccount } from '#tests/harness/accounts.ts';
import { readArchive } from '#tests/harness/archive.ts';
import type { Client, ClientResponse } from '#tests/harness/client.ts';
import { createItem, uploadBytes, waitUntilReady } from '#tests/harness/content.ts';
import { linkHolder, shareByLink } from '#tests/harness/links.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';

// Bug class 3 of docs/permissions.md: a response contains the name of something that its reader may not see.

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

/** Part of every name and text of hidden resources, so that search could complete, correct or show it. */
const SECRET = 'quagmirish';

/** Resources of every kind of hidden access, and what only users who may see them know of them. */
async function createSecrets() {
  const cast = await createEditorAndPlace(server.client);
  const { hub, space, admin, member, other, guest } = cast;
  const place = { hub, space };
  const closed = await createSpace(member, hub, {
    name: `Space ${SECRET}`,
    slug: `space-${SECRET}`,
    description: SECRET,
    visibility: 'private',
  });
  const inside = await createItem(member, { hub, space: closed }, { title: SECRET, content: SECRET });
  const folder = await createItem(member, place, {
    kind: 'folder',
    title: `Folder ${SECRET}`,
    visibility: 'private',
  });
  const below = await createItem(member, place, { title: SECRET, parent: folder.id, content: SECRET });
  const upload = await uploadBytes(member, { hub, space: closed }, [
    { name: `${SECRET}.txt`, bytes: `Words of ${SECRET}` },
  ]);
  const file = expectData(upload).items[0]?.id ?? '';
  await waitUntilReady(member, file);
  const trashed = await createItem(member, { hub, space: closed }, { title: `Trashed ${SECRET}` });
  expectData(await member.client.delete(`items/${trashed.id}/`));
  // Other users may see one item in each hidden parent, and nothing around it.
  const shown = await createItem(member, place, { title: 'Shown', parent: folder.id });
  const lone = await createItem(member, { hub, space: closed }, { title: 'Lone' });
  const people = [admin, other, guest].map((one) => ({ user_id: one.user.id, role: 'editor' as const }));
  for (const { id } of [shown, lone])
    expectData(await member.client.put(`items/${id}/access/`, { visibility: 'shared', people }));
  expectData(await member.client.patch(`items/${below.id}/`, { title: `${SECRET} again` }));
  // Their audit entries must not disclose their location.
  expectData(await member.client.delete(`items/${lone.id}/`));
  expectData(await member.client.post(`items/${lone.id}/restore/`));
  const away = await member.client.patch(`items/${shown.id}/`, { parent: null, visibility: 'shared' });
  expectData(away);
  expectData(await member.client.patch(`items/${shown.id}/`, { parent: folder.id, visibility: 'shared' }));
  const link = await shareByLink(member, shown.id);
  const hidden = [closed.id, inside.id, folder.id, below.id, file, trashed.id];
  return { ...cast, closed, inside, folder, below, shown, lone, link, hidden };
}
type Secrets = Awaited<ReturnType<typeof createSecrets>>;

/** Every list and page with texts, members, counts or histories. */
function questionsOf({ hub, space, closed, inside, folder, below, shown, lone }: Secrets): string[] {
  const q = encodeURIComponent;
  const searches = [
    SECRET,
    SECRET.slice(0, 5),
    'quagmirsh',
    `"${SECRET}"`,
    `shown ${SECRET}`,
    `-${SECRET} shown`,
  ];
  const items = [shown, lone, inside, folder, below].map(({ id }) => id);
  return [
    ...searches.flatMap((one) => [`search/?q=${q(one)}`, `search/?q=${q(one)}&space=${closed.slug}`]),
    `search/?q=${q(`in:${closed.slug}`)}`,
    'search/?kind=folder&q=',
    'spaces/?page_size=100',
    `spaces/?q=${SECRET}`,
    'activity/?page_size=100',
    'activity/?contents=true',
    'shared/?page_size=100',
    `shared/?q=${SECRET}`,
    'trash/?page_size=100',
    `trash/?q=${SECRET}`,
    `trash/?space=${closed.slug}`,
    'trash/spaces/',
    `spaces/${space.slug}/`,
    `spaces/${space.slug}/items/?page_size=100`,
    `spaces/${space.slug}/items/?q=${SECRET}`,
    `spaces/${space.slug}/items/?trashed=true`,
    `spaces/${space.slug}/items/?parent=${folder.id}`,
    `spaces/${space.slug}/who-can-see/`,
    `spaces/${space.slug}/members/`,
    `spaces/${space.slug}/invites/`,
    ...['', 'items/', 'members/', 'who-can-see/', 'page/', 'candidates/?q=a', 'access-requests/'].map(
      (path) => `spaces/${closed.slug}/${path}`,
    ),
    ...items.flatMap((id) =>
      ['', 'page/', 'items/', 'access/', 'who-can-see/', 'share-links/', 'text/', 'preview/'].map(
        (path) => `items/${id}/${path}`,
      ),
    ),
    `hubs/${hub.domain_handle}/`,
    `hubs/${hub.domain_handle}/members/`,
    `hubs/${hub.domain_handle}/invites/`,
    `hubs/${hub.domain_handle}/ownerless-spaces/`,
    `hubs/${hub.domain_handle}/audit-log/?page_size=100`,
    `hubs/${hub.domain_handle}/audit-log/?q=${SECRET}`,
    `hubs/${hub.domain_handle}/audit-log/?target=${closed.id}`,
    `hubs/${hub.domain_handle}/audit-log/?target=${below.id}`,
    `hubs/${hub.domain_handle}/audit-log/export/?format=csv`,
    `hubs/${hub.domain_handle}/audit-log/export/?format=json`,
  ];
}

describe('a private item', () => {
  let secrets: Secrets;
  beforeAll(async () => {
    secrets = await createSecrets();
  });

  const readers: [string, (of: Secrets) => Promise<Client>][] = [
    ['an owner of the hub', async ({ owner }) => owner.client],
    ['an admin of the hub who was shown one thing in it', async ({ admin }) => admin.client],
    ['a member who was shown one thing in it', async ({ other }) => other.client],
    ['a guest who was shown one thing in it', async ({ guest }) => guest.client],
    ['a link’s holder', async ({ link }) => linkHolder(server, link)],
    ['a stranger', async ({ stranger }) => stranger.client],
    ['a visitor', async () => server.client],
  ];

  test.each(readers)(
    'is named to %s by no list, page, history, count, suggestion or log',
    async (_who, as) => {
      const client = (await as(secrets)).in(secrets.hub);
      for (const path of questionsOf(secrets)) {
        const response = await client.fetch('GET', path);
        // A repeated query is no disclosure, only what search would make of it.
        const text = (await response.text()).toLowerCase();
        expect(text, path).not.toContain(SECRET);
        for (const id of secrets.hidden) expect(text, `${path} tells ${id}`).not.toContain(id);
        expect(response.status, path).not.toBe(500);
      }
    },
  );

  test('is in no export by an admin', async () => {
    const { hub, admin } = secrets;
    const response = await admin.client.fetch('GET', `hubs/${hub.domain_handle}/export/`);
    const files = await readArchive(Buffer.from(await response.arrayBuffer()));
    const text = [...files].map(([name, bytes]) => `${name} ${bytes}`).join('\n');
    expect(text).not.toContain(SECRET);
    for (const id of secrets.hidden) expect(text).not.toContain(id);
  });

  test('appears in no response to a change of a visible item in it', async () => {
    const { hub, other, shown, lone } = secrets;
    const client = other.client.in(hub);
    const responses: ClientResponse[] = [];
    for (const { id } of [shown, lone]) {
      responses.push(await client.patch(`items/${id}/`, { title: 'Shown again' }));
      responses.push(
        await client.patch(`items/${id}/`, { title: 'Stale' }, { headers: { 'if-match': '1' } }),
      );
      responses.push(await client.patch(`items/${id}/`, { parent: null }));
      responses.push(await client.post(`items/${id}/share-links/`, { role: 'viewer' }));
      responses.push(await client.delete(`items/${id}/`));
      responses.push(await client.get(`items/${id}/`));
      responses.push(await client.get('trash/'));
      responses.push(await client.post(`items/${id}/restore/`));
      responses.push(await client.get(`items/${id}/`));
    }
    for (const { body } of responses) {
      const text = JSON.stringify(body);
      expect(text).not.toContain(SECRET);
      for (const id of secrets.hidden) expect(text).not.toContain(id);
    }
  });

  test('is refused exactly like a missing item, whatever is tried', async () => {
    const { hub, owner, admin, other, stranger, closed, inside, below } = secrets;
    const onItem = (client: Client, id: string) => [
      ...['', 'file/', 'thumbnail/', 'preview/', 'text/', 'content/', 'page/', 'items/', 'access/'].map(
        (subpath) => client.get(`items/${id}/${subpath}`),
      ),
      client.get(`items/${id}/who-can-see/`),
      client.get(`items/${id}/share-links/`),
      client.patch(`items/${id}/`, { title: 'Mine' }),
      client.delete(`items/${id}/`),
      client.put(`items/${id}/access/`, { people: [] }),
      client.post(`items/${id}/share-links/`, {}),
      client.delete(`items/${id}/share-links/${id}/`),
      client.post(`items/${id}/restore/`),
      client.post(`items/${id}/retry/`),
      client.delete(`trash/${id}/`),
    ];
    const onSpace = (client: Client, slug: string) => [
      ...['', 'items/', 'page/', 'members/', 'who-can-see/', 'candidates/', 'invites/'].map((subpath) =>
        client.get(`spaces/${slug}/${subpath}`),
      ),
      client.patch(`spaces/${slug}/`, { name: 'Mine' }),
      client.delete(`spaces/${slug}/`),
      client.post(`spaces/${slug}/items/`, { kind: 'folder', title: 'Mine' }),
      client.post(`spaces/${slug}/archive/`),
      client.post(`spaces/${slug}/members/`, { email: 'x@example.test', role: 'viewer' }),
      client.get(`trash/?space=${slug}`),
      client.delete(`trash/?space=${slug}`),
      client.get(`search/?q=lone&space=${slug}`),
    ];
    const statusAndText = async (responses: Promise<ClientResponse>[]) =>
      (await Promise.all(responses)).map(({ status, body }) => ({ status, body }));
    for (const person of [owner, admin, other, stranger]) {
      const client = person.client.in(hub);
      const nothing = await statusAndText(onItem(client, newId()));
      for (const { id } of [inside, below]) expect(await statusAndText(onItem(client, id))).toEqual(nothing);
      expect(await statusAndText(onSpace(client, closed.slug))).toEqual(
        await statusAndText(onSpace(client, 'no-such-space')),
      );
    }
  });
});

test('counts only what the reader may see', async () => {
  const { hub, space, member, other, guest, admin } = await createEditorAndPlace(server.client);
  const place = { hub, space };
  const folder = await createItem(member, place, { kind: 'folder', title: 'Folder' });
  await createItem(member, place, { parent: folder.id, visibility: 'private' });
  await createItem(member, place, { parent: folder.id });
  await createItem(member, place, { visibility: 'private' });
  await createSpace(member, hub, { visibility: 'private' });
  const counted = async (by: TestAccount) => ({
    children: expectData(await by.client.get(`items/${folder.id}/`)).counts.children,
    items: expectData(await by.client.in(hub).get(`spaces/${space.slug}/`)).counts.items,
    spaces: expectData(await by.client.get(`hubs/${hub.domain_handle}/`)).counts.spaces,
    listed: expectData(await by.client.in(hub).get(`spaces/${space.slug}/items/`)).length,
  });
  expect(await counted(member)).toMatchObject({ children: 2, spaces: 2, listed: 4 });
  for (const by of [other, admin])
    expect(await counted(by)).toMatchObject({ children: 1, spaces: 1, listed: 2 });
  // The totals of a hub are only for its owners and admins.
  const usage = async (by: TestAccount) =>
    expectData(await by.client.in(hub).get('wallet/subscription-detail/')).usage;
  expect(await usage(admin)).toMatchObject({ spaces: 2, items: 4 });
  for (const by of [other, guest]) expect(await usage(by)).toEqual({});
});

test('hides the members of a hub from everybody outside of it', async () => {
  const { hub, owner, member, guest, stranger } = await createEditorAndPlace(server.client);
  const space = await createSpace(owner, hub, { visibility: 'public', default_role: 'editor' });
  await createItem(member, { hub, space }, { title: 'Heronry', content: 'heronry' });
  for (const client of [server.client, stranger.client]) {
    for (const path of [
      'spaces/',
      `spaces/${space.slug}/`,
      `spaces/${space.slug}/items/`,
      'search/?q=heronry',
    ]) {
      const text = JSON.stringify(expectData(await client.in(hub).get(path)));
      for (const { user, email } of [owner, member, guest])
        for (const word of [user.id, email]) expect(text, path).not.toContain(word);
    }
    // Nor by filtering for an author whose id is known.
    for (const author of [member.user.id, owner.user.id, member.email, 'me']) {
      const query = { q: 'heronry', author };
      expect(expectData(await client.in(hub).get('search/', { query })), author).toEqual([]);
    }
  }
  // Guests see the names of those whom they meet, and nobody’s address.
  for (const path of [`hubs/${hub.domain_handle}/members/`, `spaces/${space.slug}/candidates/?q=a`]) {
    const text = JSON.stringify((await guest.client.in(hub).get(path)).body);
    for (const { email } of [owner, member]) expect(text, path).not.toContain(email);
  }
});

test('removes the name of a hidden resource from earlier records', async () => {
  const { hub, space, admin, member, other } = await createEditorAndPlace(server.client);
  const place = { hub, space };
  const folder = await createItem(member, place, { kind: 'folder', title: 'Merganser' });
  const item = await createItem(member, place, { title: 'Inside', parent: folder.id });
  expectData(await member.client.delete(`items/${item.id}/`));
  expectData(await member.client.patch(`items/${folder.id}/`, { visibility: 'private' }));
  for (const client of [admin.client, other.client].map((one) => one.in(hub))) {
    for (const path of ['activity/', 'trash/', 'search/?q=merganser', 'search/?q=merganzer', 'shared/'])
      expect(JSON.stringify((await client.get(path)).body), path).not.toMatch(/merganser/i);
  }
  const log = await admin.client.get(`hubs/${hub.domain_handle}/audit-log/`);
  expect(JSON.stringify(expectData(log))).not.toContain('Merganser');
  expectRefusal(await other.client.get(`items/${folder.id}/`), 404);
});
