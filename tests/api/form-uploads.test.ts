import { randomBytes } from 'node:crypto';
import { appendFile, readdir, stat } from 'node:fs/promises';
import { request as send } from 'node:http';
import { join } from 'node:path';
import { Upload } from 'tus-js-client';
import { expect, test, vi } from 'vitest';
import type { Form } from '#lib/contract/form.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import type { Client, ClientResponse } from '#tests/harness/client.ts';
import { createOpenForm, type FormInput, sendSubmissionFile } from '#tests/harness/forms.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { beginUpload, PIECE, sendPiece, TUS } from '#tests/harness/uploads.ts';

const server = sharedServer();

const FIELDS = [
  { id: 'f_paper', name: 'paper', label: 'Paper', type: 'file', required: false },
  {
    id: 'f_text',
    name: 'text',
    label: 'Text',
    type: 'file',
    required: false,
    rules: [
      { rule: 'extensions', value: ['txt', 'png'] },
      { rule: 'max_bytes', value: 100_000 },
    ],
  },
];

async function open(input: FormInput = {}) {
  const at = await createPlace(server.client);
  const form = await createOpenForm(at.owner, at, { fields: FIELDS, ...input });
  return { ...at, form };
}

type Begin = { field?: string; name?: string; size: number; by?: Client; headers?: Record<string, string> };

const begin = (form: Form, { field = 'paper', by = server.client, ...more }: Begin) =>
  beginUpload(by, form, { field, ...more });

const pathOf = ({ slug }: { slug: string }, { id }: { id: string }) => `public/forms/${slug}/uploads/${id}/`;

const goOn = (path: string, from: number, piece: Uint8Array | string, by: Client = server.client) =>
  sendPiece(by, path, from, piece);

async function offsetOf(path: string): Promise<{ status: number; offset: string | null }> {
  const { status, headers } = await server.client.fetch('HEAD', path, undefined, { headers: TUS });
  return { status, offset: headers.get('upload-offset') };
}

const submitWith = (form: Form, values: Record<string, unknown>): Promise<ClientResponse<{ id: string }>> =>
  server.client.post(`public/forms/${form.slug}/submissions/`, { version: 1, values });

test('uploads a file in chunks, submits it, and serves it to readers of submissions', async () => {
  const { form, owner } = await open();
  const text = 'Words that come in two pieces.';
  const begun = await begin(form, { size: text.length, name: 'wörds.txt' });
  const { id } = expectData(begun, 201);
  expect(begun.headers.get('tus-resumable')).toBe('1.0.0');
  expect(begun.headers.get('location')).toBe(`/api/v1/${pathOf(form, { id })}`);
  const path = pathOf(form, { id });
  expect(await offsetOf(path)).toEqual({ status: 200, offset: '0' });

  const half = await goOn(path, 0, text.slice(0, 12));
  expect(half.status).toBe(204);
  expect(half.headers.get('upload-offset')).toBe('12');
  expect(await offsetOf(path)).toEqual({ status: 200, offset: '12' });
  // Incomplete files can't be submitted.
  expectRefusal(await submitWith(form, { paper: id }), 422, 'invalid_fields');

  const rest = await goOn(path, 12, text.slice(12));
  expect(rest.status).toBe(204);
  expect(rest.headers.get('upload-offset')).toBe(String(text.length));
  expect(await offsetOf(path)).toEqual({ status: 200, offset: String(text.length) });
  expectData(await submitWith(form, { paper: id }), 201);
  const stored = await owner.client.fetch('GET', `forms/${form.id}/files/${id}/`);
  expect(await stored.text()).toBe(text);
  expect(stored.headers.get('content-disposition')).toContain('w%C3%B6rds.txt');
  expect(stored.headers.get('content-type')).toBe('text/plain; charset=utf-8');
});

