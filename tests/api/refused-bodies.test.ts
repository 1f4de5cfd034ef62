import { readdir, stat } from 'node:fs/promises';
import { type IncomingHttpHeaders, request as send } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDiskStorage } from '#server/platform/storage/disk.ts';
import { createPlace, signInAgain } from '#tests/harness/accounts.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { createOpenForm, FORM_FIELDS, type FormInput, field } from '#tests/harness/forms.ts';
import { lockTable } from '#tests/harness/locked-row.ts';
import { expectData } from '#tests/harness/responses.ts';
import { startServerForTest, type TestServer } from '#tests/harness/server.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const FILE_BYTES = 1_000_000;
const server = sharedServer({ env: { MAX_UPLOAD_BYTES: String(FILE_BYTES) } });

const FILE = field('file', 'File', 'file', { required: false });

/** The server of this file, or of one test. */
type Running = Pick<TestServer, 'url' | 'dataDir' | 'client'>;

async function open(input: FormInput = {}, { client }: Running = server) {
  const at = await createPlace(client);
  const form = await createOpenForm(at.owner, at, { fields: [...FORM_FIELDS, FILE], ...input });
  return { ...at, form };
}

type Begun = { status: number; headers: IncomingHttpHeaders };

/** Begins a request and sends the beginning of its body, which never ends. */
function begin(
  path: string,
  headers: Record<string, string | number>,
  first: string | Buffer = '',
  { url }: Running = server,
) {
  const request = send(`${url}${path}`, { method: 'POST', headers });
  onTestFinished(() => void request.destroy());
  const response = new Promise<Begun>((resolve, reject) => {
    request.on('response', ({ statusCode = 0, headers }) => resolve({ status: statusCode, headers }));
    request.on('error', reject);
  });
  // Only some are awaited.
  response.catch(() => undefined);
  request.flushHeaders();
  if (first.length > 0) request.write(first);
  return { request, response };
}

const PART = [
  '--x',
  'Content-Disposition: form-data; name="file"; filename="words.txt"',
  'Content-Type: text/plain',
  '',
  '',
].join('\r\n');
const MULTIPART = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 3 * FILE_BYTES };
const JSON_BODY = { 'content-type': 'application/json', 'content-length': 900_000 };

const incoming = ({ dataDir }: Running = server) => readdir(join(dataDir, 'files', 'incoming'));

test('refuses a posted form before reading its body when the form is missing, closed or private', async () => {
  const { form: isPrivate } = await open({ visibility: 'private' });
  const { form: closed } = await open({ settings: { closes_at: '2020-01-01T00:00:00Z' } });
  const of = async (slug: string) => (await begin(`/f/${slug}`, MULTIPART).response).status;
  expect(await of('nothing-here')).toBe(404);
  expect(await of(isPrivate.slug)).toBe(404);
  expect(await of(closed.slug)).toBe(409);
});

test('refuses a body before reading it when its sender may not send it', async () => {
  const { form, owner, hub, space } = await open({ fields: [...FORM_FIELDS] });
  const stranger = await createPlace(server.client);
  const of = async (path: string, headers: Record<string, string | number>) =>
    (await begin(`/api/v1/${path}`, headers).response).status;
  const at = (person: { token: string }) => ({
    authorization: `JWT ${person.token}`,
    'org-handle': hub.domain_handle,
  });
  expect(await of(`spaces/${space.slug}/forms/`, JSON_BODY)).toBe(401);
  expect(await of(`spaces/${space.slug}/forms/`, { ...JSON_BODY, ...at(stranger.owner) })).toBe(404);
  expect(await of('public/forms/nothing-here/submissions/', JSON_BODY)).toBe(404);
  expect(await of('public/forms/nothing-here/files/', MULTIPART)).toBe(404);
  // It has no file field.
  expect(await of(`public/forms/${form.slug}/files/`, MULTIPART)).toBe(422);
  const elsewhere = { ...JSON_BODY, 'sec-fetch-site': 'cross-site' };
  expect((await begin('/api/token/', elsewhere).response).status).toBe(403);
  expectData(await owner.client.get(`forms/${form.id}/`));
});

