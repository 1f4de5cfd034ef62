// Where the tests of a run put their files.
import { accessSync, chmodSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux's file system in memory. */
const MEMORY = '/dev/shm';
/** A whole run has less than 1 GiB in it at any time. */
const CAPACITY_BYTES = 4 * 1024 ** 3;
const PREFIX = 'hubkeep-run-';

/**
 * Makes a folder for the files of a run, which its maker deletes: in memory where there is enough of it, since
 * PostgreSQL makes a thousand small files for each of hundreds of databases; else where temporary files belong.
 * Folders that killed runs left in memory are deleted.
 * @param {{ memory?: string, minBytes?: number, availableBytes?: number }} [machine]
 * @returns {string} its path
 */
export function makeScratchFolder({
  memory = MEMORY,
  minBytes = CAPACITY_BYTES,
  availableBytes = process.availableMemory(),
} = {}) {
  deleteAbandoned(memory);
  const parent = hasCapacity(memory, minBytes, availableBytes) ? memory : tmpdir();
  const folder = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
  // As open as temporary folders are: a test runs a server as another user.
  chmodSync(folder, 0o1777);
  return folder;
}

function hasCapacity(folder, minBytes, availableBytes) {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return Math.min(bavail * bsize, availableBytes) >= minBytes;
  } catch {
    return false;
  }
}

function deleteAbandoned(folder) {
  let names = [];
  try {
    names = readdirSync(folder);
  } catch {
    // No such file system here.
  }
  for (const name of names) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
