import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPlace, createSpace } from '#tests/harness/accounts.ts';
import { createClient } from '#tests/harness/client.ts';
import { createItem, uploadBytes, uploadFixture, waitUntilReady } from '#tests/harness/content.ts';
import { linkHolder, shareByLink } from '#tests/harness/links.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';

// Bug class 9 of docs/permissions.md: a file that is readable by its id alone, a URL that outlives access.

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

/** Every route that sends bytes of an item. */
const FILE_PATHS = [
  'file/',
  'file/?download',
  'thumbnail/',
  'thumbnail/?w=80',
  'preview/',
  'preview/?page=1',
  'preview/?page=1&w=80',
  'text/',
];

/** Requests like those of an `<img>`: with the session’s cookie. */
const byCookie = ({ token }: { token: string }) =>
  createClient(server.url, { cookie: `hubkeep_session=${token}`, 'sec-fetch-site': 'same-origin' });

test('returns 404 for the file of an item that the caller may not see, signed out, from another hub, by another cookie or link', async () => {
  const { hub, owner, admin, member, other, guest, stranger } = await createEditorAndPlace(server.client);
  const space = await createSpace(member, hub, { visibility: 'private' });
  const item = await uploadFixture(member, { hub, space }, 'files/handbook.pdf');
  await waitUntilReady(member, item.id);
  const elsewhere = await createItem(member, { hub, space });
  const foreignLink = await linkHolder(server, await shareByLink(member, elsewhere.id));
  const clients = [
    server.client,
    foreignLink,
    createClient(server.url, { cookie: 'hubkeep_session=', 'sec-fetch-site': 'same-origin' }),
    createClient(server.url, { cookie: `hubkeep_session=${item.id}`, 'sec-fetch-site': 'same-origin' }),
    ...[owner, admin, other, guest, stranger].flatMap((person) => [person.client, byCookie(person)]),
  ];
  for (const subpath of FILE_PATHS) {
    const own = await member.client.fetch('GET', `items/${item.id}/${subpath}`);
    expect(own.status, subpath).toBe(200);
    const etag = own.headers.get('etag') ?? '*';
    await own.arrayBuffer();
    for (const client of clients) {
      // Knowing its ETag gives no access either.
      const tries: Record<string, string>[] = [
        {},
        { 'if-none-match': etag },
        { range: 'bytes=0-0' },
        { 'if-range': etag },
      ];
      for (const headers of tries) {
        for (const method of ['GET', 'HEAD']) {
          const path = `items/${item.id}/${subpath}`;
          const { status } = await client.fetch(method, path, undefined, { headers });
          expect([401, 404], `${method} ${subpath} ${JSON.stringify(headers)}`).toContain(status);
        }
      }
    }
  }
});

test('returns no picture after access was revoked, by token, cookie or link', async () => {
  const { hub, space, owner, member, other } = await createEditorAndPlace(server.client);
  const item = await uploadFixture(owner, { hub, space }, 'files/handbook.pdf');
  await waitUntilReady(owner, item.id);
  const holder = await linkHolder(server, await shareByLink(member, item.id));
  const readers = [member.client, byCookie(member), other.client, byCookie(other), holder];
  const etags = new Map<string, string>();
  for (const subpath of FILE_PATHS) {
    for (const reader of readers) {
      const response = await reader.fetch('GET', `items/${item.id}/${subpath}`);
      // Not every reader gets every route: `text/` accepts no cookie.
      if (response.ok) etags.set(subpath, response.headers.get('etag') ?? '*');
      await response.arrayBuffer();
    }
  }
  expect(etags.size).toBe(FILE_PATHS.length);
  const members = `hubs/${hub.domain_handle}/members/`;
  expectData(await owner.client.patch(`${members}${member.user.id}/`, { suspended: true }));
  expectData(await owner.client.delete(`${members}${other.user.id}/`));
  for (const subpath of FILE_PATHS) {
    for (const reader of readers) {
      const headers = { 'if-none-match': etags.get(subpath) ?? '' };
      const response = await reader.fetch('GET', `items/${item.id}/${subpath}`, undefined, { headers });
      expect([401, 404], subpath).toContain(response.status);
    }
  }
});

