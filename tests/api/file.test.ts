import { join } from 'node:path';
import { Readable } from 'node:stream';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import { renderPicture } from '#server/items/pictures/picture.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { createExtraction } from '#server/platform/extraction/extract.ts';
import { limitCounter } from '#server/platform/rate-limit/limits.ts';
import { openDiskStorage } from '#server/platform/storage/disk.ts';
import { createPlace, type TestAccount } from '#tests/harness/accounts.ts';
import { createItem, uploadBytes, uploadFixture, waitUntilReady } from '#tests/harness/content.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer, startServerForTest, type TestServer } from '#tests/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

type Place = Awaited<ReturnType<typeof createPlace>>;

async function uploaded(place: Place, name: string, bytes: string): Promise<Item> {
  const [item] = expectData(await uploadBytes(place.owner, place, [{ name, bytes }]), 201).items;
  if (!item) throw new Error(`${name} was refused`);
  return item;
}

const get = (person: TestAccount, path: string, headers: Record<string, string> = {}, method = 'GET') =>
  person.client.fetch(method, path, undefined, { headers });

test('serves a file under its item’s current name with its own extension, in any script', async () => {
  const place = await createPlace(server.client);
  const item = await uploaded(place, 'digits.txt', '0123456789');
  const nameOf = async (title: string) => {
    const now = expectData(await place.owner.client.get(`items/${item.id}/`));
    const headers = { 'If-Match': String(now.revision) };
    expectData(await place.owner.client.patch(`items/${item.id}/`, { title }, { headers }));
    return (await get(place.owner, `items/${item.id}/file/?download`)).headers.get('content-disposition');
  };
  expect(await nameOf('Zahlen “2027”')).toBe(
    `attachment; filename="Zahlen 2027.txt"; filename*=UTF-8''Zahlen%20%E2%80%9C2027%E2%80%9D.txt`,
  );
  expect(await nameOf('数字.TXT')).toBe(
    `attachment; filename="file.TXT"; filename*=UTF-8''%E6%95%B0%E5%AD%97.TXT`,
  );
});

test('returns the whole file, ranges, 304 or 416 according to Range and If-None-Match', async () => {
  const place = await createPlace(server.client);
  const { id } = await uploaded(place, 'digits.txt', '0123456789');
  const path = `items/${id}/file/`;
  const whole = await get(place.owner, path);
  expect(await whole.text()).toBe('0123456789');
  expect(whole.headers.get('accept-ranges')).toBe('bytes');
  expect(whole.headers.get('content-length')).toBe('10');
  for (const [range, part, where] of [
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=0-0', '0', 'bytes 0-0/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
  ] as const) {
    const response = await get(place.owner, path, { range });
    expect([response.status, await response.text(), response.headers.get('content-range')]).toEqual([
      206,
      part,
      where,
    ]);
    expect(response.headers.get('content-length')).toBe(String(part.length));
  }
  for (const range of ['bytes=10-', 'bytes=-0']) {
    const response = await get(place.owner, path, { range });
    expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */10']);
  }
  for (const range of ['bytes=4-2', 'rows=1-2', 'bytes=1-2,4-5', 'bytes=a-b']) {
    expect((await get(place.owner, path, { range })).status).toBe(200);
  }
  const etag = whole.headers.get('etag') ?? '';
  const known = await get(place.owner, path, { 'if-none-match': etag });
  expect([known.status, await known.text()]).toEqual([304, '']);
  expect((await get(place.owner, path, { range: 'bytes=2-4', 'if-range': '"other"' })).status).toBe(200);
  const head = await get(place.owner, path, {}, 'HEAD');
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', '']);
});

test('requires revalidation of access for cached files', async () => {
  const place = await createPlace(server.client);
  const item = await uploadFixture(place.owner, place, 'files/photo.jpg');
  await waitUntilReady(place.owner, item.id);
  for (const part of ['file', 'thumbnail', 'preview']) {
    const response = await get(place.owner, `items/${item.id}/${part}/`);
    expect(response.status, part).toBe(200);
    const cacheControl = response.headers.get('cache-control') ?? '';
    expect(cacheControl, part).toMatch(/no-store|private, no-cache/);
    await response.arrayBuffer();
  }
});

