import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Form } from '#lib/contract/form.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import {
  changeForm,
  createForm,
  createOpenForm,
  FORM_FIELDS,
  publishForm,
  sendSubmissionFile,
} from '#tests/harness/forms.ts';
import { addMember } from '#tests/harness/members.ts';
import { purgeFormsOfServer } from '#tests/harness/purge.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer, startServerForTest, type TestServer } from '#tests/harness/server.ts';
import { beginUpload, sendPiece } from '#tests/harness/uploads.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

async function query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client(server.databaseUrl);
  await client.connect();
  const { rows } = await client.query<Row>(text, values);
  await client.end();
  return rows;
}

const purge = () => purgeFormsOfServer(server);

const submission = { version: 1, values: { name: 'Bo' } };

test('limits anonymous submissions per address and minute; signed-in users are not affected', async () => {
  // A hundredth of the contract's limits: 6 anonymous submissions a minute.
  const { client } = await startServerForTest({ env: { RATE_LIMIT_FACTOR: '0.01' } });
  const at = await createPlace(client);
  const path = `public/forms/${(await createOpenForm(at.owner, at)).slug}/submissions/`;
  const sent = await Promise.all(Array.from({ length: 12 }, () => client.post(path, submission)));
  // Include the bodies of other refusals, which contain the reason.
  const outcomes = sent.map(({ status, body }) => (status === 201 || status === 429 ? status : body));
  expect(outcomes.toSorted()).toEqual([...Array(6).fill(201), ...Array(6).fill(429)]);
  for (const refused of sent.filter(({ status }) => status === 429)) {
    expectRefusal(refused, 429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expectData(await at.owner.client.post(path, submission), 201);
});

test('counts posted forms against the anonymous limit, whatever the session cookie contains', async () => {
  const { client, url } = await startServerForTest({ env: { RATE_LIMIT_FACTOR: '0.01' } });
  const at = await createPlace(client);
  const { slug } = await createOpenForm(at.owner, at);
  const post = async (session: string) => {
    const headers = { cookie: `hubkeep_session=${session}` };
    const body = new URLSearchParams({ name: 'Ada' });
    return (await fetch(`${url}/f/${slug}`, { method: 'POST', body, headers, redirect: 'manual' })).status;
  };
  const sent = await Promise.all(Array.from({ length: 12 }, () => post('made.up.token')));
  expect(sent.filter((status) => status === 303)).toHaveLength(6);
  expect(sent.filter((status) => status === 429)).toHaveLength(6);
  const headers = { accept: 'text/html' };
  const refused = await fetch(`${url}/f/${slug}`, { method: 'POST', body: new URLSearchParams(), headers });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.text()).toContain('Wait a few minutes');
  expect(await post(at.owner.token)).toBe(303);
});

test('deletes submissions after the retention period of their form, and no others', async () => {
  const at = await createPlace(server.client);
  const [stored, short] = await Promise.all([
    createOpenForm(at.owner, at),
    createOpenForm(at.owner, at, { settings: { retention_days: 10 } }),
  ]);
  const count = async (form: Form) =>
    expectData(await at.owner.client.get(`forms/${form.id}/submissions/`)).length;
  for (const form of [stored, short]) {
    const path = `public/forms/${form.slug}/submissions/`;
    for (let n = 0; n < 2; n += 1) expectData(await at.owner.client.post(path, submission), 201);
    await query(
      `update submission set created_at = now() - interval '11 days'
       where id = (select id from submission where form_id = $1 limit 1)`,
      [form.id],
    );
  }
  await purge();
  expect([await count(stored), await count(short)]).toEqual([2, 1]);
  const log = expectData(await at.owner.client.get(`hubs/${at.hub.domain_handle}/audit-log/?page_size=100`));
  const entries = log.filter(({ action }) => action === 'form.answers_deleted');
  expect(entries).toMatchObject([{ actor: null, target: { id: short.id }, details: { count: 1, days: 10 } }]);
});

test('deletes an uploaded file that no submission used within a day', async () => {
  const at = await createPlace(server.client);
  const fields = [FORM_FIELDS[0], { name: 'paper', label: 'Paper', type: 'file', required: false }];
  const form = await createOpenForm(at.owner, at, { fields });
  const send = (paper: string) =>
    at.owner.client.post(`public/forms/${form.slug}/submissions/`, {
      version: 1,
      values: { name: 'Bo', paper },
    });
  const [used, late] = [
    await sendSubmissionFile(at.owner.client, form, 'paper'),
    await sendSubmissionFile(at.owner.client, form, 'paper'),
  ];
  expectData(await send(used), 201);
  await query(`update form_file set created_at = now() - interval '25 hours' where form_id = $1`, [form.id]);
  expectRefusal(await send(late), 422, 'invalid_fields');
  await purge();
  const left = await query<{ id: string }>('select id from form_file where form_id = $1', [form.id]);
  expect(left.map(({ id }) => id)).toEqual([used]);
});

test('deletes a form with its submissions after its time in the trash', async () => {
  const at = await createPlace(server.client);
  const form = await createOpenForm(at.owner, at, { visibility: 'private' });
  expectData(await at.owner.client.post(`public/forms/${form.slug}/submissions/`, submission), 201);
  expectData(await at.owner.client.delete(`forms/${form.id}/`));
  await purge();
  expect((await at.owner.client.get(`forms/${form.id}/`)).status).toBe(200);
  await query(`update form set trashed_at = now() - interval '31 days' where id = $1`, [form.id]);
  await purge();
  expectRefusal(await at.owner.client.get(`forms/${form.id}/`), 404);
  const [left] = await query<{ count: string }>(
    `select (select count(*) from submission where form_id = $1) + (select count(*) from form_version where form_id = $1)
       + (select count(*) from submission_value where form_id = $1) + (select count(*) from scope where form_id = $1) as count`,
    [form.id],
  );
  expect(Number(left?.count)).toBe(0);
});

test('returns the same for a trashed or unpublished form of a private hub as for none', async () => {
  const at = await createPlace(server.client, { visibility: 'shared' });
  const path = `spaces/${at.space.slug}/forms/`;
  const seen = async () => (await server.client.in(at.hub).get(path)).body.message;
  const unknown = await seen();
  const draft = await createForm(at.owner, at);
  expect(await seen()).toBe(unknown);
  await publishForm(at.owner, draft);
  expect(await seen()).not.toBe(unknown);
  expectData(await at.owner.client.delete(`forms/${draft.id}/`));
  expect(await seen()).toBe(unknown);
});

test('removes all grants on forms when a member leaves the hub', async () => {
  const at = await createPlace(server.client);
  const member = await addMember(server.client, at.owner, at.hub);
  const body = { user_id: member.user.id, role: 'owner' };
  expectData(await at.owner.client.in(at.hub).post(`spaces/${at.space.slug}/members/`, body), 201);
  const form = await createOpenForm(at.owner, at);
  // Making it private adds them to it by name.
  await changeForm(member, form, { visibility: 'private' });
  const granted = () => query('select from form_grant where form_id = $1', [form.id]);
  expect(await granted()).toHaveLength(1);
  expectData(await at.owner.client.delete(`hubs/${at.hub.domain_handle}/members/${member.user.id}/`));
  expect(await granted()).toEqual([]);
  expectRefusal(await member.client.get(`forms/${form.id}/`), 404);
  expect((await at.owner.client.get(`forms/${form.id}/`)).status).toBe(200);
});

test('returns 429 when a sender has too many unused uploads, and accepts more after a submission', async () => {
  const { client } = await startServerForTest({ env: { RATE_LIMIT_FACTOR: '0.01' } });
  const at = await createPlace(client);
  const fields = [{ name: 'paper', label: 'Paper', type: 'file', required: false }] as const;
  const form = await createOpenForm(at.owner, at, { fields: [...fields] });
  const by = at.owner.client;
  const send = () => {
    const raw = new FormData();
    raw.append('field', 'paper');
    raw.append('file', new Blob(['Words']), 'words.txt');
    return by.post(`public/forms/${form.slug}/files/`, undefined, { raw });
  };
  // One percent of the limit for unused files; one upload is still incomplete.
  const { id: begun } = expectData(await beginUpload(by, form, { field: 'paper', size: 5 }), 201);
  const sent = await Promise.all(Array.from({ length: 6 }, send));
  const taken = sent.flatMap((response) => (response.ok ? [expectData(response, 201).id] : []));
  expect(taken).toHaveLength(4);
  for (const response of sent) if (!response.ok) expectRefusal(response, 429, 'too_many_waiting_files');
  const another = await beginUpload(by, form, { field: 'paper', size: 5 });
  expectRefusal(another, 429, 'too_many_waiting_files');
  // Other senders are counted separately.
  await sendSubmissionFile(client, form, 'paper');
  const values = { paper: taken[0] };
  expectData(await by.post(`public/forms/${form.slug}/submissions/`, { version: 1, values }), 201);
  await sendSubmissionFile(by, form, 'paper');
  expectRefusal(await send(), 429, 'too_many_waiting_files');
  // An upload was counted when it began, and is not counted again at its end.
  await sendPiece(by, `public/forms/${form.slug}/uploads/${begun}/`, 0, 'Words');
  const begunValues = { paper: begun };
  expectData(
    await by.post(`public/forms/${form.slug}/submissions/`, { version: 1, values: begunValues }),
    201,
  );
});

test('returns 429 when files without a submission have too many bytes, by their sender or by their form', async () => {
  const env = { RATE_LIMIT_FACTOR: '1', MAX_UPLOAD_BYTES: '100000', TRUSTED_PROXIES: '127.0.0.1' };
  const own = await startServerForTest({ env });
  const at = await createPlace(own.client);
  const fields = [{ name: 'paper', label: 'Paper', type: 'file', required: false }] as const;
  const form = await createOpenForm(at.owner, at, { fields: [...fields] });
  const send = (address: number, { slug } = form) => {
    const raw = new FormData();
    raw.append('field', 'paper');
    raw.append('file', new Blob(['a'.repeat(90_000)]), 'words.txt');
    const headers = { 'x-forwarded-for': `203.0.113.${address}` };
    return own.client.post(`public/forms/${slug}/files/`, undefined, { raw, headers });
  };
  const refused = async (address: number, to = form) => {
    const response = await send(address, to);
    expectRefusal(response, 429, 'too_many_waiting_files');
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  };
  // Per sender: five files of the maximum size. Per form: twenty-five.
  for (let address = 1; address <= 5; address += 1) {
    for (let n = 0; n < 5; n += 1) expectData(await send(address), 201);
    await refused(address);
  }
  expectData(await send(6), 201);
  expectData(await send(6), 201);
  await refused(6);
  const other = await createOpenForm(at.owner, at, { fields: [...fields] });
  expectData(await send(6, other), 201);
  await refused(1, other);
});
