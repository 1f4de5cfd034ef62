import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Space } from '#lib/contract/space.ts';
import {
  createHub,
  createPlace,
  createSpace,
  registerUser,
  type TestAccount,
} from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { addMember, createMembers } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const slugs = async (person: TestAccount, hub: { domain_handle: string }, query = {}) =>
  expectData(await person.client.in(hub).get('spaces/', { query })).map((space) => space.slug);

test('makes the creator owner of a space, with an address made from its name', async () => {
  const owner = await registerUser(server.client);
  const hub = await createHub(owner);
  const mine = owner.client.in(hub);
  const body = { name: 'Häuser & Gärten 🏡', description: 'Two\nlines', visibility: 'shared' };
  const space = expectData(await mine.post('spaces/', body), 201);
  expect(space).toMatchObject({
    ...body,
    slug: 'hauser-and-garten',
    default_role: 'viewer',
    my_role: 'owner',
    revision: 1,
    counts: { items: 0 },
  });
  expect(space.allowed).toEqual(expect.arrayContaining(['space.view', 'space.create_item', 'space.change']));
  expect(expectData(await mine.get('spaces/hauser-and-garten/'))).toEqual(space);
  expect(expectData(await mine.get('spaces/'))).toEqual([space]);
});

test('keeps addresses unique per hub regardless of case, and suggests a free one', async () => {
  const owner = await registerUser(server.client);
  const hub = await createHub(owner);
  const mine = owner.client.in(hub);
  await createSpace(owner, hub, { name: 'Board', slug: 'Board' });
  const taken = await mine.post<{ suggestion: string }>('spaces/', { name: 'Other', slug: 'bOARD' });
  expectRefusal(taken, 409, 'slug_taken');
  expect(taken.body.message).toContain(taken.data.suggestion);
  expectData(await mine.post('spaces/', { name: 'Other', slug: taken.data.suggestion }), 201);
  const unnamed = expectData(await mine.post<Space>('spaces/', { name: 'board' }), 201);
  expect(unnamed.slug.toLowerCase()).not.toBe('board');
  const elsewhere = await createHub(owner);
  expectData(await owner.client.in(elsewhere).post('spaces/', { name: 'Board', slug: 'board' }), 201);
});

