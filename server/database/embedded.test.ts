import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';

const folders: string[] = [];
const servers: EmbeddedPostgres[] = [];

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'hubkeep-embedded-'));
  folders.push(path);
  return path;
}

async function start(path: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres(path);
  servers.push(server);
  return server;
}

async function ask(server: EmbeddedPostgres, text: string) {
  const client = new pg.Client(server.connection);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
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
  it('keeps what was committed over a stop and a start', async () => {
    const path = folder();
    const first = await start(path);
    await ask(first, 'create table kept (word text)');
    await ask(first, "insert into kept values ('boathouse')");
    await first.stop();
    const second = await start(path);
    expect(await ask(second, 'select word from kept')).toEqual([{ word: 'boathouse' }]);
  });

  it('refuses a second living instance by a clear word, and the first goes on', async () => {
    const path = folder();
    const first = await start(path);
    await expect(startEmbeddedPostgres(path)).rejects.toThrow(/Another Hubkeep is running/);
    expect(await ask(first, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('takes over what a killed instance left running', async () => {
    const path = folder();
    const child = await startElsewhere(path);
    const left = Number(readFileSync(join(path, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const server = await start(path);
    const now = Number(readFileSync(join(path, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
    expect(now).toBe(left);
    expect(await ask(server, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('waits until it is noticed that whoever held the folder is gone', async () => {
    const path = folder();
    const first = await start(path);
    const second = start(path);
    await setTimeout(500);
    await ask(first, "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'");
    expect(await ask(await second, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('begins anew where a start was killed before the folder was whole', async () => {
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
    const server = await start(folder());
    expect(await ask(server, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
  });
});
