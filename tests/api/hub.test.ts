import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Hub } from '#lib/contract/hub.ts';
import { createHub, createSpace, registerUser } from '#tests/harness/accounts.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

test('makes the creator owner of a hub, and the hub active', async () => {
  const owner = await registerUser(server.client);
  const body = { name: 'Nordwind 🌬️', domain_handle: 'Nordwind', description: 'Boats', visibility: 'shared' };
  const hub = expectData(await owner.client.post('hubs/', body), 201);
  expect(hub).toMatchObject({
    ...body,
    my_role: 'owner',
    join: null,
    revision: 1,
    members_create_spaces: true,
  });
  expect(hub.counts.members).toBe(1);
  expect(hub.allowed).toContain('hub.change');
  expect(expectData(await owner.client.get('hubs/nordwind/'))).toEqual(hub);
  const user = expectData(await owner.client.get('auth/me/'));
  expect(user.active_organization).toMatchObject({ id: hub.id, domain_handle: 'Nordwind', role: 'owner' });
});

test('lets every member of a new hub write in its first space', async () => {
  const owner = await registerUser(server.client);
  const { domain_handle } = await createHub(owner, { first_space: true });
  const spaces = expectData(await owner.client.in(domain_handle).get('spaces/'));
  expect(spaces).toMatchObject([{ name: 'General', visibility: 'shared', default_role: 'editor' }]);
});

test('reports whether a handle is free, and suggests a free one', async () => {
  const owner = await registerUser(server.client);
  await createHub(owner, { domain_handle: 'boathouse' });
  const check = async (domain_handle: string) =>
    expectData(await owner.client.get('hubs/check/', { query: { domain_handle } }));
  expect(await check('free-one')).toEqual({ available: true, suggestion: 'free-one' });
  expect(await check('  free-one ')).toMatchObject({ available: true });
  expect(await check('BoatHouse')).toMatchObject({
    available: false,
    message: expect.stringMatching(/taken/),
  });
  for (const handle of [
    'boathouse',
    'settings page',
    'Ünïcode',
    'auth',
    'API',
    '_next',
    'check',
    '船',
    'x'.repeat(90),
  ]) {
    const { available, suggestion } = await check(handle);
    expect(available).toBe(false);
    expect((await check(suggestion)).available).toBe(true);
  }
  expectRefusal(await owner.client.get('hubs/check/'), 422, 'invalid_fields');
  expectRefusal(await server.client.get('hubs/check/', { query: { domain_handle: 'x' } }), 401);
});

test('keeps handles unique regardless of case, also for concurrent requests', async () => {
  const [one, other] = await Promise.all([registerUser(server.client), registerUser(server.client)]);
  const responses = await Promise.all(
    ['Harbour', 'harbour', 'HARBOUR', 'harbouR'].map((domain_handle, n) =>
      (n % 2 ? one : other).client.post('hubs/', { name: 'Harbour', domain_handle }),
    ),
  );
  expect(responses.map((response) => response.status).sort()).toEqual([201, 422, 422, 422]);
  const refused = responses.find((response) => response.status === 422);
  expect(refused?.body.fields?.domain_handle?.[0]).toMatch(/taken.*such as/);
});

test('requires a name and a valid handle', async () => {
  const { client } = await registerUser(server.client);
  const refused = await client.post('hubs/', { name: '  ', domain_handle: 'a b', visibility: 'secret' });
  expectRefusal(refused, 422, 'invalid_fields');
  expect(Object.keys(refused.body.fields ?? {}).sort()).toEqual(['domain_handle', 'name', 'visibility']);
  for (const domain_handle of [
    'auth',
    'API',
    '_next',
    'f',
    'healthz',
    'check',
    '../up',
    'a/b',
    '',
    'x'.repeat(64),
  ]) {
    const response = await client.post('hubs/', { name: 'Hub', domain_handle });
    expectRefusal(response, 422, 'invalid_fields');
    expect(Object.keys(response.body.fields ?? {})).toEqual(['domain_handle']);
  }
});

