import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Below the ports that systems give to outgoing connections, one of which could take a port before its server does. */
const FIRST = 12_000;
const PAST = 32_000;
/** A file for each port that a process of the tests chose lately, so that no other one chooses it. */
const CHOSEN = join(tmpdir(), 'hubkeep-test-ports');
/** How long a port is nobody else’s, in milliseconds: a server listens by then. */
const CHOSEN_FOR = 300_000;

async function claim(port: number): Promise<boolean> {
  const path = join(CHOSEN, String(port));
  try {
    await writeFile(path, '', { flag: 'wx' });
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    const chosen = await stat(path).catch(() => null);
    if (chosen && Date.now() - chosen.mtimeMs > CHOSEN_FOR) await rm(path, { force: true });
    return false;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  const listening = once(probe, 'listening');
  probe.listen(port, '127.0.0.1');
  try {
    await listening;
  } catch {
    return false;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}

/** A port that is free, and that no other test chooses in the next minutes. */
export async function freePort(): Promise<number> {
  await mkdir(CHOSEN, { recursive: true });
  for (;;) {
    const port = randomInt(FIRST, PAST);
    if ((await claim(port)) && (await isFree(port))) return port;
  }
}
