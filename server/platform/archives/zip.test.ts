import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { type ZipEntry, zip } from './zip.ts';

const MODIFIED = new Date('2026-11-21T08:30:10Z');

async function* parts(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

async function* each<T>(values: Iterable<T>): AsyncGenerator<T> {
  yield* values;
}

function open(bytes: Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    const options = { lazyEntries: true, strictFileNames: true, validateEntrySizes: true };
    yauzl.fromBuffer(bytes, options, (error, file) => (error ? reject(error) : resolve(file)));
  });
}

async function read(archive: Buffer): Promise<Map<string, { entry: Entry; text: string }>> {
  const file = await open(archive);
  const found = new Map<string, { entry: Entry; text: string }>();
  const ended = once(file, 'end');
  file.on('entry', (entry: Entry) => {
    file.openReadStream(entry, (error, stream) => {
      if (error) throw error;
      void buffer(stream).then((bytes) => {
        found.set(entry.fileName, { entry, text: bytes.toString() });
        file.readEntry();
      });
    });
  });
  file.readEntry();
  await ended;
  return found;
}

/** Has this test's temporary files in a folder of their own. @returns what lies in it */
async function ownTemporaryFolder(): Promise<() => Promise<string[]>> {
  const folder = await mkdtemp(join(tmpdir(), 'hubkeep-zip-'));
  vi.stubEnv('TMPDIR', folder);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true, force: true });
  });
  expect(tmpdir()).toBe(folder);
  return () => readdir(folder);
}

describe('an archive', () => {
  it('gives back what went in: text, bytes, folders, names of any script, times', async () => {
    const entries: ZipEntry[] = [
      { path: 'Übersicht/', modified: MODIFIED, content: null },
      { path: 'Übersicht/Plan 🌬️.md', modified: MODIFIED, content: parts('# Pl', 'an\n'), compress: true },
      { path: 'empty', modified: MODIFIED, content: parts() },
      { path: 'plain.txt', modified: MODIFIED, content: parts('x'.repeat(100_000)), size: 100_000 },
    ];
    const found = await read(await buffer(zip(each(entries))));
    expect([...found.keys()]).toEqual(entries.map(({ path }) => path));
    expect(found.get('Übersicht/Plan 🌬️.md')?.text).toBe('# Plan\n');
    expect(found.get('empty')?.text).toBe('');
    expect(found.get('plain.txt')?.text).toBe('x'.repeat(100_000));
    expect(found.get('empty')?.entry.getLastModDate({ timezone: 'UTC' })).toEqual(MODIFIED);
  });

  it('holds more entries than sixteen bits count', async () => {
    const many = Array.from({ length: 70_000 }, (_, at) => ({
      path: `${at}`,
      modified: MODIFIED,
      content: parts(),
    }));
    const file = await open(await buffer(zip(each(many))));
    expect(file.entryCount).toBe(70_000);
    file.close();
  });

  it('asks for no entry before the one before was taken, and leaves nothing behind when it is given up', async () => {
    const spools = await ownTemporaryFolder();
    let requested = 0;
    async function* endless(): AsyncGenerator<ZipEntry> {
      for (;;) {
        requested += 1;
        yield { path: `${requested}`, modified: MODIFIED, content: parts('some text') };
      }
    }
    let taken = 0;
    for await (const part of zip(endless())) {
      taken += part.length;
      // Nor while it is made: a kill would leave it.
      expect(await spools()).toEqual([]);
      if (requested === 3) break;
    }
    expect(taken).toBeGreaterThan(0);
    expect(requested).toBe(3);
    expect(await spools()).toEqual([]);
  });

  it('fails when something in it fails', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('half');
      throw new Error('gone');
    }
    for (const compress of [true, false]) {
      const entries = each([{ path: 'a', modified: MODIFIED, content: broken(), compress }]);
      await expect(buffer(zip(entries))).rejects.toThrow('gone');
    }
  });
});
