import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { PublicForm } from '#lib/contract/public-form.ts';
import type { Submission } from '#lib/contract/submissions.ts';
import type { SubmissionMeta, SubmitResult } from '#lib/contract/submit.ts';
import { createPlace, createSpace, registerUser } from '#tests/harness/accounts.ts';
import type { Client } from '#tests/harness/client.ts';
import {
  changeForm,
  createOpenForm,
  FORM_FIELDS,
  type FormInput,
  field,
  publishForm,
} from '#tests/harness/forms.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

async function open(input: FormInput = {}) {
  const at = await createPlace(server.client);
  const form = await createOpenForm(at.owner, at, input);
  const path = `public/forms/${form.slug}/submissions/`;
  const send = (
    values: Record<string, unknown>,
    more: { version?: unknown; meta?: SubmissionMeta; by?: Client; key?: string } = {},
  ) => {
    const { version = 1, meta, by = server.client, key } = more;
    const headers: Record<string, string> = key ? { 'idempotency-key': key } : {};
    return by.post<SubmitResult>(path, { version, values, ...(meta ? { meta } : {}) }, { headers });
  };
  const listSubmissions = async () =>
    expectData(await at.owner.client.get(`forms/${form.id}/submissions/?page_size=100`));
  return { ...at, form, path, send, listSubmissions };
}

test('stores a submission unchanged for those who may read submissions', async () => {
  const { owner, form, send, listSubmissions } = await open();
  const { id } = expectData(await send({ name: ' Bo\u0301 🗒️ ', colour: 'red' }), 201);
  expectData(await send({ name: 'Ada' }, { by: owner.client }), 201);
  const [second, first] = await listSubmissions();
  expect(first).toMatchObject({
    id,
    version: 1,
    state: 'new',
    submitted_by: null,
    values: { name: ' Bo\u0301 🗒️ ', colour: 'red' },
  });
  expect(second?.submitted_by).toEqual({ id: owner.user.id, name: 'Ada Lovelace' });
  const detail = expectData(await owner.client.get(`forms/${form.id}/submissions/${id}/`));
  expect(detail.fields.map((field) => field.label)).toEqual(['Name', 'Colour']);
  const seen = await owner.client.patch(`forms/${form.id}/submissions/${id}/`, { state: 'done' });
  expect(expectData(seen)).toMatchObject({ id, state: 'done' });
});

test('returns validation problems under their paths, also for unknown fields', async () => {
  const { send, listSubmissions } = await open({
    fields: [
      ...FORM_FIELDS,
      {
        name: 'people',
        label: 'People',
        type: 'form',
        multiple: true,
        required: false,
        fields: [{ name: 'mail', label: 'Mail', type: 'email' }],
      },
    ],
  });
  const wrong = await send({
    name: '',
    colour: 'green',
    people: [{ mail: 'a@b.co' }, { mail: 'x' }],
    other: 1,
  });
  expectRefusal(wrong, 422, 'invalid_fields');
  expect(wrong.body.fields).toMatchObject({
    name: ['Please enter Name'],
    colour: ['Colour must be one of [red, blue]'],
    'people[1].mail': [expect.any(String)],
    other: [expect.any(String)],
  });
  const { path } = await sharedPath();
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    const raw = `{"version":1,"values":{"name":"Ada","${name}":{"role":"owner"}}}`;
    const headers = { 'content-type': 'application/json' };
    const unknown = await server.client.post(path, undefined, { raw, headers });
    expectRefusal(unknown, 422, 'invalid_fields');
    expect(Object.keys(unknown.body.fields ?? {})).toEqual([name]);
  }
  for (const body of [
    { version: 1 },
    { version: 1, values: 'x' },
    { version: 1, values: [] },
    { values: {} },
  ]) {
    expectRefusal(await server.client.post(path, body), 422, 'invalid_fields');
  }
  expect(await listSubmissions()).toEqual([]);
});

let shared: { path: string } | null = null;
async function sharedPath() {
  shared ??= await open();
  return shared;
}

