import { expect, test } from 'vitest';
import type { SignedIn } from '#lib/contract/account.ts';
import { PASSWORD, registerUser } from '#tests/harness/accounts.ts';
import type { Client, ClientResponse } from '#tests/harness/client.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServerForTest } from '#tests/harness/server.ts';

const LIMITED = { RATE_LIMIT_FACTOR: '1' };
/** Lets a test use several addresses: this machine is a trusted proxy. */
const BEHIND_PROXY = { ...LIMITED, TRUSTED_PROXIES: '127.0.0.1' };

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

function logIn(
  client: Client,
  body: Record<string, unknown>,
  address?: string,
): Promise<ClientResponse<SignedIn>> {
  return client.post('auth/login/', body, address ? from(address) : {});
}

const statuses = (responses: ClientResponse[]) => {
  const counted: Record<number, number> = {};
  for (const { status } of responses) counted[status] = (counted[status] ?? 0) + 1;
  return counted;
};

test('refuses even the right password after ten failures from one address for one account', async () => {
  const { client } = await startServerForTest({ env: LIMITED });
  const { email } = await registerUser(client);
  for (let tries = 0; tries < 10; tries += 1) {
    expectRefusal(await logIn(client, { email, password: 'Wrong-1!' }), 401, 'wrong_credentials');
  }
  const barred = await logIn(client, { email, password: PASSWORD });
  expectRefusal(barred, 429, 'too_many_attempts');
  const wait = Number(barred.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(800);
  expect(wait).toBeLessThanOrEqual(900);
  expectRefusal(await logIn(client, { email: email.toUpperCase(), password: PASSWORD }), 429);
  // Another account from the same address is not affected.
  const neighbour = await registerUser(client);
  expectData(await logIn(client, { email: neighbour.email, password: PASSWORD }));
});

test('counts at most ten of fifty parallel wrong passwords', async () => {
  const { client } = await startServerForTest({ env: LIMITED });
  const { email } = await registerUser(client);
  const tries = Array.from({ length: 50 }, (_, n) => logIn(client, { email, password: `Wrong-${n}!` }));
  expect(statuses(await Promise.all(tries))).toEqual({ 401: 10, 429: 40 });
});

test('limits an unknown address like a known one', async () => {
  const { client } = await startServerForTest({ env: LIMITED });
  const tries = Array.from({ length: 12 }, () =>
    logIn(client, { email: 'nobody@example.test', password: 'Wrong-1!' }),
  );
  expect(statuses(await Promise.all(tries))).toEqual({ 401: 10, 429: 2 });
});

test('does not count successful sign-ins', async () => {
  const { client } = await startServerForTest({ env: LIMITED });
  const { email } = await registerUser(client);
  for (let tries = 0; tries < 15; tries += 1) expectData(await logIn(client, { email, password: PASSWORD }));
  const concurrent = Array.from({ length: 25 }, () => logIn(client, { email, password: PASSWORD }));
  expect(statuses(await Promise.all(concurrent))).toEqual({ 200: 25 });
});

test('ignores forwarding headers of untrusted clients', async () => {
  const { client } = await startServerForTest({ env: LIMITED });
  const { email } = await registerUser(client);
  const responses: ClientResponse[] = [];
  for (let n = 0; n < 14; n += 1) {
    const headers = {
      'x-forwarded-for': `203.0.113.${n}`,
      forwarded: `for=203.0.113.${n}`,
      'x-real-ip': `203.0.113.${n}`,
      'user-agent': `Agent ${n}`,
    };
    responses.push(await client.post('auth/login/', { email, password: 'Wrong-1!' }, { headers }));
  }
  expect(statuses(responses)).toEqual({ 401: 10, 429: 4 });
});

test('uses the proxy’s address behind a trusted proxy, although the client writes the header itself', async () => {
  const { client } = await startServerForTest({ env: BEHIND_PROXY });
  const { email } = await registerUser(client);
  const responses: ClientResponse[] = [];
  for (let n = 0; n < 12; n += 1) {
    responses.push(await logIn(client, { email, password: 'Wrong-1!' }, `198.51.100.${n}, 203.0.113.5`));
  }
  expect(statuses(responses)).toEqual({ 401: 10, 429: 2 });
});

test('lets the right person sign in from elsewhere after a hundred wrong passwords from one address', async () => {
  const { client } = await startServerForTest({ env: BEHIND_PROXY });
  const { email } = await registerUser(client);
  const tries = Array.from({ length: 100 }, () =>
    logIn(client, { email, password: 'Wrong-1!' }, '203.0.113.5'),
  );
  expect(statuses(await Promise.all(tries))).toEqual({ 401: 10, 429: 90 });
  expectData(await logIn(client, { email, password: PASSWORD }, '203.0.113.6'));
});

test('blocks new devices during an attack from many addresses, but no known device at its own address', async () => {
  const { client } = await startServerForTest({ env: BEHIND_PROXY });
  const { email } = await registerUser(client, { visitor_id: '4711' });
  for (let n = 0; n < 10; n += 1) {
    const tries = Array.from({ length: 10 }, () =>
      logIn(client, { email, password: 'Wrong-1!' }, `203.0.113.${n}`),
    );
    expect(statuses(await Promise.all(tries))).toEqual({ 401: 10 });
  }
  const right = { email, password: PASSWORD };
  expectRefusal(await logIn(client, right, '198.51.100.1'), 429, 'too_many_attempts');
  expectRefusal(await logIn(client, { ...right, visitor_id: 'new' }, '198.51.100.1'), 429);
  expectRefusal(await logIn(client, { ...right, visitor_id: '4711' }, '203.0.113.0'), 429);
  expectData(await logIn(client, { ...right, visitor_id: 4711 }, '198.51.100.1'));
  // A device's name is not secret: it must not allow further attempts.
  const wrong = { email, password: 'Wrong-1!', visitor_id: '4711' };
  const guesses: ClientResponse[] = [];
  for (let n = 0; n < 12; n += 1) guesses.push(await logIn(client, wrong, '198.51.100.2'));
  expect(statuses(guesses)).toEqual({ 401: 10, 429: 2 });
});

test('limits an address to three hundred failures over all accounts', async () => {
  const { client } = await startServerForTest({ env: { ...LIMITED, RATE_LIMIT_FACTOR: '0.1' } });
  const responses: ClientResponse[] = [];
  for (let n = 0; n < 32; n += 1) {
    responses.push(await logIn(client, { email: `somebody-${n}@example.test`, password: 'Wrong-1!' }));
  }
  expect(statuses(responses)).toEqual({ 401: 30, 429: 2 });
});

test('limits an address to two hundred registrations an hour', async () => {
  const { client } = await startServerForTest({ env: { ...LIMITED, RATE_LIMIT_FACTOR: '0.05' } });
  const register = (n: number) =>
    client.post('auth/register/', { email: `many-${n}@example.test`, password: PASSWORD });
  const responses = await Promise.all(Array.from({ length: 13 }, (_, n) => register(n)));
  expect(statuses(responses)).toEqual({ 201: 10, 429: 3 });
  const refused = responses.find((one) => one.status === 429);
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(3500);
});

test('disables limits with a factor of 0', async () => {
  const { client } = await startServerForTest({ env: { RATE_LIMIT_FACTOR: '0' } });
  const { email } = await registerUser(client);
  const tries = Array.from({ length: 30 }, () => logIn(client, { email, password: 'Wrong-1!' }));
  expect(statuses(await Promise.all(tries))).toEqual({ 401: 30 });
});

test('limits password confirmations like sign-in', async () => {
  const { client } = await startServerForTest({ env: LIMITED });
  const person = await registerUser(client);
  const change = { old_password: 'Wrong-1!', password: 'Lighthouse-8' };
  const tries = Array.from({ length: 12 }, () => person.client.post('auth/password/change/', change));
  expect(statuses(await Promise.all(tries))).toEqual({ 422: 10, 429: 2 });
  expectRefusal(await person.client.delete('auth/me/', { password: PASSWORD }), 429);
});

test('limits reset tokens by address', async () => {
  const { client } = await startServerForTest({ env: { ...LIMITED, RATE_LIMIT_FACTOR: '0.04' } });
  const guess = (n: number) =>
    client.post('auth/password/reset/', { token: `guess-${n}`, password: PASSWORD });
  const responses = await Promise.all(Array.from({ length: 15 }, (_, n) => guess(n)));
  expect(statuses(responses)).toEqual({ 422: 12, 429: 3 });
});