test('serves uploaded bytes so that browsers neither run nor sniff them', async () => {
  const place = await createPlace(server.client);
  const script = '<script>alert(1)</script>';
  for (const [name, bytes, type] of [
    ['page.html', `<!doctype html><html><body>${script}</body></html>`, 'attachment'],
    ['drawing.svg', `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`, 'attachment'],
    ['feed.xml', `<?xml version="1.0"?><x>${script}</x>`, 'attachment'],
    ['plain.txt', script, 'inline'],
  ] as const) {
    const { id } = await uploaded(place, name, bytes);
    const response = await get(place.owner, `items/${id}/file/`);
    expect(response.headers.get('content-disposition'), name).toMatch(new RegExp(`^${type};`));
    expect(response.headers.get('content-security-policy'), name).toMatch(/^sandbox; default-src 'none'/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    await response.text();
    const saved = await get(place.owner, `items/${id}/file/?download`);
    expect(saved.headers.get('content-disposition'), name).toMatch(/^attachment;/);
    await saved.text();
  }
  const { id } = await uploaded(place, 'text.txt', script);
  const shown = await get(place.owner, `items/${id}/file/`);
  expect(shown.headers.get('content-type')).toBe('text/plain; charset=utf-8');
});

test('serves an original file name in any script', async () => {
  const place = await createPlace(server.client);
  for (const name of ['résumé “final”; x=1.txt', '京都 🚣.txt', "a'b(c)*.txt"]) {
    const { id } = await uploaded(place, name, 'x');
    const { headers } = await get(place.owner, `items/${id}/file/`);
    const encoded = /filename\*=UTF-8''([^;]+)$/.exec(headers.get('content-disposition') ?? '')?.[1] ?? '';
    expect(decodeURIComponent(encoded)).toBe(name);
    expect(encoded).toMatch(/^[A-Za-z0-9!#$&+.^_`|~%-]+$/);
  }
});

test('returns thumbnails in fixed sizes, never wider than the picture allows', async () => {
  const place = await createPlace(server.client);
  const item = await uploadFixture(place.owner, place, 'files/photo.jpg');
  await waitUntilReady(place.owner, item.id);
  const thumbnail = async (w?: string) => {
    const response = await get(place.owner, `items/${item.id}/thumbnail/${w ? `?w=${w}` : ''}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/webp');
    return Buffer.from(await response.arrayBuffer());
  };
  const lengthByHead = async () => {
    const head = await get(place.owner, `items/${item.id}/thumbnail/?w=80`, {}, 'HEAD');
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
      200,
      'image/webp',
      '',
    ]);
    return head.headers.get('content-length');
  };
  expect(await lengthByHead()).toBeNull();
  const small = await thumbnail('80');
  expect(await lengthByHead()).toBe(String(small.length));
  expect(await thumbnail('60')).toEqual(small);
  expect((await thumbnail('80')).length).toBeLessThan((await thumbnail()).length);
  for (const w of ['0', '-1', 'wide', '1e9']) {
    expectRefusal(await place.owner.client.get(`items/${item.id}/thumbnail/`, { query: { w } }), 422);
  }
});

test('returns 404 for an item without a file, picture or such a page', async () => {
  const place = await createPlace(server.client);
  const written = await createItem(place.owner, place, { content: '# Hello' });
  expectRefusal(await place.owner.client.get(`items/${written.id}/file/`), 404);
  expectRefusal(await place.owner.client.get(`items/${written.id}/thumbnail/`), 404);
  const note = await uploaded(place, 'note.txt', 'words');
  expectRefusal(await place.owner.client.get(`items/${note.id}/thumbnail/`), 404);
  const pdf = await uploadFixture(place.owner, place, 'files/handbook.pdf');
  const page = (n: string) => place.owner.client.get(`items/${pdf.id}/preview/`, { query: { page: n } });
  expect((await page('1')).status).toBe(200);
  expectRefusal(await page('9999'), 404);
  for (const n of ['0', 'one', '1.5']) expectRefusal(await page(n), 422);
});

test('opens a file with the session cookie on the same site only', async () => {
  const place = await createPlace(server.client);
  const { id } = await uploaded(place, 'note.txt', 'words');
  const cookie = `hubkeep_session=${place.owner.token}`;
  const ask = (path: string, site: string, method = 'GET') =>
    server.client.fetch(method, path, undefined, { headers: { cookie, 'sec-fetch-site': site } });
  for (const site of ['same-origin', 'same-site', 'none']) {
    expect((await ask(`items/${id}/file/`, site)).status, site).toBe(200);
  }
  expect((await ask(`items/${id}/file/`, 'cross-site')).status).toBe(404);
  expect((await ask(`items/${id}/`, 'same-origin')).status).toBe(404);
  expect((await ask(`items/${id}/`, 'same-origin', 'DELETE')).status).toBe(401);
  expectData(await place.owner.client.get('auth/logout/'));
  expect((await ask(`items/${id}/file/`, 'same-origin')).status).toBe(404);
});

test('renders no further pictures for a caller whose pictures repeatedly exceeded the time limit', async () => {
  const place = await createPlace(server.client);
  const pool = openPool(server.databaseUrl);
  const extraction = createExtraction({ pictureTimeoutMs: 1 });
  onTestFinished(async () => {
    extraction.close();
    await pool.end();
  });
  const storage = await openDiskStorage(join(server.dataDir, 'files'));
  const config = readConfig({ RATE_LIMIT_FACTOR: '0.1' });
  const services = { config, database: openDatabase(pool), extraction, storage, log: fastify().log };
  const ask = async (name: string, caller: string) => {
    const { sha256 } = await storage.put(Readable.from([`${name} ${place.hub}`]), { maxBytes: 1_000 });
    return renderPicture(services, { itemId: 'item', sha256, extension: 'png', width: 80 }, caller);
  };
  expect(await ask('one', 'a caller')).toBeNull();
  expect(await ask('two', 'a caller')).toBeNull();
  await expect(ask('three', 'a caller')).rejects.toMatchObject({ status: 429 });
  expect(await ask('two', 'a caller')).toBeNull();
  expect(await ask('three', 'another caller')).toBeNull();
});

test('limits failed pictures per anonymous address, and per account from any address', async () => {
  const own = await startServerForTest({ env: { RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1' } });
  const place = await createPlace(own.client);
  const { id } = await uploadFixture(place.owner, place, 'files/photo.jpg');
  await waitUntilReady(place.owner, id);
  expectData(await place.owner.client.patch(`items/${id}/`, { visibility: 'public' }));
  const pool = openPool(own.databaseUrl, 1);
  onTestFinished(() => pool.end());
  const bar = (caller: string) =>
    pool.query(
      "insert into rate_limit_counter (key, count, ends_at) values ($1, 20, now() + interval '10 minutes')",
      [limitCounter({ name: 'picture-failed', most: 20, seconds: 600 }, caller).key],
    );
  const draw = async (client: typeof own.client, address: string, w: number) => {
    const headers = { 'x-forwarded-for': address };
    return (await client.fetch('GET', `items/${id}/thumbnail/?w=${w}`, undefined, { headers })).status;
  };
  await bar('203.0.113.1');
  expect(await draw(own.client, '203.0.113.1', 800)).toBe(429);
  expect(await draw(own.client, '203.0.113.2', 800)).toBe(200);
  expect(await draw(own.client, '203.0.113.1', 1600)).toBe(429);
  expect(await draw(place.owner.client, '203.0.113.1', 1600)).toBe(200);
  await bar(place.owner.user.id);
  expect(await draw(place.owner.client, '203.0.113.3', 80)).toBe(429);
  expect(await draw(own.client, '203.0.113.3', 80)).toBe(200);
});
