import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createHub, createSpace, registerUser, signInAgain } from '#tests/harness/accounts.ts';
import { enableSecondFactor } from '#tests/harness/authenticator.ts';
import { acceptInvite } from '#tests/harness/members.ts';
import { createRedirectBrowser } from '#tests/harness/redirects.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer, startServerForTest, type TestServer } from '#tests/harness/server.ts';
import { startMailServerForTest } from '#tests/harness/server-with-mail.ts';
import { outcomeOf, PUBLIC_URL, signedOn, signOn } from '#tests/harness/sign-on.ts';
import {
  type ProviderPerson,
  type SignOnProvider,
  startSignOnProvider,
} from '#tests/harness/sign-on-provider.ts';
import { linkIn } from '#tests/harness/smtp.ts';

let provider: SignOnProvider;
let server: TestServer;
const SECRET_KEY = 'the secret key of two servers';

beforeAll(async () => {
  provider = await startSignOnProvider(PUBLIC_URL);
  server = await startServer({ env: { ...provider.env, PUBLIC_URL, SECRET_KEY } });
});
afterAll(async () => {
  await server.stop();
  await provider.stop();
});

let count = 0;
const person = (more: Partial<ProviderPerson> = {}): ProviderPerson => {
  count += 1;
  const name = `person-${count}`;
  return {
    sub: `subject-of-${name}`,
    email: `${name}@nordwind.example`,
    email_verified: true,
    given_name: 'Amina',
    family_name: 'Diallo',
    ...more,
  };
};
beforeEach(() => provider.signsIn(null));

describe('the first sign-in', () => {
  test('makes an account with the verified address and the names of the provider, and goes where it was to go', async () => {
    const amina = person();
    provider.signsIn(amina);
    const { path, token, browser } = await signOn(server, { next: '/nordwind/boats?view=all' });
    expect(path).toBe('/nordwind/boats?view=all');
    const me = expectData(await server.client.as(token ?? '').get('auth/me/'));
    expect(me).toMatchObject({
      email: amina.email,
      first_name: 'Amina',
      last_name: 'Diallo',
      is_email_verified: true,
    });
    const stored = expectData(await server.client.as(token ?? '').get('auth/sessions/'));
    expect(stored).toHaveLength(1);
    expect([...browser.cookies(PUBLIC_URL).keys()]).toEqual(['hubkeep_session']);
  });

  test('is followed by others to the same account, also after its address changed at the provider', async () => {
    const amina = person();
    provider.signsIn(amina);
    const first = expectData(await (await signedOn(server)).get('auth/me/'));
    provider.signsIn({ ...amina, email: 'amina.new@nordwind.example' });
    const again = expectData(await (await signedOn(server)).get('auth/me/'));
    expect(again.id).toBe(first.id);
    expect(again.email).toBe(amina.email);
  });

  test('of the same person in two browsers at once makes one account', async () => {
    provider.signsIn(person());
    const both = await Promise.all([signedOn(server), signedOn(server)]);
    const [one, other] = await Promise.all(
      both.map(async (client) => expectData(await client.get('auth/me/'))),
    );
    expect(one?.id).toBe(other?.id);
  });

  test.each([
    ['says that it is not verified', { email_verified: false }],
    ['says nothing of its verification', { email_verified: undefined }],
    ['names none', { email: undefined }],
    ['names what is none', { email: 'amina' }],
  ])('makes no account where the provider %s', async (_, more) => {
    const amina = person(more);
    provider.signsIn(amina);
    expect(await signOn(server)).toMatchObject({ path: '/auth/signin?sign_on=unverified', token: null });
  });

  test('leads to no other origin', async () => {
    for (const next of ['//elsewhere.example', 'https://elsewhere.example/x', '/\\elsewhere.example']) {
      provider.signsIn(person());
      expect(await signOn(server, { next })).toMatchObject({ path: '/', token: expect.any(String) });
    }
  });
});

/** Whether an address is the one that the provider sends the browser back to. */
const isCallback = ({ pathname }: URL) => pathname === '/auth/oidc/callback';

/** Goes to the provider and stops on the way back. */
async function signInAtProvider(start = `${PUBLIC_URL}/auth/oidc/start`) {
  const browser = createRedirectBrowser(PUBLIC_URL, server);
  const { url } = await browser.open(start, { before: isCallback });
  return { browser, callback: url };
}
const isSignIn = ({ pathname }: URL) => pathname === '/auth/signin' || pathname === '/';
type Browser = ReturnType<typeof createRedirectBrowser>;
const comeBack = async (browser: Browser, callback: URL) =>
  outcomeOf(browser, (await browser.open(callback.href, { before: isSignIn })).url);

