import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';

/** An S3-compatible store of this machine, with one bucket. */
export type TestStore = {
  /** In the format of STORAGE_URL, with an own prefix for each call. */
  url(prefix?: string): Promise<string>;
  stop(): Promise<void>;
};

const BUCKET = 'hubkeep-test';
const FOLDERS = ['files', 'derived', 'incoming', 'partial'];

/** Starts a store in this process, on a folder that is removed with it. */
export async function startStore(): Promise<TestStore> {
  const directory = await mkdtemp(join(tmpdir(), 'hubkeep-test-store-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET }],
  });
  const { port } = await server.run();
  return {
    async url(prefix = '') {
      for (const name of FOLDERS) {
        const folder = join(directory, BUCKET, prefix, name);
        await mkdir(folder, { recursive: true });
        // The store removes a folder with its last object, and fails where another object is just added to it.
        await writeFile(join(folder, 'keep'), '');
      }
      return `s3://S3RVER:S3RVER@127.0.0.1:${port}/${BUCKET}?tls=off&prefix=${prefix}`;
    },
    async stop() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
