import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dependenciesInstalled } from '../../scripts/bootstrap.mjs';
import { type Client, createClient } from './client.ts';
import { freePort } from './free-port.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** Milliseconds: a server stops within 10 s of SIGTERM where the machine has nothing else to do. */
export const STOPS_WITHIN = 10_000;

/** `npm start` as a separate process, to be stopped, killed and started again. */
export type TestProcess = {
  url: string;
  dataDir: string;
  client: Client;
  child: ChildProcess;
  /** Its output so far. */
  output(): string;
  /** Milliseconds from the start to the first 200 of `/readyz`. */
  readyAfter: number;
  /** SIGTERM; resolves with its exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL, as in a power failure; resolves once it has exited. */
  kill(): Promise<void>;
};

/**
 * How a process is started: by the start script of this checkout, unless a test provides another function.
 */
export type Begin = (env: Record<string, string>) => { child: ChildProcess; output(): string };

export type ProcessOptions = {
  begin?: Begin;
  /** A folder that an earlier process left; created where it is missing. Remove it with `removeDataDir`. */
  dataDir?: string;
  env?: Record<string, string>;
  /** Where it listens; a free port by default. */
  port?: number;
  /** Flags of `npm start`, such as `--demo`. */
  flags?: string[];
  /** The timeout for becoming ready, in milliseconds. */
  timeout?: number;
};

export const createDataDir = () => mkdtemp(join(tmpdir(), 'hubkeep-test-process-'));

/** Milliseconds: a start with an existing database, npm included, takes about 1 s (docs/benchmarks.md). */
export const STARTS_AGAIN_WITHIN = 3_000;
const STARTS_MAX = 3;

/** Milliseconds that an empty Node process takes at most where the machine has nothing else to do. */
const EMPTY_PROCESS_MS = 60;

/** How much slower than on an idle machine an empty process is now; at least 1. */
async function slowdown(): Promise<number> {
  const began = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit');
  return Math.max(1, (performance.now() - began) / EMPTY_PROCESS_MS);
}

/**
 * Starts again until a start was ready within `STARTS_AGAIN_WITHIN`, longer where the machine is so busy that an
 * empty process is slower, too; leaves that one running. Fails when none of three was.
 */
export async function startQuickly(start: () => Promise<TestProcess>): Promise<TestProcess> {
  const taken: number[] = [];
  for (;;) {
    const before = await slowdown();
    const started = await start();
    taken.push(started.readyAfter);
    if (started.readyAfter < STARTS_AGAIN_WITHIN) return started;
    if (started.readyAfter < STARTS_AGAIN_WITHIN * ((before + (await slowdown())) / 2)) return started;
    await started.stop();
    if (taken.length === STARTS_MAX)
      throw new Error(`None was ready within ${STARTS_AGAIN_WITHIN} ms, but after ${taken.join(', ')}`);
  }
}

/** Stops the database that a killed process left behind, if there is one. */
export async function stopDatabase(dataDir: string): Promise<void> {
  const stored = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(stored.split('\n')[0]);
  if (pid > 0) {
    try {
      process.kill(pid, 'SIGQUIT');
    } catch {
      // It has exited already: only its file was left.
    }
  }
}

export async function removeDataDir(dataDir: string): Promise<void> {
  await stopDatabase(dataDir);
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

/**
 * Runs the start script with its own environment, without waiting.
 * @param within a command that runs it, such as one that sets a limit first
 */
export function spawnStartScript(env: Record<string, string>, flags: string[] = [], within: string[] = []) {
  // The script would install them now, while other processes run from the same folder.
  if (!dependenciesInstalled({ dev: true })) {
    throw new Error(
      'The installed packages are not those of package-lock.json: run npm ci, then test again.',
    );
  }
  const [command = process.execPath, ...args] = [...within, process.execPath, 'scripts/start.mjs', ...flags];
  return spawnProgram(command, args, {
    cwd: ROOT,
    env: {
      NODE_ENV: 'production',
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      HUBKEEP_BUILD_DIR: process.env.HUBKEEP_BUILD_DIR,
      ...env,
    },
  });
}

/** Runs a program, and stores its output. */
export function spawnProgram(command: string, args: string[], options: SpawnOptions) {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  // A test that timed out must not leave a server behind.
  const killChild = () => child.kill('SIGKILL');
  process.once('exit', killChild);
  child.once('exit', () => process.off('exit', killChild));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return { child, output: () => output };
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).status === 200;
  } catch {
    return false;
  }
}

/** Starts a process and resolves once it is ready; the error contains its output where it isn't. */
export async function startProcess(options: ProcessOptions = {}): Promise<TestProcess> {
  const [dataDir, port] = await Promise.all([options.dataDir ?? createDataDir(), options.port ?? freePort()]);
  const url = `http://127.0.0.1:${port}`;
  const began = performance.now();
  const env = {
    PORT: String(port),
    DATA_DIR: dataDir,
    RATE_LIMIT_FACTOR: '0',
    LOG_LEVEL: 'warn',
    CHECK_RESPONSES: '1',
    ...options.env,
  };
  const { child, output } = options.begin?.(env) ?? spawnStartScript(env, options.flags);
  const deadline = began + (options.timeout ?? 50_000);
  while (!(await isReady(url))) {
    const ended = child.exitCode !== null || child.signalCode !== null;
    if (ended || performance.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`Hubkeep ${ended ? 'ended' : 'was not ready in time'}:\n${output()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const terminate = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) {
      const exit = once(child, 'exit');
      child.kill(signal);
      await exit;
    }
    return child.exitCode;
  };
  return {
    url,
    dataDir,
    client: createClient(url),
    child,
    output,
    readyAfter: performance.now() - began,
    stop: () => terminate('SIGTERM'),
    async kill() {
      await terminate('SIGKILL');
    },
  };
}