test('resumes an upload after the connection was lost', async () => {
  const { form } = await open();
  const bytes = Buffer.from(randomBytes(400_000).toString('hex'));
  const { id } = expectData(await begin(form, { size: bytes.length }), 201);
  const path = pathOf(form, { id });
  const lost = send(`${server.url}/api/v1/${path}`, {
    method: 'PATCH',
    headers: { ...PIECE, 'upload-offset': '0', 'content-length': String(bytes.length) },
  });
  lost.on('error', () => undefined);
  lost.write(bytes.subarray(0, 300_000));
  const folder = join(server.dataDir, 'files', 'partial');
  await vi.waitFor(async () => expect((await stat(join(folder, id))).size).toBe(300_000), {
    timeout: 10_000,
  });
  expect(await offsetOf(path)).toEqual({ status: 200, offset: '300000' });
  // The sender never closed the first connection: a new request replaces it.
  const rest = await goOn(path, 300_000, bytes.subarray(300_000));
  expect(rest.status).toBe(204);
  lost.destroy();
  expectData(await submitWith(form, { paper: id }), 201);
  expect(await readdir(folder)).not.toContain(id);
});

test('refuses a chunk whose offset is not the end of the last one', async () => {
  const { form } = await open();
  const { id } = expectData(await begin(form, { size: 10 }), 201);
  const path = pathOf(form, { id });
  expect((await goOn(path, 0, 'Words')).status).toBe(204);
  expectRefusal(await goOn(path, 0, 'Words'), 409, 'wrong_offset');
  expectRefusal(await goOn(path, 9, 'x'), 409, 'wrong_offset');
  expect((await offsetOf(path)).offset).toBe('5');
  expectRefusal(await goOn(path, 5, 'far too much of it'), 413, 'file_too_large');
  expect((await offsetOf(path)).offset).toBe('5');
  const status = await new Promise<number | undefined>((resolve, reject) => {
    // Without a declared length, the received bytes are counted.
    const chunked = send(`${server.url}/api/v1/${path}`, {
      method: 'PATCH',
      headers: { ...PIECE, 'upload-offset': '5', 'transfer-encoding': 'chunked' },
    });
    chunked.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject);
    chunked.end('far too much of it');
  });
  expect(status).toBe(413);
  expect((await offsetOf(path)).offset).toBe('5');
  expect((await goOn(path, 5, ' done')).status).toBe(204);
});

test('refuses a file beyond the limits of the field or hub before the first byte', async () => {
  const { form } = await open();
  const tooLarge = await begin(form, { field: 'text', size: 100_001 });
  expectRefusal(tooLarge, 422, 'invalid_fields');
  expect(tooLarge.body.fields?.file).toEqual(['Text cannot be larger than 100 kB']);
  const renamed = await begin(form, { field: 'text', name: 'run.exe', size: 10 });
  expect(renamed.body.fields?.file).toEqual(['Text must be a file of one of these types: txt, png']);
  expectRefusal(await begin(form, { field: 'nobody', size: 10 }), 422, 'invalid_fields');
  expectRefusal(await begin(form, { name: '', size: 10 }), 422, 'invalid_fields');
  expectRefusal(await begin(form, { size: 10 ** 14 }), 413, 'file_too_large');
});

test('detects the type of a file by its bytes, and deletes it where it is refused', async () => {
  const { form } = await open();
  const program = Buffer.concat([Buffer.from('MZ'), randomBytes(2000)]);
  const { id } = expectData(await begin(form, { field: 'text', name: 'cat.png', size: program.length }), 201);
  const path = pathOf(form, { id });
  const refused = await goOn(path, 0, program);
  expect(refused.status).toBe(415);
  expect((await offsetOf(path)).status).toBe(404);
  expect(await readdir(join(server.dataDir, 'files', 'partial'))).not.toContain(id);
  expectRefusal(await submitWith(form, { text: id }), 422, 'invalid_fields');
});

test('accepts an upload only for its own form and field', async () => {
  const { form } = await open();
  const other = await open();
  const { id } = expectData(await begin(form, { size: 5 }), 201);
  const elsewhere = pathOf(other.form, { id });
  expect((await offsetOf(elsewhere)).status).toBe(404);
  expectRefusal(await goOn(elsewhere, 0, 'Words'), 404, 'not_found');
  expectRefusal(await server.client.delete(elsewhere, undefined, { headers: TUS }), 404, 'not_found');
  expect((await goOn(pathOf(form, { id }), 0, 'Words')).status).toBe(204);
  expectRefusal(await submitWith(other.form, { paper: id }), 422, 'invalid_fields');
  expectRefusal(await submitWith(form, { text: id }), 422, 'invalid_fields');
});