test('reveals a hub according to its visibility', async () => {
  const owner = await registerUser(server.client);
  const stranger = await registerUser(server.client);
  const read = (client: typeof server.client, hub: Hub) => client.get(`hubs/${hub.domain_handle}/`);

  const hidden = await createHub(owner, { visibility: 'private' });
  expectRefusal(await read(stranger.client, hidden), 404, 'not_found');
  expectRefusal(await read(server.client, hidden), 404, 'not_found');
  const unknown = await stranger.client.get('hubs/there-is-no-such-hub/');
  expect(unknown.body).toEqual((await read(stranger.client, hidden)).body);

  const details = { description: 'Boats', join_domains: ['Example.Test'] };
  const shared = await createHub(owner, { visibility: 'shared', ...details });
  expect(shared.join_domains).toEqual(['example.test']);
  expect(expectData(await read(stranger.client, shared))).toMatchObject({
    name: shared.name,
    my_role: null,
    allowed: [],
    join: 'ask',
    join_domains: [],
    counts: { members: 0, spaces: 0 },
  });
  expectRefusal(await read(server.client, shared), 404, 'not_found');

  const open = await createHub(owner, { visibility: 'public', ...details });
  expect(expectData(await read(server.client, open))).toMatchObject({
    name: open.name,
    description: 'Boats',
    join: null,
    join_domains: [],
  });
});

test('lets admins change settings, and returns the current state for a stale change', async () => {
  const owner = await registerUser(server.client);
  const stranger = await registerUser(server.client);
  const hub = await createHub(owner, { visibility: 'shared' });
  const path = `hubs/${hub.domain_handle}/`;
  const ifMatch = (revision: number | string) => ({ headers: { 'if-match': String(revision) } });
  const changed = expectData(await owner.client.patch<Hub>(path, { name: 'New name' }, ifMatch(1)));
  expect(changed).toMatchObject({ name: 'New name', revision: 2, description: hub.description });

  const stale = await owner.client.patch<Hub>(path, { name: 'Older' }, ifMatch('"1"'));
  expectRefusal(stale, 409, 'stale_revision');
  expect(stale.data).toEqual(changed);
  expectRefusal(await owner.client.patch(path, { name: 'x' }, ifMatch('soon')), 400);
  expectData(await owner.client.patch<Hub>(path, { name: 'Whatever was' }));

  expectRefusal(await stranger.client.patch(path, { name: 'Mine' }), 403, 'not_allowed');
  expectRefusal(await server.client.patch(path, { name: 'Mine' }), 401);
  expectData(await owner.client.patch(path, { visibility: 'private' }));
  expectRefusal(await stranger.client.patch(path, { name: 'Mine' }), 404, 'not_found');
});

test('accepts one of several concurrent changes with the same revision', async () => {
  const owner = await registerUser(server.client);
  const hub = await createHub(owner);
  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      owner.client.patch(
        `hubs/${hub.domain_handle}/`,
        { name: `Name ${n}` },
        { headers: { 'if-match': '1' } },
      ),
    ),
  );
  expect(responses.filter((response) => response.status === 200)).toHaveLength(1);
  expect(responses.filter((response) => response.status === 409)).toHaveLength(9);
});

test('changes the handle to a free one', async () => {
  const owner = await registerUser(server.client);
  const [hub, neighbour] = [await createHub(owner), await createHub(owner)];
  const taken = await owner.client.patch(`hubs/${hub.domain_handle}/`, {
    domain_handle: neighbour.domain_handle.toUpperCase(),
  });
  expectRefusal(taken, 422, 'invalid_fields');
  const upper = hub.domain_handle.toUpperCase();
  expectData(await owner.client.patch(`hubs/${hub.domain_handle}/`, { domain_handle: upper }));
  const moved = expectData(await owner.client.patch(`hubs/${upper}/`, { domain_handle: `${upper}-2` }));
  expect(moved.domain_handle).toBe(`${upper}-2`);
  expectRefusal(await owner.client.get(`hubs/${upper}/`), 404);
  expectData(await owner.client.get(`hubs/${upper}-2/`));
});

