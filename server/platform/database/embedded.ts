import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ConfigurationError } from '#server/platform/config/configuration-error.ts';
import {
  initialize,
  NOBODY,
  platformFolder,
  type ServerSettings,
  spawnServer,
  USER,
} from './postgres-program.ts';
import {
  cleanUpStoppedServer,
  findPostmaster,
  isPostmasterOf,
  type Postmaster,
  sendSignal,
} from './server-process.ts';

/** Where the embedded server listens: a Unix socket in a private folder, never a port of the network. */
export type EmbeddedConnection = { host: string; port: number; user: string; database: string };

/**
 * What happens to a running server: it restarted after it had died, it does not restart yet, or another
 * instance has the folder.
 */
export type ServerEvent =
  | { is: 'restarted' }
  | { is: 'away'; error: unknown }
  | { is: 'taken'; error: ConfigurationError };

/** A running embedded PostgreSQL that this process alone may use; one that dies is started again. */
export type EmbeddedPostgres = {
  connection: EmbeddedConnection;
  /** Reports what happens to it from now on. */
  watch(listener: (event: ServerEvent) => void): void;
  /**
   * Stops the server; what was committed stays. Resolves once its process has exited, or soon after `ms`.
   * @param ms how long it may write its checkpoint; without one the next start reads its log
   */
  stop(ms?: number): Promise<void>;
};

/** The folder's format: a data folder of another major version can't be opened. */
const MAJOR_VERSION = '18';
const DATABASE = 'hubkeep';
const PORT = 5432;
const SOCKET = `.s.PGSQL.${PORT}`;
/** One instance per folder: a lock held by a connection for the life of the process. */
const INSTANCE_LOCK = 4_825_533;
/** Longest path of a Unix socket on Linux, in bytes, without the closing zero. */
const SOCKET_PATH_BYTES = 107;
/** How long a server may take to start, in milliseconds: after a crash it first reads its log. */
const START_WAIT = 60_000;
/** How long it may take to report that it is not ready yet. */
const CONNECT_WAIT = 5_000;
/** How often a server is started again that exits while it starts. */
const STARTS = 5;
/** Milliseconds in which PostgreSQL notices that the lock's holder was killed. */
const LOCK_WAIT = 5_000;
/** How long a server may take to write its checkpoint when it stops, in milliseconds. */
const STOP_WAIT = 8_000;
/** How long one may take to end without a checkpoint. */
const QUIT_WAIT = 500;

/**
 * The connection to the PostgreSQL that is running on `dataDir`/postgres, or null where none does. Takes no
 * lock: for a command that runs beside an instance.
 */
export function findEmbeddedPostgres(dataDir: string): EmbeddedConnection | null {
  const running = findPostmaster(join(dataDir, 'postgres'), SOCKET);
  return running ? connectionTo(running.socketFolder) : null;
}

function connectionTo(socketFolder: string): EmbeddedConnection {
  return { host: socketFolder, port: PORT, user: USER, database: DATABASE };
}

