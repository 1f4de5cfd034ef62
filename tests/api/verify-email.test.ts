import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { PASSWORD, registerUser, signInAgain } from '#tests/harness/accounts.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServerForTest, type TestServer } from '#tests/harness/server.ts';
import { startServerWithMail } from '#tests/harness/server-with-mail.ts';
import { codeIn, linkIn, type MailServer } from '#tests/harness/smtp.ts';

let server: TestServer & { mail: MailServer };
beforeAll(async () => {
  server = await startServerWithMail();
});
afterAll(() => server.stop());

/** A user with a verified address. */
async function registerVerified() {
  const person = await registerUser(server.client);
  const code = codeIn(await server.mail.mailTo(person.email, /is your code/));
  const user = expectData(await person.client.post('auth/verify-email/', { code }));
  expect(user.is_email_verified).toBe(true);
  return { ...person, user };
}

async function inDatabase<T>(work: (database: ReturnType<typeof openDatabase>) => Promise<T>): Promise<T> {
  const database = openDatabase(openPool(server.databaseUrl, 1));
  try {
    return await work(database);
  } finally {
    await database.destroy();
  }
}

test('verifies the address of a new account by a mailed code', async () => {
  const person = await registerUser(server.client, { profile: false });
  expect(person.user).toMatchObject({ current_step: 'verify-email', is_email_verified: false });
  const pending = expectData(await person.client.get('auth/verify-email/'));
  expect(pending).toMatchObject({ email: person.email, is_change: false });
  const code = codeIn(await server.mail.mailTo(person.email));
  expect(code).toMatch(/^\d{8}$/);
  const verified = expectData(await person.client.post('auth/verify-email/', { code }));
  expect(verified).toMatchObject({ current_step: 'profile', is_email_verified: true });
  expectRefusal(await person.client.post('auth/verify-email/', { code }), 422, 'invalid_fields');
  expectRefusal(await person.client.post('auth/resend-code/'), 409, 'nothing_to_verify');
  expect(expectData(await person.client.get('auth/verify-email/'))).toEqual({
    email: null,
    is_change: false,
    sent_at: null,
    expires_at: null,
  });
});

test('invalidates the previous code, and refuses wrong and expired ones', async () => {
  const { client, email } = await registerUser(server.client);
  const first = codeIn(await server.mail.mailTo(email));
  expectData(await client.post('auth/resend-code/'));
  const second = codeIn(await server.mail.mailTo(email));
  const give = (code: string) => client.post('auth/verify-email/', { code });
  for (const code of [first, '00000000', '12345', '1234567890123', 'abcdef', '']) {
    const refused = await give(code);
    expectRefusal(refused, 422, 'invalid_fields');
    expect(Object.keys(refused.body.fields ?? {})).toEqual(['code']);
  }
  await inDatabase(async (database) => {
    const rows = await database.selectFrom('email_proof').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(second);
    await database
      .updateTable('email_proof')
      .set({ expires_at: new Date(0) })
      .execute();
  });
  expectRefusal(await give(second), 422, 'invalid_fields');
});

test('accepts a code once when it is sent many times concurrently', async () => {
  const { client, email } = await registerUser(server.client);
  const code = codeIn(await server.mail.mailTo(email));
  const responses = await Promise.all(
    Array.from({ length: 5 }, () => client.post('auth/verify-email/', { code })),
  );
  expect(responses.map((one) => one.status).sort()).toEqual([200, 422, 422, 422, 422]);
});

test('refuses the code of another user', async () => {
  const [one, other] = [await registerUser(server.client), await registerUser(server.client)];
  const code = codeIn(await server.mail.mailTo(one.email));
  expectRefusal(await other.client.post('auth/verify-email/', { code }), 422, 'invalid_fields');
  expectRefusal(await server.client.post('auth/verify-email/', { code }), 401, 'not_signed_in');
});

test('changes the address once its code was confirmed, and notifies the old one', async () => {
  const person = await registerVerified();
  const email = `new-${person.email}`;
  const wrong = { email, password: 'Wrong-1!' };
  expectRefusal(await person.client.post('auth/email/change/', wrong), 422, 'invalid_fields');
  const still = expectData(await person.client.post('auth/email/change/', { email, password: PASSWORD }));
  expect(still.email).toBe(person.email);
  expect(expectData(await person.client.get('auth/verify-email/'))).toMatchObject({
    email,
    is_change: true,
  });
  expectData(await server.client.post('auth/login/', { email: person.email, password: PASSWORD }));
  const code = codeIn(await server.mail.mailTo(email));
  const moved = expectData(await person.client.post('auth/verify-email/', { code }));
  expect(moved).toMatchObject({ email, is_email_verified: true });
  expect((await server.mail.mailTo(person.email, /was changed/)).text).toContain(email);
  expectRefusal(await server.client.post('auth/login/', { email: person.email, password: PASSWORD }), 401);
  expectData(await server.client.post('auth/login/', { email, password: PASSWORD }));
});

