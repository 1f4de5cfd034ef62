import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import { createPlace, createSpace, type TestAccount } from '#tests/harness/accounts.ts';
import { readArchive } from '#tests/harness/archive.ts';
import { createItem, uploadFixture, waitUntilProcessed, waitUntilReady } from '#tests/harness/content.ts';
import { expectData } from '#tests/harness/responses.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';
import { storedFiles } from '#tests/harness/stored-files.ts';

// Bug class 6 of docs/permissions.md: path traversal in a file route, an archive's entry or a name.

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

/** Names that are paths to other locations on some system, or for some program; some to those `surroundings` reads. */
const NAMES = [
  `../../../..${tmpdir()}/hubkeep-escaped.txt`,
  '..\\..\\..\\hubkeep-escaped.txt',
  `${tmpdir()}/hubkeep-escaped.txt`,
  'C:\\Windows\\hubkeep-escaped.txt',
  '\\\\server\\share\\hubkeep-escaped.txt',
  '..%2f..%2fhubkeep-escaped.txt',
  '%2e%2e%2fhubkeep-escaped.txt',
  '..%c0%afhubkeep-escaped.txt',
  '....//....//hubkeep-escaped.txt',
  `file://${tmpdir()}/hubkeep-escaped.txt`,
  '..',
  '.',
  '../',
  'NUL.txt',
  'a/../../b.txt',
  '\u202etxt.exe',
];

/** Sends a path unchanged, which `fetch` would normalize. */
async function getAsIs(path: string, token?: string): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(server.url);
  const sent = request({
    ...{ hostname, port, path },
    headers: token ? { authorization: `JWT ${token}` } : {},
  });
  return new Promise((resolve, reject) => {
    sent.on('error', reject).on('response', (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
    });
    sent.end();
  });
}

/** Unexpected files beside the server's data folder, to which the names refer. */
async function surroundings(): Promise<string[]> {
  const beside = await readdir(dirname(server.dataDir));
  return beside.filter((name) => name.includes('hubkeep-escaped'));
}

test('opens nothing outside through a path in a URL', async () => {
  const place = await createPlace(server.client);
  const item = await uploadFixture(place.owner, place, 'files/notes.md');
  for (const path of [
    'items/..%2f..%2fetc%2fpasswd/file/',
    'items/%2e%2e/file/',
    `items/${item.id}%00/file/`,
    `items/${item.id}/file/..%2f..%2f`,
    'items/..\\..\\file/',
    `items/${item.id.toUpperCase()}x/file/`,
    'items/%2fetc%2fpasswd/file/',
    'items/..%5c..%5cfile/thumbnail/',
    `items/..%2f${item.id}/file/`,
    'users/..%2f..%2fsecret/avatar/',
    'hubs/..%2f..%2fsecret/logo/',
    'jobs/..%2f..%2f/',
    'invites/..%2f..%2f/',
  ]) {
    const response = await place.owner.client.get(path);
    expect([400, 404, 422], path).toContain(response.status);
  }
});

test('resolves no unnormalized URL: dots, double slashes, NUL, backslashes', async () => {
  const place = await createPlace(server.client);
  const item = await uploadFixture(place.owner, place, 'files/notes.md');
  await waitUntilReady(place.owner, item.id);
  const { token } = place.owner;
  for (const path of [
    '/../../../../etc/passwd',
    '/api/v1/../../../../etc/passwd',
    `/api/v1/items/${item.id}/file/../../../../../../etc/passwd`,
    `/api/v1/items/${item.id}/../../../package.json`,
    '//etc/passwd',
    '/api/v1//../package.json',
    '/_next/static/../../package.json',
    '/_next/static/..%2f..%2f..%2fpackage.json',
    '/_next/..\\..\\package.json',
    '/%2e%2e/%2e%2e/package.json',
    '/..%00/package.json',
    '/static/%252e%252e%252fpackage.json',
    '/fonts/....//....//package.json',
    '/server/config.ts',
    '/.env',
    '/data/secret-key',
    '/.git/config',
  ]) {
    const { status, body } = await getAsIs(path, token);
    expect([400, 404], `${path} ${body.slice(0, 200)}`).toContain(status);
    expect(body, path).not.toMatch(/root:|"dependencies"|hubkeep_template/);
  }
  for (const subpath of [
    'thumbnail/?w=../../x',
    'preview/?page=../1',
    'preview/?page=1%00',
    'thumbnail/?w=-1',
  ]) {
    const { status } = await place.owner.client.get(`items/${item.id}/${subpath}`);
    expect([200, 404, 422], subpath).toContain(status);
  }
});

