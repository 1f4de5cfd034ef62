import { randomUUID } from 'node:crypto';
import type { RegisterRequest, User } from '#lib/contract/account.ts';
import type { CreateHubRequest, Hub } from '#lib/contract/hub.ts';
import type { CreateSpaceRequest, Space } from '#lib/contract/space.ts';
import type { Client } from './client.ts';
import { canInsertAccounts, insertAccount, PASSWORD } from './inserted-accounts.ts';
import { expectData } from './responses.ts';

export { PASSWORD };

const unique = () => randomUUID().slice(-12);

/** A user with an account, and an API client with their token. */
export type TestAccount = { user: User; token: string; email: string; password: string; client: Client };

type Registration = Partial<RegisterRequest> & { profile?: boolean };

/**
 * A new user, with a completed profile by default: written to the server's database where this process can,
 * and no more is given than names and an address; otherwise registered by requests.
 */
export async function registerUser(client: Client, registration: Registration = {}): Promise<TestAccount> {
  const { profile = true, email = `person-${unique()}@example.test`, ...attributes } = registration;
  const { first_name = 'Ada', last_name = 'Lovelace', ...more } = attributes;
  if (Object.keys(more).length > 0 || !canInsertAccounts(client.url)) {
    return registerByRequests(client, { ...registration, email });
  }
  const inserted = await insertAccount(client.url, { email, first_name, last_name, profile });
  return { ...inserted, email, password: PASSWORD, client: client.as(inserted.token) };
}

/** The same by the requests that a screen makes. */
export async function registerByRequests(
  client: Client,
  { profile = true, ...attributes }: Registration = {},
): Promise<TestAccount> {
  const email = attributes.email ?? `person-${unique()}@example.test`;
  const password = attributes.password ?? PASSWORD;
  const body = { first_name: 'Ada', last_name: 'Lovelace', ...attributes, email, password };
  const { token, user } = expectData(await client.post('auth/register/', body), 201);
  const mine = client.as(token);
  if (!profile) return { user, token, email, password, client: mine };
  const settings = expectData(await client.get('core/basic-settings/'));
  const role = settings.profile_roles[0]?.code;
  const changed = expectData(await mine.patch('auth/me/', { profile_role: role }));
  return { user: changed, token, email, password, client: mine };
}

/** The same user in another session, or on the next process. */
export async function signInAgain(
  client: Client,
  { email, password }: Pick<TestAccount, 'email' | 'password'>,
): Promise<TestAccount> {
  const { token, user } = expectData(await client.post('auth/login/', { email, password }));
  return { user, token, email, password, client: client.as(token) };
}

/** Creates a hub, which becomes its creator's active one. */
export async function createHub(owner: TestAccount, input: Partial<CreateHubRequest> = {}): Promise<Hub> {
  const body = { name: 'Test hub', domain_handle: `hub-${unique()}`, visibility: 'private', ...input };
  return expectData(await owner.client.post('hubs/', body), 201);
}

export async function createSpace(
  person: TestAccount,
  hub: { domain_handle: string },
  input: Partial<CreateSpaceRequest> = {},
): Promise<Space> {
  const body = { name: 'Test space', slug: `space-${unique()}`, ...input };
  return expectData(await person.client.in(hub).post('spaces/', body), 201);
}

/** The usual setup: an owner, a hub, a space. */
export async function createPlace(client: Client, space: Partial<CreateSpaceRequest> = {}) {
  const owner = await registerUser(client);
  const hub = await createHub(owner);
  return { owner, hub, space: await createSpace(owner, hub, space) };
}
