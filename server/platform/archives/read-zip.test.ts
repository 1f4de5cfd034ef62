import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { sourceOfBytes } from '#server/platform/storage/byte-source.ts';
import { ZipSource } from './read-zip.ts';
import { zip } from './zip.ts';

async function* entries(count: number) {
  for (let at = 0; at < count; at += 1) yield { path: `${at}/`, modified: new Date(0), content: null };
}

it('refuses an archive of more files than the limit, and takes one of as many', async () => {
  const source = async (count: number) => sourceOfBytes(await buffer(zip(entries(count))));
  const limits = { entries: 2_000, bytes: 1_000 };
  await expect(ZipSource.open(await source(2_001), limits)).rejects.toThrow('more than 2000 files');
  expect((await ZipSource.open(await source(2_000), limits)).entries).toHaveLength(2_000);
});

it('lists a name that no database stores or compares as one that can be shown', async () => {
  async function* named() {
    for (const path of ['a\0b.md', `${'ж'.repeat(1_100)}.md`, `${'x'.repeat(1_900)}.md`])
      yield { path, modified: new Date(0), content: null };
  }
  const { entries } = await ZipSource.open(sourceOfBytes(await buffer(zip(named()))), {
    entries: 10,
    bytes: 1_000,
  });
  expect(entries.map(({ problem }) => problem !== null)).toEqual([true, true, false]);
  expect(entries[0]?.path).toBe('a\uFFFDb.md');
  expect(entries[1]?.path).toBe('ж'.repeat(500));
});