test('refuses uploads from those who may not fill the form, and to a closed form', async () => {
  const { form, owner } = await open({ visibility: 'private' });
  expectRefusal(await begin(form, { size: 5 }), 404, 'not_found');
  const { id } = expectData(await begin(form, { size: 5, by: owner.client }), 201);
  const path = pathOf(form, { id });
  expectRefusal(await goOn(path, 0, 'Words'), 404, 'not_found');
  expectData(
    await owner.client.patch(`forms/${form.id}/`, { settings: { closes_at: '2020-01-01T00:00:00Z' } }),
  );
  expect((await goOn(path, 0, 'Words', owner.client)).status).toBe(409);
});

test('expires an upload after a day and deletes its bytes', async () => {
  const { form } = await open();
  const { id } = expectData(await begin(form, { size: 10 }), 201);
  const path = pathOf(form, { id });
  await goOn(path, 0, 'Words');
  await server.sql(`update form_upload set created_at = now() - interval '25 hours' where id = $1`, [id]);
  expect((await offsetOf(path)).status).toBe(404);
  expectRefusal(await goOn(path, 5, 'more'), 404, 'not_found');
});

test('deletes a cancelled upload, but not the file of a submission', async () => {
  const { form, owner } = await open();
  const first = expectData(await begin(form, { size: 5 }), 201);
  const path = pathOf(form, first);
  await goOn(path, 0, 'Words');
  expect((await server.client.delete(path, undefined, { headers: TUS })).status).toBe(204);
  expect((await offsetOf(path)).status).toBe(404);
  expectRefusal(await submitWith(form, { paper: first.id }), 422, 'invalid_fields');

  const second = expectData(await begin(form, { size: 5 }), 201);
  await goOn(pathOf(form, second), 0, 'Words');
  expectData(await submitWith(form, { paper: second.id }), 201);
  await server.client.delete(pathOf(form, second), undefined, { headers: TUS });
  expect((await owner.client.fetch('GET', `forms/${form.id}/files/${second.id}/`)).status).toBe(200);
});

test('completes a fully received upload on the next request when it was interrupted before completion', async () => {
  const { form } = await open();
  const { id } = expectData(await begin(form, { size: 5 }), 201);
  const path = pathOf(form, { id });
  await goOn(path, 0, 'Word');
  await appendFile(join(server.dataDir, 'files', 'partial', id), 's');
  expect(await offsetOf(path)).toEqual({ status: 200, offset: '5' });
  expectData(await submitWith(form, { paper: id }), 201);
});

test('returns the tus capabilities to an OPTIONS request', async () => {
  const response = await server.client.fetch('OPTIONS', 'public/forms/any/uploads/');
  expect(response.status).toBe(204);
  expect(response.headers.get('tus-version')).toBe('1.0.0');
  expect(response.headers.get('tus-extension')).toBe('creation,expiration,termination');
});

test('returns 412 with the supported version for another tus version', async () => {
  const { form } = await open();
  const { id } = expectData(await begin(form, { size: 5 }), 201);
  const path = pathOf(form, { id });
  expectRefusal(await begin(form, { size: 5, headers: { 'tus-resumable': '0.2.2' } }), 412, 'tus_version');
  expectRefusal(await server.client.get(path), 412, 'tus_version');
  expectRefusal(await begin(form, { size: -1 }), 400, 'unreadable_header');
  expectRefusal(
    await begin(form, { size: 5, headers: { 'upload-metadata': 'filename ***' } }),
    400,
    'unreadable_header',
  );
  const json = await server.client.patch(path, { a: 1 }, { headers: { ...TUS, 'upload-offset': '0' } });
  expectRefusal(json, 415, 'unsupported_type');
  expect((await goOn(pathOf(form, { id: '../../secret.key' }), 0, 'x')).status).toBe(404);
});

