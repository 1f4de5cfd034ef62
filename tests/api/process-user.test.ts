import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chown } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { eventually } from '#tests/harness/eventually.ts';
import { freePort } from '#tests/harness/free-port.ts';
import { createDataDir, removeDataDir } from '#tests/harness/process.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
/** Another user can't run anything from a folder that only root may enter. */
const mayRead =
  isRoot && spawnSync('test', ['-r', join(ROOT, 'package.json')], { uid: NOBODY, gid: NOBODY }).status === 0;

/**
 * Starts in its own process group, as a terminal does, and stops it by Ctrl+C: the whole group receives the
 * signal.
 */
async function startAndInterrupt(user: { uid?: number; gid?: number }): Promise<void> {
  const [dataDir, port] = await Promise.all([createDataDir(), freePort()]);
  if (user.uid !== undefined) await chown(dataDir, user.uid, user.uid);
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    ...user,
    cwd: ROOT,
    detached: true,
    stdio: 'ignore',
    env: {
      NODE_ENV: 'production',
      PATH: process.env.PATH,
      HOME: dataDir,
      HUBKEEP_BUILD_DIR: process.env.HUBKEEP_BUILD_DIR,
      DATA_DIR: dataDir,
      PORT: String(port),
    },
  });
  try {
    const exit = once(child, 'exit');
    await eventually(async () => {
      expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    }, 50_000);
    process.kill(-(child.pid ?? 0), 'SIGINT');
    expect(await exit).toEqual([0, null]);
  } finally {
    if (child.exitCode === null) child.kill('SIGKILL');
    await removeDataDir(dataDir);
  }
}

it('runs as the user who starts it, and Ctrl+C stops it with its database', () => startAndInterrupt({}));

it.runIf(mayRead)('runs as an ordinary user from a folder that belongs to another one', () =>
  startAndInterrupt({ uid: NOBODY, gid: NOBODY }),
);