test('stops a ranged download when access is revoked', async () => {
  const { hub, space, owner, member } = await createEditorAndPlace(server.client);
  const item = await uploadFixture(owner, { hub, space }, 'files/handbook.pdf');
  const part = (range: string) =>
    byCookie(member).fetch('GET', `items/${item.id}/file/`, undefined, { headers: { range } });
  expect((await part('bytes=0-9')).status).toBe(206);
  const hub_role = `hubs/${hub.domain_handle}/members/${member.user.id}/`;
  expectData(await owner.client.patch(hub_role, { suspended: true }));
  expect((await part('bytes=10-19')).status).toBe(404);
});

test('forbids shared caches and requires revalidation for private responses', async () => {
  const { hub, owner, space } = await createEditorAndPlace(server.client);
  const open = await createSpace(owner, hub, { visibility: 'public' });
  for (const place of [space, open]) {
    const item = await uploadFixture(owner, { hub, space: place }, 'files/handbook.pdf');
    await waitUntilReady(owner, item.id);
    for (const subpath of ['', 'page/', 'content/', ...FILE_PATHS]) {
      const response = await owner.client.fetch('GET', `items/${item.id}/${subpath}`);
      const cacheControl = response.headers.get('cache-control') ?? '';
      expect(cacheControl, subpath).toMatch(/^(?:no-store|private, no-cache)$/);
      await response.arrayBuffer();
    }
  }
  for (const path of [
    'auth/me/',
    'auth/sessions/',
    'hubs/',
    `hubs/${hub.domain_handle}/`,
    `hubs/${hub.domain_handle}/members/`,
    `hubs/${hub.domain_handle}/audit-log/`,
    `hubs/${hub.domain_handle}/audit-log/export/`,
    `hubs/${hub.domain_handle}/export/`,
    'spaces/',
    'search/?q=x',
    'activity/',
    '/api/token/',
  ]) {
    const response = await owner.client.in(hub).fetch('GET', path);
    expect(response.headers.get('cache-control'), path).toMatch(/no-store|private/);
    expect(response.headers.get('cache-control'), path).not.toMatch(/public|s-maxage/);
    await response.arrayBuffer();
  }
});

test('grants no access to a file by uploading equal bytes', async () => {
  const mine = await createPlace(server.client);
  const theirs = await createPlace(server.client);
  const own = await uploadFixture(mine.owner, mine, 'files/photo.jpg');
  const same = await uploadFixture(theirs.owner, theirs, 'files/photo.jpg');
  await waitUntilReady(mine.owner, own.id);
  await waitUntilReady(theirs.owner, same.id);
  for (const subpath of FILE_PATHS)
    expectRefusal(await mine.owner.client.get(`items/${same.id}/${subpath}`), 404);
  // There is no URL by a file's hash either.
  const text = JSON.stringify((await mine.owner.client.get(`items/${own.id}/`)).body);
  expect(text).not.toMatch(/[0-9a-f]{64}/);
});

test('serves another’s private file unchanged after the same bytes are uploaded', async () => {
  const { hub, space, member, other } = await createEditorAndPlace(server.client);
  const place = { hub, space };
  const bytes = 'name,city\nAda,London\n';
  const upload = async (person: typeof member, name: string, visibility: 'private' | 'shared') => {
    const sent = await uploadBytes(person, place, [{ name, bytes }]);
    const [item] = expectData(sent, 201).items;
    if (!item) throw new Error('the file was not taken');
    expectData(await person.client.patch(`items/${item.id}/`, { visibility }));
    return waitUntilReady(person, item.id);
  };
  const own = await upload(member, 'people.csv', 'private');
  const shown = async (person: typeof member, id: string) =>
    expectData(await person.client.get<{ type: string }>(`items/${id}/preview/`));
  const before = await shown(member, own.id);
  const theirs = await upload(other, 'people.txt', 'shared');
  expect((await shown(other, theirs.id)).type).not.toBe(before.type);
  expect(await shown(member, own.id)).toEqual(before);
});
