import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, onTestFinished, vi } from 'vitest';
import { createPlace } from './accounts.ts';
import { type Client, createClient } from './client.ts';
import { createDatabase } from './databases.ts';
import { freePort } from './free-port.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** Stores what Node compiled before it is ready: a process that is killed stores nothing later. */
const start = (program: string) => `
  import { flushCompileCache } from 'node:module';
  import { createOutbound, readConfig, start } from ${JSON.stringify(program)};
  const outbound = createOutbound({ mayReach: (address) => address === '127.0.0.1' });
  await start(readConfig(process.env), { pages: false, outbound });
  flushCompileCache();
  process.stdout.write('ready\\n');
`;

/**
 * The settings of a server that can be killed and started again: a database, a folder and a port of this test
 * alone.
 */
export async function createKillableServer(): Promise<{ env: Record<string, string>; client: Client }> {
  const [database, dataDir, port] = await Promise.all([
    createDatabase(inject('postgres')),
    mkdtemp(join(tmpdir(), 'hubkeep-test-killable-')),
    freePort(),
  ]);
  onTestFinished(async () => {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const env = {
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SECRET_KEY: 'the secret key of a test server',
  };
  return { env, client: createClient(`http://127.0.0.1:${port}`) };
}

/** A server that was started and can be killed, a space on it, and a connection to its database. */
export async function createKillablePlace() {
  const { env, client } = await createKillableServer();
  const first = await startKillable(env);
  const database = new pg.Client(env.DATABASE_URL);
  await database.connect();
  // Dropping the test's database may end the connection before it is closed.
  database.on('error', () => undefined);
  onTestFinished(() => database.end());
  const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await database.query(text, values)).rows;
  return { env, first, database, query, ...(await createPlace(client)) };
}

/** A process that was started; `pid` is its own. */
export type KillableProcess = { pid: number; kill(): Promise<void> };

/** The same as `spawnKillable`, killed when the test ends. */
export async function startKillable(env: Record<string, string>): Promise<KillableProcess> {
  const started = await spawnKillable(env);
  onTestFinished(started.kill);
  return started;
}

/**
 * Starts a server without pages that only connects to this machine, in a process of its own that can be
 * killed, and must be in the end.
 */
export async function spawnKillable(env: Record<string, string>): Promise<KillableProcess> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', start(inject('serverProgram'))], {
    cwd: ROOT,
    env: {
      NODE_ENV: 'production',
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: inject('compiledFolder'),
      RATE_LIMIT_FACTOR: '0',
      LOG_LEVEL: 'fatal',
      CHECK_RESPONSES: '1',
      ...env,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  };
  try {
    await vi.waitFor(() => expect(output).toContain('ready\n'), { timeout: 60_000 });
  } catch (error) {
    await kill();
    throw error;
  }
  return { pid: child.pid ?? 0, kill };
}
