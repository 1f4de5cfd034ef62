import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UploadResult } from '#lib/contract/item.ts';
import { newId } from '#server/platform/database/id.ts';
import { createPlace, createSpace } from '#tests/harness/accounts.ts';
import { createItem, uploadBytes, uploadFixture, waitUntilReady } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';
import { storedFiles } from '#tests/harness/stored-files.ts';

const LARGEST = 3_000_000;

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: { MAX_UPLOAD_BYTES: String(LARGEST) } });
});
afterAll(() => server.stop());

const text = (name: string, bytes = `the words of ${name}`) => ({ name, bytes });

test('creates items of the detected or requested kind', async () => {
  const place = await createPlace(server.client);
  const response = await uploadBytes(place.owner, place, [
    text('notes.md', '# Boathouse\n\nrules'),
    text('members.csv', 'name,email\nAda,ada@example.test\n'),
  ]);
  const { items, refused } = expectData(response, 201);
  expect(refused).toEqual([]);
  expect(
    items.map(({ title, kind, size, mime, file_name }) => ({ title, kind, size, mime, file_name })),
  ).toEqual([
    { title: 'notes.md', kind: 'document', size: 18, mime: 'text/markdown', file_name: 'notes.md' },
    { title: 'members.csv', kind: 'table', size: 32, mime: 'text/csv', file_name: 'members.csv' },
  ]);
  for (const item of items) expect(item).toMatchObject({ my_role: 'owner', parent_id: null });
  const uploaded = await uploadFixture(place.owner, place, 'files/members.csv', { kind: 'contact' });
  expect(uploaded.kind).toBe('contact');
});

test('hides private uploads from everybody else of the space, and refuses other visibilities', async () => {
  const place = await createPlace(server.client, { visibility: 'shared' });
  const member = await addMember(server.client, place.owner, place.hub);
  const hidden = await uploadBytes(place.owner, place, [text('secret.txt')], { visibility: 'private' });
  const [item] = expectData(hidden, 201).items;
  expect(item?.visibility).toBe('private');
  expectRefusal(await member.client.in(place.hub).get(`items/${item?.id}/`), 404);
  const open = await uploadBytes(place.owner, place, [text('open.txt')]);
  expect(expectData(open, 201).items[0]?.visibility).toBe('shared');
  expectRefusal(await uploadBytes(place.owner, place, [text('a.txt')], { visibility: 'public' }), 422);
});

test('stores, lists and processes an uploaded file', async () => {
  const place = await createPlace(server.client);
  const folder = await createItem(place.owner, place, { kind: 'folder', title: 'Folder' });
  const item = await uploadFixture(place.owner, place, 'files/handbook.pdf', { parent: folder.id });
  expect(item).toMatchObject({
    parent_id: folder.id,
    processing: { state: expect.stringMatching(/queued|running|ready/) },
  });
  const ready = await waitUntilReady(place.owner, item.id);
  expect(ready.has_thumbnail).toBe(true);
  expect(ready.counts.pages).toBeGreaterThan(0);
  const passages = expectData(await place.owner.client.get(`items/${item.id}/text/`));
  expect(passages.length).toBeGreaterThan(0);
});

test('names the refused files with reasons, and accepts the others', async () => {
  const place = await createPlace(server.client);
  const { items, refused } = expectData(
    await uploadBytes(place.owner, place, [
      text('good.txt'),
      text('program.exe', 'MZ'),
      text('empty.txt', ''),
      text('renamed.pdf', 'just text'),
      text('huge.txt', 'x'.repeat(LARGEST + 1)),
      text('last.txt'),
    ]),
    201,
  );
  expect(items.map(({ title }) => title)).toEqual(['good.txt', 'last.txt']);
  expect(Object.fromEntries(refused.map(({ name, code }) => [name, code]))).toEqual({
    'program.exe': 'type_not_allowed',
    'empty.txt': 'empty_file',
    'renamed.pdf': 'extension_mismatch',
    'huge.txt': 'file_too_large',
  });
  for (const { message } of refused) expect(message.length).toBeGreaterThan(10);
});

