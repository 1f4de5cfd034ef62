import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The real program, started with the command of an administrator. */
export type Serving = {
  url: string;
  dataDir: string;
  /** Of the server process. */
  pid: number;
  /** Milliseconds from the command to `/readyz`. */
  startedInMs: number;
  /** The resident set size of the server process, in bytes. */
  residentBytes(): number;
  stop(): Promise<void>;
};

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (!address || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** How the database of a server is reached by the driver. */
export const databaseOf = (dataDir: string) => ({
  host: join(dataDir, 'run'),
  port: 5432,
  user: 'hubkeep',
  database: 'hubkeep',
});

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'hubkeep-bench-'));
}

export function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true });
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + 300_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`Hubkeep ended with ${child.exitCode} before it was ready`);
    const ready = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    await sleep(5);
  }
  throw new Error('Hubkeep was not ready in time');
}

/** The server process: npm, and possibly a Node of another version, are its ancestors. */
function servingPid(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number);
  const node = children.find((child) => !readFileSync(`/proc/${child}/comm`, 'utf8').startsWith('postgres'));
  return node ? servingPid(node) : pid;
}

/** Starts `npm start` on `dataDir`, without rate limits. */
export async function startServing(dataDir: string, env: Record<string, string> = {}): Promise<Serving> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const begin = performance.now();
  const child = spawn('npm', ['start', '--silent'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      RATE_LIMIT_FACTOR: '0',
      LOG_LEVEL: 'error',
      ...env,
    },
  });
  await untilReady(url, child);
  const startedInMs = performance.now() - begin;
  const pid = servingPid(child.pid ?? 0);
  return {
    url,
    dataDir,
    pid,
    startedInMs,
    residentBytes() {
      const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
      return Number(kilobytes) * 1024;
    },
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      process.kill(pid, 'SIGTERM');
      await ended;
    },
  };
}
