import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const WAIT_MS = 500;
const NAMELESS_MS = 5_000;

/**
 * Runs `work` while no other process of this checkout runs the same; waits for a running one, takes over from
 * one that was killed.
 * @param {string} root of the checkout @param {string} name @param {() => void} work
 */
export function alone(root, name, work) {
  const folder = join(root, '.cache');
  const lock = join(folder, `${name}.lock`);
  mkdirSync(folder, { recursive: true });
  while (!take(lock)) {
    if (isAbandoned(lock)) rmSync(lock, { force: true });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
  }
  // `fail` exits the process at once: that must remove the lock, too.
  const release = () => rmSync(lock, { force: true });
  process.once('exit', release);
  work();
  process.off('exit', release);
  release();
}

/** @param {string} lock */
function take(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Whether the lock's owner has exited; an empty file was just created, or its owner killed while writing.
 * @param {string} lock
 */
function isAbandoned(lock) {
  try {
    const owner = Number(readFileSync(lock, 'utf8'));
    return owner ? !isAlive(owner) : Date.now() - statSync(lock).mtimeMs > NAMELESS_MS;
  } catch {
    return false;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
