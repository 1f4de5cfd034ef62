import { expect, test } from 'vitest';
import type { OpenedDraft, SavedDraft } from '#lib/contract/form-draft.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { createOpenForm } from '#tests/harness/forms.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

const KEY = 'k'.repeat(24);
const by = (token: string) => ({ headers: { 'draft-token': token } });

async function open() {
  const at = await createPlace(server.client);
  const form = await createOpenForm(at.owner, at);
  const path = `public/forms/${form.slug}/drafts/`;
  const listSubmissions = async () =>
    expectData(await at.owner.client.get(`forms/${form.id}/submissions/?page_size=100`));
  const send = (body: object) =>
    server.client.post(`public/forms/${form.slug}/submissions/`, { version: 1, ...body });
  return { ...at, form, path, listSubmissions, send };
}

test('resumes a draft only with its token', async () => {
  const { path } = await open();
  const values = { name: '', unknown: [1] };
  const saved = expectData(
    await server.client.post<SavedDraft>(path, { version: 1, values, page: 'page_1', key: KEY }),
    201,
  );
  expect(saved.token.length).toBeGreaterThanOrEqual(32);
  const days = (Date.parse(saved.expires_at) - Date.now()) / 86_400_000;
  expect(days).toBeCloseTo(30, 1);
  const opened = expectData(await server.client.get<OpenedDraft>(path, by(saved.token)));
  expect(opened).toMatchObject({ version: 1, values, page: 'page_1', key: KEY });

  const again = { version: 1, values: { name: 'Ada' } };
  expectData(await server.client.put<SavedDraft>(path, again, by(saved.token)));
  expect(expectData(await server.client.get<OpenedDraft>(path, by(saved.token))).values).toEqual({
    name: 'Ada',
  });

  for (const token of ['', 'x', 'A'.repeat(32), `${saved.token}=`])
    expectRefusal(await server.client.get(path, by(token)), 404);
  expectRefusal(await server.client.put(path, again, by('A'.repeat(32))), 404);
  const other = await open();
  expectRefusal(await server.client.get(other.path, by(saved.token)), 404);

  expectData(await server.client.delete(path, undefined, by(saved.token)));
  expectRefusal(await server.client.get(path, by(saved.token)), 404);
});

test('stores the content of a draft neither in plain text nor in an address', async () => {
  const { path } = await open();
  const { token } = expectData(
    await server.client.post<SavedDraft>(path, { version: 1, values: { name: 'Very private' } }),
    201,
  );
  const rows = await server.sql<{ text: string }>('select form_draft::text as text from form_draft');
  for (const { text } of rows) expect(text).not.toMatch(/private|name/i);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('deletes a draft when it expires, is submitted, or its form is deleted', async () => {
  const { owner, form, path, send } = await open();
  const saveDraft = async () =>
    expectData(await server.client.post<SavedDraft>(path, { version: 1, values: {} }), 201).token;
  const old = await saveDraft();
  await server.sql("update form_draft set expires_at = now() - interval '1 second' where form_id = $1", [
    form.id,
  ]);
  expectRefusal(await server.client.get(path, by(old)), 404);
  const sent = await saveDraft();
  expectData(await send({ values: { name: 'Ada' }, meta: { draft: sent } }), 201);
  expectRefusal(await server.client.get(path, by(sent)), 404);
  const left = await saveDraft();
  expectData(await owner.client.delete(`forms/${form.id}/`));
  expectRefusal(await server.client.get(path, by(left)), 404);
});

test('refuses a draft over 512 kB', async () => {
  const { path } = await open();
  const values = { name: 'x'.repeat(600_000) };
  expectRefusal(await server.client.post(path, { version: 1, values }), 413);
});

test('stores one submission when it is sent 20 times concurrently with one idempotency key', async () => {
  const { send, listSubmissions } = await open();
  const body = { values: { name: 'Ada' }, meta: { key: KEY } };
  const all = await Promise.all(Array.from({ length: 20 }, () => send(body)));
  const first = expectData(all[0] ?? (await send(body)), 201);
  for (const one of all) expect(expectData(one, 201)).toEqual(first);
  expect(await listSubmissions()).toHaveLength(1);
});

test('does not store a submission again whose draft changed after it was sent, and returns the first response', async () => {
  const { send, listSubmissions } = await open();
  const first = expectData(await send({ values: { name: 'Ada' }, meta: { key: KEY } }), 201);
  const second = await send({ values: { name: 'Bo' }, meta: { key: KEY } });
  expectRefusal(second, 409, 'already_sent');
  expect(second.data).toEqual(first);
  expect((await listSubmissions()).map(({ values }) => values.name)).toEqual(['Ada']);
});

test('frees the idempotency key of a refused submission', async () => {
  const { send, listSubmissions } = await open();
  expectRefusal(await send({ values: {}, meta: { key: KEY } }), 422, 'invalid_fields');
  expectData(await send({ values: { name: 'Ada' }, meta: { key: KEY } }), 201);
  expect(await listSubmissions()).toHaveLength(1);
});

test('refuses an idempotency key that could be guessed', async () => {
  const { send } = await open();
  expectRefusal(await send({ values: { name: 'Ada' }, meta: { key: '1' } }), 422, 'invalid_fields');
});