test('fails when every file is refused, with the reason of each', async () => {
  const place = await createPlace(server.client);
  const refused = (files: { name: string; bytes: string }[], kind?: string) =>
    uploadBytes(place.owner, place, files, kind ? { kind } : {});
  const before = await storedFiles(server.dataDir);
  expectRefusal(await refused([text('a.exe')]), 415, 'type_not_allowed');
  expectRefusal(await refused([text('a.pdf', 'text')]), 415, 'extension_mismatch');
  expectRefusal(await refused([text('a.txt')], 'image'), 415, 'type_not_allowed');
  expectRefusal(await refused([text('a.txt', '')]), 422, 'empty_file');
  expectRefusal(await refused([text('a.txt', 'x'.repeat(LARGEST + 1))]), 413, 'file_too_large');
  const mixed = await refused([text('a.exe'), text('b.txt', '')]);
  expectRefusal(mixed, 422);
  expect(mixed.data.refused).toHaveLength(2);
  expectRefusal(await refused([]), 422, 'invalid_fields');
  expectRefusal(await refused([text('a.txt')], 'folder'), 422, 'invalid_fields');
  const path = `spaces/${place.space.slug}/upload/`;
  const mine = place.owner.client.in(place.hub);
  expectRefusal(await mine.post(path, { files: [] }), 415, 'unsupported_type');
  const broken = { raw: 'no boundary', headers: { 'content-type': 'multipart/form-data' } };
  expectRefusal(await mine.post(path, undefined, broken), 400);
  const cut = {
    raw: '--x\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\nhalf',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  };
  expectRefusal(await mine.post(path, undefined, cut), 400);
  expect(expectData(await mine.get(`spaces/${place.space.slug}/items/`))).toEqual([]);
  expect(await storedFiles(server.dataDir)).toEqual(before);
});

test('stores any name as the title, also one that looks like a path, without following it', async () => {
  const place = await createPlace(server.client);
  const names: [string, string][] = [
    ['../../../etc/passwd.txt', '../../../etc/passwd.txt'],
    ['..\\..\\windows\\system.txt', '..\\..\\windows\\system.txt'],
    ['/absolute/path.txt', '/absolute/path.txt'],
    ['C:\\drive.txt', 'C:\\drive.txt'],
    ['a/../b.txt', 'a/../b.txt'],
    // The names that a browser sends for the files of a chosen folder.
    ['folder/inside/b.txt', 'folder/inside/b.txt'],
    ['Minutes 3/4.txt', 'Minutes 3/4.txt'],
    ['left\\right.txt', 'left\\right.txt'],
    ['the "last" one.txt', 'the "last" one.txt'],
    ['%2e%2e%2fencoded.txt', '%2e%2e%2fencoded.txt'],
    ['..%2f..%2f.txt', '..%2f..%2f.txt'],
    ['emoji 🗒️ and العربية.txt', 'emoji 🗒️ and العربية.txt'],
    ['.txt.txt', '.txt.txt'],
    [`${'𝒳'.repeat(251)}.txt`, `${'𝒳'.repeat(251)}.txt`],
    ["it's “quoted”; a=b.txt", "it's “quoted”; a=b.txt"],
  ];
  for (const [fileName, title] of names) {
    const { items } = expectData(await uploadBytes(place.owner, place, [text(fileName)]), 201);
    expect(items[0]?.title, fileName).toBe(title);
    const file = await place.owner.client.fetch('GET', `items/${items[0]?.id}/file/`);
    expect(await file.text()).toBe(`the words of ${fileName}`);
    // It is downloaded under a file name without any folder.
    expect(file.headers.get('content-disposition')).not.toMatch(/[/\\]|%2f|%5c|''\.+$/i);
    // Renaming to the same name has the same result.
    const renamed = await place.owner.client.patch(`items/${items[0]?.id}/`, { title });
    expect(expectData(renamed).title).toBe(title);
  }
  // Like browsers: the name in the separate field is used unchanged.
  const form = new FormData();
  form.append('name', 'a%22b\\\\c"d.txt');
  form.append('files', new Blob(['told']), 'part.txt');
  form.append('files', new Blob(['other']), 'other.txt');
  const path = `spaces/${place.space.slug}/upload/`;
  const { items } = expectData(
    await place.owner.client.in(place.hub).post<UploadResult>(path, undefined, { raw: form }),
    201,
  );
  expect(items.map(({ title }) => title)).toEqual(['a%22b\\\\c"d.txt', 'other.txt']);
  const download = await place.owner.client.fetch('GET', `items/${items[0]?.id}/file/?download=true`);
  expect(download.headers.get('content-disposition')).toContain("filename*=UTF-8''a%2522b__c%22d.txt");
});

