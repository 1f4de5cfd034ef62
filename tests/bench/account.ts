import { randomUUID } from 'node:crypto';

/** A signed-in owner of a new hub with one space, created over the real API. */
export type BenchAccount = {
  url: string;
  headers: Record<string, string>;
  token: string;
  userId: string;
  handle: string;
  space: string;
};

async function call<T>(url: string, headers: Record<string, string>, body: object): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'app-type': 'social', ...headers },
    body: JSON.stringify(body),
  });
  const json: { data: T; message?: string } = await response.json();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${json.message}`);
  return json.data;
}

/** Registers a user and completes their profile. */
async function register(api: string, email: string) {
  const { token, user } = await call<{ token: string; user: { id: string } }>(
    `${api}/auth/register/`,
    {},
    { email, password: 'Boathouse-2026' },
  );
  const own = { authorization: `JWT ${token}` };
  const me = { first_name: 'Amina', last_name: 'Keller', profile_role: await anyProfileRole(api) };
  await fetch(`${api}/auth/me/`, {
    method: 'PATCH',
    headers: { ...own, 'content-type': 'application/json' },
    body: JSON.stringify(me),
  });
  return { token, userId: user.id, own };
}

/** A user who was invited to the hub as a member. */
export async function benchMember(owner: BenchAccount): Promise<BenchAccount> {
  const email = `bench-${randomUUID().slice(0, 8)}@nordwind.example`;
  const [invited] = await call<{ link?: string }[]>(
    `${owner.url}/hubs/${owner.handle}/invites/`,
    owner.headers,
    [{ email, role: 'member' }],
  );
  const { token, userId, own } = await register(owner.url, email);
  await call(`${owner.url}/invites/${invited?.link?.split('/').at(-1)}/accept/`, own, {});
  return { ...owner, token, userId, headers: { ...owner.headers, ...own } };
}

export async function benchAccount(url: string): Promise<BenchAccount> {
  const api = `${url}/api/v1`;
  const id = randomUUID().slice(0, 8);
  const email = `bench-${id}@nordwind.example`;
  const { token, userId, own } = await register(api, email);
  const handle = `bench-${id}`;
  await call(`${api}/hubs/`, own, { name: 'Bench', domain_handle: handle, visibility: 'private' });
  const headers = { ...own, 'org-handle': handle, 'app-type': 'social' };
  const space = await call<{ slug: string }>(`${api}/spaces/`, headers, {
    name: 'Measured',
    visibility: 'shared',
  });
  return { url: api, headers, token, userId, handle, space: space.slug };
}

async function anyProfileRole(api: string): Promise<string> {
  const response = await fetch(`${api}/core/basic-settings/`);
  const { data }: { data: { profile_roles: { code: string }[] } } = await response.json();
  return data.profile_roles[0]?.code ?? '';
}

/** Creates an item and returns its id. */
export async function createItem(account: BenchAccount, body: object): Promise<string> {
  const item = await call<{ id: string }>(
    `${account.url}/spaces/${account.space}/items/`,
    account.headers,
    body,
  );
  return item.id;
}

/** Creates a form that anybody can submit and returns its slug. */
export async function benchForm(account: BenchAccount, body: object): Promise<string> {
  const { url, space, headers } = account;
  const made = await call<{ id: string }>(`${url}/spaces/${space}/forms/`, headers, {
    visibility: 'public',
    ...body,
  });
  const { slug } = await call<{ slug: string }>(`${url}/forms/${made.id}/publish/`, headers, {});
  return slug;
}