test('stores no empty values, and refuses values that only look filled in', async () => {
  const { send, listSubmissions } = await open({
    fields: [
      field('name', 'Name', 'text'),
      field('note', 'Note', 'text', { required: false }),
      field('tags', 'Tags', 'checkboxes', { required: false, options: [{ id: 'a', label: 'A' }] }),
    ],
  });
  expectData(await send({ name: 'Ada', note: '', tags: [] }), 201);
  expectData(await send({ name: 'Bob', note: null, tags: null }), 201);
  expect((await listSubmissions()).map(({ values }) => values)).toEqual([{ name: 'Bob' }, { name: 'Ada' }]);
  const invisible = await send({ name: '\u3164\u200b' });
  expectRefusal(invisible, 422, 'invalid_fields');
  expect(invisible.body.fields).toEqual({ name: ['Name cannot be a blank character'] });
});

test('refuses a text with a code of its own when its pattern takes too long', async () => {
  const rules = [{ rule: 'pattern', value: 'a[ab]{400}e' }];
  const { send } = await open({ fields: [field('name', 'Name', 'text', { rules })] });
  const name = Array.from({ length: 10_000 }, (_, n) => (Math.sin(n * n) > 0 ? 'a' : 'b')).join('');
  expectRefusal(await send({ name }), 422, 'pattern_too_slow');
});

test('validates fields named like built-in properties of objects', async () => {
  const names = ['constructor', 'toString', 'hasOwnProperty', 'valueOf'];
  const { owner, form, send, listSubmissions } = await open({
    fields: names.map((name) => ({ ...field(name, name, 'text', { required: false }), id: name })),
  });
  expectData(await send({}), 201);
  const input: Record<string, unknown> = { constructor: 'x', toString: 'y' };
  expectData(await send(input), 201);
  expect((await listSubmissions()).map(({ values }) => values)).toEqual([input, {}]);
  const csv = await owner.client.fetch('GET', `forms/${form.id}/export/?format=csv`);
  expect(await csv.text()).not.toContain('native code');
  expectData(await owner.client.get(`forms/${form.id}/summary/`));
});

test('returns 422 under the field for values that the database cannot store', async () => {
  const { send, listSubmissions } = await open();
  for (const name of ['a\0b', '\ud800', 'x'.repeat(20_000)]) {
    const response = await send({ name });
    expectRefusal(response, 422, 'invalid_fields');
    expect(Object.keys(response.body.fields ?? {})).toEqual(['name']);
  }
  const big = await server.client.post((await sharedPath()).path, {
    version: 1,
    values: { name: 'x'.repeat(5e6) },
  });
  expectRefusal(big, 413, 'too_large');
  expect(await listSubmissions()).toEqual([]);
});

test('returns a label with markup as text', async () => {
  const label = '<script>alert(1)</script>';
  const { form, send } = await open({ title: label, fields: [{ name: 'a', label, type: 'text' }] });
  expect((await send({})).body.fields).toEqual({ a: [`Please enter ${label}`] });
  const response = await server.client.fetch('GET', `public/forms/${form.slug}/`);
  expect(response.headers.get('content-type')).toContain('application/json');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
});

test('accepts a submission to an older version and shows it with that version’s fields', async () => {
  const { owner, form, send, listSubmissions } = await open();
  await changeForm(owner, form, { title: 'Other', fields: [{ name: 'age', label: 'Age', type: 'number' }] });
  await publishForm(owner, form);
  const { id } = expectData(await send({ name: 'Bo' }, { version: 1 }), 201);
  expectData(await send({ age: 7 }, { version: 2 }), 201);
  const detail = expectData(await owner.client.get(`forms/${form.id}/submissions/${id}/`));
  expect(detail).toMatchObject({ version: 1, title: 'Test form', values: { name: 'Bo' } });
  expect(detail.fields.map((field) => field.label)).toEqual(['Name', 'Colour']);
  for (const version of [3, 0, -1, 1.5, '1', null, 2 ** 40]) {
    const response = await send({ name: 'Bo' }, { version });
    expectRefusal(response, 422, 'invalid_fields');
    expect(Object.keys(response.body.fields ?? {})).toEqual(['version']);
  }
  expect(await listSubmissions()).toHaveLength(2);
});

