import { randomBytes } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { benchAccount } from './account.ts';
import type { Bench } from './bench.ts';
import { removeFolder, startServing, temporaryFolder } from './serving.ts';

const MEBIBYTE = 1024 ** 2;
const FILE_MEBIBYTES = 256;
const CHUNK = 64 * 1024;

/** Writes the same bytes to the same disk, chunk by chunk, and syncs. */
async function plainCopySeconds(bytes: Buffer, path: string): Promise<number> {
  const begin = performance.now();
  const file = await open(path, 'w');
  for (let at = 0; at < bytes.length; at += CHUNK)
    await file.write(bytes, at, Math.min(CHUNK, bytes.length - at));
  await file.datasync();
  await file.close();
  const seconds = (performance.now() - begin) / 1000;
  await rm(path);
  return seconds;
}

/** A large file over the API, compared with a plain copy of it. */
export const uploadBench: Bench = {
  name: 'upload',
  async run() {
    const dataDir = temporaryFolder();
    const serving = await startServing(dataDir);
    try {
      const account = await benchAccount(serving.url);
      // A first line of text makes it a text file; the rest is random base64, so that every file differs.
      const bytes = Buffer.from(randomBytes((FILE_MEBIBYTES * MEBIBYTE * 3) / 4).toString('base64'));
      const form = new FormData();
      form.append('kind', 'document');
      form.append('files', new Blob([bytes]), 'large.log');
      const begin = performance.now();
      const response = await fetch(`${account.url}/spaces/${account.space}/upload/`, {
        method: 'POST',
        headers: account.headers,
        body: form,
      });
      const seconds = (performance.now() - begin) / 1000;
      if (response.status !== 201) throw new Error(`upload: ${response.status} ${await response.text()}`);
      const copy = await plainCopySeconds(bytes, join(dataDir, 'copy'));
      return [
        {
          work: `upload of ${FILE_MEBIBYTES} MiB`,
          value: FILE_MEBIBYTES / seconds,
          unit: 'MiB/s',
          goal: { value: FILE_MEBIBYTES / copy / 2, atMost: false },
          floor: { what: 'plain copy with fsync', value: FILE_MEBIBYTES / copy },
        },
      ];
    } finally {
      await serving.stop();
      removeFolder(dataDir);
    }
  },
};
