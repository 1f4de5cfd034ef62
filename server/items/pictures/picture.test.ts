import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fastify from 'fastify';
import sharp from 'sharp';
import { afterEach, describe, expect, test } from 'vitest';
import { readConfig } from '#server/platform/config/config.ts';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { createExtraction, type Extraction } from '#server/platform/extraction/extract.ts';
import { openDiskStorage } from '#server/platform/storage/disk.ts';
import { turbulentSvg } from '#tests/fixtures/make/hostile.ts';
import { acquireCallerSlot } from './caller-slots.ts';
import { renderPicture } from './picture.ts';
import { hasFailedLately, recordFailure } from './picture-failures.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A storage with a file in it, and a reader that notes which widths it is asked to draw. */
async function stored(bytes: Buffer, pictureTimeoutMs = 120_000) {
  const folder = await mkdtemp(join(tmpdir(), 'hubkeep-picture-'));
  const storage = await openDiskStorage(folder);
  const extraction = createExtraction({ pictureTimeoutMs });
  const pool = openPool('postgres://127.0.0.1:1/none');
  closing.push(
    () => extraction.close(),
    () => pool.end(),
    () => rm(folder, { recursive: true, force: true }),
  );
  const widths: number[] = [];
  const noting: Extraction = {
    ...extraction,
    pids: [],
    thumbnail(file, hooks) {
      widths.push(file.width);
      return extraction.thumbnail(file, hooks);
    },
  };
  const { sha256 } = await storage.put(Readable.from([bytes]), { maxBytes: 1_000_000 });
  const services = {
    config: readConfig({ RATE_LIMIT_FACTOR: '0' }),
    database: openDatabase(pool),
    extraction: noting,
    log: fastify().log,
    storage,
  };
  return { services, storage, sha256, widths };
}

describe('renderPicture', () => {
  test('draws a picture once when several callers ask for it at the same time', async () => {
    const bytes = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#123' } })
      .png()
      .toBuffer();
    const { services, sha256, widths } = await stored(bytes);
    const request = { itemId: 'item', sha256, extension: 'png', width: 80 };
    const { signal } = new AbortController();
    const callers = ['one', 'another', 'a third', { signal }, { signal }];
    const pictures = await Promise.all(callers.map((caller) => renderPicture(services, request, caller)));
    for (const picture of pictures) expect(picture?.length).toBeGreaterThan(0);
    expect(widths).toEqual([80]);
  });

  test('does not try a file again that took too long, at any width, for any caller', async () => {
    const { services, sha256, widths } = await stored(Buffer.from(turbulentSvg()), 1_500);
    const all = await Promise.all(
      [320, 80, 800, 1600].map((width, n) =>
        renderPicture(services, { itemId: 'item', sha256, extension: 'svg', width }, `caller ${n}`),
      ),
    );
    expect(all).toEqual([null, null, null, null]);
    expect(widths).toHaveLength(1);
    expect(
      await renderPicture(services, { itemId: 'item', sha256, extension: 'svg', width: 320 }, 'later'),
    ).toBeNull();
    expect(widths).toHaveLength(1);
  });

  test('neither hides nor reveals a file of the same bytes where a picture of another failed', async () => {
    const { services, sha256, widths } = await stored(Buffer.from('no picture'));
    const draw = (itemId: string, caller: string) =>
      renderPicture(services, { itemId, sha256, extension: 'png', width: 80 }, caller);
    expect(await draw('private', 'its owner')).toBeNull();
    expect(await draw('private', 'its owner')).toBeNull();
    expect(widths).toHaveLength(1);
    expect(await draw('same-bytes', 'a stranger')).toBeNull();
    expect(widths).toHaveLength(2);
  });
});

describe('remembered failures', () => {
  test('are tried again after pauses that grow, where the machine may have been busy', async () => {
    const { storage, sha256 } = await stored(Buffer.from('x'));
    const failure = { name: 'failed.json', code: 'timeout' } as const;
    await recordFailure(storage, sha256, failure, 0);
    expect(await hasFailedLately(storage, sha256, failure.name, 59_999)).toBe(true);
    expect(await hasFailedLately(storage, sha256, failure.name, 60_000)).toBe(false);
    await recordFailure(storage, sha256, failure, 60_000);
    expect(await hasFailedLately(storage, sha256, failure.name, 60_000 + 479_999)).toBe(true);
    expect(await hasFailedLately(storage, sha256, failure.name, 60_000 + 480_000)).toBe(false);
  });
});

describe('acquireCallerSlot', () => {
  test('gives one turn at a time to a caller, and refuses who waits for a hundred', async () => {
    const first = await acquireCallerSlot('flooding');
    const waiting = Array.from({ length: 99 }, () => acquireCallerSlot('flooding'));
    await expect(acquireCallerSlot('flooding')).rejects.toMatchObject({ status: 429, retryAfter: 5 });
    (await acquireCallerSlot('somebody else'))();
    first();
    for (const turn of waiting) (await turn)();
    (await acquireCallerSlot('flooding'))();
  });
});