test('changes a mistyped address before it is verified', async () => {
  const { client, email: wrong } = await registerUser(server.client);
  const email = `right-${wrong}`;
  expectData(await client.post('auth/email/change/', { email, password: PASSWORD }));
  const code = codeIn(await server.mail.mailTo(email));
  const user = expectData(await client.post('auth/verify-email/', { code }));
  expect(user).toMatchObject({ email, is_email_verified: true });
  // The mistyped address may belong to a stranger.
  expect(server.mail.mails.filter((mail) => mail.envelope.to.includes(wrong))).toHaveLength(1);
});

test('responds alike for a taken and a free address, and notifies the owner of the taken one', async () => {
  const owner = await registerVerified();
  const thief = await registerVerified();
  const change = (email: string) => thief.client.post('auth/email/change/', { email, password: PASSWORD });
  const free = await change(`free-${thief.email}`);
  const taken = await change(owner.email);
  expectData(taken);
  expect(taken.body).toEqual(free.body);
  const mail = await server.mail.mailTo(owner.email, /tried to use/);
  expect(codeIn(mail)).toBe('');
});

test('notifies the owner of an address that is registered again', async () => {
  const owner = await registerVerified();
  const again = await server.client.post('auth/register/', {
    email: owner.email.toUpperCase(),
    password: PASSWORD,
  });
  expectRefusal(again, 422, 'invalid_fields');
  const mail = await server.mail.mailTo(owner.email, /tried to use/);
  expect(linkIn(mail).href).toBe(`${server.url}/auth/signin`);
});

test('a mailed reset link sets a password, revokes all sessions and verifies the address', async () => {
  const person = await registerUser(server.client);
  const known = await server.client.post('auth/password/forgot/', { email: person.email.toUpperCase() });
  const unknown = await server.client.post('auth/password/forgot/', { email: 'nobody@example.test' });
  expectData(known);
  expect(unknown.body).toEqual(known.body);
  const link = linkIn(await server.mail.mailTo(person.email, /new password/));
  expect(`${link.origin}${link.pathname}`).toBe(`${server.url}/auth/reset-password`);
  const body = { token: link.searchParams.get('token'), password: 'Lighthouse-8' };
  expectData(await server.client.post('auth/password/reset/', body));
  expectRefusal(await server.client.post('auth/password/reset/', body), 422, 'invalid_fields');
  expectRefusal(await person.client.get('auth/me/'), 401, 'not_signed_in');
  const { user } = await signInAgain(server.client, { ...person, password: 'Lighthouse-8' });
  expect(user.is_email_verified).toBe(true);
  await server.mail.mailTo(person.email, /password was changed/);
  expect(server.mail.mails.some((mail) => mail.envelope.to.includes('nobody@example.test'))).toBe(false);
});

test('using one of two mailed links revokes the other', async () => {
  const { email } = await registerUser(server.client);
  const token = async () => {
    expectData(await server.client.post('auth/password/forgot/', { email }));
    return linkIn(await server.mail.mailTo(email, /new password/)).searchParams.get('token');
  };
  const [first, second] = [await token(), await token()];
  const reset = (one: string | null) =>
    server.client.post('auth/password/reset/', { token: one, password: 'Lighthouse-8' });
  expectData(await reset(first));
  expectRefusal(await reset(second), 422, 'invalid_fields');
});

test('refuses a reset link sent to an address that was changed since', async () => {
  const person = await registerVerified();
  expectData(await server.client.post('auth/password/forgot/', { email: person.email }));
  const token = linkIn(await server.mail.mailTo(person.email, /new password/)).searchParams.get('token');
  const email = `moved-${person.email}`;
  expectData(await person.client.post('auth/email/change/', { email, password: PASSWORD }));
  const code = codeIn(await server.mail.mailTo(email));
  expectData(await person.client.post('auth/verify-email/', { code }));
  const reset = await server.client.post('auth/password/reset/', { token, password: 'Lighthouse-8' });
  expectRefusal(reset, 422, 'invalid_fields');
});

test('notifies by mail of a sign-in from a new device, and not from a known one', async () => {
  const person = await registerVerified();
  const from = (visitor_id: string) =>
    server.client.post(
      'auth/login/',
      { email: person.email, password: PASSWORD, visitor_id },
      { headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' } },
    );
  expectData(await from('1'));
  const mail = await server.mail.mailTo(person.email, /New sign-in/);
  expect(mail.text).toContain('Firefox, Linux\n127.0.0.1\n');
  expectData(await from('1'));
  expectData(await from('2'));
  await server.mail.mailTo(person.email, /New sign-in/);
  const notices = server.mail.mails.filter(
    ({ envelope, subject }) => envelope.to.includes(person.email) && /New sign-in/.test(subject),
  );
  expect(notices).toHaveLength(2);
});

test('without mail requires no code, and changes an address at once, unverified', async () => {
  const { client } = await startServerForTest();
  const [person, other] = [await registerUser(client), await registerUser(client)];
  expect(person.user.current_step).toBe('organization');
  expectRefusal(await person.client.post('auth/resend-code/'), 409, 'no_mail');
  expectRefusal(await person.client.post('auth/verify-email/', { code: '123456' }), 422, 'invalid_fields');
  const change = (email: string) => person.client.post('auth/email/change/', { email, password: PASSWORD });
  expectRefusal(await change(other.email), 422, 'invalid_fields');
  const moved = expectData(await change(`moved-${person.email}`));
  expect(moved).toMatchObject({ email: `moved-${person.email}`, is_email_verified: false });
});