async function uploadNamed(
  person: TestAccount,
  place: { hub: { domain_handle: string }; space: { slug: string } },
) {
  const line = '\r\n';
  const parts = NAMES.flatMap((name, at) =>
    [`filename="${name.replaceAll('"', '%22')}"`, `filename*=UTF-8''${encodeURIComponent(name)}`].map(
      (fileNameParameter) =>
        [
          '--x',
          `Content-Disposition: form-data; name="files"; ${fileNameParameter}`,
          'Content-Type: text/plain',
          '',
          `Words number ${at}`,
        ].join(line),
    ),
  );
  const raw = `${parts.join(line)}${line}--x--${line}`;
  return person.client.in(place.hub).post(`spaces/${place.space.slug}/upload/`, undefined, {
    raw,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  });
}

test('neutralizes path traversal in file names when they are stored, listed, sent or exported', async () => {
  const place = await createPlace(server.client);
  const { owner, hub } = place;
  const before = await storedFiles(server.dataDir);
  const { items } = expectData(await uploadNamed(owner, place));
  expect(items.length).toBeGreaterThan(NAMES.length);
  for (const { id } of items) {
    const item = await waitUntilProcessed(owner, id);
    // The title is the unchanged name, which is harmless there.
    expect(item.title).not.toMatch(/\0/);
    const sent = await owner.client.fetch('GET', `items/${id}/file/?download`);
    const disposition = sent.headers.get('content-disposition') ?? '';
    const name = /filename\*=UTF-8''(\S+)$/.exec(disposition)?.[1] ?? '/';
    expect(decodeURIComponent(name), disposition).not.toMatch(/[/\\\0]/);
    expect(decodeURIComponent(name)).not.toMatch(/^\.{1,2}$/);
    await sent.arrayBuffer();
  }
  // Files are stored under their hash, never under their name.
  const stored = (await storedFiles(server.dataDir)).filter((path) => !before.includes(path));
  for (const path of stored) expect(path).toMatch(/^[0-9a-f/]+$/);
  expect(await surroundings()).toEqual([]);

  await createSpace(owner, hub, { name: '../../outside' });
  for (const title of NAMES) await createItem(owner, place, { kind: 'folder', title });
  for (const title of NAMES) await createItem(owner, place, { title, content: 'x' });
  const archive = await owner.client.fetch('GET', `hubs/${hub.domain_handle}/export/`);
  // `readArchive` refuses absolute paths, `..` and backslashes.
  const names = [...(await readArchive(Buffer.from(await archive.arrayBuffer()))).keys()];
  expect(names.length).toBeGreaterThan(NAMES.length * 3);
  for (const name of names) {
    expect(name).not.toMatch(/^\/|\\|\0|(?:^|\/)\.{1,2}(?:\/|$)|[:*?"<>|]/);
    expect(join('/below', name).startsWith('/below/'), name).toBe(true);
  }
});

test('rejects an archive with traversing entries as damaged, and writes nothing', async () => {
  const place = await createPlace(server.client);
  const { id } = await uploadFixture(place.owner, place, 'hostile/traversal.docx');
  const item: Item = await waitUntilProcessed(place.owner, id);
  expect(item.processing.state).toBe('failed');
  const everything = await readdir(server.dataDir, { recursive: true });
  expect(everything.filter((name) => name.includes('passwd'))).toEqual([]);
});
