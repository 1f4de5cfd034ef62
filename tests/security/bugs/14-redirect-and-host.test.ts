import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPlace, createSpace, registerUser } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { expectData } from '#tests/harness/responses.ts';
import { startServer, startServerForTest, type TestServer } from '#tests/harness/server.ts';
import { startServerWithMailForTest } from '#tests/harness/server-with-mail.ts';
import { codeIn, linkIn } from '#tests/harness/smtp.ts';

// Bug class 14 of docs/permissions.md: an open redirect, trust in `Host` or `X-Forwarded-*`.
// lib/browser/internal-path.ts decides where `next` redirects after signing in; tests for it are there and in
// the browser tests.

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

/** Headers by which a client, or an untrusted proxy, claims another host or client address. */
const LIES = {
  host: 'evil.example',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'https',
  'x-forwarded-port': '443',
  'x-forwarded-server': 'evil.example',
  'x-forwarded-prefix': '/evil.example',
  'x-original-url': '/evil.example',
  'x-rewrite-url': '/evil.example',
  'x-host': 'evil.example',
  forwarded: 'host=evil.example;proto=https',
};

type Sent = { status: number; headers: Record<string, string | string[] | undefined>; body: string };

/** Sends a request unchanged, with a `Host` and path that `fetch` would not send. */
function send(
  url: string,
  method: string,
  path: string,
  { token, body, headers = {} }: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Sent> {
  const { hostname, port } = new URL(url);
  const sent = request({
    ...{ hostname, port, path, method },
    headers: {
      ...LIES,
      ...(token ? { authorization: `JWT ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
  });
  return new Promise((resolve, reject) => {
    sent.on('error', reject).on('response', (response) => {
      text(response).then(
        (reported) =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: reported }),
        reject,
      );
    });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

test('builds links to this server, whatever host the request names', async () => {
  const place = await createPlace(server.client);
  const { owner, hub, space } = place;
  const item = await createItem(owner, place);
  const { token } = owner;
  const path = `/api/v1/hubs/${hub.domain_handle}`;
  const inHub = { 'org-handle': hub.domain_handle };
  const responses = [
    await send(server.url, 'POST', `${path}/invites/`, { token, body: [{ email: 'x@example.test' }] }),
    await send(server.url, 'POST', `${path}/invite-links/`, { token, body: {} }),
    await send(server.url, 'POST', `/api/v1/spaces/${space.slug}/members/`, {
      token,
      body: { email: 'y@example.test', role: 'viewer' },
      headers: inHub,
    }),
    await send(server.url, 'POST', `/api/v1/items/${item.id}/share-links/`, { token, body: {} }),
    await send(server.url, 'PUT', `/api/v1/items/${item.id}/access/`, {
      token,
      body: { people: [{ email: 'z@example.test', role: 'viewer' }] },
    }),
    await send(server.url, 'GET', '/api/v1/openapi.json'),
    await send(server.url, 'GET', `${path}/`, { token }),
    await send(server.url, 'GET', '/api/v1/auth/me/', { token }),
  ];
  for (const { status, headers, body } of responses) {
    expect(status, body).toBeLessThan(300);
    expect(`${JSON.stringify(headers)}${body}`).not.toContain('evil.example');
  }
  for (const { body } of responses.slice(0, 4))
    for (const [link] of body.matchAll(/https?:\/\/[^"]+/g)) expect(new URL(link).origin).toBe(server.url);
});

test('builds links in mails to this server, whatever host the request names', async () => {
  const { url, client, mail } = await startServerWithMailForTest();
  const person = await registerUser(client);
  const code = codeIn(await mail.mailTo(person.email));
  expectData(await person.client.post('auth/verify-email/', { code }));
  const response = await send(url, 'POST', '/api/v1/auth/password/forgot/', {
    body: { email: person.email },
  });
  expect(response.status).toBe(200);
  const reset = await mail.mailTo(person.email, /new password/);
  expect(linkIn(reset).origin).toBe(url);
  const made = await send(url, 'POST', '/api/v1/hubs/', {
    token: person.token,
    body: { name: 'Host', domain_handle: 'host-check', visibility: 'private' },
  });
  expect(made.status).toBe(201);
  await send(url, 'POST', '/api/v1/hubs/host-check/invites/', {
    token: person.token,
    body: [{ email: 'guest@example.test' }],
  });
  const invited = await mail.mailTo('guest@example.test');
  expect(linkIn(invited).origin).toBe(url);
  for (const { raw } of mail.mails) expect(raw).not.toContain('evil.example');
});

test('redirects nowhere on any route, with or without its closing slash', async () => {
  const { token } = await registerUser(server.client);
  for (const path of [
    '//evil.example/',
    '//evil.example/%2e%2e',
    '/\\evil.example',
    '/%5cevil.example/',
    '/%2f%2fevil.example/',
    '///evil.example//',
    '/api/v1//evil.example/',
    '/api/v1/auth/me',
    '/api/v1/auth/me/?next=//evil.example',
    '/api/v1/auth/logout?next=https://evil.example',
    '/api/v1/auth/login?redirect=https://evil.example',
    '/api/token?next=//evil.example',
    'http://evil.example/api/v1/auth/me/',
  ]) {
    const { status, headers } = await send(server.url, 'GET', path, { token });
    expect(status < 300 || status >= 400, `${path} ${status}`).toBe(true);
    expect(headers.location, path).toBeUndefined();
    expect(headers.refresh, path).toBeUndefined();
  }
});

test('takes the client address and scheme from forwarding headers of trusted proxies only', async () => {
  const strict = await startServerForTest({ env: { RATE_LIMIT_FACTOR: '1' } });
  const owner = await registerUser(strict.client);
  const hub = { name: 'Log', domain_handle: 'log-check', visibility: 'private' };
  await send(strict.url, 'POST', '/api/v1/hubs/', {
    token: owner.token,
    body: hub,
    headers: { 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9' },
  });
  const log = await owner.client.get<{ address: string }[]>('hubs/log-check/audit-log/');
  expect(new Set(expectData(log).map(({ address }) => address))).toEqual(new Set(['127.0.0.1']));
  const sessions = JSON.stringify((await owner.client.get('auth/sessions/')).body);
  expect(sessions).not.toContain('203.0.113.9');
  // No header turns the cookie into one for https, or makes it readable for another site.
  const cookie = `hubkeep_session=${owner.token}`;
  const refused = await send(strict.url, 'GET', '/api/token/', {
    headers: { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  });
  expect(refused.status).toBe(403);
  const set = await send(strict.url, 'POST', '/api/token/', { body: { token: owner.token } });
  expect(String(set.headers['set-cookie'])).not.toMatch(/domain=|secure/i);
});

test('refuses another origin whatever headers it sends', async () => {
  const { owner, hub } = await createPlace(server.client);
  const space = await createSpace(owner, hub);
  for (const origin of [
    'https://evil.example',
    'null',
    `${server.url}.evil.example`,
    `${server.url}@evil.example`,
  ]) {
    for (const path of ['/api/v1/auth/me/', `/api/v1/spaces/${space.slug}/`, '/api/token/']) {
      const { headers } = await send(server.url, 'GET', path, {
        token: owner.token,
        headers: { origin, host: new URL(server.url).host },
      });
      expect(headers['access-control-allow-origin'], `${origin} ${path}`).toBeUndefined();
      expect(headers['access-control-allow-credentials']).toBeUndefined();
    }
  }
});
