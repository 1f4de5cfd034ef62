import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { PASSWORD, registerUser } from '#tests/harness/accounts.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const COMMAND = join(import.meta.dirname, '..', '..', 'server', 'commands', 'user.ts');

/** The administrator's command, with the environment of the server. */
async function command(...args: string[]) {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: inject('compiledFolder'),
      DATA_DIR: server.dataDir,
      DATABASE_URL: server.databaseUrl,
      SECRET_KEY: 'the secret key of a test server',
      PUBLIC_URL: server.url,
    },
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { stdout, stderr, code };
}

async function resetToken(email: string): Promise<string> {
  const { stdout, stderr, code } = await command('reset-link', email);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const link = new URL(stdout.trim());
  expect(`${link.origin}${link.pathname}`).toBe(`${server.url}/auth/reset-password`);
  return link.searchParams.get('token') ?? '';
}

test('the administrator’s reset link sets a password once and revokes every session', async () => {
  const person = await registerUser(server.client);
  const token = await resetToken(person.email.toUpperCase());
  const body = { token, password: 'Lighthouse-8' };
  const weak = await server.client.post('auth/password/reset/', { token, password: 'weak' });
  expectRefusal(weak, 422, 'invalid_fields');
  const responses = await Promise.all(
    Array.from({ length: 5 }, () => server.client.post('auth/password/reset/', body)),
  );
  expect(responses.map((one) => one.status).sort()).toEqual([200, 422, 422, 422, 422]);
  expectRefusal(await person.client.get('auth/me/'), 401, 'not_signed_in');
  const { email } = person;
  expectRefusal(await server.client.post('auth/login/', { email, password: PASSWORD }), 401);
  expectData(await server.client.post('auth/login/', { email, password: 'Lighthouse-8' }));
});

test('a newer reset link revokes the older one, and each expires within a day', async () => {
  const { email } = await registerUser(server.client);
  const older = await resetToken(email);
  const newer = await resetToken(email);
  const reset = (token: string) => server.client.post('auth/password/reset/', { token, password: PASSWORD });
  expectRefusal(await reset(older), 422, 'invalid_fields');
  const database = openDatabase(openPool(server.databaseUrl, 1));
  const rows = await database.selectFrom('password_reset').selectAll().execute();
  const hours = (Math.max(...rows.map((one) => one.expires_at.getTime())) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(23);
  expect(hours).toBeLessThanOrEqual(24);
  expect(JSON.stringify(rows)).not.toContain(newer);
  await database
    .updateTable('password_reset')
    .set({ expires_at: new Date(0) })
    .execute();
  await database.destroy();
  expectRefusal(await reset(newer), 422, 'invalid_fields');
});

test('the user command lists accounts, marks an address as verified, and names what it refuses', async () => {
  const { email, client } = await registerUser(server.client);
  expect((await command('list')).stdout).toMatch(new RegExp(`^${email}\tAda Lovelace\tnot verified\t`, 'm'));
  expect((await command('verify', email)).code).toBe(0);
  expect(expectData(await client.get('auth/me/')).is_email_verified).toBe(true);
  const unknown = await command('reset-link', 'nobody@example.test');
  expect(unknown).toEqual({ stdout: '', stderr: 'No account has the email nobody@example.test.\n', code: 1 });
  for (const args of [[], ['reset-link'], ['dance', email], ['list', email, 'x']]) {
    const refused = await command(...args);
    expect(refused).toMatchObject({ stdout: '', code: 1 });
    expect(refused.stderr).toContain('npm run user -- reset-link <email>');
  }
});