test('stores one submission when it is sent 20 times concurrently', async () => {
  const { send, listSubmissions } = await open();
  const sent = await Promise.all(Array.from({ length: 20 }, () => send({ name: 'Bo' }, { key: 'one' })));
  const ids = sent.map((response) => expectData(response, 201).id);
  expect(new Set(ids).size).toBe(1);
  expect(await listSubmissions()).toHaveLength(1);
  expectRefusal(await send({ name: 'Cy' }, { key: 'one' }), 409, 'idempotency_key_reused');
});

test('accepts or refuses each of several concurrent submissions by itself', async () => {
  const { form, send, listSubmissions } = await open();
  const one = await open();
  await server.sql(
    `alter table submission add constraint refuses_one check (form_id <> '${form.id}' or data ->> 'name' <> 'No. 7')`,
  );
  const sent = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      const [own, other] = await Promise.all([send({ name: `No. ${n}` }), one.send({ name: `No. ${n}` })]);
      return { n, own, other };
    }),
  );
  await server.sql('alter table submission drop constraint refuses_one');
  expect(sent.filter(({ own }) => own.status !== 201).map(({ n }) => n)).toEqual([7]);
  expect(sent.every(({ other }) => other.status === 201)).toBe(true);
  const ids = sent.flatMap(({ n, own }) => (n === 7 ? [] : [expectData(own, 201).id]));
  const stored = await listSubmissions();
  expect(stored.map(({ id }) => id).sort()).toEqual(ids.sort());
  for (const { id, values } of stored) {
    const { n } = sent.find(({ own }) => own.status === 201 && expectData(own, 201).id === id) ?? {};
    expect(values).toEqual({ name: `No. ${n}` });
    const counted = await server.sql('select text from submission_value where submission_id = $1', [id]);
    expect(counted).toEqual([{ text: `No. ${n}` }]);
  }
  expect(await one.listSubmissions()).toHaveLength(20);
});

test('accepts exactly as many concurrent submissions as there are places left', async () => {
  const { owner, form, send, listSubmissions } = await open({ settings: { max_submissions: 3 } });
  const sent = await Promise.all(Array.from({ length: 12 }, (_, at) => send({ name: `Person ${at}` })));
  expect(sent.filter(({ status }) => status === 201)).toHaveLength(3);
  for (const refused of sent.filter(({ status }) => status !== 201)) expectRefusal(refused, 409, 'form_full');
  expect(await listSubmissions()).toHaveLength(3);
  const seen = await server.client.get(`public/forms/${form.slug}/`);
  expect(expectData(seen)).toMatchObject({ state: 'full', fields: [] });
  await changeForm(owner, form, { settings: { max_submissions: 4 } });
  expectData(await send({ name: 'Bo' }), 201);
});

test('counts existing submissions for a limit, before and after deletions, without reading them', async () => {
  const { owner, form, send, listSubmissions } = await open();
  expectData(await send({ name: 'A' }), 201);
  expectData(await send({ name: 'B' }), 201);
  await changeForm(owner, form, { settings: { max_submissions: 3 } });
  expectData(await send({ name: 'C' }), 201);
  expectRefusal(await send({ name: 'D' }), 409, 'form_full');
  const [newest] = await listSubmissions();
  expectData(await owner.client.delete(`forms/${form.id}/submissions/${newest?.id}/`));
  expectData(await send({ name: 'D' }), 201);
  expectRefusal(await send({ name: 'E' }), 409, 'form_full');
  // The stored counter is what counts, not the number of rows.
  await server.sql('update submission_count set submissions = 1 where form_id = $1', [form.id]);
  expectData(await send({ name: 'E' }), 201);
  await changeForm(owner, form, { settings: { max_submissions: null } });
  expectData(await send({ name: 'F' }), 201);
  await changeForm(owner, form, { settings: { max_submissions: 5 } });
  expectRefusal(await send({ name: 'G' }), 409, 'form_full');
  expect(await listSubmissions()).toHaveLength(5);
});

