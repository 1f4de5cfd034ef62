import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { zip } from '#server/platform/archives/zip.ts';
import { sourceOfBytes } from '#server/platform/storage/byte-source.ts';
import { ImportStopped } from './import-stopped.ts';
import { bytesOf, openImportSource } from './read-source.ts';

async function sourceOf(files: Record<string, string>, times: Record<string, Date> = {}) {
  async function* entries() {
    for (const [path, text] of Object.entries(files)) {
      async function* content() {
        yield Buffer.from(text);
      }
      yield { path, modified: times[path] ?? new Date(0), content: content(), compress: true };
    }
  }
  return openImportSource(sourceOfBytes(await buffer(zip(entries()))), 'export.zip');
}

const known = (path: string, data: string) => ({ path, id: path, kind: 'table', title: path, data });
const manifest = (...files: object[]) => JSON.stringify({ format: 'hubkeep-space', files });

it('gives the rows of a table to one table of an archive', async () => {
  const source = await sourceOf({
    'a.csv': 'a',
    'b.csv': 'b',
    'c.csv': 'c',
    'x.jsonl': 'x',
    'y.jsonl': 'y',
    'hubkeep.json': manifest(known('a.csv', 'x.jsonl'), known('b.csv', 'x.jsonl'), known('c.csv', 'y.jsonl')),
  });
  expect([...source.known.values()].map(({ data }) => data)).toEqual(['x.jsonl', undefined, 'y.jsonl']);
});

it('unpacks no more of an archive than some times what it has', async () => {
  const long = 'a row\n'.repeat(100_000);
  const source = await sourceOf({ 'long.txt': long, 'short.txt': 'short' });
  for (let time = 0; time < 6; time += 1)
    expect(await bytesOf(source, 'long.txt', 1_000_000)).toHaveLength(long.length);
  await expect(bytesOf(source, 'long.txt', 1_000_000)).rejects.toThrow(ImportStopped);
  await expect(bytesOf(source, 'short.txt', 1_000_000)).rejects.toThrow('uses the same files too often');
});

it('limits the texts of a hostile manifest', async () => {
  const long = 'x'.repeat(100_000);
  const file = { path: 'a.md', id: long, kind: long, title: long, file_name: long, created_at: long };
  const source = await sourceOf({ 'a.md': 'a', 'hubkeep.json': manifest(file) });
  expect(source.isOwnExport).toBe(true);
  expect(JSON.stringify(source.known.get('a.md')).length).toBeLessThan(5_000);
});

it('refuses an archive of a space whose manifest is damaged, and takes a file of its name', async () => {
  const damaged = JSON.stringify({ format: 'hubkeep-space', files: [{ title: 'No path' }] });
  for (const content of [damaged, damaged.slice(0, -3)]) {
    const source = sourceOf({ 'a.md': 'a', 'hubkeep.json': content });
    await expect(source).rejects.toThrow('(hubkeep.json) is damaged');
  }
  const repacked = sourceOf({ 'export/a.md': 'a', 'export/hubkeep.json': manifest() });
  await expect(repacked).rejects.toThrow('packed again within a folder');
  for (const content of ['{"mine": true}', '[]']) {
    const source = await sourceOf({ 'a.md': 'a', 'hubkeep.json': content });
    expect(source.isOwnExport).toBe(false);
    expect(source.files.map(({ path }) => path)).toContain('hubkeep.json');
  }
});

it('knows the times of files, unless all are of the day that the archive was made', async () => {
  const at = new Date('2024-05-06T08:00:00Z');
  const later = new Date('2025-05-06T08:00:00Z');
  const files = { 'a.md': 'a', 'b.md': 'b', 'c.md': 'c' };
  const { modified } = await sourceOf(files, { 'a.md': at, 'b.md': later });
  expect([...modified]).toEqual([
    ['a.md', at],
    ['b.md', later],
  ]);
  expect((await sourceOf(files, { 'a.md': at, 'b.md': at, 'c.md': at })).modified.size).toBe(0);
  expect((await sourceOf({ ...files, 'hubkeep.json': manifest() }, { 'a.md': at })).modified.size).toBe(0);
});