test('bounds the bytes that one address has in flight without an account, and frees them when they end', async () => {
  const { form, owner } = await open();
  const path = `/api/v1/public/forms/${form.slug}/files/`;
  const before = (await incoming()).length;
  const bytes = Buffer.alloc(FILE_BYTES - 100_000, 'a');
  const first = begin(path, MULTIPART, PART);
  const second = begin(path, MULTIPART, PART);
  for (const { request } of [first, second]) request.write(bytes);
  await vi.waitFor(async () => expect(await incoming()).toHaveLength(before + 2), { timeout: 30_000 });
  const send = (authorization?: string) => {
    const body = new FormData();
    body.append('field', 'file');
    body.append('file', new Blob([Buffer.alloc(500_000, 'a')]), 'words.txt');
    return fetch(`${server.url}${path}`, {
      method: 'POST',
      body,
      headers: authorization ? { authorization } : {},
    });
  };
  // Signed-in users have their own limit.
  await vi.waitFor(async () => expect((await send()).status).toBe(429), { timeout: 30_000 });
  expect((await send(`JWT ${owner.token}`)).status).toBe(201);
  first.request.destroy();
  await vi.waitFor(async () => expect((await send()).status).toBe(201), { timeout: 30_000 });
});

test('releases the capacity of a body whose sender disconnected while queued', async () => {
  const { form } = await open();
  const path = `/api/v1/public/forms/${form.slug}/submissions/`;
  const lock = await lockTable(server.databaseUrl, 'form');
  const openSockets = () =>
    process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;
  const before = openSockets();
  // More than the limit of concurrent requests per address.
  const left = Array.from({ length: 150 }, () => begin(path, JSON_BODY, '{'));
  await Promise.all(left.map(({ request }) => new Promise((sent) => request.write(' ', sent))));
  await lock.untilWaitedFor();
  for (const { request } of left) request.destroy();
  // The server runs in this process: both ends of each connection are closed.
  await eventually(async () => expect(openSockets()).toBeLessThan(before + 20));
  await lock.release();
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ values: { unknown: 'a'.repeat(100_000) } }),
  });
  expect(response.status).toBe(422);
});

/** Sends one complete file for a form. @param headers of the sender */
function sendFile(path: string, headers: Record<string, string>, { url }: Running): Promise<Response> {
  const body = new FormData();
  body.append('field', 'file');
  body.append('file', new Blob([Buffer.alloc(600_000, 'a')]), 'words.txt');
  return fetch(`${url}${path}`, { method: 'POST', body, headers });
}

test('returns 429 per address and 503 in total, with Retry-After, while too much is in flight anonymously', async () => {
  const env = { MAX_UPLOAD_BYTES: String(FILE_BYTES), TRUSTED_PROXIES: '127.0.0.1' };
  const own = await startServerForTest({ env });
  const { form, owner } = await open({}, own);
  const path = `/api/v1/public/forms/${form.slug}/files/`;
  const from = (n: number) => ({ 'x-forwarded-for': `203.0.113.${n}` });
  const bytes = Buffer.concat([Buffer.from(PART), Buffer.alloc(FILE_BYTES - 50_000, 'a')]);
  // Five addresses with two files each: the limit in total, and the limit of one address.
  const begun = [1, 1, 2, 2, 3, 3, 4, 4, 5, 5].map((n) =>
    begin(path, { ...MULTIPART, ...from(n) }, bytes, own),
  );
  // What is on the disk was counted before.
  const written = async () => {
    const folder = join(own.dataDir, 'files', 'incoming');
    const sizes = await Promise.all((await readdir(folder)).map((name) => stat(join(folder, name))));
    return sizes.reduce((sum, { size }) => sum + size, 0);
  };
  await vi.waitFor(async () => expect(await written()).toBeGreaterThan(9.45 * FILE_BYTES), {
    timeout: 30_000,
  });
  const refused = async (headers: Record<string, string>, status: number, code: string) => {
    const response = await sendFile(path, headers, own);
    expect(response.status).toBe(status);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await response.json()).toMatchObject({ code });
  };
  await refused(from(6), 503, 'busy');
  await refused(from(1), 429, 'too_much_at_once');
  // Signed-in users have their own share.
  expect((await sendFile(path, { authorization: `JWT ${owner.token}` }, own)).status).toBe(201);
  for (const { request } of begun) request.destroy();
  await vi.waitFor(async () => expect((await sendFile(path, from(6), own)).status).toBe(201), {
    timeout: 30_000,
  });
});