describe('the response of the provider', () => {
  test('that refuses ends on the sign-in page, with the address to go to', async () => {
    provider.signsIn(null);
    const { path, token } = await signOn(server, { next: '/nordwind' });
    expect({ path, token }).toEqual({ path: '/auth/signin?sign_on=denied&next=%2Fnordwind', token: null });
  });

  test('is taken from the browser that began alone, with its state', async () => {
    provider.signsIn(person());
    const { browser, callback } = await signInAtProvider();
    const other = createRedirectBrowser(PUBLIC_URL, server);
    expect(await comeBack(other, callback)).toMatchObject({
      path: '/auth/signin?sign_on=expired',
      token: null,
    });
    const changed = new URL(callback);
    changed.searchParams.set('state', 'another');
    expect(await comeBack(browser, changed)).toMatchObject({
      path: '/auth/signin?sign_on=expired',
      token: null,
    });
    // That attempt is over.
    expect(await comeBack(browser, callback)).toMatchObject({
      path: '/auth/signin?sign_on=expired',
      token: null,
    });
  });

  test('is refused with the code of another attempt', async () => {
    provider.signsIn(person());
    const [mine, theirs] = [await signInAtProvider(), await signInAtProvider()];
    mine.callback.searchParams.set('code', theirs.callback.searchParams.get('code') ?? '');
    expect(await comeBack(mine.browser, mine.callback)).toMatchObject({
      path: '/auth/signin?sign_on=refused',
      token: null,
    });
  });

  test('is refused with an ID token of another nonce', async () => {
    provider.signsIn(person());
    const browser = createRedirectBrowser(PUBLIC_URL, server);
    const begun = await browser.open(`${PUBLIC_URL}/auth/oidc/start`, {
      before: ({ origin }) => origin === provider.issuer,
    });
    begun.url.searchParams.set('nonce', 'another');
    const { url } = await browser.open(begun.url.href, { before: isCallback });
    expect(await comeBack(browser, url)).toMatchObject({ path: '/auth/signin?sign_on=refused', token: null });
  });

  test('is taken once', async () => {
    provider.signsIn(person());
    const { browser, callback } = await signInAtProvider();
    const cookies = new Map(browser.cookies(PUBLIC_URL));
    expect((await comeBack(browser, callback)).token).not.toBeNull();
    const again = createRedirectBrowser(PUBLIC_URL, server);
    for (const [name, value] of cookies) again.cookies(PUBLIC_URL).set(name, value);
    expect(await comeBack(again, callback)).toMatchObject({
      path: '/auth/signin?sign_on=refused',
      token: null,
    });
  });

  test('is taken by another process than began', async () => {
    const other = await startServerForTest({
      env: { ...provider.env, PUBLIC_URL, SECRET_KEY, DATABASE_URL: server.databaseUrl },
    });
    provider.signsIn(person());
    const process = { url: server.url };
    const browser = createRedirectBrowser(PUBLIC_URL, process);
    const { url } = await browser.open(`${PUBLIC_URL}/auth/oidc/start`, { before: isCallback });
    process.url = other.url;
    const { token } = await comeBack(browser, url);
    expectData(await server.client.as(token ?? '').get('auth/me/'));
  });
});

describe('a provider that is down', () => {
  test('lets Hubkeep start, and sign in by password, and is found once it is there', async () => {
    await provider.stop();
    const late = await startServerForTest({ env: { ...provider.env, PUBLIC_URL } });
    const ada = await registerUser(late.client);
    expect(await signOn(late)).toMatchObject({ path: '/auth/signin?sign_on=unreachable', token: null });
    expectData(await (await signInAgain(late.client, ada)).client.get('auth/me/'));
    await provider.restart();
    provider.signsIn(person());
    expectData(await (await signedOn(late)).get('auth/me/'));
  });

  test('while somebody is there ends on the sign-in page', async () => {
    provider.signsIn(person());
    const { browser, callback } = await signInAtProvider();
    await provider.stop();
    const outcome = await comeBack(browser, callback).finally(() => provider.restart());
    expect(outcome).toMatchObject({ path: '/auth/signin?sign_on=unreachable', token: null });
  });
});

