import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { type Hubkeep, start } from '#server/main.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { createHub, registerUser } from '#tests/harness/accounts.ts';
import { createClient } from '#tests/harness/client.ts';
import { freePort } from '#tests/harness/free-port.ts';
import { removeDataDir } from '#tests/harness/process.ts';
import { createMigratedDataDir } from '#tests/harness/processes.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { openSocket } from '#tests/harness/socket.ts';

const COMMAND = join(import.meta.dirname, '..', '..', 'server', 'commands', 'user.ts');

let dataDir: string;
beforeEach(async () => {
  dataDir = await createMigratedDataDir();
});
afterEach(() => removeDataDir(dataDir));

async function command(...args: string[]) {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: inject('compiledFolder'),
      DATA_DIR: dataDir,
      DATABASE_URL: '',
    },
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { stdout, stderr, code };
}

async function startEmbedded(): Promise<{ hubkeep: Hubkeep; url: string }> {
  const port = await freePort();
  const config = readConfig({ PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error' });
  return { hubkeep: await start(config, { pages: false }), url: `http://127.0.0.1:${port}` };
}

test('works on the embedded database with and without a running instance', async () => {
  const { hubkeep, url } = await startEmbedded();
  const client = createClient(url);
  const { email } = await registerUser(client);
  const beside = await command('reset-link', email);
  expect(beside).toMatchObject({ code: 0, stderr: '' });
  const token = new URL(beside.stdout.trim()).searchParams.get('token');
  expectData(await client.post('auth/password/reset/', { token, password: 'Lighthouse-8' }));
  expectData(await client.post('auth/login/', { email, password: 'Lighthouse-8' }));
  await hubkeep.stop();

  const alone = await command('reset-link', email);
  expect(alone).toMatchObject({ code: 0, stderr: '' });
  const again = await startEmbedded();
  const later = createClient(again.url);
  const second = new URL(alone.stdout.trim()).searchParams.get('token');
  expectRefusal(await later.post('auth/password/reset/', { token, password: 'Lighthouse-9' }), 422);
  expectData(await later.post('auth/password/reset/', { token: second, password: 'Lighthouse-9' }));
  await again.hubkeep.stop();
});

test('reports a missing data folder and creates nothing', async () => {
  await rm(join(dataDir, 'postgres'), { recursive: true });
  const { stdout, stderr, code } = await command('list');
  expect({ stdout, code }).toEqual({ stdout: '', code: 1 });
  expect(stderr).toMatch(/^No Hubkeep was ever started on .+\. Set DATA_DIR to its folder\.\n$/);
  expect(await readdir(dataDir)).toEqual([]);
});

test('revokes all sessions and sockets of a user whom the administrator signs out', async () => {
  const { hubkeep, url } = await startEmbedded();
  const person = await registerUser(createClient(url));
  const hub = await createHub(person);
  const socket = await openSocket(url, person, hub);
  expect(await command('sign-out', person.email)).toMatchObject({ code: 0, stdout: '' });
  expect(await socket.closed).toBe(4401);
  expectRefusal(await person.client.get('auth/me/'), 401);
  expect((await command('sign-out', 'nobody@example.test')).code).toBe(1);
  await hubkeep.stop();
});