test('allows one submission per account, else per address, also concurrently', async () => {
  const { owner, hub, form, send, listSubmissions } = await open({ settings: { one_per_person: true } });
  const member = await addMember(server.client, owner, hub);
  const sent = await Promise.all(
    Array.from({ length: 6 }, () => send({ name: 'Bo' }, { by: member.client })),
  );
  expect(sent.filter(({ status }) => status === 201)).toHaveLength(1);
  expectRefusal(await send({ name: 'Bo' }, { by: member.client }), 409, 'already_answered');
  expectData(await send({ name: 'Ada' }, { by: owner.client }), 201);
  expectData(await send({ name: 'Nobody' }), 201);
  expectRefusal(await send({ name: 'Nobody' }), 409, 'already_answered');
  const [last] = await listSubmissions();
  expectData(await owner.client.delete(`forms/${form.id}/submissions/${last?.id}/`));
  expectData(await send({ name: 'Nobody' }), 201);
  const rows = await server.sql('select person_key from submission where form_id = $1', [form.id]);
  expect(JSON.stringify(rows)).not.toContain('127.0.0.1');
});

test('refuses submissions to closed, scheduled, private, unpublished and deleted forms, each with its reason', async () => {
  const { owner, hub, space, form, send } = await open({ settings: { closes_at: '2020-01-01T00:00:00Z' } });
  expectRefusal(await send({ name: 'Bo' }), 409, 'form_closed');
  await changeForm(owner, form, { settings: { closes_at: null, opens_at: '2999-01-01T00:00:00+02:00' } });
  expectRefusal(await send({ name: 'Bo' }), 409, 'form_not_open_yet');
  const soon = await server.client.get(`public/forms/${form.slug}/`);
  expect(expectData(soon)).toMatchObject({ state: 'not_open_yet', fields: [] });
  await changeForm(owner, form, { visibility: 'private', settings: { opens_at: null } });
  expectRefusal(await send({ name: 'Bo' }), 404, 'not_found');
  expectData(await send({ name: 'Ada' }, { by: owner.client }), 201);
  expectData(await owner.client.delete(`forms/${form.id}/`));
  expectRefusal(await send({ name: 'Ada' }, { by: owner.client }), 404, 'not_found');
  const draft = expectData(
    await owner.client.in(hub).post(`spaces/${space.slug}/forms/`, { title: 'Draft', visibility: 'public' }),
    201,
  );
  const path = `public/forms/${draft.slug}/submissions/`;
  expectRefusal(await server.client.post(path, { version: 1, values: {} }), 404, 'not_found');
  expectRefusal(await owner.client.post(path, { version: 1, values: {} }), 409, 'form_not_published');
});

test('accepts submissions to a shared form from members only', async () => {
  const { owner, hub, send } = await open({ visibility: 'shared' });
  const [member, stranger] = await Promise.all([
    addMember(server.client, owner, hub),
    registerUser(server.client),
  ]);
  expectRefusal(await send({ name: 'Bo' }), 404);
  expectRefusal(await send({ name: 'Bo' }, { by: stranger.client }), 404);
  expectData(await send({ name: 'Bo' }, { by: member.client }), 201);
});

test('returns each caller their own view of a form when requests are concurrent', async () => {
  const { owner, hub, send } = await open({ visibility: 'shared' });
  const [member, stranger] = await Promise.all([
    addMember(server.client, owner, hub),
    registerUser(server.client),
  ]);
  const senders = [server.client, member.client, stranger.client, owner.client];
  const sent = await Promise.all(
    Array.from({ length: 10 }, () => senders.map((by) => send({ name: 'Bo' }, { by }))).flat(),
  );
  const expected = Array.from({ length: 10 }, () => [404, 201, 404, 201]).flat();
  expect(sent.map(({ status }) => status)).toEqual(expected);
});

const CONDITIONAL = [
  {
    id: 'f_more',
    name: 'more',
    label: 'More',
    type: 'select',
    options: [
      { id: 'yes', label: 'Yes' },
      { id: 'no', label: 'No' },
    ],
  },
  {
    id: 'f_text',
    name: 'text',
    label: 'Text',
    type: 'text',
    visible_if: { field: 'f_more', op: 'equals', value: 'yes' },
  },
];

test('never requires hidden fields; drops or keeps their values as the form is set', async () => {
  const { owner, form, send, listSubmissions } = await open({ fields: CONDITIONAL });
  expectRefusal(await send({ more: 'yes' }), 422);
  expectData(await send({ more: 'no', text: 'hidden' }), 201);
  await changeForm(owner, form, { settings: { hidden_values: 'keep' } });
  expectData(await send({ more: 'no', text: 'hidden' }), 201);
  expect((await listSubmissions()).map(({ values }) => values)).toEqual([
    { more: 'no', text: 'hidden' },
    { more: 'no' },
  ]);
});

