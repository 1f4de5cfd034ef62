import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { createPlace } from '#tests/harness/accounts.ts';
import { uploadBytes, waitUntilReady } from '#tests/harness/content.ts';
import { createDatabase } from '#tests/harness/databases.ts';
import { spawnStartScript } from '#tests/harness/process.ts';
import { processesPerTest } from '#tests/harness/processes.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { storedFiles } from '#tests/harness/stored-files.ts';

const { start, dataDir } = processesPerTest();

const DISK_BYTES = 8 * 1024 ** 2;
const text = (name: string, size: number) => ({ name, bytes: randomBytes(size / 2).toString('hex') });

/** Mounts a small file system at `folder`. */
async function mountSmall(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', folder], { stdio: 'pipe' });
}

const mounted: string[] = [];
const unmount = (folder: string) => execFileSync('umount', ['-l', folder], { stdio: 'pipe' });

// Before the folder that contains it is removed.
afterEach(() => mounted.splice(0).forEach(unmount));

const mayMount = await (async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hubkeep-test-mount-'));
  try {
    await mountSmall(folder);
    unmount(folder);
    return true;
  } catch {
    return false;
  } finally {
    await rm(folder, { recursive: true });
  }
})();

/** Checks a hub whose disk space is used up, for whatever reason. */
async function expectFullDiskReported(within: string[], folder: string): Promise<void> {
  const database = await createDatabase(inject('postgres'));
  onTestFinished(() => database.drop());
  const hubkeep = await start({
    dataDir: folder,
    env: { DATABASE_URL: database.url, SECRET_KEY: 'the secret key of a test server', LOG_LEVEL: 'fatal' },
    begin: (env) => spawnStartScript(env, [], within),
  });
  const place = await createPlace(hubkeep.client);
  const { owner, hub, space } = place;
  const first = text('first.txt', 1_000_000);
  const { items } = expectData(await uploadBytes(owner, place, [first]), 201);
  const id = items[0]?.id ?? '';
  await waitUntilReady(owner, id);
  const stored = await storedFiles(folder);

  const tooMuch = [text('small.txt', 1_000), text('large.txt', 12_000_000)];
  const responses = await Promise.all([
    uploadBytes(owner, place, tooMuch),
    uploadBytes(owner, place, [text('huge.txt', 20_000_000)]),
  ]);
  for (const response of responses) {
    expectRefusal(response, 507, 'storage_full');
    expect(response.body.message).toMatch(/full.*make room/);
  }
  expect(await storedFiles(folder)).toEqual(stored);
  expect(await storedFiles(folder, 'incoming')).toEqual([]);
  const list = await owner.client.in(hub).get(`spaces/${space.slug}/items/`);
  expect(expectData(list).map(({ title }) => title)).toEqual(['first.txt']);

  expect((await fetch(`${hubkeep.url}/readyz`)).status).toBe(200);
  const read = await owner.client.fetch('GET', `items/${id}/file/`);
  expect(await read.text()).toBe(first.bytes);
  const later = expectData(await uploadBytes(owner, place, [text('later.txt', 1_000)]), 201);
  await waitUntilReady(owner, later.items[0]?.id ?? '');
  expect(await hubkeep.stop()).toBe(0);
}

describe('a full disk', () => {
  it.runIf(mayMount)('refuses writes without leaving partial files, and continues to serve', async () => {
    const folder = await dataDir();
    const files = join(folder, 'files');
    await mountSmall(files);
    mounted.push(files);
    await expectFullDiskReported([], folder);
  });

  it('returns the same error when a file exceeds the file size limit of the process', async () => {
    // In blocks of 512 bytes (POSIX).
    const limit = `ulimit -f ${DISK_BYTES / 512} && exec "$@"`;
    await expectFullDiskReported(['sh', '-c', limit, 'sh'], await dataDir());
  });
});
