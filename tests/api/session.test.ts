import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '#server/platform/database/database.ts';
import { PASSWORD, registerUser, type TestAccount } from '#tests/harness/accounts.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

async function signInAgain(person: TestAccount, userAgent = 'Another device') {
  const body = { email: person.email, password: person.password };
  const options = { headers: { 'user-agent': userAgent } };
  const { token } = expectData(await server.client.post('auth/login/', body, options));
  return server.client.as(token);
}

test('signing out revokes this session at once, and no other', async () => {
  const person = await registerUser(server.client);
  const other = await signInAgain(person);
  expectData(await person.client.get('auth/logout/'));
  expectRefusal(await person.client.get('auth/me/'), 401, 'not_signed_in');
  expectRefusal(await person.client.get('auth/logout/'), 401, 'not_signed_in');
  expectData(await other.get('auth/me/'));
});

test('lists devices and revokes one from another', async () => {
  const person = await registerUser(server.client);
  const other = await signInAgain(person, 'Tablet');
  const sessions = expectData(await person.client.get('auth/sessions/'));
  expect(sessions).toHaveLength(2);
  expect(sessions.filter((one) => one.is_current)).toHaveLength(1);
  const tablet = sessions.find((one) => one.user_agent === 'Tablet');
  expect(tablet).toMatchObject({ is_current: false, address: '127.0.0.1' });
  expectData(await person.client.delete(`auth/sessions/${tablet?.id}/`));
  expectRefusal(await other.get('auth/me/'), 401, 'not_signed_in');
  expectRefusal(await person.client.delete(`auth/sessions/${tablet?.id}/`), 404, 'not_found');
});

test('revokes every other session of the user at once', async () => {
  const [person, neighbour] = await Promise.all([registerUser(server.client), registerUser(server.client)]);
  const others = [await signInAgain(person), await signInAgain(person, 'Tablet')];
  expectData(await person.client.delete('auth/sessions/'));
  for (const other of others) expectRefusal(await other.get('auth/me/'), 401, 'not_signed_in');
  expect(expectData(await person.client.get('auth/sessions/'))).toHaveLength(1);
  expectData(await neighbour.client.get('auth/me/'));
});

test('returns 404 for the session of another user', async () => {
  const [victim, stranger] = await Promise.all([registerUser(server.client), registerUser(server.client)]);
  const [session] = expectData(await victim.client.get('auth/sessions/'));
  expectRefusal(await stranger.client.delete(`auth/sessions/${session?.id}/`), 404, 'not_found');
  expectRefusal(await stranger.client.delete('auth/sessions/not-an-id/'), 404, 'not_found');
  expectData(await victim.client.get('auth/me/'));
});

test('a password change requires the old one and revokes all other sessions', async () => {
  const person = await registerUser(server.client);
  const other = await signInAgain(person);
  const wrong = await person.client.post('auth/password/change/', {
    old_password: 'Not-the-1',
    password: 'Lighthouse-8',
  });
  expectRefusal(wrong, 422, 'invalid_fields');
  expect(Object.keys(wrong.body.fields ?? {})).toEqual(['old_password']);
  expectData(await other.get('auth/me/'));
  const right = { old_password: PASSWORD, password: 'Lighthouse-8' };
  expectData(await person.client.post('auth/password/change/', right));
  expectData(await person.client.get('auth/me/'));
  expectRefusal(await other.get('auth/me/'), 401);
  const { email } = person;
  expectRefusal(await server.client.post('auth/login/', { email, password: PASSWORD }), 401);
  expectData(await server.client.post('auth/login/', { email, password: 'Lighthouse-8' }));
});

test('a password reset request returns the same for every address', async () => {
  const { email } = await registerUser(server.client);
  const known = await server.client.post('auth/password/forgot/', { email });
  const unknown = await server.client.post('auth/password/forgot/', { email: 'no@example.test' });
  expectData(known);
  expect(unknown.body).toEqual(known.body);
});

test('refuses tokens that this server did not sign', async () => {
  const { token } = await registerUser(server.client);
  const [header, payload] = token.split('.');
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
  const forged = `${header}.${payload}.${'A'.repeat(43)}`;
  for (const bad of [unsigned, forged, 'nonsense', `${token}x`]) {
    expectRefusal(await server.client.as(bad).get('auth/me/'), 401, 'not_signed_in');
  }
  const scheme = { headers: { authorization: `Basic ${token}` } };
  expectRefusal(await server.client.get('auth/me/', scheme), 401, 'not_signed_in');
  expectRefusal(await server.client.get('auth/me/'), 401, 'not_signed_in');
});

test('the session cookie alone changes nothing and reads no account', async () => {
  const { token } = await registerUser(server.client);
  const headers = { cookie: `hubkeep_session=${token}` };
  expectRefusal(await server.client.get('auth/me/', { headers }), 401);
  expectRefusal(await server.client.patch('auth/me/', { first_name: 'Eve' }, { headers }), 401);
});

test('returns why a session ended: signed out, revoked elsewhere, password changed, or expired', async () => {
  const person = await registerUser(server.client);
  const reasonOf = async (client: typeof person.client) => {
    const response = await client.get('auth/me/');
    expectRefusal(response, 401, 'not_signed_in');
    return response.body.data;
  };
  const [own, other, tablet, phone] = await Promise.all([1, 2, 3, 4].map(() => signInAgain(person)));
  if (!own || !other || !tablet || !phone) throw new Error('Four devices sign in');
  expectData(await own.get('auth/logout/'));
  expect(await reasonOf(own)).toEqual({ ended: 'signed_out' });
  const activeSessions = expectData(await other.get('auth/sessions/'));
  expect(activeSessions).toHaveLength(4);
  expectData(await other.post('auth/password/change/', { old_password: PASSWORD, password: 'Lighthouse-8' }));
  expect(await reasonOf(tablet)).toEqual({ ended: 'password_changed' });
  const last = await signInAgain({ ...person, password: 'Lighthouse-8' });
  expectData(await last.delete('auth/sessions/'));
  expect(await reasonOf(other)).toEqual({ ended: 'signed_out_elsewhere' });
  // The first reason stays.
  expect(await reasonOf(tablet)).toEqual({ ended: 'password_changed' });
  const pool = openPool(server.databaseUrl);
  try {
    await pool.query(
      "update session set expires_at = now() - interval '1 s' where ended_because is null and user_id = $1",
      [person.user.id],
    );
  } finally {
    await pool.end();
  }
  expect(await reasonOf(last)).toEqual({ ended: 'expired' });
});
