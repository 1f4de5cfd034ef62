import Papa from 'papaparse';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHub, createPlace, createSpace, PASSWORD, registerUser } from '#tests/harness/accounts.ts';
import type { ClientResponse } from '#tests/harness/client.ts';
import { createItem } from '#tests/harness/content.ts';
import { createEditorAndPlace, createMembers } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';
import { startServerWithMailForTest } from '#tests/harness/server-with-mail.ts';

// Bug class 15 of docs/permissions.md: cells that start a formula, patterns that are not escaped, secrets in
// logs and error messages, addresses that can be probed. Logs: ../secrets.test.ts; response times:
// ../user-enumeration.test.ts.

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

test('escapes formulas in every cell of the log: names, clients, addresses, details', async () => {
  const formulas = [
    '=1+1',
    '@SUM(A1)',
    '+1',
    '-2+3',
    '\t=1',
    ' =1',
    '＝1',
    "=cmd|' /C calc'!A0",
    '=1,"=2"\r\n=3',
  ];
  const oneLine = formulas.filter((one) => !/[\r\n\t]/.test(one));
  const owner = await registerUser(server.client, {
    first_name: '=HYPERLINK("//evil.example")',
    last_name: '=1',
  });
  const hub = await createHub(owner);
  for (const name of oneLine) {
    const space = await createSpace(owner, hub, { name });
    const by = owner.client.in(hub);
    const headers = { 'user-agent': name.replace(/[^\x20-\x7e]/g, '=') };
    expectData(await by.patch(`spaces/${space.slug}/`, { visibility: 'private' }, { headers }));
  }
  const response = await owner.client.fetch('GET', `hubs/${hub.domain_handle}/audit-log/export/`);
  const csv = (await response.text()).replace(/^\uFEFF/, '');
  const { data } = Papa.parse<string[]>(csv, { skipEmptyLines: true });
  expect(data.length).toBeGreaterThan(oneLine.length * 2);
  for (const row of data) for (const cell of row) expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠]/u);
  expect(new Set(data.map((row) => row.length)).size).toBe(1);
});

test('treats a typed search for names as text, not as a pattern', async () => {
  const { hub, space, owner, member, other } = await createEditorAndPlace(server.client);
  const by = owner.client.in(hub);
  await createSpace(owner, hub, { name: 'Plain space' });
  await createSpace(owner, hub, { name: 'Space of 100%_net\\work' });
  const titles = ['Plain item', 'Item of 100%_net\\work'];
  for (const title of titles) {
    const item = await createItem(owner, { hub, space }, { title });
    const people = [{ user_id: member.user.id, role: 'viewer' }];
    expectData(await owner.client.put(`items/${item.id}/access/`, { people }));
    const trashed = await createItem(owner, { hub, space }, { title });
    expectData(await owner.client.delete(`items/${trashed.id}/`));
  }
  const strange = await registerUser(server.client, { first_name: '100%_net\\work' });
  const [outcome] = expectData(
    await owner.client.post(`hubs/${hub.domain_handle}/invites/`, [{ email: strange.email }]),
  );
  expectData(await strange.client.post(`invites/${outcome?.link?.split('/').at(-1)}/accept/`));
  const lists: [string, (q: string) => Promise<ClientResponse>][] = [
    ['spaces', (q) => by.get('spaces/', { query: { q } })],
    ['items', (q) => by.get(`spaces/${space.slug}/items/`, { query: { q } })],
    ['trash', (q) => by.get('trash/', { query: { q } })],
    ['shared', (q) => member.client.in(hub).get('shared/', { query: { q } })],
    ['members', (q) => by.get(`hubs/${hub.domain_handle}/members/`, { query: { q } })],
    ['candidates', (q) => by.get(`spaces/${space.slug}/candidates/`, { query: { q } })],
    ['who can see', (q) => by.get(`spaces/${space.slug}/who-can-see/`, { query: { q } })],
    ['log', (q) => by.get(`hubs/${hub.domain_handle}/audit-log/`, { query: { q } })],
  ];
  const count = async (ask: (q: string) => Promise<ClientResponse>, q: string) =>
    (expectData(await ask(q)) as unknown[]).length;
  for (const [name, ask] of lists) {
    for (const q of ['100%_net\\work', '%_', '_net\\', '%', '\\'])
      expect(await count(ask, q), `${name}: ${q}`).toBeGreaterThan(0);
    for (const q of ['1%0', '1__%', 'n_t', '%%', '__', '\\%', '\\\\', '[a-z]', '.*', "' or 1=1 --", '$1'])
      expect(await count(ask, q), `${name}: ${q}`).toBe(0);
  }
  expect(other.user.id).not.toBe(member.user.id);
  for (const q of [
    '%',
    '_',
    '\\',
    '%_%',
    "'",
    "';--",
    ':*',
    '!',
    '&',
    '|',
    '<->',
    '\0'.replace('\0', '%00'),
  ]) {
    const found = await by.get('search/', { query: { q } });
    expect(found.status, q).toBe(200);
  }
});