test('returns 429 for one address and 503 for all while bodies without an account would take too much memory', async () => {
  // None of them times out meanwhile.
  const bodyPace = { idleMs: 600_000, leastBytesPerSecond: 0, windowMs: 600_000 };
  const own = await startServerForTest({ env: { TRUSTED_PROXIES: '127.0.0.1' }, bodyPace });
  const { form, owner } = await open({}, own);
  const path = `/api/v1/public/forms/${form.slug}/submissions/`;
  const from = (n: number) => ({ 'x-forwarded-for': `203.0.113.${n}` });
  const body = JSON.stringify({ values: { unknown: 'a'.repeat(890_000) } });
  const post = async (headers: Record<string, string>) => {
    const sent = { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } };
    const response = await fetch(`${own.url}${path}`, sent);
    const { code } = (await response.json()) as { code?: string };
    if ([429, 503].includes(response.status))
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    return [response.status, code];
  };
  // 64 MiB for each of two addresses, 128 MiB in total.
  const of = (n: number, count: number) =>
    Array.from({ length: count }, () => begin(path, { ...JSON_BODY, ...from(n) }, '{', own));
  const begun: ReturnType<typeof begin>[] = [];
  /** Begins bodies from one address until it reaches its limit. A busy server may refuse some of them. */
  const fill = (n: number) =>
    vi.waitFor(
      async () => {
        begun.push(...of(n, 20));
        expect(await post(from(n))).toEqual([429, 'too_much_at_once']);
      },
      { timeout: 60_000, interval: 500 },
    );
  await fill(1);
  await fill(2);
  await vi.waitFor(
    async () => {
      begun.push(...of(3, 1));
      expect(await post(from(4))).toEqual([503, 'busy']);
    },
    { timeout: 60_000, interval: 500 },
  );
  // Signed-in users have their own share, and completed bodies no longer count.
  for (let n = 0; n < 3; n += 1)
    expect(await post({ authorization: `JWT ${owner.token}` })).toEqual([422, 'invalid_fields']);
  for (const { request } of begun) request.destroy();
  await vi.waitFor(async () => expect(await post(from(1))).toEqual([422, 'invalid_fields']), {
    timeout: 60_000,
  });
});

