import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPlace, type TestAccount } from '#tests/harness/accounts.ts';
import { createItem, uploadBytes } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';
import { storedFiles } from '#tests/harness/stored-files.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: { MAX_UPLOAD_BYTES: '100000' } });
});
afterAll(() => server.stop());

type Place = Awaited<ReturnType<typeof createPlace>>;
type Fields = Parameters<typeof uploadBytes>[3];

const fileOf = (name: string, bytes = `the words of ${name}`) => ({ name, bytes });
const send = (
  person: TestAccount,
  place: Place,
  files: { name: string; bytes: string }[],
  key: string,
  fields?: Fields,
) => uploadBytes(person, place, files, fields, { 'idempotency-key': key });
const itemsOf = async ({ owner, hub, space }: Place) =>
  expectData(await owner.client.in(hub).get(`spaces/${space.slug}/items/`));

test('returns the first response to a repeated upload, without a second item', async () => {
  const place = await createPlace(server.client);
  const files = [fileOf('a.txt'), fileOf('b.exe'), fileOf('c.txt', 'x'.repeat(100_001)), fileOf('d.txt')];
  const first = await send(place.owner, place, files, 'a');
  expect(expectData(first, 201).items).toHaveLength(2);
  const stored = await storedFiles(server.dataDir);
  const again = await send(place.owner, place, files, 'a');
  expect([again.status, again.body]).toEqual([201, first.body]);
  expect(await itemsOf(place)).toHaveLength(2);
  expect(await storedFiles(server.dataDir)).toEqual(stored);
  expect(await storedFiles(server.dataDir, 'incoming')).toEqual([]);
});

test('creates one item for concurrent uploads with one key, and returns its response to all', async () => {
  const place = await createPlace(server.client);
  const bytes = randomBytes(20_000).toString('hex');
  const responses = await Promise.all(
    Array.from({ length: 8 }, () => send(place.owner, place, [fileOf('a.txt', bytes)], 'b')),
  );
  for (const response of responses)
    expect([response.status, response.body]).toEqual([201, responses[0]?.body]);
  expect(await itemsOf(place)).toHaveLength(1);
});

test('returns 409 when the key belongs to a different upload', async () => {
  const place = await createPlace(server.client);
  const folder = await createItem(place.owner, place, { kind: 'folder', title: 'Folder' });
  const files = [fileOf('a.csv', 'one,two\n'), fileOf('b.csv', 'three,four\n')];
  expectData(await send(place.owner, place, files, 'c'), 201);
  const others: [{ name: string; bytes: string }[], Fields?][] = [
    [[fileOf('a.csv', 'one,2\n'), fileOf('b.csv', 'three,four\n')]],
    [[fileOf('A.csv', 'one,two\n'), fileOf('b.csv', 'three,four\n')]],
    [[...files].reverse()],
    [files.slice(0, 1)],
    [[...files, fileOf('c.csv', 'five\n')]],
    [files, { kind: 'contact' }],
    [files, { parent: folder.id }],
  ];
  for (const [other, fields] of others) {
    expectRefusal(await send(place.owner, place, other, 'c', fields), 409, 'idempotency_key_reused');
  }
  expect(await itemsOf(place)).toHaveLength(3);
  expect(await storedFiles(server.dataDir, 'incoming')).toEqual([]);
});

test('separates keys by user and space, and uploads without a key', async () => {
  const place = await createPlace(server.client, { visibility: 'shared', default_role: 'editor' });
  const member = await addMember(server.client, place.owner, place.hub);
  const elsewhere = await createPlace(server.client);
  const files = [fileOf('a.txt')];
  const first = expectData(await send(place.owner, place, files, 'd'), 201);
  const others = [
    await send(member, place, files, 'd'),
    await send(elsewhere.owner, elsewhere, files, 'd'),
    await uploadBytes(place.owner, place, files),
  ];
  for (const other of others) {
    expect(expectData(other, 201).items[0]?.id).not.toBe(first.items[0]?.id);
  }
});

test('frees the key of a refused or aborted upload', async () => {
  const place = await createPlace(server.client);
  expectRefusal(await send(place.owner, place, [fileOf('a.exe')], 'e'), 415, 'type_not_allowed');
  const path = `spaces/${place.space.slug}/upload/`;
  const cut = {
    raw: '--x\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\nhalf',
    headers: { 'content-type': 'multipart/form-data; boundary=x', 'idempotency-key': 'e' },
  };
  expectRefusal(await place.owner.client.in(place.hub).post(path, undefined, cut), 400, 'unreadable_body');
  expectData(await send(place.owner, place, [fileOf('a.txt')], 'e'), 201);
  expect(await itemsOf(place)).toHaveLength(1);
});

test('refuses an upload whose sender lost access while it was received', async () => {
  const place = await createPlace(server.client, { visibility: 'shared', default_role: 'editor' });
  const member = await addMember(server.client, place.owner, place.hub);
  const sent = request(`${server.url}/api/v1/spaces/${place.space.slug}/upload/`, {
    method: 'POST',
    headers: {
      authorization: `JWT ${member.token}`,
      'org-handle': place.hub.domain_handle,
      'content-type': 'multipart/form-data; boundary=edge',
    },
  });
  const responded = once(sent, 'response');
  sent.write('--edge\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\nwords');
  await eventually(async () => expect(await storedFiles(server.dataDir, 'incoming')).toHaveLength(1));
  const mine = place.owner.client.in(place.hub);
  expectData(await mine.patch(`spaces/${place.space.slug}/`, { visibility: 'private' }));
  sent.end('\r\n--edge--\r\n');
  const [response] = await responded;
  expect(response.statusCode).toBe(404);
  response.resume();
  expect(await itemsOf(place)).toEqual([]);
  expect(await storedFiles(server.dataDir, 'incoming')).toEqual([]);
});
