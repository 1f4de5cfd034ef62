import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDiskStorage } from './disk.ts';

test('leaves what another process is receiving at a start and a clearing, and removes what a killed one left', async () => {
  const root = await mkdtemp(join(tmpdir(), 'hubkeep-storage-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const incoming = join(root, 'incoming');
  const storage = await openDiskStorage(root, { touchMs: 20 });
  const received = await storage.receive(Readable.from([randomBytes(10)]), { maxBytes: 1_000 });
  const [name = ''] = await readdir(incoming);
  const hourAgo = new Date(Date.now() - 3_600_000);
  await writeFile(join(incoming, 'left'), 'left by a killed process');
  for (const one of [name, 'left']) await utimes(join(incoming, one), hourAgo, hourAgo);
  await vi.waitFor(async () => {
    expect((await stat(join(incoming, name))).mtimeMs).toBeGreaterThan(hourAgo.getTime() + 60_000);
  }, 20_000);
  const other = await openDiskStorage(root);
  expect(await readdir(incoming)).toEqual([name]);
  await other.clearIncoming(new Date(Date.now() - 60_000));
  await received.commit();
  expect(await storage.has(received.sha256)).toBe(true);
});

test('removes whatever came in before, where no other process uses the folder', async () => {
  const root = await mkdtemp(join(tmpdir(), 'hubkeep-storage-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const killed = await openDiskStorage(root);
  await killed.receive(Readable.from([randomBytes(10)]), { maxBytes: 1_000 });
  await openDiskStorage(root, { isAlone: true });
  expect(await readdir(join(root, 'incoming'))).toEqual([]);
});