test('returns 507 to anonymous senders when only the disk reserve is free, and accepts again afterwards', async () => {
  let free = 40_000_000;
  const own = await startServerForTest({
    env: { MAX_UPLOAD_BYTES: String(FILE_BYTES) },
    openStorage: async (...args) => ({
      ...(await openDiskStorage(...args)),
      capacity: async () => ({ free, size: 1_000_000_000 }),
    }),
  });
  const { form, owner } = await open({}, own);
  const path = `/api/v1/public/forms/${form.slug}/files/`;
  const full = await sendFile(path, {}, own);
  expect(full.status).toBe(507);
  expect(Number(full.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await full.json()).toMatchObject({ code: 'storage_full' });
  expect(await incoming(own)).toEqual([]);
  expect((await sendFile(path, { authorization: `JWT ${owner.token}` }, own)).status).toBe(201);
  free = 60_000_000;
  expect((await sendFile(path, {}, own)).status).toBe(201);
});

test('returns 408 when a body stalls, stores nothing of it, and releases its capacity', async () => {
  const bodyPace = { idleMs: 1_000, leastBytesPerSecond: 1, windowMs: 60_000 };
  const own = await startServerForTest({ env: { MAX_UPLOAD_BYTES: String(FILE_BYTES) }, bodyPace });
  const { form, owner } = await open({}, own);
  const path = `/api/v1/public/forms/${form.slug}/files/`;
  const half = Buffer.concat([Buffer.from(PART), Buffer.alloc(FILE_BYTES - 100_000, 'a')]);
  // The limit of one address.
  const files = [begin(path, MULTIPART, half, own), begin(path, MULTIPART, half, own)];
  const plain = begin(`/f/${form.slug}`, { ...MULTIPART, 'content-length': 5000 }, PART, own);
  const json = begin('/api/token/', { ...JSON_BODY, 'content-length': 500 }, '{"token":', own);
  const refused = begin('/api/v1/spaces/', JSON_BODY, '{', own);
  for (const { response } of [...files, plain, json]) {
    const { status, headers } = await response;
    expect(status).toBe(408);
    expect(headers.connection).toBe('close');
  }
  expect((await refused.response).status).toBe(401);
  await new Promise<void>((resolve) => {
    const { socket } = refused.request;
    if (!socket || socket.destroyed) resolve();
    else socket.once('close', () => resolve());
  });
  await vi.waitFor(async () => expect(await incoming(own)).toEqual([]), { timeout: 30_000 });
  const again = new FormData();
  again.append('field', 'file');
  again.append('file', new Blob([Buffer.alloc(FILE_BYTES - 1, 'a')]), 'words.txt');
  expect((await fetch(`${own.url}${path}`, { method: 'POST', body: again })).status).toBe(201);
  expect(expectData(await owner.client.get(`forms/${form.id}/submissions/`))).toEqual([]);
});

const CLOSING_PART = ['', '--x', 'Content-Disposition: form-data; name="name"', '', 'Ada', '--x--', ''].join(
  '\r\n',
);

test('returns 401 and stores nothing when the session ended while a long body came in', async () => {
  const { owner, hub, space, form } = await open();
  const at = { authorization: `JWT ${owner.token}`, 'org-handle': hub.domain_handle };
  const before = (await incoming()).length;
  const began = performance.now();
  const upload = begin(
    `/api/v1/spaces/${space.slug}/upload/`,
    { ...MULTIPART, ...at, 'content-length': PART.length + 9_000 + CLOSING_PART.length },
    PART + 'a'.repeat(8_000),
  );
  const posted = begin(
    `/f/${form.slug}`,
    {
      ...MULTIPART,
      cookie: `hubkeep_session=${owner.token}`,
      'content-length': PART.length + 9_000 + CLOSING_PART.length,
    },
    PART + 'a'.repeat(8_000),
  );
  const tooLate = JSON.stringify({ name: 'Made too late' });
  const json = begin(
    '/api/v1/spaces/',
    { 'content-type': 'application/json', 'content-length': tooLate.length, ...at },
    tooLate.slice(0, 9),
  );
  // Both files are arriving, so both senders were authorized.
  await vi.waitFor(async () => expect(await incoming()).toHaveLength(before + 2), { timeout: 30_000 });
  const again = await signInAgain(server.client, owner);
  expectData(await owner.client.get('auth/logout/'));
  for (const { request } of [upload, posted]) request.end(`${'a'.repeat(1_000)}${CLOSING_PART}`);
  expect((await upload.response).status).toBe(401);
  expect((await posted.response).status).toBe(401);
  // JSON bodies are short: only one that takes longer than a second is authorized again.
  await vi.waitFor(() => expect(performance.now() - began).toBeGreaterThan(1_200), { timeout: 30_000 });
  json.request.end(tooLate.slice(9));
  expect((await json.response).status).toBe(401);
  expect(await incoming()).toHaveLength(before);
  const inHub = again.client.in(hub);
  expect(expectData(await inHub.get(`spaces/${space.slug}/items/`))).toEqual([]);
  expect(expectData(await inHub.get('spaces/'))).toHaveLength(1);
  expect(expectData(await inHub.get(`forms/${form.id}/submissions/`))).toEqual([]);
});

test('returns 413 under the field of a posted file that is too large, after receiving what follows it', async () => {
  const { form, owner } = await open();
  const body = new FormData();
  body.append('file', new Blob([Buffer.alloc(FILE_BYTES + 500_000, 'a')]), 'large.txt');
  body.append('name', 'Ada');
  const post = () => fetch(`${server.url}/f/${form.slug}`, { method: 'POST', body, redirect: 'manual' });
  const refused = await post();
  expect(refused.status).toBe(413);
  expect(await refused.json()).toMatchObject({ fields: { file: [expect.stringContaining('larger than')] } });
  body.set('file', new Blob([Buffer.alloc(FILE_BYTES - 1, 'a')]), 'words.txt');
  expect((await post()).status).toBe(303);
  const [stored] = expectData(await owner.client.get(`forms/${form.id}/submissions/`));
  expect(stored?.values).toMatchObject({ name: 'Ada', file: expect.any(String) });
});
