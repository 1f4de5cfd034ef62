import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A PostgreSQL server's first process, and the folder of its socket. */
export type Postmaster = { pid: number; socketFolder: string };

/** How long orphaned processes of a stopped server have to exit, before SIGTERM and then before SIGKILL. */
const ORPHANS_NOTICE_MS = 1_000;
const ORPHANS_QUIT_MS = 2_000;

const PROC = '/proc';
const hasProc = (): boolean => existsSync(join(PROC, 'self', 'cmdline'));

/**
 * The command line of a process; null where it doesn't exist, empty for one that has exited and was not
 * collected.
 */
function argumentsOf(pid: number): string[] | null {
  if (hasProc()) {
    try {
      return readFileSync(join(PROC, String(pid), 'cmdline'), 'utf8')
        .split('\0')
        .filter(Boolean);
    } catch {
      return null;
    }
  }
  const listed = spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
  return listed.status === 0 ? listed.stdout.trim().split(/\s+/) : null;
}

function isSameFolder(one: string, other: string): boolean {
  if (one === other) return true;
  try {
    return realpathSync(one) === realpathSync(other);
  } catch {
    return false;
  }
}

/** Whether a process is the server of a data folder: another program may have its number by now. */
export function isPostmasterOf(pid: number, data: string): boolean {
  const args = argumentsOf(pid);
  const folder = args?.[args.indexOf('-D') + 1];
  return args?.includes('-D') === true && folder !== undefined && isSameFolder(folder, data);
}

/** What a postmaster writes about itself: pid on the first line, port on the fourth, socket folder on the fifth. */
function readPidFile(data: string): { pid: number; socketFolder: string | undefined } | null {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), socketFolder: lines[4]?.trim() || undefined };
  } catch {
    return null;
  }
}

/** The server that runs on a data folder and listens, or null where none does. */
export function findPostmaster(data: string, socket: string): Postmaster | null {
  const noted = readPidFile(data);
  if (!noted?.pid || !noted.socketFolder || !isPostmasterOf(noted.pid, data)) return null;
  if (!existsSync(join(noted.socketFolder, socket))) return null;
  return { pid: noted.pid, socketFolder: noted.socketFolder };
}

/**
 * Removes what a dead server left behind that would prevent a new one from starting: its lock files, where
 * another program has its pid by now, and its other processes, which hold its shared memory until they
 * notice.
 * @param socketLock the lock file of its socket
 */
export async function cleanUpStoppedServer(data: string, socketLock: string): Promise<void> {
  const noted = readPidFile(data);
  if (noted?.pid && !isPostmasterOf(noted.pid, data)) {
    await stopOrphans(data);
    await rm(join(data, 'postmaster.pid'), { force: true });
  }
  const holder = existsSync(socketLock) ? Number(readFileSync(socketLock, 'utf8').split('\n')[0]) : 0;
  if (holder && !isPostmasterOf(holder, data)) await rm(socketLock, { force: true });
}

async function stopOrphans(data: string): Promise<void> {
  const began = performance.now();
  const signalled = new Set<number>();
  for (;;) {
    const left = orphansOf(data);
    if (left.length === 0) return;
    const waited = performance.now() - began;
    if (waited > ORPHANS_NOTICE_MS) {
      for (const pid of left) {
        if (signalled.has(pid) && waited < ORPHANS_QUIT_MS) continue;
        signalled.add(pid);
        // Whatever they had open was never committed: the next server replays the log.
        sendSignal(pid, waited < ORPHANS_QUIT_MS ? 'SIGQUIT' : 'SIGKILL');
      }
    }
    if (waited > 2 * ORPHANS_QUIT_MS) return;
    await sleep(20);
  }
}

/** Sends a signal to a process that may already have exited. */
export function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // Exited already.
  }
}

/**
 * Processes of PostgreSQL that work in a data folder and whose own server has died; none is found without
 * `/proc`.
 */
function orphansOf(data: string): number[] {
  if (!hasProc()) return [];
  const folder = realpathSync(data);
  return readdirSync(PROC)
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        if (readlinkSync(join(PROC, String(pid), 'cwd')) !== folder) return false;
        if (!argumentsOf(pid)?.[0]?.startsWith('postgres:')) return false;
        // After the name in brackets, which may contain anything: the state, then the parent.
        const [, parent] =
          readFileSync(join(PROC, String(pid), 'stat'), 'utf8')
            .split(') ')
            .at(-1)
            ?.split(' ') ?? [];
        return !isPostmasterOf(Number(parent), data);
      } catch {
        return false;
      }
    });
}
