import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { createExtraction } from '#server/platform/extraction/extract.ts';
import { openDiskStorage } from '#server/platform/storage/disk.ts';
import { previewRows } from './preview-rows.ts';

test('tries rows that took too long later, and those of another file with the same bytes at once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hubkeep-rows-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const storage = await openDiskStorage(folder);
  const { sha256 } = await storage.put(Readable.from(['name\nAda\n']), { maxBytes: 1_000 });
  const reader = createExtraction();
  onTestFinished(() => reader.close());
  let reads = 0;
  const extraction = {
    ...reader,
    pids: [],
    async rows() {
      reads += 1;
      return { ok: false, code: 'timeout', message: 'too long' } as const;
    },
  };
  const services = { extraction, storage, log: fastify().log };
  const ask = async (itemId: string) => {
    const wanted = { itemId, sha256, fileName: 'rows.csv', sheet: 0, row: 1 };
    await expect(previewRows(services, wanted, 'a caller')).rejects.toMatchObject({ status: 422 });
    return reads;
  };
  expect([await ask('item'), await ask('item'), await ask('another')]).toEqual([1, 1, 2]);
});