test('lists the hubs of a member in pages', async () => {
  const owner = await registerUser(server.client);
  await createHub(await registerUser(server.client), { visibility: 'public' });
  for (const name of ['C', 'a', 'B']) await createHub(owner, { name });
  const list = await owner.client.get('hubs/', { query: { page: 1, page_size: 2 } });
  expect(list.body).toMatchObject({ count: 3, page: 1, page_size: 2 });
  expect(expectData(list).map((hub) => hub.name)).toEqual(['a', 'B']);
  const rest = await owner.client.get('hubs/', { query: { page: 2, page_size: 2 } });
  expect(expectData(rest).map((hub) => hub.name)).toEqual(['C']);
  expect(expectData(await owner.client.get('hubs/', { query: { page: 9 } }))).toEqual([]);
  for (const query of [{ page: 0 }, { page: 'two' }, { page: -1 }, { page_size: 101 }, { page: 1.5 }]) {
    expectRefusal(await owner.client.get('hubs/', { query }), 422, 'invalid_fields');
  }
  expectRefusal(await server.client.get('hubs/'), 401);
});

test('changes the active hub to another one of the member', async () => {
  const owner = await registerUser(server.client);
  const first = await createHub(owner);
  const second = await createHub(owner);
  const active = async () => expectData(await owner.client.get('auth/me/')).active_organization?.id;
  expect(await active()).toBe(second.id);
  const user = expectData(await owner.client.post(`hubs/${first.domain_handle}/activate/`));
  expect(user.active_organization?.id).toBe(first.id);
  expect(await active()).toBe(first.id);
  const open = await createHub(await registerUser(server.client), { visibility: 'public' });
  expectRefusal(await owner.client.post(`hubs/${open.domain_handle}/activate/`), 403);
});

test('leads from the handle that a hub had to the one that it has, for who may know it', async () => {
  const [owner, stranger] = [await registerUser(server.client), await registerUser(server.client)];
  const hub = await createHub(owner, { domain_handle: 'Old-Quay', visibility: 'private' });
  const newHandle = (by: { client: typeof owner.client }, handle = 'old-quay') =>
    by.client.get(`hubs/${handle}/new-handle/`);
  expectRefusal(await newHandle(owner), 404);
  expectData(await owner.client.patch(`hubs/${hub.domain_handle}/`, { domain_handle: 'new-quay' }));
  expect(expectData(await newHandle(owner))).toEqual({ domain_handle: 'new-quay' });
  expectRefusal(await newHandle(stranger), 404);
  expectRefusal(await newHandle({ client: server.client }), 404);
  expectRefusal(await newHandle(owner, 'new-quay'), 404);

  // Everybody knows the address of what is public.
  const space = await createSpace(owner, { domain_handle: 'new-quay' }, { visibility: 'public' });
  expect(expectData(await newHandle({ client: server.client }))).toEqual({ domain_handle: 'new-quay' });
  const feed = await fetch(`${server.url}/feed.xml?hub=old-quay&space=${space.slug}`);
  expect(feed.status).toBe(200);
  expect(await feed.text()).toContain(`/new-quay/${space.slug}`);

  expectData(await owner.client.patch('hubs/new-quay/', { domain_handle: 'third-quay' }));
  expect(expectData(await newHandle(owner))).toEqual({ domain_handle: 'third-quay' });
  await createHub(stranger, { domain_handle: 'OLD-quay' });
  expectRefusal(await newHandle(owner), 404);
  expect((await fetch(`${server.url}/feed.xml?hub=old-quay&space=${space.slug}`)).status).toBe(404);
  expect(expectData(await newHandle(owner, 'new-quay'))).toEqual({ domain_handle: 'third-quay' });
});