/** Somebody with an account and a password, whose address is verified. */
async function registerVerified({ email = '' }: ProviderPerson) {
  const account = await registerUser(server.client, { email });
  await sql('update app_user set is_email_verified = true where id = $1', [account.user.id]);
  return account;
}

async function sql(text: string, values: unknown[]): Promise<Record<string, unknown>[]> {
  const database = new pg.Client(server.databaseUrl);
  await database.connect();
  const { rows } = await database.query(text, values).finally(() => database.end());
  return rows;
}

describe('an account that exists already', () => {
  const confirm = (browser: Browser, proof: Record<string, string>) =>
    browser.post(`${PUBLIC_URL}/auth/oidc/confirm`, proof).then(({ url }) => outcomeOf(browser, url));

  test('is connected by its password, once', async () => {
    const amina = person();
    const account = await registerVerified(amina);
    provider.signsIn(amina);
    const { browser, path, token } = await signOn(server, { next: '/nordwind' });
    expect({ path, token }).toEqual({ path: '/auth/confirm', token: null });
    expect(await confirm(browser, { password: 'Not-the-password-1' })).toMatchObject({
      path: '/auth/confirm?problem=password',
      token: null,
    });
    const outcome = await confirm(browser, { password: account.password });
    expect(outcome.path).toBe('/nordwind');
    const me = expectData(await server.client.as(outcome.token ?? '').get('auth/me/'));
    expect(me.id).toBe(account.user.id);
    expect(await signOn(server)).toMatchObject({ path: '/', token: expect.any(String) });
    expectData(await (await signInAgain(server.client, account)).client.get('auth/me/'));
  });

  test('names the identity in its profile, and disconnects it by its password', async () => {
    const amina = person();
    const account = await registerVerified(amina);
    provider.signsIn(amina);
    const { browser } = await signOn(server);
    expect(expectData(await account.client.get('auth/identities/'))).toEqual([]);
    await confirm(browser, { password: account.password });
    const [identity] = expectData(await account.client.get('auth/identities/'));
    expect(identity).toMatchObject({ issuer: provider.issuer, email: amina.email });
    const stranger = await registerUser(server.client);
    const { password } = account;
    const wrong = { password: 'Not-the-password-1' };
    expectRefusal(await account.client.delete(`auth/identities/${identity?.id}/`, wrong), 422);
    expectRefusal(await stranger.client.delete(`auth/identities/${identity?.id}/`, { password }), 404);
    expectData(await account.client.delete(`auth/identities/${identity?.id}/`, { password }));
    expect((await signOn(server)).path).toBe('/auth/confirm');
  });

  test('with a second factor wants its code, each time', async () => {
    const amina = person();
    const account = await registerVerified(amina);
    const { app } = await enableSecondFactor(account);
    provider.signsIn(amina);
    const { browser } = await signOn(server);
    const { password } = account;
    expect(await confirm(browser, { password })).toMatchObject({
      path: '/auth/confirm?problem=code',
      token: null,
    });
    const first = await confirm(browser, { password, code: app.next() });
    expect(first.token).not.toBeNull();
    const again = await signOn(server);
    expect(again).toMatchObject({ path: '/auth/confirm', token: null });
    expect(await confirm(again.browser, { password, code: '000000' })).toMatchObject({ token: null });
    expect((await confirm(again.browser, { code: app.next() })).token).not.toBeNull();
  });

  test('and is suspended in its hub signs in, and stays out of the hub', async () => {
    const owner = await registerUser(server.client);
    const hub = await createHub(owner);
    const amina = person();
    provider.signsIn(amina);
    const client = await signedOn(server);
    const { id } = expectData(await client.get('auth/me/'));
    await acceptInvite({ client, email: amina.email ?? '' }, owner, hub);
    expectData(await owner.client.patch(`hubs/${hub.domain_handle}/members/${id}/`, { suspended: true }));
    const again = await signedOn(server);
    expect(expectData(await again.get('auth/me/')).organization_list).toEqual([]);
    expect((await again.get(`hubs/${hub.domain_handle}/members/`)).status).toBe(404);
  });

  test('is not connected by a proof that another page or nobody posts', async () => {
    const amina = person();
    const account = await registerVerified(amina);
    provider.signsIn(amina);
    await signOn(server);
    const stranger = createRedirectBrowser(PUBLIC_URL, server);
    expect(await confirm(stranger, { password: account.password })).toMatchObject({
      path: '/auth/signin?sign_on=expired',
      token: null,
    });
    const posted = await fetch(`${server.url}/auth/oidc/confirm`, {
      method: 'POST',
      headers: { origin: 'https://elsewhere.example' },
      body: new URLSearchParams({ password: account.password }),
    });
    expect(posted.status).toBe(403);
  });

  test('is not connected where the provider does not say that the address is verified', async () => {
    const amina = person({ email_verified: false });
    await registerVerified(amina);
    provider.signsIn(amina);
    expect(await signOn(server)).toMatchObject({ path: '/auth/signin?sign_on=unverified', token: null });
  });

  test('and whose address was never verified goes to whom it belongs to, without its password, second factor and sessions', async () => {
    const amina = person();
    const stranger = await registerUser(server.client, { email: amina.email ?? '' });
    await enableSecondFactor(stranger);
    provider.signsIn(amina);
    const { token, path } = await signOn(server);
    expect(path).toBe('/');
    const me = expectData(await server.client.as(token ?? '').get('auth/me/'));
    expect(me).toMatchObject({ id: stranger.user.id, is_email_verified: true });
    expectRefusal(await stranger.client.get('auth/me/'), 401);
    const { email, password } = stranger;
    expectRefusal(await server.client.post('auth/login/', { email, password }), 401, 'wrong_credentials');
    expect(await signOn(server)).toMatchObject({ path: '/', token: expect.any(String) });
  });

  test('is not connected with a second person of the provider', async () => {
    const amina = person();
    provider.signsIn(amina);
    await signedOn(server);
    provider.signsIn({ ...amina, sub: 'somebody-who-got-the-address-later' });
    expect(await signOn(server)).toMatchObject({ path: '/auth/signin?sign_on=taken', token: null });
  });

  test('of before it was deleted stays deleted', async () => {
    const amina = person();
    const account = await registerVerified(amina);
    provider.signsIn(amina);
    const { browser } = await signOn(server);
    const { token } = await confirm(browser, { password: account.password });
    const mine = server.client.as(token ?? '');
    expectData(await mine.delete('auth/me/', { password: account.password }));
    const next = expectData(await (await signedOn(server)).get('auth/me/'));
    expect(next.id).not.toBe(account.user.id);
  });
});

