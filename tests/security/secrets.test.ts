import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { openPool } from '#server/platform/database/database.ts';
import { createHub, registerUser } from '#tests/harness/accounts.ts';
import { type Client, createClient } from '#tests/harness/client.ts';
import { createDatabase, type TestDatabase } from '#tests/harness/databases.ts';
import { freePort } from '#tests/harness/free-port.ts';
import { expectData } from '#tests/harness/responses.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const start = (program: string) => `
  import { readConfig, start } from ${JSON.stringify(program)};
  const hubkeep = await start(readConfig(process.env), { pages: false });
  process.once('SIGTERM', () => hubkeep.stop().then(() => process.exit(0)));
  process.stdout.write('ready\\n');
`;

let database: TestDatabase;
let dataDir: string;
let client: Client;
let output = '';
let stop: () => Promise<void>;

beforeAll(async () => {
  const [made, folder, port] = await Promise.all([
    createDatabase(inject('postgres')),
    mkdtemp(join(tmpdir(), 'hubkeep-test-secrets-')),
    freePort(),
  ]);
  database = made;
  dataDir = folder;
  client = createClient(`http://127.0.0.1:${port}`);
  const child = spawn(process.execPath, ['--input-type=module', '-e', start(inject('serverProgram'))], {
    cwd: ROOT,
    env: {
      NODE_ENV: 'production',
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      SECRET_KEY: 'the-signing-key-of-this-test',
      LOG_LEVEL: 'trace',
    },
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  await vi.waitFor(() => expect(output).toContain('ready\n'), { timeout: 30_000 });
  stop = async () => {
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    await exit;
  };
});

afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Every row of every table, as text. */
async function everythingStored(): Promise<string> {
  const pool = openPool(database.url, 1);
  const tables = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  let stored = '';
  for (const { name } of tables.rows) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${name} t`);
    stored += rows.map(({ row }) => `${name} ${row}\n`).join('');
  }
  await pool.end();
  return stored;
}

test('stores no secret in the log or, readable, in the database', async () => {
  const owner = await registerUser(client, { password: 'Secret-Of-Owner-1', visitor_id: '8912345678' });
  const wrong = { email: owner.email, password: 'Secret-Of-Guesser-1', visitor_id: '8912345678' };
  await client.post('auth/login/', wrong);
  const right = { email: owner.email, password: owner.password };
  const { token } = expectData(await client.post('auth/login/', right));
  const change = { old_password: owner.password, password: 'Secret-Changed-1' };
  expectData(await client.as(token).post('auth/password/change/', change));
  await client.post('auth/password/reset/', { token: 'secret-reset-token-1', password: 'Secret-Reset-1' });
  await client.post('auth/password/reset/?token=secret-in-address', { token: 7 });
  await client.post('/api/token/', { token });
  await client.post('auth/login/', undefined, {
    headers: { 'content-type': 'application/json' },
    raw: '{"password":"Secret-Broken-1"',
  });
  const hub = await createHub({ ...owner, client: client.as(token) });
  const [invited] = expectData(
    await client.as(token).post(`hubs/${hub.domain_handle}/invites/`, [{ email: 'invited@example.test' }], {
      headers: { 'idempotency-key': 'invites' },
    }),
  );
  const inviteToken = invited?.link?.split('/').at(-1) ?? '';
  expect(inviteToken).toHaveLength(43);
  expectData(await client.get(`invites/${inviteToken}/`));

  const stored = await everythingStored();
  await stop();
  expect(output).toContain('answered');
  const secrets = [
    ...['Secret-', 'secret-reset-token-1', 'secret-in-address', token, owner.token, inviteToken],
    ...['8912345678', 'the-signing-key-of-this-test'],
  ];
  for (const secret of secrets) {
    expect(output).not.toContain(secret);
    expect(stored).not.toContain(secret);
  }
  // Logs contain ids, never e-mail addresses.
  expect(output).not.toContain(owner.email);
  expect(stored).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
});
