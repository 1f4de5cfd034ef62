import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHub, createSpace, PASSWORD, registerUser } from '#tests/harness/accounts.ts';
import type { ClientResponse } from '#tests/harness/client.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const TRIES = 15;
/** A busy machine delays each of fifteen samples now and then, never each of sixty. */
const MOST_TRIES = 60;

/**
 * The minimum times of two requests in milliseconds, measured alternately on the same machine: the other
 * samples were delayed by it.
 */
async function compare(
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
): Promise<[number, number]> {
  const spent: [number[], number[]] = [[], []];
  const fastest = (): [number, number] => [Math.min(...spent[0]), Math.min(...spent[1])];
  for (let n = 0; n < TRIES || (n < MOST_TRIES && !areAlike(fastest())); n += 1) {
    for (const [index, request] of [one, other].entries()) {
      const began = performance.now();
      await request();
      spent[index]?.push(performance.now() - began);
    }
  }
  return fastest();
}

const areAlike = ([one, other]: [number, number]) => one / other > 0.6 && one / other < 1.7;

function expectAlike(times: [number, number]): void {
  expect(areAlike(times), `${times.join(' and ')} ms`).toBe(true);
}

test('signing in takes as long for an address without an account', async () => {
  const { email } = await registerUser(server.client);
  const logIn = (address: string) =>
    server.client.post('auth/login/', { email: address, password: 'Wrong-1!' });
  expectAlike(
    await compare(
      () => logIn(email),
      () => logIn('nobody@example.test'),
    ),
  );
});

test('signing up takes as long for an address that has an account', async () => {
  const { email } = await registerUser(server.client);
  let fresh = 0;
  const register = (address: string) =>
    server.client.post('auth/register/', { email: address, password: PASSWORD });
  const registerFresh = () => {
    fresh += 1;
    return register(`fresh-${fresh}@example.test`);
  };
  expectAlike(await compare(() => register(email), registerFresh));
});

test('responds alike to a missing and an expired invitation', async () => {
  const owner = await registerUser(server.client);
  const hub = await createHub(owner);
  const path = `hubs/${hub.domain_handle}/invites/`;
  const made = await owner.client.post<{ id: string; link: string }[]>(path, [{ email: 'x@example.test' }]);
  const [invite] = made.data;
  const token = invite?.link.split('/').at(-1);
  await owner.client.delete(`${path}${invite?.id}/`);
  const ended: ClientResponse = await server.client.get(`invites/${token}/`);
  const never = await server.client.get(`invites/${'x'.repeat(43)}/`);
  expectRefusal(ended, 404, 'not_found');
  expect(never.body).toEqual(ended.body);
});

test('responds to a private hub as to a missing one, on every route', async () => {
  const owner = await registerUser(server.client);
  const { domain_handle } = await createHub(owner, { visibility: 'private', first_space: true });
  const { client } = await registerUser(server.client);
  const ask = async (handle: string) => {
    const responses = [
      await client.get(`hubs/${handle}/`),
      await client.patch(`hubs/${handle}/`, { name: 'Mine' }),
      await client.post(`hubs/${handle}/activate/`),
      await client.get(`hubs/${handle}/logo/`),
      await client.get(`hubs/${handle}/invites/`),
      await client.post(`hubs/${handle}/invites/`, [{ email: 'x@example.test' }]),
      await client.get(`hubs/${handle}/join-requests/`),
      await client.post(`hubs/${handle}/join-requests/`),
      await client.in(handle).get('wallet/subscription-detail/'),
      await client.in(handle).get('spaces/'),
      await client.in(handle).post('spaces/', { name: 'Mine' }),
      await client.in(handle).get('spaces/general/'),
      await client.in(handle).get('search/', { query: { q: 'boat' } }),
    ];
    return responses.map(({ status, body }) => ({ status, body }));
  };
  const hidden = await ask(domain_handle);
  expect(hidden).toEqual(await ask('there-is-no-such-hub'));
  expect(new Set(hidden.map(({ status }) => status))).toEqual(new Set([404]));
});

test('a public space in a private hub is public, and nothing else of the hub', async () => {
  const owner = await registerUser(server.client);
  const hub = await createHub(owner, { visibility: 'private', first_space: true });
  await createSpace(owner, hub, { slug: 'window', visibility: 'public' });
  for (const stranger of [server.client, (await registerUser(server.client)).client]) {
    expectData(await stranger.in(hub).get('spaces/window/'));
    expectRefusal(await stranger.in(hub).get('spaces/general/'), 404, 'not_found');
    const spaces = expectData(await stranger.in(hub).get('spaces/'));
    expect(spaces.map(({ slug }) => slug)).toEqual(['window']);
    expectRefusal(await stranger.get(`hubs/${hub.domain_handle}/`), 404, 'not_found');
  }
});