describe('a group with a rule by claims', () => {
  /** A hub with a group, its private space that the group may read, and somebody of the provider who is in the hub. */
  async function createCast(claims: Partial<ProviderPerson>) {
    const owner = await registerUser(server.client);
    const hub = await createHub(owner);
    const join_claims = [
      { name: 'groups', value: 'board' },
      { name: 'department', value: 'Finance: boats' },
      { name: 'realm_access.roles', value: 'auditor' },
    ];
    const group = expectData(
      await owner.client.post(`hubs/${hub.domain_handle}/groups/`, { name: 'Board', join_claims }),
      201,
    );
    const space = await createSpace(owner, hub, { visibility: 'private' });
    const members = `spaces/${space.slug}/members/`;
    expectData(await owner.client.in(hub).post(members, { group_id: group.id, role: 'viewer' }), 201);
    const amina = person(claims);
    provider.signsIn(amina);
    const client = await signedOn(server);
    const isIn = async () => (await client.in(hub).get(`spaces/${space.slug}/`)).status === 200;
    const join = () => acceptInvite({ client, email: amina.email ?? '' }, owner, hub);
    const signInWith = async (changed: Partial<ProviderPerson>) => {
      provider.signsIn({ ...amina, ...changed });
      await signedOn(server);
    };
    return { owner, hub, group, client, isIn, join, signInWith };
  }

  test.each<Partial<ProviderPerson>>([
    { groups: ['crew', 'board'] },
    { department: 'Finance: boats' },
    { realm_access: { roles: ['auditor'] } },
  ])('has whoever of the hub signs in with one of them: %j', async (claims) => {
    const { isIn, join, owner, hub, group } = await createCast(claims);
    expect(await isIn()).toBe(false);
    await join();
    expect(await isIn()).toBe(true);
    const [member] = expectData(
      await owner.client.get(`hubs/${hub.domain_handle}/groups/${group.id}/members/`),
    );
    expect(member).toMatchObject({ by_name: false });
    expectRefusal(
      await owner.client.delete(`hubs/${hub.domain_handle}/groups/${group.id}/members/${member?.user.id}/`),
      409,
      'by_rule',
    );
  });

  test('gains and loses people by what is true at their last sign-in', async () => {
    const { isIn, join, signInWith } = await createCast({ groups: ['Board'], department: 'Finance' });
    await join();
    expect(await isIn()).toBe(false);
    await signInWith({ groups: ['board'] });
    expect(await isIn()).toBe(true);
    await signInWith({ groups: [] });
    expect(await isIn()).toBe(false);
    await signInWith({ groups: ['board'], email_verified: false });
    expect(await isIn()).toBe(true);
  });

  test('loses them at once with the rule, with the membership, and with a verified address', async () => {
    const { isIn, join, owner, hub, group, client } = await createCast({ groups: ['board'] });
    await join();
    const { id } = expectData(await client.get('auth/me/'));
    const verify = (is: boolean) => sql('update app_user set is_email_verified = $1 where id = $2', [is, id]);
    await verify(false);
    expect(await isIn()).toBe(false);
    await verify(true);
    expect(await isIn()).toBe(true);
    expectData(await owner.client.patch(`hubs/${hub.domain_handle}/members/${id}/`, { suspended: true }));
    expect(await isIn()).toBe(false);
    expectData(await owner.client.patch(`hubs/${hub.domain_handle}/members/${id}/`, { suspended: false }));
    const changed = await owner.client.patch(`hubs/${hub.domain_handle}/groups/${group.id}/`, {
      join_claims: [],
    });
    expect(expectData(changed)).toMatchObject({ join_claims: [], members_count: 0 });
    expect(await isIn()).toBe(false);
    const [entry] = expectData(await owner.client.get(`hubs/${hub.domain_handle}/audit-log/`)).filter(
      ({ action }) => action === 'group.changed',
    );
    expect(entry?.details).toMatchObject({
      join_claims: { from: expect.arrayContaining([{ name: 'groups', value: 'board' }]), to: [] },
      members_count: { from: 1, to: 0 },
    });
  });

  test('stores of a person nothing that no rule names, and nothing of an identity that waits for its proof', async () => {
    const { client, owner, hub, group } = await createCast({
      groups: ['board'],
      department: 'Secret',
    });
    const stored = await sql(
      'select name, value from identity_claim join identity on identity.id = identity_id where email = $1',
      [expectData(await client.get('auth/me/')).email],
    );
    expect(stored).toEqual(expect.arrayContaining([{ name: 'groups', value: 'board' }]));
    expect(
      stored.every(({ name }) => ['groups', 'department', 'realm_access.roles'].includes(String(name))),
    ).toBe(true);
    const other = person({ groups: ['board'] });
    const account = await registerVerified(other);
    await acceptInvite(account, owner, hub);
    provider.signsIn(other);
    expect((await signOn(server)).path).toBe('/auth/confirm');
    expect(
      expectData(await owner.client.get(`hubs/${hub.domain_handle}/groups/${group.id}/members/`)),
    ).toEqual([]);
  });

  test('gives an admin no access to what the group may do', async () => {
    const { owner, hub, client, join, group } = await createCast({
      groups: ['crew'],
      department: 'Pier',
    });
    await join();
    const { id } = expectData(await client.get('auth/me/'));
    expectData(await owner.client.patch(`hubs/${hub.domain_handle}/members/${id}/`, { role: 'admin' }));
    const join_claims = [{ name: 'department', value: 'Pier' }];
    expectRefusal(
      await client.patch(`hubs/${hub.domain_handle}/groups/${group.id}/`, { join_claims }),
      403,
      'own_promotion',
    );
  });
});

test('a member who signs in at the provider sets a password by the mailed link', async () => {
  const mail = await startMailServerForTest();
  const withMail = await startServerForTest({
    env: { ...provider.env, PUBLIC_URL, SMTP_URL: `${mail.url}?from=hub@hub.example` },
  });
  const amina = person();
  provider.signsIn(amina);
  await signedOn(withMail);
  const { email } = amina;
  const password = 'Lighthouse-8';
  expectRefusal(await withMail.client.post('auth/login/', { email, password }), 401);
  await withMail.client.post('auth/password/forgot/', { email });
  const link = linkIn(await mail.mailTo(String(email), /new password/));
  const token = link.searchParams.get('token');
  expectData(await withMail.client.post('auth/password/reset/', { token, password }));
  expectData(await withMail.client.post('auth/login/', { email, password }));
});