test('returns 404 for a submission through another form’s path', async () => {
  const { owner, hub, form, send } = await open();
  const space = await createSpace(owner, hub);
  const other = await createOpenForm(owner, { hub, space });
  const { id } = expectData(await send({ name: 'Bo' }), 201);
  const path = `forms/${other.id}/submissions/${id}/`;
  expectRefusal(await owner.client.get(path), 404);
  expectRefusal(await owner.client.patch(path, { state: 'done' }), 404);
  expectRefusal(await owner.client.delete(path), 404);
  expect((await owner.client.get(`forms/${form.id}/submissions/${id}/`)).status).toBe(200);
});

test('pages submissions by cursor, and filters by state, version and day', async () => {
  const { owner, form, send } = await open();
  for (let at = 0; at < 5; at += 1) expectData(await send({ name: `Person ${at}` }), 201);
  type Page = { data: Submission[]; next: string | null; count: number | null };
  const list = async (query: Record<string, string | number>) => {
    const response = await owner.client.get(`forms/${form.id}/submissions/`, { query });
    expectData(response);
    return response.body as unknown as Page;
  };
  const names = ({ data }: Page) => data.map(({ values }) => values.name);
  const first = await list({ page_size: 2 });
  expect(names(first)).toEqual(['Person 4', 'Person 3']);
  const second = await list({ page_size: 2, after: first.next ?? '' });
  expect(names(second)).toEqual(['Person 2', 'Person 1']);
  const third = await list({ page_size: 2, after: second.next ?? '' });
  expect(names(third)).toEqual(['Person 0']);
  expect(third.next).toBeNull();
  const [latest] = first.data;
  expectData(await owner.client.patch(`forms/${form.id}/submissions/${latest?.id}/`, { state: 'seen' }));
  expect(names(await list({ state: 'seen' }))).toEqual(['Person 4']);
  expect(names(await list({ version: 2 }))).toEqual([]);
  expect(names(await list({ to: '2020-01-01' }))).toEqual([]);
  expect(await list({ from: '2020-01-01' })).toMatchObject({ count: 5 });
});

test('requires a challenge, a minimum time and an empty honeypot where spam protection is on', async () => {
  const { form, send } = await open({ settings: { spam: 'honeypot_and_rate' } });
  expectRefusal(await send({ name: 'Bo' }), 422, 'challenge_expired');
  const seen = expectData(await server.client.get(`public/forms/${form.slug}/`));
  const token = seen.challenge?.token ?? '';
  const fast = await send({ name: 'Bo' }, { meta: { token } });
  expectRefusal(fast, 429, 'too_fast');
  expectRefusal(await send({ name: 'Bo' }, { meta: { token: `1${token}` } }), 422, 'challenge_expired');
  await wait(Number(fast.headers.get('retry-after')) * 1000);
  expectRefusal(await send({ name: 'Bo' }, { meta: { token, website: 'x' } }), 422, 'looks_automatic');
  expectData(await send({ name: 'Bo' }, { meta: { token } }), 201);
});

function proofOf(token: string, bits: number): string {
  for (let nonce = 0; ; nonce += 1) {
    const hash = createHash('sha256').update(`${token}:${nonce}`).digest();
    if (hash.readUInt32BE(0) >>> (32 - bits) === 0) return String(nonce);
  }
}

test('requires proof of work where the form enables it', async () => {
  const { form, send } = await open({ settings: { spam: 'proof_of_work' } });
  const { challenge } = expectData(await server.client.get(`public/forms/${form.slug}/`));
  const { token = '', bits = 0 } = challenge ?? {};
  const nonce = proofOf(token, bits);
  const fast = await send({ name: 'Bo' }, { meta: { token, nonce } });
  await wait(Number(fast.headers.get('retry-after') ?? 0) * 1000);
  expectRefusal(await send({ name: 'Bo' }, { meta: { token, nonce: 'x' } }), 422, 'proof_missing');
  expectData(await send({ name: 'Bo' }, { meta: { token, nonce } }), 201);
});