test('gives an address to one of many concurrent requests', async () => {
  const owner = await registerUser(server.client);
  const hub = await createHub(owner);
  const mine = owner.client.in(hub);
  const responses = await Promise.all(
    Array.from({ length: 6 }, () => mine.post('spaces/', { name: 'Same', slug: 'same' })),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
});

test('returns 422 with the reason under each invalid field', async () => {
  const owner = await registerUser(server.client);
  const hub = await createHub(owner);
  const mine = owner.client.in(hub);
  for (const [field, body] of Object.entries({
    name: { name: '' },
    slug: { name: 'A', slug: 'settings' },
    visibility: { name: 'A', visibility: 'secret' },
    default_role: { name: 'A', default_role: 'owner' },
    description: { name: 'A', description: 'x'.repeat(2001) },
  })) {
    const response = await mine.post('spaces/', body);
    expectRefusal(response, 422, 'invalid_fields');
    expect(Object.keys(response.body.fields ?? {})).toEqual([field]);
  }
  for (const slug of ['members', 'a b', 'ä', '../x', 'x'.repeat(64)]) {
    expectRefusal(await mine.post('spaces/', { name: 'A', slug }), 422);
  }
  expectRefusal(await mine.get('spaces/nowhere/'), 404);
  expectRefusal(await mine.get('spaces/', { query: { page: 'two' } }), 422);
  expect(expectData(await mine.get('spaces/', { query: { page: 9999 } }))).toEqual([]);
});

test('lists the spaces that the caller’s role may see', async () => {
  const { hub, owner, admin, member, guest, stranger } = await createMembers(server.client);
  for (const visibility of ['public', 'shared', 'private'] as const) {
    await createSpace(owner, hub, { name: visibility, slug: visibility, visibility });
  }
  await createSpace(member, hub, { name: 'own', slug: 'own', visibility: 'private' });
  expect(await slugs(owner, hub)).toEqual(['private', 'public', 'shared']);
  expect(await slugs(admin, hub)).toEqual(['public', 'shared']);
  expect(await slugs(member, hub)).toEqual(['own', 'public', 'shared']);
  expect(await slugs(guest, hub)).toEqual(['public']);
  expect(await slugs(stranger, hub)).toEqual(['public']);
  expectData(await server.client.in(hub).get('spaces/public/'));
  expectRefusal(await server.client.in(hub).get('spaces/shared/'), 404);
  expectRefusal(await owner.client.in(hub).get('spaces/own/'), 404);
  expectRefusal(await admin.client.in(hub).patch('spaces/private/', { name: 'Mine' }), 404);
  expectRefusal(await member.client.in(hub).patch('spaces/shared/', { name: 'Mine' }), 403, 'not_allowed');
  expectRefusal(await server.client.in(hub).patch('spaces/public/', { name: 'Mine' }), 401);
  expect(expectData(await admin.client.in(hub).get<Space>('spaces/shared/')).my_role).toBe('owner');
});

test('lists and counts only the spaces that the caller may add to with writable=true', async () => {
  const { hub, owner, member, guest } = await createMembers(server.client);
  const make = (slug: string, default_role: 'viewer' | 'editor') =>
    createSpace(owner, hub, { name: slug, slug, default_role });
  for (const slug of ['a-read', 'b-read', 'c-old']) await make(slug, slug === 'c-old' ? 'editor' : 'viewer');
  await make('d-write', 'editor');
  expectData(await owner.client.in(hub).post('spaces/c-old/archive/'));
  const writable = { query: { writable: true, page_size: 1 } };
  const found = await member.client.in(hub).get('spaces/', writable);
  expect(expectData(found).map(({ slug }) => slug)).toEqual(['d-write']);
  expect(found.body.count).toBe(1);
  expect(await slugs(owner, hub, { writable: true })).toEqual(['a-read', 'b-read', 'd-write']);
  expect(await slugs(owner, hub, { writable: true, q: 'b-' })).toEqual(['b-read']);
  expect(await slugs(guest, hub, { writable: true })).toEqual([]);
});

test('lets members create spaces where the hub allows it, guests and strangers never', async () => {
  const { hub, owner, admin, member, guest, stranger } = await createMembers(server.client);
  const make = (person: TestAccount) => person.client.in(hub).post('spaces/', { name: 'New' });
  expectData(await make(member), 201);
  expectRefusal(await make(guest), 403);
  expectRefusal(await make(stranger), 404);
  expectRefusal(await server.client.in(hub).post('spaces/', { name: 'New' }), 401);
  expectData(await owner.client.patch(`hubs/${hub.domain_handle}/`, { members_create_spaces: false }));
  expectRefusal(await make(member), 403);
  expectData(await make(admin), 201);
});

test('accepts a change for the current revision only', async () => {
  const { owner, hub, space } = await createPlace(server.client);
  const path = `spaces/${space.slug}/`;
  const mine = owner.client.in(hub);
  const at = (revision: number) => ({ headers: { 'if-match': String(revision) } });
  const renamed = expectData(await mine.patch<Space>(path, { name: 'Second' }, at(1)));
  expect(renamed).toMatchObject({ name: 'Second', slug: space.slug, revision: 2 });
  const stale = await mine.patch<Space>(path, { name: 'Third' }, at(1));
  expectRefusal(stale, 409, 'stale_revision');
  expect(stale.data).toMatchObject({ name: 'Second', revision: 2 });
  const slug = `moved-${randomUUID().slice(-8)}`;
  expectData(await mine.patch<Space>(path, { slug }));
  expectRefusal(await mine.get(path), 404);
  expect(expectData(await mine.get(`spaces/${slug}/`))).toMatchObject({ name: 'Second', revision: 3 });
});

test('applies a change of visibility or default role at once to all contents', async () => {
  const owner = await registerUser(server.client);
  const hub = await createHub(owner);
  const member = await addMember(server.client, owner, hub);
  const space = await createSpace(owner, hub, { visibility: 'private' });
  const item = await createItem(owner, { hub, space });
  const change = async (body: object) =>
    expectData(await owner.client.in(hub).patch(`spaces/${space.slug}/`, body));
  const seen = (person = member) => person.client.get(`items/${item.id}/`);
  expectRefusal(await seen(), 404);
  await change({ visibility: 'shared' });
  expect(expectData(await seen()).my_role).toBe('viewer');
  await change({ default_role: 'editor' });
  expect(expectData(await seen()).my_role).toBe('editor');
  expectRefusal(await server.client.get(`items/${item.id}/`), 404);
  await change({ visibility: 'public' });
  expectData(await server.client.get(`items/${item.id}/`));
  await change({ visibility: 'private' });
  expectRefusal(await server.client.get(`items/${item.id}/`), 404);
  expectRefusal(await seen(), 404);
});

test('counts the items of a space that the reader may see, by kind', async () => {
  const owner = await registerUser(server.client);
  const hub = await createHub(owner);
  const member = await addMember(server.client, owner, hub);
  const space = await createSpace(owner, hub, { visibility: 'shared' });
  await createItem(owner, { hub, space });
  await createItem(owner, { hub, space }, { visibility: 'private' });
  await createItem(owner, { hub, space }, { kind: 'folder', title: 'Folder' });
  const trashed = await createItem(owner, { hub, space });
  expectData(await owner.client.delete(`items/${trashed.id}/`));
  const counts = async (person: TestAccount) =>
    expectData(await person.client.in(hub).get(`spaces/${space.slug}/`)).counts;
  expect(await counts(owner)).toMatchObject({ items: 2, kinds: { document: 2, folder: 1 } });
  expect(await counts(member)).toMatchObject({ items: 1, kinds: { document: 1, folder: 1 } });
});

test('creates one of many spaces that concurrently ask for one slug, and returns 409 to the others', async () => {
  const owner = await registerUser(server.client);
  const hub = await createHub(owner);
  const spaces = await Promise.all(Array.from({ length: 12 }, () => createSpace(owner, hub)));
  const responses = await Promise.all(
    spaces.map(({ slug }) => owner.client.in(hub).patch(`spaces/${slug}/`, { slug: 'wanted' })),
  );
  const refused = responses.filter(({ ok }) => !ok);
  expect(refused).toHaveLength(spaces.length - 1);
  for (const response of refused) expectRefusal(response, 409);
});
