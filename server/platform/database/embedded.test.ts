import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '#tests/harness/eventually.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';

const folders: string[] = [];
const servers: EmbeddedPostgres[] = [];

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'hubkeep-embedded-'));
  folders.push(path);
  return path;
}

/** A folder with a database in it, which takes longer to make than to copy. */
let template: Promise<string> | null = null;
async function readyFolder(): Promise<string> {
  template ??= (async () => {
    const path = mkdtempSync(join(tmpdir(), 'hubkeep-embedded-template-'));
    await (await startEmbeddedPostgres(path)).stop();
    return path;
  })();
  const path = folder();
  cpSync(await template, path, { recursive: true });
  // PostgreSQL refuses a folder that others may read.
  chmodSync(join(path, 'postgres'), 0o700);
  return path;
}

afterAll(async () => {
  if (template) rmSync(await template, { recursive: true, force: true });
});

async function start(path: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres(path);
  servers.push(server);
  return server;
}

async function ask(server: Pick<EmbeddedPostgres, 'connection'>, text: string) {
  const client = new pg.Client(server.connection);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

function postmasterOf(path: string): number {
  return Number(readFileSync(join(path, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** How another process reaches the server of a folder. */
function connectionOf(path: string) {
  return { host: join(path, 'run'), port: 5432, user: 'hubkeep', database: 'hubkeep' };
}

/** Waits until a row is there of what the server of a folder knows of its connections. */
async function untilConnected(path: string, condition: string): Promise<void> {
  await eventually(async () => {
    const rows = await ask(
      { connection: connectionOf(path) },
      `select from pg_stat_activity where ${condition}`,
    );
    expect(rows).not.toEqual([]);
  });
}

/** Another process that holds the folder until it is killed. */
async function startElsewhere(path: string) {
  const module = join(import.meta.dirname, 'embedded.ts');
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(module)};
    await startEmbeddedPostgres(${JSON.stringify(path)});
    process.stdout.write('ready');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true });
});

describe('the embedded database', () => {
  it('retains committed data across a restart', async () => {
    const path = folder();
    const first = await start(path);
    await ask(first, 'create table stored (word text)');
    await ask(first, "insert into stored values ('boathouse')");
    await first.stop();
    const second = await start(path);
    expect(await ask(second, 'select word from stored')).toEqual([{ word: 'boathouse' }]);
  });

  it('stops in the given time although a checkpoint takes longer, and retains what was committed', async () => {
    const path = await readyFolder();
    const first = await start(path);
    await ask(first, 'create table stored (word text)');
    await ask(first, "insert into stored values ('boathouse')");
    const rows = await ask(first, "select pid from pg_stat_activity where backend_type = 'checkpointer'");
    const [{ pid }] = rows;
    process.kill(pid, 'SIGSTOP');
    const began = performance.now();
    try {
      await first.stop(300);
      expect(performance.now() - began).toBeLessThan(3_000);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    const second = await start(path);
    expect(await ask(second, 'select word from stored')).toEqual([{ word: 'boathouse' }]);
  });

  it('refuses a second running instance with a clear message, and the first keeps running', async () => {
    const path = await readyFolder();
    const first = await start(path);
    await expect(startEmbeddedPostgres(path)).rejects.toThrow(/Another Hubkeep is running/);
    expect(await ask(first, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('takes over what a killed instance left running', async () => {
    const path = await readyFolder();
    const child = await startElsewhere(path);
    const left = postmasterOf(path);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const server = await start(path);
    const now = postmasterOf(path);
    expect(now).toBe(left);
    expect(await ask(server, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('waits until the lock of a vanished owner of the folder is released', async () => {
    const path = await readyFolder();
    const child = await startElsewhere(path);
    const second = start(path);
    await untilConnected(path, "query like '%pg_try_advisory_lock%' and datname = 'postgres'");
    child.kill('SIGKILL');
    expect(await ask(await second, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('starts a new server at once after the old one was killed while it was busy', async () => {
    const path = await readyFolder();
    const child = await startElsewhere(path);
    // Busy without waiting for anything, so that it does not notice by itself.
    const busy = new pg.Client(connectionOf(path));
    busy.on('error', () => undefined);
    await busy.connect();
    const { rows } = await busy.query('select pg_backend_pid() as pid');
    busy.query('select count(*) from generate_series(1, 10000000000)').catch(() => undefined);
    await untilConnected(path, `pid = ${rows[0].pid} and state = 'active'`);
    process.kill(postmasterOf(path), 'SIGKILL');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const server = await start(path);
    expect(await ask(server, 'select 1 as one')).toEqual([{ one: 1 }]);
    // What has ended keeps its number until the process that it was left to has collected it.
    await vi.waitFor(() => expect(() => process.kill(rows[0].pid, 0)).toThrow(), 20_000);
  });

  it('starts although the process id of its stopped server now belongs to another program', async () => {
    const path = await readyFolder();
    const first = await start(path);
    const pidFile = join(path, 'postgres', 'postmaster.pid');
    const noted = readFileSync(pidFile, 'utf8');
    await first.stop();
    const other = spawn('sleep', ['600']);
    const stale = noted.replace(/^\d+/, String(other.pid));
    writeFileSync(pidFile, stale);
    for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) writeFileSync(join(path, 'run', name), stale);
    const began = performance.now();
    const second = await start(path);
    // Not only after it waited in vain for that program.
    expect(performance.now() - began).toBeLessThan(45_000);
    expect(await ask(second, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(other.exitCode).toBeNull();
    other.kill();
  });

  it('starts its server again when that is killed, and still holds the folder', async () => {
    const path = await readyFolder();
    const server = await start(path);
    await ask(server, 'create table stored (word text)');
    for (let round = 0; round < 2; round += 1) {
      const restarted = new Promise((resolve) => server.watch(({ is }) => resolve(is)));
      process.kill(postmasterOf(path), 'SIGKILL');
      expect(await restarted).toBe('restarted');
      expect(await ask(server, 'select count(*)::int as n from stored')).toEqual([{ n: 0 }]);
    }
    await expect(startEmbeddedPostgres(path)).rejects.toThrow(/Another Hubkeep is running/);
    const last = postmasterOf(path);
    await server.stop();
    expect(() => process.kill(last, 0)).toThrow();
  });

  it.runIf(process.platform === 'linux')(
    'makes sure of all its files at once after a crash, not one by one',
    async () => {
      const server = await start(await readyFolder());
      expect(await ask(server, 'show recovery_init_sync_method')).toEqual([
        { recovery_init_sync_method: 'syncfs' },
      ]);
    },
  );

  it('gives the folder up to another instance that took it while the connection was lost', async () => {
    const path = await readyFolder();
    const first = await start(path);
    const taken = new Promise((resolve) => first.watch(({ is }) => resolve(is)));
    const other = new pg.Client({ ...first.connection, database: 'postgres' });
    await other.connect();
    const { rows } = await other.query('select pg_backend_pid() as pid');
    const waiting = other.query('select pg_advisory_lock(4825533)');
    await untilConnected(path, `pid = ${rows[0].pid} and wait_event = 'advisory'`);
    await ask(
      first,
      "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted",
    );
    await waiting;
    expect(await taken).toBe('taken');
    await first.stop();
    expect((await other.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    const left = postmasterOf(path);
    // Closed first: the server would end the connection with an error.
    await other.end();
    process.kill(left, 'SIGINT');
    await vi.waitFor(() => expect(() => process.kill(left, 0)).toThrow(), 20_000);
  });

  it('begins again where a start was killed before the folder was whole', async () => {
    const path = folder();
    mkdirSync(join(path, 'postgres.new'));
    writeFileSync(join(path, 'postgres.new', 'PG_VERSION'), '18\n');
    const server = await start(path);
    expect(await ask(server, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('refuses a folder of another major version', async () => {
    const path = folder();
    mkdirSync(join(path, 'postgres'));
    writeFileSync(join(path, 'postgres', 'PG_VERSION'), '14\n');
    await expect(startEmbeddedPostgres(path)).rejects.toThrow(/written by PostgreSQL 14/);
  });

  it('works from a folder whose path is longer than a socket may have', async () => {
    const path = join(folder(), 'a-long-name-'.repeat(10));
    const server = await start(path);
    expect(Buffer.byteLength(server.connection.host)).toBeLessThan(100);
    expect(await ask(server, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('listens on no port of the network', async () => {
    const server = await start(await readyFolder());
    expect(await ask(server, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
  });
});
