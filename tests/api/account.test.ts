import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHub, PASSWORD, registerUser } from '#tests/harness/accounts.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('registration returns a token and the account with the submitted values', async () => {
  const body = {
    email: 'Grace.Hopper@Example.Test',
    password: PASSWORD,
    first_name: ' Grace 🚢',
    visitor_id: 42,
  };
  const { token, user } = expectData(await server.client.post('auth/register/', body), 201);
  expect(user).toEqual({
    id: expect.any(String),
    email: 'Grace.Hopper@Example.Test',
    first_name: ' Grace 🚢',
    last_name: '',
    current_step: 'profile',
    organization: null,
    active_organization: null,
    organization_list: [],
    profile_role: null,
    about: '',
    avatar_url: null,
    is_email_verified: false,
  });
  expect(expectData(await server.client.as(token).get('auth/me/'))).toEqual(user);
});

test('allows one account per address, regardless of case', async () => {
  const { email } = await registerUser(server.client, { email: 'ada@example.test' });
  const again = await server.client.post('auth/register/', {
    email: email.toUpperCase(),
    password: PASSWORD,
  });
  expectRefusal(again, 422, 'invalid_fields');
  expect(again.body.fields?.email?.[0]).toMatch(/exists already/);
  const login = { email: 'ADA@example.TEST', password: PASSWORD };
  expect(expectData(await server.client.post('auth/login/', login)).user.email).toBe(email);
});

test('creates one account when an address is registered twice concurrently', async () => {
  const body = { email: 'race@example.test', password: PASSWORD };
  const responses = await Promise.all(
    Array.from({ length: 6 }, () => server.client.post('auth/register/', body)),
  );
  expect(responses.filter((one) => one.status === 201)).toHaveLength(1);
  for (const one of responses.filter((one) => one.status !== 201)) expectRefusal(one, 422);
});

test('returns every password rule that is violated', async () => {
  const messages = async (password: unknown) => {
    const response = await server.client.post('auth/register/', { email: 'rules@example.test', password });
    expectRefusal(response, 422, 'invalid_fields');
    return response.body.fields?.password ?? [];
  };
  expect(await messages('Sh0rt$')).toEqual(['Use at least 8 characters']);
  expect(await messages('alllower1$')).toEqual(['Add a capital letter (A to Z)']);
  expect(await messages('ALLUPPER1$')).toEqual(['Add a small letter (a to z)']);
  expect(await messages('NoDigits$$')).toEqual(['Add a digit (0 to 9)']);
  expect((await messages('NoSpecial12'))[0]).toMatch(/Add one of these characters/);
  expect(await messages('abc')).toHaveLength(4);
  expect(await messages('')).toEqual(['Please enter Password']);
  expect(await messages(undefined)).toEqual(['Please enter Password']);
  expect(await messages(12345678)).toHaveLength(1);
});

test('returns 422 under the field for an invalid address or text that cannot be stored', async () => {
  for (const email of ['', 'nobody', 'a@b', 'a b@example.test', 'a@example.test\nBcc: b@example.test']) {
    const response = await server.client.post('auth/register/', { email, password: PASSWORD });
    expectRefusal(response, 422, 'invalid_fields');
    expect(Object.keys(response.body.fields ?? {})).toEqual(['email']);
  }
  const nul = { email: 'nul@example.test', password: PASSWORD, first_name: 'A\u0000B' };
  const response = await server.client.post('auth/register/', nul);
  expectRefusal(response, 422, 'invalid_fields');
  expect(Object.keys(response.body.fields ?? {})).toEqual(['first_name']);
});

test('responds alike to a wrong password and an unknown address', async () => {
  const { email } = await registerUser(server.client);
  const wrong = await server.client.post('auth/login/', { email, password: 'Not-the-1' });
  const unknown = await server.client.post('auth/login/', {
    email: 'no@example.test',
    password: 'Not-the-1',
  });
  expectRefusal(wrong, 401, 'wrong_credentials');
  expect(unknown.body).toEqual(wrong.body);
  expect(unknown.status).toBe(401);
});