test('returns 422 for a file name that is too long or has control characters, and takes the other files', async () => {
  const place = await createPlace(server.client);
  const unkept = [
    'tab\tin it.txt',
    'line\nin it.txt',
    'nul\u0000byte.txt',
    'next\u0085.txt',
    `${'𝒳'.repeat(252)}.txt`,
  ];
  for (const name of unkept) {
    const alone = await uploadBytes(place.owner, place, [text(name)]);
    expectRefusal(alone, 422, 'invalid_file_name');
    expect(alone.body.message).toContain('Rename the file');
    const form = new FormData();
    form.append('name', name);
    form.append('files', new Blob(['told']), 'part.txt');
    form.append('files', new Blob(['other']), 'other.txt');
    const path = `spaces/${place.space.slug}/upload/`;
    const both = await place.owner.client.in(place.hub).post<UploadResult>(path, undefined, { raw: form });
    const { items, refused } = expectData(both, 201);
    expect(items.map(({ title }) => title)).toEqual(['other.txt']);
    expect(refused).toMatchObject([
      { code: 'invalid_file_name', message: expect.stringContaining('Rename') },
    ]);
  }
});

test('reads fields before and after the files', async () => {
  const place = await createPlace(server.client);
  const folder = await createItem(place.owner, place, { kind: 'folder', title: 'Folder' });
  const form = new FormData();
  form.append('files', new Blob(['a,b\n1,2\n']), 'rows.csv');
  form.append('kind', 'contact');
  form.append('parent', folder.id);
  const path = `spaces/${place.space.slug}/upload/`;
  const mine = place.owner.client.in(place.hub);
  const { items } = expectData(await mine.post<UploadResult>(path, undefined, { raw: form }), 201);
  expect(items[0]).toMatchObject({ kind: 'contact', parent_id: folder.id });
});

test('refuses an upload where its sender may not write', async () => {
  const place = await createPlace(server.client, { visibility: 'shared' });
  const member = await addMember(server.client, place.owner, place.hub);
  const document = await createItem(place.owner, place);
  const elsewhere = await createSpace(place.owner, place.hub);
  const foreign = await createItem(
    place.owner,
    { ...place, space: elsewhere },
    { kind: 'folder', title: 'F' },
  );
  const before = await storedFiles(server.dataDir);
  expectRefusal(await uploadBytes(member, place, [text('a.txt')]), 403, 'not_allowed');
  for (const parent of [document.id, foreign.id, newId(), '../..']) {
    expectRefusal(await uploadBytes(place.owner, place, [text('a.txt')], { parent }), 422, 'invalid_fields');
  }
  expectRefusal(
    await uploadBytes(place.owner, { ...place, space: { slug: 'nowhere' } }, [text('a.txt')]),
    404,
  );
  expect(await storedFiles(server.dataDir)).toEqual(before);
});

test('stores equal content once, also under concurrent uploads', async () => {
  const place = await createPlace(server.client);
  const bytes = randomBytes(50_000).toString('hex');
  const before = await storedFiles(server.dataDir);
  const responses = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      uploadBytes(place.owner, place, [text(`${n}.txt`, bytes), text('b.txt', bytes)]),
    ),
  );
  for (const response of responses) expect(expectData(response, 201).items).toHaveLength(2);
  expect(await storedFiles(server.dataDir)).toHaveLength(before.length + 1);
});

test('leaves nothing behind after an aborted upload', async () => {
  const place = await createPlace(server.client);
  const before = await storedFiles(server.dataDir);
  const sent = request(`${server.url}/api/v1/spaces/${place.space.slug}/upload/`, {
    method: 'POST',
    headers: {
      authorization: `JWT ${place.owner.token}`,
      'org-handle': place.hub.domain_handle,
      'content-type': 'multipart/form-data; boundary=edge',
      'content-length': 5_000_000,
    },
  });
  sent.on('error', () => undefined);
  const whole =
    'Content-Disposition: form-data; name="files"; filename="whole.txt"\r\n\r\nwhole\r\n--edge\r\n';
  sent.write(`--edge\r\n${whole}Content-Disposition: form-data; name="files"; filename="half.txt"\r\n\r\n`);
  sent.write('x'.repeat(1_000_000));
  // Its first bytes have arrived before the client disconnects.
  await eventually(async () => expect((await storedFiles(server.dataDir, 'incoming')).length).toBe(2));
  sent.destroy();
  await eventually(async () => expect(await storedFiles(server.dataDir, 'incoming')).toEqual([]));
  expect(await storedFiles(server.dataDir)).toEqual(before);
  const mine = place.owner.client.in(place.hub);
  expect(expectData(await mine.get(`spaces/${place.space.slug}/items/`))).toEqual([]);
});

test('refuses more parts than the limit', async () => {
  const place = await createPlace(server.client);
  const many = Array.from({ length: 101 }, (_, n) => text(`${n}.txt`));
  expectRefusal(await uploadBytes(place.owner, place, many), 413, 'too_many_parts');
});