const CONTACT = [
  { id: 'f_phone', name: 'phone', label: 'Phone', type: 'phone', required: false },
  { id: 'f_site', name: 'site', label: 'Site', type: 'url', required: false },
  { id: 'f_mail', name: 'mail', label: 'Mail', type: 'email', required: false },
];

test('stores phone numbers, addresses and e-mails in canonical form beside the original input', async () => {
  const { owner, hub, form, send, listSubmissions } = await open({
    fields: CONTACT,
    settings: { country: 'DE', editable: true },
  });
  const publicForm = expectData(await server.client.get(`public/forms/${form.slug}/`));
  expect(publicForm.country).toBe('DE');
  const input = { phone: '0171 1234567', site: 'example.com', mail: '\u00a0ada\u200b@example.org' };
  const { edit_url = '' } = expectData(await send(input), 201);
  const stored = { phone: '+491711234567', site: 'https://example.com', mail: 'ada@example.org' };
  expect(await listSubmissions()).toMatchObject([{ values: stored, typed: input }]);

  // A value that is sent back as it was stored keeps its typed text.
  const token = decodeURIComponent(edit_url.split('#edit=')[1] ?? '');
  const values = { ...stored, site: 'https://example.org' };
  const changed = await server.client.put(
    `public/forms/${form.slug}/answers/`,
    { values },
    {
      headers: { 'answer-token': token },
    },
  );
  expectData(changed);
  const { site: _, ...typed } = input;
  const [submission] = await listSubmissions();
  expect(submission).toMatchObject({ values });
  expect(submission?.typed).toEqual(typed);

  await changeForm(owner, form, { settings: { country: null } });
  expectData(await owner.client.patch(`hubs/${hub.domain_handle}/`, { country: 'AT' }));
  expectData(await send({ phone: '0664 1234567' }), 201);
  expect((await listSubmissions())[0]?.values).toEqual({ phone: '+436641234567' });

  const region = { country: null, locale: 'de-CH' };
  expectData(await owner.client.patch(`hubs/${hub.domain_handle}/`, region));
  expectData(await send({ phone: '044 668 18 00' }), 201);
  expect((await listSubmissions())[0]?.values).toEqual({ phone: '+41446681800' });
});

test('reads a phone number in the country that is chosen beside it, and keeps it as it was typed', async () => {
  const phone = { id: 'f_phone', name: 'phone', label: 'Phone', type: 'phone' };
  const people = {
    ...{ id: 'f_people', name: 'people', label: 'People', type: 'form', multiple: true, required: false },
    fields: [{ ...phone, id: 'f_own' }],
  };
  const { send, listSubmissions } = await open({ fields: [phone, people], settings: { country: 'DE' } });
  const input = { phone: '0664 1234567', people: [{ phone: '0171 1234567' }, { phone: '06 12 34 56 78' }] };
  const countries = { phone: 'AT', 'people[1].phone': 'FR', 'nobody[0].phone': 'CH' };
  const key = 'k'.repeat(24);
  expectData(await send(input, { meta: { countries, key } }), 201);
  expect(await listSubmissions()).toMatchObject([
    {
      values: { phone: '+436641234567', people: [{ phone: '+491711234567' }, { phone: '+33612345678' }] },
      typed: {
        phone: '0664 1234567',
        'people[0].phone': '0171 1234567',
        'people[1].phone': '06 12 34 56 78',
      },
    },
  ]);
  // With other countries, the same text is another submission.
  expectRefusal(await send(input, { meta: { countries: { phone: 'CH' }, key } }), 409, 'already_sent');
  expectData(await send(input, { meta: { countries, key } }), 201);
  expect(await listSubmissions()).toHaveLength(1);

  const refused = await send({ phone: '12' }, { meta: { countries: { phone: 'AT' } } });
  expectRefusal(refused, 422, 'invalid_fields');
  expect(refused.body.hints).toEqual({ phone: [expect.stringContaining('Austria')] });
  const malformed = await send(input, { meta: { countries: { phone: 'Austria' } } });
  expectRefusal(malformed, 422, 'invalid_fields');
  expect(malformed.body.fields).toHaveProperty(['meta.countries.phone']);
});

