import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { PASSWORD, registerUser } from '#tests/harness/accounts.ts';
import { authenticator, enableSecondFactor } from '#tests/harness/authenticator.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';
import { startServerWithMailForTest } from '#tests/harness/server-with-mail.ts';
import { codeIn } from '#tests/harness/smtp.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const logIn = (email: string, code?: string | null) =>
  server.client.post('auth/login/', { email, password: PASSWORD, code });

test('is enabled by a first code, and disabled with both factors', async () => {
  const person = await registerUser(server.client);
  const { client, email } = person;
  const state = async () => expectData(await client.get('auth/second-factor/'));
  expect(await state()).toEqual({ is_on: false, since: null, recovery_codes_left: 0 });
  const start = (password: string) => client.post('auth/second-factor/start/', { password });
  expectRefusal(await start('Wrong-1!'), 422, 'invalid_fields');
  const made = expectData(await start(PASSWORD));
  expect(new URL(made.otpauth_url)).toMatchObject({ protocol: 'otpauth:', host: 'totp' });
  expect(made.otpauth_url).toContain(`secret=${made.secret}`);
  expect(made.secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(made.qr.path).toMatch(/^(?:M\d+ \d+h1v1h-1z)+$/);
  // Not active yet: a user who closes the page can still sign in.
  expectData(await logIn(email));

  const app = authenticator(made.secret);
  const confirm = (code: string) => client.post('auth/second-factor/confirm/', { code });
  expectRefusal(await confirm(app.at(-10)), 422, 'invalid_fields');
  const { recovery_codes } = expectData(await confirm(app.next()));
  expect(new Set(recovery_codes).size).toBe(10);
  expect(await state()).toMatchObject({ is_on: true, recovery_codes_left: 10 });
  expectRefusal(await start(PASSWORD), 409, 'already_on');
  expectRefusal(await confirm(app.at(1)), 409, 'already_on');

  expectRefusal(await logIn(email), 401, 'second_factor_required');
  expectRefusal(await logIn(email, null), 401, 'second_factor_required');
  const wrong = { email, password: 'Wrong-1!', code: app.at(0) };
  expectRefusal(await server.client.post('auth/login/', wrong), 401, 'wrong_credentials');
  expectRefusal(await logIn(email, app.at(-10)), 401, 'wrong_code');
  expectData(await logIn(email, app.next()));

  const off = (body: object) => client.delete('auth/second-factor/', body);
  const [code] = recovery_codes;
  expectRefusal(await off({ password: PASSWORD, code: '000000000000' }), 422, 'invalid_fields');
  expectRefusal(await off({ password: 'Wrong-1!', code }), 422, 'invalid_fields');
  expectData(await off({ password: PASSWORD, code }));
  expect(await state()).toEqual({ is_on: false, since: null, recovery_codes_left: 0 });
  expectData(await logIn(email));
  expectRefusal(await off({ password: PASSWORD, code: recovery_codes[1] }), 409, 'not_on');
});

test('accepts codes of the adjacent time steps only', async () => {
  const person = await registerUser(server.client);
  const { app } = await enableSecondFactor(person);
  for (const steps of [-3, 3, 100])
    expectRefusal(await logIn(person.email, app.at(steps)), 401, 'wrong_code');
  expectData(await logIn(person.email, app.at(1)));
});

test('accepts a recovery code once; new ones invalidate the old', async () => {
  const person = await registerUser(server.client);
  const { app, recoveryCodes } = await enableSecondFactor(person);
  const [first, second] = recoveryCodes;
  const responses = await Promise.all(Array.from({ length: 5 }, () => logIn(person.email, first)));
  expect(responses.map((one) => one.status).sort()).toEqual([200, 401, 401, 401, 401]);
  const renew = (code: string) =>
    person.client.post('auth/second-factor/recovery-codes/', { password: PASSWORD, code });
  expectRefusal(await renew(first ?? ''), 422, 'invalid_fields');
  const renewed = expectData(await renew(app.next())).recovery_codes;
  expect(renewed).toHaveLength(10);
  expectRefusal(await logIn(person.email, second), 401, 'wrong_code');
  expectData(await logIn(person.email, renewed[0]));
  const { recovery_codes_left } = expectData(await person.client.get('auth/second-factor/'));
  expect(recovery_codes_left).toBe(9);
});

test('stores neither the secret nor recovery codes in readable form', async () => {
  const person = await registerUser(server.client);
  const { app, recoveryCodes } = await enableSecondFactor(person);
  const database = openDatabase(openPool(server.databaseUrl, 1));
  const rows = JSON.stringify([
    await database.selectFrom('second_factor').selectAll().execute(),
    await database.selectFrom('recovery_code').selectAll().execute(),
  ]);
  await database.destroy();
  for (const secret of [app.secret, ...recoveryCodes]) expect(rows).not.toContain(secret);
});

test('is deleted with the account', async () => {
  const person = await registerUser(server.client);
  await enableSecondFactor(person);
  expectData(await person.client.delete('auth/me/', { password: PASSWORD }));
  const database = openDatabase(openPool(server.databaseUrl, 1));
  const left = await database
    .selectFrom('second_factor')
    .select('user_id')
    .where('user_id', '=', person.user.id)
    .execute();
  await database.destroy();
  expect(left).toEqual([]);
});

test('is disabled by the administrator’s command', async () => {
  const person = await registerUser(server.client);
  await enableSecondFactor(person);
  const command = join(import.meta.dirname, '..', '..', 'server', 'commands', 'user.ts');
  const child = spawn(process.execPath, [command, 'reset-second-factor', person.email], {
    env: {
      ...process.env,
      DATABASE_URL: server.databaseUrl,
      SECRET_KEY: 'the secret key of a test server',
    },
  });
  expect((await once(child, 'exit'))[0]).toBe(0);
  expectData(await logIn(person.email));
});

test('stays enabled after a password reset', async () => {
  const { client, mail } = await startServerWithMailForTest();
  const person = await registerUser(client);
  const code = codeIn(await mail.mailTo(person.email));
  expectData(await person.client.post('auth/verify-email/', { code }));
  const { app } = await enableSecondFactor(person);
  await mail.mailTo(person.email, /second factor is on/);
  expectData(await client.post('auth/password/forgot/', { email: person.email }));
  const { text } = await mail.mailTo(person.email, /new password/);
  const token = /token=(\S+)/.exec(text)?.[1];
  expectData(await client.post('auth/password/reset/', { token, password: 'Lighthouse-8' }));
  const body = { email: person.email, password: 'Lighthouse-8' };
  expectRefusal(await client.post('auth/login/', body), 401, 'second_factor_required');
  expectData(await client.post('auth/login/', { ...body, code: app.next() }));
});
