import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { readStorageUrl } from '#server/platform/config/storage-url.ts';
import { startStore, type TestStore } from '#tests/harness/s3.ts';
import { openDiskStorage } from './disk.ts';
import { openObjects } from './s3-objects.ts';
import { openS3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';

/** An implementation, and what it keeps: to see that nothing is left behind. */
type Opened = { storage: Storage; everything(): Promise<string[]>; close(): Promise<void> };

async function disk(): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), 'hubkeep-storage-'));
  const root = join(folder, 'files');
  return {
    storage: await openDiskStorage(root),
    async everything() {
      const entries = await readdir(root, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

let store: Promise<TestStore> | null = null;
afterAll(async () => (await store)?.stop());

async function bucket(): Promise<Opened> {
  store ??= startStore();
  const config = readStorageUrl(await (await store).url(randomUUID()));
  const objects = openObjects(config);
  return {
    storage: await openS3Storage(config),
    async everything() {
      const keys: string[] = [];
      for await (const { key } of objects.list('')) keys.push(key);
      return keys;
    },
    close: async () => undefined,
  };
}

const opened: Opened[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

describe.each([
  ['disk', disk],
  ['S3', bucket],
])('storage on %s', (_name, make) => {
  const open = async () => {
    const one = await make();
    opened.push(one);
    return one;
  };
  const chunks = (bytes: Buffer, size: number) => {
    const parts = [];
    for (let at = 0; at < bytes.length; at += size) parts.push(bytes.subarray(at, at + size));
    return Readable.from(parts);
  };
  const limit = { maxBytes: 10_000_000 };

  it('keeps bytes under their own hash, whole or in part', async () => {
    const { storage } = await open();
    const bytes = randomBytes(300_000);
    const stored = await storage.put(chunks(bytes, 7_001), limit);
    expect(stored).toEqual({ sha256: createHash('sha256').update(bytes).digest('hex'), size: 300_000 });
    expect(await buffer(await storage.read(stored.sha256))).toEqual(bytes);
    expect(await buffer(await storage.read(stored.sha256, { start: 99, end: 250_000 }))).toEqual(
      bytes.subarray(99, 250_001),
    );
    const looked = await storage.look(stored.sha256, async (source) => [
      source.size,
      await source.read(10, 20),
    ]);
    expect(looked).toEqual([300_000, bytes.subarray(10, 30)]);
    expect(await storage.has(stored.sha256)).toBe(true);
  });

  it('stores nothing before the received file is committed, and nothing after it was discarded', async () => {
    const { storage, everything } = await open();
    const bytes = randomBytes(1_000);
    const received = await storage.receive(Readable.from([bytes]), limit);
    expect(await storage.has(received.sha256)).toBe(false);
    expect(await received.look((source) => source.read(0, 5))).toEqual(bytes.subarray(0, 5));
    await received.discard();
    expect(await everything()).toEqual([]);
    const again = await storage.receive(Readable.from([bytes]), limit);
    await again.commit();
    await again.discard();
    expect(await storage.has(again.sha256)).toBe(true);
  });

  it('takes the same content many times at once', async () => {
    const { storage, everything } = await open();
    const bytes = randomBytes(50_000);
    const all = await Promise.all(Array.from({ length: 10 }, () => storage.put(chunks(bytes, 999), limit)));
    expect(new Set(all.map(({ sha256 }) => sha256)).size).toBe(1);
    expect(await everything()).toHaveLength(1);
  });

  it('refuses what is too large, and takes exactly the largest', async () => {
    const { storage, everything } = await open();
    const put = (size: number) => storage.put(chunks(randomBytes(size), 100), { maxBytes: 1_000 });
    await expect(put(1_001)).rejects.toMatchObject({ status: 413 });
    expect(await everything()).toEqual([]);
    expect((await put(1_000)).size).toBe(1_000);
  });

  it('leaves nothing of a stream that fails, or is broken off', async () => {
    const { storage, everything } = await open();
    const failing = Readable.from(
      (function* () {
        yield randomBytes(1_000);
        throw new Error('the sender went away');
      })(),
    );
    await expect(storage.put(failing, limit)).rejects.toThrow('the sender went away');
    const stop = new AbortController();
    const stopped = Readable.from(
      (function* () {
        yield randomBytes(1_000);
        stop.abort(new Error('stopped'));
        yield randomBytes(1_000);
      })(),
    );
    await expect(storage.put(stopped, { ...limit, signal: stop.signal })).rejects.toThrow('stopped');
    expect(await everything()).toEqual([]);
  });

  it('stores derived files beside the original, and deletes them all together', async () => {
    const { storage, everything } = await open();
    const { sha256 } = await storage.put(Readable.from([randomBytes(10)]), limit);
    expect(await storage.readDerived(sha256, 'thumbnail-1.webp')).toBeNull();
    await storage.writeDerived(sha256, 'thumbnail-1.webp', Buffer.from('small'));
    expect(await storage.readDerived(sha256, 'thumbnail-1.webp')).toEqual(Buffer.from('small'));
    await storage.remove(sha256);
    await storage.remove(sha256);
    expect(await storage.has(sha256)).toBe(false);
    expect(await everything()).toEqual([]);
    await expect(storage.read(sha256)).rejects.toThrow();
  });

  it('removes what was derived for one item, and leaves what others have of the same content', async () => {
    const { storage } = await open();
    const { sha256 } = await storage.put(Readable.from([randomBytes(10)]), limit);
    const names = ['preview-2-item.json', 'thumbnail-2-item-320.webp', 'preview-2-other.json'];
    for (const name of names) await storage.writeDerived(sha256, name, Buffer.from(name));
    await storage.removeDerived(sha256, 'item');
    await storage.removeDerived(sha256, 'nobody');
    await storage.removeDerived('e'.repeat(64), 'item');
    const left = await Promise.all(names.map((name) => storage.readDerived(sha256, name)));
    expect(left.map((bytes) => bytes?.toString() ?? null)).toEqual([null, null, 'preview-2-other.json']);
  });

  it('lists the files stored in a period, and their derived files', async () => {
    const { storage } = await open();
    const put = async () => (await storage.put(Readable.from([randomBytes(10)]), limit)).sha256;
    const all = [await put(), await put()];
    const derived = 'd'.repeat(64);
    await storage.writeDerived(derived, 'thumbnail-1.webp', Buffer.from('small'));
    const readRange = async (from: number, to: number) => {
      const span = { from: new Date(Date.now() + from), to: new Date(Date.now() + to) };
      const found: string[] = [];
      for await (const sha256 of storage.storedBetween(span)) found.push(sha256);
      return found.sort();
    };
    expect(await readRange(-60_000, 60_000)).toEqual([...all, derived].sort());
    expect(await readRange(-120_000, -60_000)).toEqual([]);
    expect(await readRange(60_000, 120_000)).toEqual([]);
  });

  it('takes files of many parts, and leaves nothing of one that is too large or fails in a later part', async () => {
    const { storage, everything } = await open();
    const bytes = randomBytes(12 * 1024 ** 2 + 7);
    const many = { maxBytes: bytes.length };
    const stored = await storage.put(chunks(bytes, 65_536), many);
    expect(stored.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    const read = await storage.look(stored.sha256, (source) => source.read(1024 ** 2 - 5, 2 * 1024 ** 2));
    expect(read.equals(bytes.subarray(1024 ** 2 - 5, 3 * 1024 ** 2 - 5))).toBe(true);
    const before = await everything();
    await expect(storage.put(chunks(bytes, 65_536), { maxBytes: bytes.length - 1 })).rejects.toMatchObject({
      status: 413,
    });
    expect(await everything()).toEqual(before);
  });

  it('receives a file in chunks, resumes after an interruption, and refuses what is beyond its end', async () => {
    const { storage, everything } = await open();
    const id = randomUUID();
    const bytes = randomBytes(6 * 1024 ** 2);
    const { partial } = storage;
    expect(await partial.size(id)).toBeNull();
    await partial.create(id);
    expect(await partial.size(id)).toBe(0);
    const broken = Readable.from(
      (function* () {
        yield bytes.subarray(0, 1_000);
        throw new Error('the sender went away');
      })(),
    );
    await expect(partial.append(id, broken, { from: 0, end: bytes.length })).rejects.toThrow('went away');
    expect(await partial.size(id)).toBe(1_000);
    await expect(
      partial.append(id, chunks(bytes.subarray(1_000), 99_999), { from: 1_000, end: bytes.length - 1 }),
    ).rejects.toMatchObject({ status: 413 });
    expect(await partial.size(id)).toBe(1_000);
    await partial.append(id, chunks(bytes.subarray(1_000), 99_999), { from: 1_000, end: bytes.length });
    expect(await partial.size(id)).toBe(bytes.length);
    expect((await buffer(partial.read(id))).equals(bytes)).toBe(true);
    await partial.clear(new Date(Date.now() - 60_000));
    expect(await partial.size(id)).toBe(bytes.length);
    await partial.clear(new Date(Date.now() + 60_000));
    expect(await partial.size(id)).toBeNull();
    await partial.remove(id);
    expect(await everything()).toEqual([]);
  });

  it('clears abandoned incoming files, and nothing else', async () => {
    const { storage, everything } = await open();
    const received = await storage.receive(Readable.from([randomBytes(10)]), limit);
    await storage.clearIncoming(new Date(Date.now() + 60_000));
    expect(await received.look((source) => source.read(0, 10))).toHaveLength(10);
    await received.commit();
    expect(await everything()).toHaveLength(1);
  });

  it('opens no path outside of its folder', async () => {
    const { storage } = await open();
    const sha256 = 'a'.repeat(64);
    for (const name of ['../x', '/etc/passwd', '..', 'A'.repeat(64), `${sha256}/..`, '', 'a\0b']) {
      await expect(async () => storage.read(name)).rejects.toThrow();
      await expect(async () => storage.remove(name)).rejects.toThrow();
    }
    for (const name of ['../x', '/x', '..', '.hidden', 'a/b', 'a\\b', '', 'a\0b']) {
      await expect(async () => storage.writeDerived(sha256, name, Buffer.from('x'))).rejects.toThrow();
    }
  });
});