test('repeats no secrets of the request and no internals in errors', async () => {
  const { owner, hub } = await createPlace(server.client);
  const secret = 'Hush-Hush-4711';
  const responses = [
    await server.client.post('auth/login/', { email: owner.email, password: secret }),
    await server.client.post('auth/register/', { email: owner.email, password: secret }),
    await server.client.post('auth/register/', { email: 'x', password: secret.repeat(100) }),
    await server.client.post('auth/password/reset/', { token: secret, password: secret }),
    await server.client.post('auth/share-link/', { token: secret, password: secret }),
    await server.client.get(`invites/${secret}/`),
    await server.client.post('/api/token/', { token: secret }),
    await owner.client.post('auth/password/change/', { old_password: secret, password: `${secret}5` }),
    await owner.client.delete('auth/me/', { password: secret }),
    await owner.client.delete(`hubs/${hub.domain_handle}/`, { password: secret }),
    await owner.client.post('auth/second-factor/start/', { password: secret }),
    await owner.client.post('auth/second-factor/confirm/', { code: secret }),
    await owner.client.post('auth/verify-email/', { code: secret }),
    await server.client.as(`${secret}.x.y`).get('auth/me/'),
    await server.client.get('auth/me/', { headers: { authorization: `Basic ${secret}` } }),
    await server.client.post('auth/login/', undefined, {
      raw: `{"password":"${secret}"`,
      headers: { 'content-type': 'application/json' },
    }),
    await owner.client.get(`items/${secret}'/`),
    await owner.client.in(`${secret}\u00e9'`).get('spaces/'),
    await owner.client.patch('auth/me/', { first_name: { $ne: secret } }),
  ];
  for (const response of responses) {
    expect(response.status, JSON.stringify(response.body)).toBeGreaterThanOrEqual(400);
    expectRefusal(response, response.status);
    expect(JSON.stringify(response.body)).not.toContain('Hush');
    expect(JSON.stringify(response.body)).not.toMatch(/postgres|kysely|fastify|zod|at \w+ \(/i);
  }
});

test('reveals by no response whether an address has an account', async () => {
  const { hub, owner, member } = await createMembers(server.client);
  const known = (await registerUser(server.client)).email;
  const nobody = `nobody-${known}`;
  const comparable = async (ask: (email: string) => Promise<ClientResponse>, email: string) => {
    const { status, body, headers } = await ask(email);
    const text = JSON.stringify(body).replaceAll(email, 'EMAIL');
    return {
      status,
      words: text.replace(
        /"(?:id|invite_id|link|token|created_at|expires_at|revision)":(?:"[^"]*"|\d+)/g,
        '',
      ),
      retry: headers.get('retry-after'),
    };
  };
  const space = await createSpace(owner, hub);
  const item = await createItem(owner, { hub, space });
  for (const ask of [
    (email: string) => server.client.post('auth/login/', { email, password: 'Wrong-1!' }),
    (email: string) => server.client.post('auth/login/', { email, password: 'Wrong-1!', code: '123456' }),
    (email: string) => server.client.post('auth/password/forgot/', { email }),
    (email: string) => owner.client.post(`hubs/${hub.domain_handle}/invites/`, [{ email }]),
    (email: string) => owner.client.in(hub).post(`spaces/${space.slug}/members/`, { email, role: 'viewer' }),
    (email: string) => owner.client.put(`items/${item.id}/access/`, { people: [{ email, role: 'viewer' }] }),
    (email: string) =>
      owner.client.in(hub).get(`hubs/${hub.domain_handle}/members/`, { query: { q: email } }),
    (email: string) => owner.client.in(hub).get(`spaces/${space.slug}/candidates/`, { query: { q: email } }),
    (email: string) => member.client.in(hub).get('search/', { query: { q: `by:${email}` } }),
  ])
    expect(await comparable(ask, known), String(ask)).toEqual(await comparable(ask, nobody));
});

test('responds alike to a change to a taken and to a free address where mail is configured', async () => {
  const { client } = await startServerWithMailForTest();
  const taken = await registerUser(client);
  const requester = await registerUser(client);
  const ask = async (email: string) => {
    const { status, body } = await requester.client.post('auth/email/change/', { email, password: PASSWORD });
    return { status, words: JSON.stringify(body).replaceAll(email, 'EMAIL') };
  };
  expect(await ask(taken.email)).toEqual(await ask(`free-${taken.email}`));
});