test('returns the onboarding step: profile, organization, completed', async () => {
  const person = await registerUser(server.client, { profile: false, first_name: '' });
  const step = async () => expectData(await person.client.get('auth/me/')).current_step;
  expect(await step()).toBe('profile');
  await person.client.patch('auth/me/', { profile_role: 'data_analyst' });
  expect(await step()).toBe('profile');
  await person.client.patch('auth/me/', { first_name: 'Ada' });
  expect(await step()).toBe('organization');
  const hub = await createHub(person, { name: 'Nordwind' });
  const user = expectData(await person.client.get('auth/me/'));
  const mine = { id: hub.id, name: 'Nordwind', domain_handle: hub.domain_handle, role: 'owner' };
  expect(user).toMatchObject({
    current_step: 'completed',
    organization: mine,
    active_organization: mine,
    organization_list: [mine],
  });
});

test('updates the profile field by field, and refuses an unlisted job title', async () => {
  const { client, token } = await registerUser(server.client);
  const changed = expectData(
    await client.patch('auth/me/', { last_name: '', about: 'Two\nlines', avatar: PIXEL }),
  );
  expect(changed).toMatchObject({ first_name: 'Ada', last_name: '', about: 'Two\nlines' });
  const path = changed.avatar_url ?? '';
  const picture = await client.fetch('GET', path);
  expect(picture.headers.get('content-type')).toBe('image/png');
  expect(picture.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
  expect(Buffer.from(await picture.arrayBuffer()).toString('base64')).toBe(PIXEL.split(',')[1]);
  const stranger = await registerUser(server.client);
  expectRefusal(await stranger.client.get(path), 404, 'not_found');
  expectRefusal(await server.client.get(path), 401);
  const cookie = { headers: { cookie: `hubkeep_session=${token}` } };
  expect((await server.client.fetch('GET', path, undefined, cookie)).status).toBe(200);
  const foreign = { headers: { ...cookie.headers, 'sec-fetch-site': 'cross-site' } };
  expectRefusal(await server.client.get(path, foreign), 401);
  const refused = await client.patch('auth/me/', { profile_role: 'emperor', first_name: ' ' });
  expectRefusal(refused, 422, 'invalid_fields');
  expect(refused.body.fields).toEqual({
    profile_role: ['Choose one of the listed job titles'],
    first_name: ['First name cannot be a blank character'],
  });
  expect(expectData(await client.patch('auth/me/', { avatar: null })).avatar_url).toBeNull();
});

test('refuses a picture whose bytes are not an image, whatever its type claims', async () => {
  const { client } = await registerUser(server.client);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>').toString('base64');
  for (const avatar of [
    `data:image/png;base64,${svg}`,
    `data:image/svg+xml;base64,${svg}`,
    'https://example.test/a.png',
  ]) {
    const response = await client.patch('auth/me/', { avatar });
    expectRefusal(response, 422, 'invalid_fields');
    expect(Object.keys(response.body.fields ?? {})).toEqual(['avatar']);
  }
});

test('deletes an account only with its password, and frees its address', async () => {
  const { client, email } = await registerUser(server.client);
  expectRefusal(await client.delete('auth/me/', { password: 'Not-the-1' }), 422, 'invalid_fields');
  expectData(await client.delete('auth/me/', { password: PASSWORD }));
  expectRefusal(await client.get('auth/me/'), 401, 'not_signed_in');
  expectRefusal(await server.client.post('auth/login/', { email, password: PASSWORD }), 401);
  await registerUser(server.client, { email });
});

test('refuses account deletion by the last owner of a hub with other members', async () => {
  const owner = await registerUser(server.client);
  const hub = await createHub(owner, { name: 'Crew' });
  const other = await registerUser(server.client);
  const [invited] = expectData(
    await owner.client.post<{ link: string }[]>(`hubs/${hub.domain_handle}/invites/`, [
      { email: other.email, role: 'owner' },
    ]),
  );
  const token = invited?.link.split('/').at(-1);
  expectData(await other.client.post(`invites/${token}/accept/`));
  expectData(await other.client.delete('auth/me/', { password: PASSWORD }));

  const member = await registerUser(server.client);
  const [again] = expectData(
    await owner.client.post<{ link: string }[]>(`hubs/${hub.domain_handle}/invites/`, [
      { email: member.email, role: 'member' },
    ]),
  );
  expectData(await member.client.post(`invites/${again?.link.split('/').at(-1)}/accept/`));
  const refused = await owner.client.delete('auth/me/', { password: PASSWORD });
  expectRefusal(refused, 409, 'last_owner');
  expect(refused.body.message).toContain('Crew');
  expectData(await member.client.delete('auth/me/', { password: PASSWORD }));
  expectData(await owner.client.delete('auth/me/', { password: PASSWORD }));
});