async function privateSocketFolder(dataDir: string): Promise<string> {
  const inside = join(dataDir, 'run');
  const fits = Buffer.byteLength(join(inside, SOCKET)) <= SOCKET_PATH_BYTES;
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const folder = fits ? inside : join(tmpdir(), `hubkeep-${name}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { uid } = statSync(folder);
  const mine = process.getuid?.();
  if (mine !== undefined && uid !== mine && uid !== NOBODY) {
    throw new ConfigurationError(`${folder} belongs to somebody else; remove it to start.`);
  }
  await chmod(folder, 0o700);
  return folder;
}

/** A client without a connection has nothing to close. */
function ignoreClosed(): void {}

/** A connection to a server once it accepts one; null where it exited before. */
async function connect(
  { socketFolder }: Postmaster,
  {
    isRunning,
    deadline,
    signal,
  }: { isRunning(): boolean; deadline: number; signal: AbortSignal | undefined },
): Promise<pg.Client | null> {
  for (;;) {
    const client = new pg.Client({
      ...connectionTo(socketFolder),
      database: 'postgres',
      connectionTimeoutMillis: CONNECT_WAIT,
    });
    client.on('error', ignoreClosed);
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(ignoreClosed);
      signal?.throwIfAborted();
      if (!isRunning()) return null;
      if (Date.now() > deadline) throw error;
      await sleep(10);
    }
  }
}

/** Another running instance uses the folder. */
class FolderInUse extends ConfigurationError {}

async function acquireInstanceLock(client: pg.Client, dataDir: string): Promise<void> {
  const deadline = Date.now() + LOCK_WAIT;
  do {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [INSTANCE_LOCK]);
    if (rows[0]?.locked) return;
    await sleep(50);
  } while (Date.now() < deadline);
  throw new FolderInUse(
    `Another Hubkeep is running on ${dataDir}. Stop it first, or give this one a DATA_DIR of its own.`,
  );
}

/** A server that accepts connections, and one to it. */
type Opened = Postmaster & { client: pg.Client };

/** A data folder of this process, and how a server is opened on it. */
class ServerFolder {
  readonly data: string;
  readonly #dataDir: string;
  readonly #native: string;
  readonly #settings: ServerSettings;
  #child: ChildProcess | null = null;

  constructor(dataDir: string, settings: ServerSettings) {
    this.#dataDir = dataDir;
    this.#settings = settings;
    this.#native = platformFolder();
    this.data = join(dataDir, 'postgres');
  }

  /**
   * Creates the data folder where it is missing. @throws ConfigurationError where another major version wrote
   * it
   */
  async prepare(): Promise<void> {
    await mkdir(this.#dataDir, { recursive: true, mode: 0o700 });
    const versionFile = join(this.data, 'PG_VERSION');
    if (!existsSync(versionFile)) return initialize(this.#native, this.data, this.#dataDir);
    const version = readFileSync(versionFile, 'utf8').trim();
    if (version === MAJOR_VERSION) return;
    throw new ConfigurationError(
      `${this.data} was written by PostgreSQL ${version}, but this Hubkeep carries ${MAJOR_VERSION}.`,
    );
  }

  /**
   * Connects to the running server, or to one that it starts: also where the previous one has just exited, or
   * exits now.
   * @throws ConfigurationError where none starts
   */
  async open(signal?: AbortSignal): Promise<Opened> {
    const deadline = Date.now() + START_WAIT;
    const log = join(this.#dataDir, 'postgres.log');
    for (let started = 0; ; ) {
      signal?.throwIfAborted();
      const running = findPostmaster(this.data, SOCKET);
      if (!running && started === STARTS) {
        throw new ConfigurationError(`The embedded database ended while it started; ${log} says why.`);
      }
      // The next attempt waits longer: what blocks it is usually about to exit.
      if (!running && started > 0) await sleep(50 * 2 ** started);
      const child = running ? null : await this.#spawn(log);
      if (child) started += 1;
      const server = running ?? {
        pid: child?.pid ?? 0,
        socketFolder: await privateSocketFolder(this.#dataDir),
      };
      const isRunning = () => this.#isRunning(child);
      const client = await connect(server, { isRunning, deadline, signal });
      if (client) return { ...server, client };
    }
  }

  async #spawn(log: string): Promise<ChildProcess> {
    const socketFolder = await privateSocketFolder(this.#dataDir);
    await cleanUpStoppedServer(this.data, join(socketFolder, `${SOCKET}.lock`));
    this.#child = spawnServer(this.#native, { data: this.data, socketFolder, log }, this.#settings);
    return this.#child;
  }

  /**
   * Ends what runs on it: rolls back open transactions, writes a checkpoint. One that takes longer than `ms`
   * is ended without a checkpoint.
   */
  async stop(ms: number): Promise<void> {
    const child = this.#child && this.#isRunning(this.#child) ? this.#child.pid : undefined;
    const pid = child ?? findPostmaster(this.data, SOCKET)?.pid;
    if (pid === undefined) return;
    // PostgreSQL's fast shutdown, and its immediate one.
    for (const [signal, wait] of [
      ['SIGINT', ms],
      ['SIGQUIT', QUIT_WAIT],
    ] as const) {
      sendSignal(pid, signal);
      const deadline = performance.now() + wait;
      // A child that has exited keeps its pid until its parent has collected it.
      const isThere = () =>
        isPostmasterOf(pid, this.data) || (child !== undefined && this.#isRunning(this.#child));
      while (isThere() && performance.now() < deadline) await sleep(10);
      if (!isThere()) return;
    }
  }

  #isRunning(child: ChildProcess | null): boolean {
    if (child) return child.exitCode === null && child.signalCode === null;
    return findPostmaster(this.data, SOCKET) !== null;
  }

  /** Opens a server that this instance alone uses. @throws ConfigurationError where another instance does */
  async openAlone(signal?: AbortSignal): Promise<Opened> {
    const opened = await this.open(signal);
    try {
      await acquireInstanceLock(opened.client, this.#dataDir);
      return opened;
    } catch (error) {
      await opened.client.end().catch(ignoreClosed);
      throw error;
    }
  }
}

/** Longest pause between two attempts to restart the server, in milliseconds. */
const LONGEST_PAUSE = 5_000;

/**
 * Starts PostgreSQL on `dataDir`/postgres, or takes over the orphan that a killed instance left behind, and
 * restarts it whenever it dies.
 *
 * @param settings in place of the usual ones
 * @throws ConfigurationError when another running instance uses the folder, when its major version differs,
 *   or when no embedded database can run here.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  settings: ServerSettings = {},
): Promise<EmbeddedPostgres> {
  const folder = new ServerFolder(dataDir, settings);
  await folder.prepare();
  const first = await folder.openAlone();
  const { rowCount } = await first.client.query('select from pg_database where datname = $1', [DATABASE]);
  if (rowCount === 0) await first.client.query(`create database ${DATABASE}`);

  let lockClient = first.client;
  let isTaken = false;
  let recovering: Promise<void> | null = null;
  const stopping = new AbortController();
  let report: (event: ServerEvent) => void = () => undefined;

  /** The lock's connection ends with the server, or alone; either way the lock must be acquired again. */
  function watchLock(client: pg.Client): void {
    lockClient = client;
    client.once('end', () => {
      if (!stopping.signal.aborted) recovering = recover();
    });
  }

  async function recover(): Promise<void> {
    for (let pause = 100; !stopping.signal.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      try {
        const { client } = await folder.openAlone(stopping.signal);
        watchLock(client);
        report({ is: 'restarted' });
        return;
      } catch (error) {
        if (error instanceof FolderInUse) {
          isTaken = true;
          report({ is: 'taken', error });
          return;
        }
        if (!stopping.signal.aborted) report({ is: 'away', error });
      }
      await sleep(pause, null, { signal: stopping.signal }).catch(ignoreClosed);
    }
  }

  watchLock(first.client);
  return {
    connection: connectionTo(first.socketFolder),
    watch(listener) {
      report = listener;
    },
    async stop(ms = STOP_WAIT) {
      stopping.abort();
      await recovering;
      // A server that another instance uses by now is not stopped.
      if (isTaken) return;
      await lockClient.end().catch(ignoreClosed);
      await folder.stop(ms);
    },
  };
}