test('returns the file name to anybody with the upload’s id, also for a single-request upload', async () => {
  const { form } = await open();
  const { id } = expectData(await begin(form, { size: 5, name: 'half.txt' }), 201);
  await goOn(pathOf(form, { id }), 0, 'Wo');
  const response = await server.client.get(pathOf(form, { id }), { headers: TUS });
  expect(expectData(response)).toEqual({ id, name: 'half.txt', offset: 2, size: 5 });
  const whole = await sendSubmissionFile(server.client, form, 'paper', { name: 'whole.txt' });
  const path = pathOf(form, { id: whole });
  expect(expectData(await server.client.get(path, { headers: TUS }))).toMatchObject({
    name: 'whole.txt',
    offset: 5,
  });
  expectData(await submitWith(form, { paper: whole }), 201);
  expectRefusal(await server.client.get(path, { headers: TUS }), 404, 'not_found');
});

/** Names that look like paths but are not, and with characters that a part's header must escape. */
const NAMES = [
  ...['/absolute/path.txt', 'C:\\drive.txt', 'a/../b.txt', 'folder/inside/b.txt'],
  ...['the "last" one.txt', 'Minutes 3/4.txt', 'left\\right.txt'],
];

test('preserves a file name that looks like a path or has a quotation mark, for all upload methods', async () => {
  const { form, owner } = await open();
  const nameOf = async (id: string) =>
    expectData(await server.client.get<{ name: string }>(pathOf(form, { id }), { headers: TUS })).name;
  for (const name of NAMES) {
    const { id } = expectData(await begin(form, { size: 5, name }), 201);
    expect(await nameOf(id)).toBe(name);
    expect(await nameOf(await sendSubmissionFile(server.client, form, 'paper', { name }))).toBe(name);
    const posted = new FormData();
    posted.append('paper', new Blob(['Words']), name);
    const page = { method: 'POST', body: posted, redirect: 'manual' } as const;
    expect((await fetch(`${server.url}/f/${form.slug}`, page)).status).toBe(303);
    const [submission] = expectData(await owner.client.get(`forms/${form.id}/submissions/`));
    expect(Object.values(submission?.files ?? {})).toEqual([expect.objectContaining({ name })]);
  }
});

test('returns 422 for a file name that is too long or has control characters, for all upload methods', async () => {
  const { form, owner } = await open();
  for (const name of ['tab\tin it.txt', 'nul\u0000byte.txt', `${'x'.repeat(252)}.txt`]) {
    expectRefusal(await begin(form, { size: 5, name }), 422, 'invalid_file_name');
    const whole = new FormData();
    whole.append('field', 'paper');
    whole.append('file', new Blob(['Words']), name);
    const path = `public/forms/${form.slug}/files/`;
    expectRefusal(await server.client.post(path, undefined, { raw: whole }), 422, 'invalid_file_name');
    const posted = new FormData();
    posted.append('paper', new Blob(['Words']), name);
    const page = { method: 'POST', body: posted, redirect: 'manual' } as const;
    expect((await fetch(`${server.url}/f/${form.slug}`, page)).status).toBe(422);
  }
  expect(expectData(await owner.client.get(`forms/${form.id}/submissions/`))).toEqual([]);
});

test('works with a generic tus client', async () => {
  const { form } = await open();
  const bytes = randomBytes(50_000).toString('hex');
  const progress: number[] = [];
  const address = await new Promise<string | null>((resolve, reject) => {
    const upload = new Upload(Buffer.from(bytes), {
      endpoint: `${server.url}/api/v1/public/forms/${form.slug}/uploads/`,
      metadata: { filename: 'random.txt', field: 'paper' },
      chunkSize: 30_000,
      onProgress: (sent) => progress.push(sent),
      onSuccess: () => resolve(upload.url),
      onError: reject,
    });
    upload.start();
  });
  expect(progress.at(-1)).toBe(100_000);
  const id = new URL(address ?? '').pathname.split('/').at(-2);
  expectData(await submitWith(form, { paper: id }), 201);
});
