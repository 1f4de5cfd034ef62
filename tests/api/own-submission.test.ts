import { expect, test } from 'vitest';
import type { EditedSubmission, OwnSubmission } from '#lib/contract/own-submission.ts';
import type { SubmissionDetail } from '#lib/contract/submissions.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import {
  changeForm,
  createOpenForm,
  FORM_FIELDS,
  type FormInput,
  publishForm,
  sendSubmissionFile,
} from '#tests/harness/forms.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

const FILE = {
  id: 'f_file',
  name: 'attachment',
  label: 'Attachment',
  type: 'file',
  required: false,
} as const;

async function formWithSubmission(input: FormInput = {}, values: object = { name: 'Bo' }) {
  const at = await createPlace(server.client);
  const form = await createOpenForm(at.owner, at, {
    fields: [...FORM_FIELDS, FILE],
    settings: { editable: true },
    ...input,
  });
  const sent = expectData(
    await server.client.post(`public/forms/${form.slug}/submissions/`, { version: 1, values }),
    201,
  );
  const token = new URL(sent.receipt_url ?? '').hash.replace('#receipt=', '');
  const path = `public/forms/${form.slug}/answers/`;
  const own = (with_ = token) =>
    server.client.get<OwnSubmission>(path, { headers: { 'answer-token': with_ } });
  const change = (body: object, headers: Record<string, string> = {}) =>
    server.client.put<EditedSubmission>(path, body, { headers: { 'answer-token': token, ...headers } });
  return { ...at, form, sent, token, path, own, change };
}

