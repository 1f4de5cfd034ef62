import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { createPlace } from '#tests/harness/accounts.ts';
import { importArchive } from '#tests/harness/imports.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

/** An archive of files that are stored as they are: `zipOf` would take minutes for so many. */
function plainZip(files: readonly (readonly [path: string, content: string])[]): Buffer {
  const [bodies, directory]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const [path, content] of files) {
    const [name, bytes] = [Buffer.from(path), Buffer.from(content)];
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(45, 0);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(bytes.length, 14);
    fields.writeUInt32LE(bytes.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const [head, tail] = [Buffer.alloc(6), Buffer.alloc(14)];
    head.write('PK\x01\x02');
    tail.writeUInt32LE(at, 10);
    directory.push(head, fields, tail, name);
    bodies.push(Buffer.from('PK\x03\x04'), fields, name, bytes);
    at += 30 + name.length + bytes.length;
  }
  const listed = Buffer.concat(directory);
  const large = Buffer.alloc(56);
  large.write('PK\x06\x06');
  large.writeBigUInt64LE(44n, 4);
  large.writeBigUInt64LE(BigInt(files.length), 24);
  large.writeBigUInt64LE(BigInt(files.length), 32);
  large.writeBigUInt64LE(BigInt(listed.length), 40);
  large.writeBigUInt64LE(BigInt(at), 48);
  const locator = Buffer.alloc(20);
  locator.write('PK\x06\x07');
  locator.writeBigUInt64LE(BigInt(at + listed.length), 8);
  locator.writeUInt32LE(1, 16);
  const trailer = Buffer.alloc(22, 0xff);
  trailer.write('PK\x05\x06');
  trailer.writeUInt32LE(0, 4);
  trailer.writeUInt16LE(0, 20);
  return Buffer.concat([...bodies, listed, large, locator, trailer]);
}

const manyFiles = (count: number, folder = 'Notes') =>
  Array.from({ length: count }, (_, at): [string, string] => [`${folder}/${at}.md`, '']);

test.each([100_001, 250_000])(
  'refuses an archive of %i files with the reason, and makes nothing of it',
  async (count) => {
    const place = await createPlace(server.client);
    const job = await importArchive(place, { bytes: plainZip(manyFiles(count)) });
    expect(job).toMatchObject({ state: 'failed', reason: expect.stringContaining('more than 100000 files') });
    const items = await place.owner.client.in(place.hub).get(`spaces/${place.space.slug}/items/`);
    expect(expectData(items)).toEqual([]);
  },
);

test('imports the documents of an archive of 100,000 files, of which programs have left most', async () => {
  const place = await createPlace(server.client);
  const files = [
    ...manyFiles(99_998, '.obsidian'),
    ['Oars.md', 'See [[Boats]]'],
    ['Boats.md', 'All'],
  ] as const;
  const job = await importArchive(place, { bytes: plainZip(files) });
  expect(job).toMatchObject({ state: 'ready', done: 2, rejected: 0 });
});