test('returns a hint beside each problem, under the same path', async () => {
  const people = {
    name: 'people',
    label: 'People',
    type: 'form',
    multiple: true,
    required: false,
    fields: [{ ...CONTACT[0], id: 'f_inner' }],
  };
  const { send, listSubmissions } = await open({ fields: [...CONTACT, people] });
  const refusal = await send({
    phone: '0171 1234567',
    site: 'http://foo',
    people: [{}, { phone: '+25489032' }],
  });
  expect(refusal.status).toBe(422);
  expect(refusal.body).toMatchObject({
    fields: {
      phone: ['Phone is not a valid phone'],
      site: ['Site is not a valid url'],
      'people[1].phone': ['Phone is not a valid phone'],
    },
    hints: {
      phone: ['Begin with + and the country’s code, such as +49 171 1234567'],
      site: ['After https:// there has to be a domain, such as https://www.example.com'],
      'people[1].phone': [expect.stringContaining('Digits are missing')],
    },
    details: [
      { path: 'phone', code: 'invalid', params: { label: 'Phone', type: 'phone' } },
      { path: 'site', code: 'invalid', params: { label: 'Site', type: 'url' } },
      { path: 'people[1].phone', code: 'invalid', params: { label: 'Phone', type: 'phone' } },
    ],
  });
  expectRefusal(refusal, 422, 'invalid_fields');
  expect(await listSubmissions()).toEqual([]);
});

test('accepts a JSON value nested 64 levels deep and refuses deeper ones, as a value and as text', async () => {
  const at = await createPlace(server.client);
  const fields = [{ id: 'f_json', name: 'json', label: 'JSON', type: 'json' }];
  const { slug } = await createOpenForm(at.owner, at, { fields });
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const submit = (json: unknown) =>
    server.client.post(`public/forms/${slug}/submissions/`, { version: 1, values: { json } });
  expectData(await submit(JSON.parse(nested(64))), 201);
  expectData(await submit(nested(64)), 201);
  for (const deep of [JSON.parse(nested(65)), nested(65), nested(5_000), nested(50_000)]) {
    const refused = await submit(deep);
    expectRefusal(refused, 422, 'invalid_fields');
    expect(refused.body.fields).toEqual({ json: ['JSON is not a valid json'] });
  }
  const posted = await fetch(`${server.url}/f/${slug}`, {
    method: 'POST',
    body: new URLSearchParams({ json: nested(5_000) }),
  });
  expect(posted.status).toBe(422);
});

test('refuses to publish a custom message with a missing or surplus placeholder', async () => {
  const { owner, form } = await open();
  const translate = (text: string) =>
    changeForm(owner, form, { translations: { ja: { 'own.fill.continue_text': text } } });
  await translate('少し');
  const refused = await owner.client.post(`forms/${form.id}/publish/`);
  expectRefusal(refused, 422, 'invalid_fields');
  expect(refused.body.fields).toEqual({
    'translations.ja.own.fill.continue_text': ['The message fill.continue_text (ja) needs {days}'],
  });
  expect(refused.body.message).toBe('The message fill.continue_text (ja) needs {days}');
  await translate('{days}');
  expectData(await owner.client.post(`forms/${form.id}/publish/`));
});

test('returns the confirmation as HTML, and custom messages in place of the default ones', async () => {
  const { form } = await open({
    fields: [{ id: 'f_name', name: 'name', label: 'Name', type: 'text' }],
    settings: { language: 'ja', confirmation: '**Danke** <script>x</script>' },
    translations: { ja: { 'own.fill.next': '次へ' }, ar: { title: 'س', 'own.fill.next': 'التالي' } },
  });
  const path = `public/forms/${form.slug}/`;
  const shown = expectData(await server.client.get<PublicForm>(path));
  expect(shown.own_messages).toEqual({ 'own.fill.next': '次へ' });
  expect(shown.languages).toEqual(['ja', 'ar']);
  const arabic = expectData(await server.client.get<PublicForm>(`${path}?language=ar`));
  expect(arabic.own_messages).toEqual({ 'own.fill.next': 'التالي' });
  const sent = await server.client.post<SubmitResult>(`${path}submissions/`, {
    version: 1,
    values: { name: 'A' },
  });
  expect(expectData(sent, 201).confirmation_html).toBe(
    '<p><strong>Danke</strong> &lt;script&gt;x&lt;/script&gt;</p>\n',
  );
});