test('opens an own submission by its link, and stores its revisions for the team', async () => {
  const { owner, form, sent, own, change } = await formWithSubmission();
  const link = new URL(sent.edit_url ?? '');
  expect(link.pathname).toBe(`/f/${form.slug}`);
  expect(link.search).toBe('');
  expect(link.hash).toMatch(/^#edit=[\w-]{50,}$/);
  const before = expectData(await own());
  expect(before).toMatchObject({
    id: sent.id,
    version: 1,
    revision: 1,
    values: { name: 'Bo' },
    edited_at: null,
  });
  expect(before.fields).toHaveLength(3);
  const changed = expectData(await change({ values: { name: 'Ada', colour: 'red' } }, { 'if-match': '1' }));
  expect(changed).toMatchObject({ id: sent.id, revision: 2 });
  const path = `forms/${form.id}/submissions/${sent.id}/`;
  expect(expectData(await owner.client.get<SubmissionDetail>(path)).values).toEqual({
    name: 'Ada',
    colour: 'red',
  });
  const history = expectData(await owner.client.get(`${path}history/`));
  expect(history).toEqual([
    {
      revision: 1,
      version: 1,
      values: { name: 'Bo' },
      typed: {},
      replaced_at: changed.edited_at,
      is_correction: false,
      corrected_by: null,
    },
  ]);
  const rows = await server.sql<{ field_id: string; text: string | null; option: string | null }>(
    'select field_id, text, option from submission_value where submission_id = $1 order by field_id',
    [sent.id],
  );
  expect(rows).toEqual([
    { field_id: 'f_colour', text: null, option: 'red' },
    { field_id: 'f_name', text: 'Ada', option: null },
  ]);
});

test('stores no submission key in readable form', async () => {
  const { token, sent } = await formWithSubmission();
  const secret = Buffer.from(token, 'base64url').subarray(16);
  const [row] = await server.sql<{ token_hash: Buffer; row: string }>(
    'select token_hash, submission::text as row from submission where id = $1',
    [sent.id],
  );
  expect(row?.token_hash).toHaveLength(32);
  expect(row?.row).not.toContain(secret.toString('hex'));
  expect(row?.row).not.toContain(token);
});

test('returns the current submission for a stale change, and the field errors for an invalid one', async () => {
  const { change, own } = await formWithSubmission();
  expectData(await change({ values: { name: 'Ada' } }));
  const stale = await change({ values: { name: 'Eve' } }, { 'if-match': '1' });
  expectRefusal(stale, 409, 'stale_revision');
  expect(stale.data).toMatchObject({ revision: 2, values: { name: 'Ada' } });
  const wrong = await change({ values: { name: '', colour: 'green' } });
  expectRefusal(wrong, 422, 'invalid_fields');
  expect(wrong.body.fields).toMatchObject({ name: ['Please enter Name'] });
  expect(expectData(await own()).values).toEqual({ name: 'Ada' });
});

test('validates a correction by the submission’s version, or by the newest where requested', async () => {
  const { owner, form, change, own } = await formWithSubmission();
  const more = { id: 'f_more', name: 'more', label: 'More', type: 'text' } as const;
  await changeForm(owner, form, { fields: [...FORM_FIELDS, FILE, more] });
  await publishForm(owner, form);
  expect(expectData(await own())).toMatchObject({ version: 1, current_version: 2 });
  expectData(await change({ values: { name: 'Ada' } }));
  expectRefusal(await change({ version: 2, values: { name: 'Ada' } }), 422, 'invalid_fields');
  expectData(await change({ version: 2, values: { name: 'Ada', more: 'Words' } }));
  expectRefusal(await change({ version: 3, values: { name: 'Ada' } }), 422, 'invalid_fields');
  expect(expectData(await own())).toMatchObject({ version: 2, values: { name: 'Ada', more: 'Words' } });
  expectRefusal(await change({ version: 1, values: { name: 'Ada' } }), 422, 'invalid_fields');
});

test('keeps the files that a changed submission still references, and adds new ones', async () => {
  const at = await createPlace(server.client);
  const form = await createOpenForm(at.owner, at, {
    fields: [...FORM_FIELDS, FILE],
    settings: { editable: true },
  });
  const first = await sendSubmissionFile(server.client, form, 'attachment', { name: 'first.txt' });
  const sent = expectData(
    await server.client.post(`public/forms/${form.slug}/submissions/`, {
      version: 1,
      values: { name: 'Bo', attachment: first },
    }),
    201,
  );
  const headers = { 'answer-token': new URL(sent.edit_url ?? '').hash.slice('#edit='.length) };
  const path = `public/forms/${form.slug}/answers/`;
  const put = (attachment: string) =>
    server.client.put(path, { values: { name: 'Bo', attachment } }, { headers });
  expectData(await put(first));
  const second = await sendSubmissionFile(server.client, form, 'attachment', { name: 'second.txt' });
  expectData(await put(second));
  const own = expectData(await server.client.get<OwnSubmission>(path, { headers }));
  expect(own.files.map(({ name }) => name)).toEqual(['second.txt']);
  // The previous revision refers to the first file, which is therefore kept.
  const stored = await at.owner.client.fetch('GET', `forms/${form.id}/files/${first}/`);
  expect(await stored.text()).toBe('Words');
  const others = await formWithSubmission();
  const stolen = await others.change({ values: { name: 'Eve', attachment: second } });
  expectRefusal(stolen, 422, 'invalid_fields');
});

test('refuses another key, and any key once the submission is final', async () => {
  const one = await formWithSubmission();
  const two = await formWithSubmission();
  expectRefusal(await one.own(two.token), 404);
  expectRefusal(await one.own(`${one.token.slice(0, -4)}AAAA`), 404);
  expectRefusal(await one.own('x'), 404);
  expectRefusal(await server.client.get(one.path), 401);
  const late = async (act: () => Promise<unknown>, status: number, code?: string) => {
    await act();
    expectRefusal(await one.own(), status, code);
    expectRefusal(await one.change({ values: { name: 'Eve' } }), status, code);
  };
  const { owner, form } = one;
  await late(() => changeForm(owner, form, { settings: { editable: false } }), 409, 'answer_not_editable');
  await changeForm(owner, form, { settings: { editable: true } });
  await late(
    () => changeForm(owner, form, { settings: { closes_at: '2020-01-01T00:00:00Z' } }),
    409,
    'form_closed',
  );
  await changeForm(owner, form, { settings: { closes_at: null } });
  await late(async () => expectData(await owner.client.delete(`forms/${form.id}/`)), 404);
  expectData(await owner.client.post(`forms/${form.id}/restore/`));
  expectData(await one.own());
  await late(
    async () => expectData(await owner.client.delete(`forms/${form.id}/submissions/${one.sent.id}/`)),
    404,
  );
});

test('returns the receipt as a PDF to the key’s holder, also for a final submission', async () => {
  const { form, token } = await formWithSubmission({ settings: {} }, { name: 'Nguyễn Thị Ánh '.repeat(400) });
  const ask = (presented: string) =>
    server.client.fetch('POST', `public/forms/${form.slug}/receipt/`, { token: presented });
  const receipt = await ask(token);
  expect(receipt.status).toBe(200);
  expect(receipt.headers.get('content-type')).toBe('application/pdf');
  expect(receipt.headers.get('cache-control')).toContain('no-store');
  const bytes = Buffer.from(await receipt.arrayBuffer());
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect((await ask(`${token.slice(0, -4)}AAAA`)).status).toBe(404);
});

test('opens a submission as it was typed, with the countries of its numbers, and stores the same when sent unchanged', async () => {
  const phone = { id: 'f_phone', name: 'phone', label: 'Phone', type: 'phone', required: false };
  const site = { id: 'f_site', name: 'site', label: 'Site', type: 'url', required: false };
  const typed = { phone: '0664 1234567', home: '030 1234567', site: 'www.example.com' };
  const { owner, form, sent, own, change } = await formWithSubmission(
    {
      fields: [phone, { ...phone, id: 'f_home', name: 'home' }, site],
      settings: { editable: true, country: 'AT' },
    },
    { ...typed, home: '+49 30 1234567' },
  );
  const opened = async () => {
    const { values, typed, countries } = expectData(await own());
    return { values, typed, countries };
  };
  const values = { phone: '+436641234567', home: '+49301234567', site: 'https://www.example.com' };
  expect(await opened()).toEqual({ values, typed: { ...typed, home: '+49 30 1234567' }, countries: {} });
  const countries = { home: 'DE' };
  expectData(await change({ values: typed, meta: { countries } }));
  expect(await opened()).toEqual({ values, typed, countries });
  // The form's country has changed: the text is still parsed with the earlier one.
  await changeForm(owner, form, { settings: { country: 'DE' } });
  expect(await opened()).toEqual({ values, typed, countries: { phone: 'AT' } });
  expectData(await change({ values: typed, meta: { countries: { phone: 'AT' } } }));
  expect(await opened()).toEqual({ values, typed, countries: { phone: 'AT' } });
  const path = `forms/${form.id}/submissions/${sent.id}/`;
  const corrected = { values: { phone: '044 668 18 00' }, meta: { countries: { phone: 'CH' } } };
  expectData(await owner.client.put(`${path}values/`, corrected));
  const now = expectData(await owner.client.get<SubmissionDetail>(path));
  expect(now).toMatchObject({ values: { phone: '+41446681800' }, typed: { phone: '044 668 18 00' } });
});
