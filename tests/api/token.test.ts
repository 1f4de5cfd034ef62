import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerUser } from '#tests/harness/accounts.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer, startServerForTest, type TestServer } from '#tests/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const cookieOf = (headers: Headers): string => headers.get('set-cookie') ?? '';

test('stores the token in an HttpOnly cookie, returns and deletes it', async () => {
  const { token } = await registerUser(server.client);
  const stored = await server.client.post('/api/token/', { token });
  expectData(stored, 200);
  const cookie = cookieOf(stored.headers);
  expect(cookie).toMatch(/^hubkeep_session=/);
  expect(cookie).toMatch(/; HttpOnly/);
  expect(cookie).toMatch(/; SameSite=Lax/);
  expect(cookie).not.toMatch(/Secure/);
  const headers = { cookie: cookie.split(';')[0] ?? '' };
  const read = await server.client.get('/api/token/', { headers });
  expect(read.body).toEqual({ data: { token } });
  expect(read.headers.get('cache-control')).toBe('no-store');
  const signedOut = await server.client.delete('/api/token/', undefined, { headers });
  expectData(signedOut, 200);
  expect(cookieOf(signedOut.headers)).toMatch(/^hubkeep_session=;.*Max-Age=0/);
  expect((await server.client.get('/api/token/')).body).toEqual({ data: { token: null } });
});

test('responds with and without the closing slash, and never below /api/v1/', async () => {
  expect((await server.client.get('/api/token')).status).toBe(200);
  expectRefusal(await server.client.get('/api/v1/token/'), 404);
});

test('refuses an invalid token', async () => {
  for (const token of [
    undefined,
    null,
    7,
    '',
    'abc',
    'a.b.c; Path=/',
    'aa.bb.cc\r\nX: y',
    'a'.repeat(5000),
  ]) {
    const response = await server.client.post('/api/token/', { token });
    expectRefusal(response, 422, 'invalid_fields');
    expect(response.headers.get('set-cookie')).toBeNull();
  }
  expectRefusal(await server.client.post('/api/token/'), 422, 'invalid_fields');
});

describe('accepts requests of own pages only', () => {
  const host = () => new URL(server.url).host;
  const cases: [string, () => Record<string, string>, number][] = [
    ['the same origin', () => ({ 'sec-fetch-site': 'same-origin' }), 200],
    ['an address that was typed', () => ({ 'sec-fetch-site': 'none' }), 200],
    ['another site', () => ({ 'sec-fetch-site': 'cross-site' }), 403],
    ['another part of the site', () => ({ 'sec-fetch-site': 'same-site' }), 403],
    ['a program', () => ({}), 200],
    ['an old browser on the own page', () => ({ origin: `http://${host()}` }), 200],
    ['an old browser on another page', () => ({ origin: 'http://evil.example' }), 403],
    ['a page of no origin', () => ({ origin: 'null' }), 403],
    ['another port', () => ({ origin: 'http://127.0.0.1:1' }), 403],
    [
      'another site that claims the own origin',
      () => ({ 'sec-fetch-site': 'cross-site', origin: `http://${host()}` }),
      403,
    ],
  ];
  test.each(cases)('%s', async (_name, headers, status) => {
    const options = { headers: headers() };
    const { token } = await registerUser(server.client);
    const responses = [
      await server.client.get('/api/token/', options),
      await server.client.post('/api/token/', { token }, options),
      await server.client.delete('/api/token/', undefined, options),
    ];
    for (const response of responses) {
      expect(response.status).toBe(status);
      if (status === 403) {
        expectRefusal(response, 403, 'other_origin');
        expect(response.headers.get('set-cookie')).toBeNull();
      }
    }
  });
});

test('sets a secure cookie under https', async () => {
  const secure = await startServerForTest({ env: { PUBLIC_URL: 'https://hub.example' } });
  const { token } = await registerUser(secure.client);
  expect(cookieOf((await secure.client.post('/api/token/', { token })).headers)).toMatch(/; Secure/);
});
