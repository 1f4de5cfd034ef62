import { expect, test } from 'vitest';
import type { Submission } from '#lib/contract/submissions.ts';
import { createPlace, registerUser } from '#tests/harness/accounts.ts';
import type { ClientResponse } from '#tests/harness/client.ts';
import {
  changeForm,
  createOpenForm,
  FORM_FIELDS,
  type FormInput,
  publishForm,
  sendSubmissionFile,
} from '#tests/harness/forms.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer({ plans: 'default' });

async function open(input: FormInput = {}) {
  const at = await createPlace(server.client);
  const form = await createOpenForm(at.owner, at, input);
  const send = async (values: Record<string, unknown>, version = 1) =>
    expectData(await server.client.post(`public/forms/${form.slug}/submissions/`, { version, values }), 201)
      .id;
  const exported = async (format: string) => {
    const response = await at.owner.client.fetch('GET', `forms/${form.id}/export/?format=${format}`);
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
  };
  return { ...at, form, send, exported };
}

const MANY = [
  ...FORM_FIELDS,
  { id: 'f_age', name: 'age', label: 'Age', type: 'number', required: false },
  { id: 'f_day', name: 'day', label: 'Day', type: 'date', required: false },
  {
    id: 'f_tags',
    name: 'tags',
    label: 'Tags',
    type: 'checkboxes',
    required: false,
    options: [
      { id: 'a', label: 'First' },
      { id: 'b', label: 'Second' },
    ],
  },
  {
    id: 'f_people',
    name: 'people',
    label: 'People',
    type: 'form',
    multiple: true,
    required: false,
    fields: [{ id: 'f_years', name: 'years', label: 'Years', type: 'number' }],
  },
];

test('summarizes every field type over all submissions and versions', async () => {
  const { owner, form, send } = await open({ fields: MANY });
  await send({
    name: 'Bo',
    colour: 'red',
    age: 10,
    day: '2026-02-28',
    tags: ['a', 'b'],
    people: [{ years: 1 }, { years: 3 }],
  });
  await send({ name: 'Cy', colour: 'red', age: -4.5, day: '0001-01-01', tags: ['b'] });
  await changeForm(owner, form, {
    fields: [
      { ...FORM_FIELDS[1], label: 'Paint', options: [{ id: 'blue', label: 'Azure' }] },
      { id: 'f_when', name: 'when', label: 'When', type: 'datetime' },
    ],
  });
  await publishForm(owner, form);
  await send({ colour: 'blue', when: '9999-12-31T23:59:59-12:00' }, 2);
  await send({ colour: 'blue', when: '2026-01-01T00:00:00+02:00' }, 2);
  const summary = expectData(await owner.client.get(`forms/${form.id}/summary/`));
  expect(summary).toMatchObject({
    submissions: 4,
    states: { new: 4, seen: 0, done: 0 },
    versions: [
      { version: 2, submissions: 2 },
      { version: 1, submissions: 2 },
    ],
  });
  expect(summary.days.reduce((sum, { submissions }) => sum + submissions, 0)).toBe(4);
  const byId = new Map(summary.fields.map((field) => [field.id, field]));
  expect(byId.get('f_colour')).toEqual({
    id: 'f_colour',
    name: 'colour',
    label: 'Paint',
    type: 'select',
    answered: 4,
    values: 4,
    options: [
      { id: 'blue', label: 'Azure', count: 2 },
      { id: 'red', label: 'Red', count: 2 },
    ],
  });
  expect(byId.get('f_name')).toMatchObject({ label: 'Name', answered: 2 });
  expect(byId.get('f_age')).toMatchObject({ numbers: { min: -4.5, max: 10, mean: 2.75, sum: 5.5 } });
  expect(byId.get('f_day')).toMatchObject({
    times: { first: '0001-01-01T00:00:00.000Z', last: '2026-02-28T00:00:00.000Z' },
  });
  expect(byId.get('f_tags')).toMatchObject({ answered: 2, values: 3 });
  expect(byId.get('f_years')).toMatchObject({
    name: 'people.years',
    answered: 1,
    values: 2,
    numbers: { sum: 4 },
  });
  expect(byId.get('f_when')).toMatchObject({ answered: 2, times: { first: '2025-12-31T22:00:00.000Z' } });
});

test('summarizes numbers that overflow a sum without failing', async () => {
  const { owner, form, send } = await open({ fields: MANY });
  for (const age of [1e308, 1e308, -1e308, 5]) await send({ name: 'Bo', age });
  const summary = expectData(await owner.client.get(`forms/${form.id}/summary/`));
  const age = summary.fields.find(({ id }) => id === 'f_age');
  expect(age).toMatchObject({ answered: 4, numbers: { min: -1e308, max: 1e308, mean: 5 } });
});

test.each(['num', 'ts', 'option', 'text'])('summarizes %s from an index alone', async (kind) => {
  // The planner would scan a table as small as this one.
  await server.sql('set enable_seqscan = off');
  const rows = await server.sql<{ 'QUERY PLAN': string }>(
    `explain (costs off) select field_id, ${kind}, count(*), count(*) filter (where position = 0) from submission_value
     where form_id = '00000000-0000-7000-8000-000000000000' and submission_id < '01000000-0000-7000-8000-000000000000'
       and ${kind} is not null group by field_id, ${kind}`,
  );
  await server.sql('reset enable_seqscan');
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain(`Index Only Scan using submission_value_${kind}`);
});

test('exports every field of all versions as CSV with labels, and escapes formulas', async () => {
  const { owner, form, send, exported } = await open({ fields: MANY });
  await send({ name: '=1+1', colour: 'red', age: -4, tags: ['a', 'b'], people: [{ years: 1 }] });
  await changeForm(owner, form, {
    fields: [{ id: 'f_new', name: 'fresh', label: '@New', type: 'textarea' }],
  });
  await publishForm(owner, form);
  await send({ fresh: 'a "quoted", text\nof two lines' }, 2);
  const text = await exported('csv');
  const [head, ...lines] = text.slice(1).split('\r\n');
  expect(text.startsWith('\uFEFF')).toBe(true);
  expect(head).toBe(
    "id,submitted_at (UTC),version,state,submitted_by,assigned_to,'@New,Name,Colour,Age,Day,Tags,People",
  );
  expect(lines[0]).toMatch(/,1,new,,,,'=1\+1,Red,-4,,First; Second,Years: 1$/);
  expect(lines[1]).toMatch(/,2,new,,,"a ""quoted"", text\nof two lines",,,,,,$/);
  expect(lines).toHaveLength(3);
});

test('exports without a limit, in order of arrival, with an audit entry', async () => {
  const { owner, hub, form, exported } = await open();
  await server.sql(
    `insert into submission (id, form_id, version, data)
     select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $1, 1, jsonb_build_object('name', n::text)
     from generate_series(1, 1234) as n`,
    [form.id],
  );
  const rows: Submission[] = JSON.parse(await exported('json'));
  expect(rows.map(({ values }) => values.name)).toEqual(
    Array.from({ length: 1234 }, (_, at) => String(at + 1)),
  );
  expect((await exported('csv')).trim().split('\r\n')).toHaveLength(1235);
  const log = expectData(await owner.client.get(`hubs/${hub.domain_handle}/audit-log/?action=form.exported`));
  expect(log).toHaveLength(2);
});

const WITH_FILE = [
  FORM_FIELDS[0],
  {
    id: 'f_file',
    name: 'paper',
    label: 'Paper',
    type: 'file',
    required: false,
    rules: [
      { rule: 'extensions', value: ['txt'] },
      { rule: 'max_bytes', value: 100 },
    ],
  },
  { id: 'f_other', name: 'other', label: 'Other', type: 'file', required: false },
];

test('stores a file with its submission, readable only to readers of submissions', async () => {
  const { owner, hub, form, send, exported } = await open({ fields: WITH_FILE });
  const viewer = await addMember(server.client, owner, hub);
  const id = await sendSubmissionFile(server.client, form, 'paper', {
    name: 'my words.txt',
    bytes: 'Words of mine',
  });
  const path = `forms/${form.id}/files/${id}/`;
  expectRefusal(await owner.client.get(path), 404);
  await send({ name: 'Bo', paper: id });
  const response = await owner.client.fetch('GET', path);
  expect(await response.text()).toBe('Words of mine');
  expect(response.headers.get('content-security-policy')).toContain('sandbox');
  expectRefusal(await viewer.client.get(path), 403);
  expectRefusal(await server.client.get(path), 401);
  expectRefusal(await (await registerUser(server.client)).client.get(path), 403);
  expect(await exported('csv')).toContain('my words.txt');
});

test('accepts a file only for the field and by the sender it was uploaded for', async () => {
  const { form, send } = await open({ fields: WITH_FILE });
  const submit = (values: Record<string, unknown>, to = form): Promise<ClientResponse> =>
    server.client.post(`public/forms/${to.slug}/submissions/`, { version: 1, values });
  const id = await sendSubmissionFile(server.client, form, 'f_file');
  // Another field, twice, another form, an unknown id, and one that belongs to a submission already.
  expectRefusal(await submit({ name: 'Bo', other: id }), 422, 'invalid_fields');
  expectRefusal(await submit({ name: 'Bo', paper: id, other: id }), 422, 'invalid_fields');
  const { form: elsewhere } = await open({ fields: WITH_FILE });
  expectRefusal(await submit({ name: 'Bo', paper: id }, elsewhere), 422, 'invalid_fields');
  expectRefusal(await submit({ name: 'Bo', paper: 'x' }), 422, 'invalid_fields');
  const sent = await Promise.all([submit({ name: 'Bo', paper: id }), submit({ name: 'Cy', paper: id })]);
  expect(sent.map(({ status }) => status).sort()).toEqual([
    201,
    expect.toSatisfy((status) => status === 409 || status === 422),
  ]);
  expectRefusal(await submit({ name: 'Bo', paper: id }), 422, 'invalid_fields');
  await send({ name: 'Bo' });
});

test('refuses a file that its field does not accept, and stores nothing of it', async () => {
  const { owner, form } = await open({ fields: WITH_FILE });
  const give = (field: string, name: string, bytes: BlobPart) => {
    const body = new FormData();
    body.append('file', new Blob([bytes]), name);
    body.append('field', field);
    return server.client.post(`public/forms/${form.slug}/files/`, undefined, { raw: body });
  };
  expectRefusal(await give('paper', 'a.md', 'Words'), 422, 'invalid_fields');
  expectRefusal(await give('paper', 'a.txt', 'x'.repeat(101)), 422, 'invalid_fields');
  expectRefusal(await give('name', 'a.txt', 'Words'), 422, 'invalid_fields');
  expectRefusal(await give('nothing', 'a.txt', 'Words'), 422, 'invalid_fields');
  expectRefusal(await give('other', 'renamed.png', 'MZ no picture'), 415);
  expectRefusal(await give('other', 'program.exe', 'MZ'), 415);
  expect((await give('paper', '../../etc/a.txt', 'Words')).data.name).toBe('../../etc/a.txt');
  await changeForm(owner, form, { settings: { closes_at: '2020-01-01T00:00:00Z' } });
  expectRefusal(await give('paper', 'a.txt', 'Words'), 409, 'form_closed');
  const [fileCount] = await server.sql<{ count: string }>(
    'select count(*) from form_file where form_id = $1',
    [form.id],
  );
  expect(Number(fileCount?.count)).toBe(1);
});

test('accepts a file by the version that the respondent has open, not by the newest', async () => {
  const { owner, form } = await open({ fields: WITH_FILE });
  const path = `public/forms/${form.slug}/`;
  const submit = (paper: string, version: number) =>
    server.client.post(`${path}submissions/`, { version, values: { name: 'Bo', paper } });
  const early = await sendSubmissionFile(server.client, form, 'f_file', { name: 'a.txt' });
  const [name] = WITH_FILE;
  const pictures = { id: 'f_file', name: 'paper', label: 'Paper', type: 'file', required: false } as const;
  await changeForm(owner, form, {
    fields: [name, { ...pictures, rules: [{ rule: 'extensions', value: ['png'] }] }],
  });
  await publishForm(owner, form);
  const late = await sendSubmissionFile(server.client, form, 'f_file', { name: 'b.txt' });
  expectData(await submit(early, 1), 201);
  expectRefusal(await submit(late, 2), 422, 'invalid_fields');
  await changeForm(owner, form, { fields: [name] });
  await publishForm(owner, form);
  expectData(await submit(late, 1), 201);
  const neither = new FormData();
  neither.append('field', 'f_file');
  neither.append('file', new Blob(['Words']), 'c.md');
  const refused = await server.client.post(`${path}files/`, undefined, { raw: neither });
  expectRefusal(refused, 422, 'invalid_fields');
  expect(refused.body.fields).toEqual({ file: ['Paper must be a file of one of these types: png'] });
});

test('deleting a submission deletes its values and files', async () => {
  const { owner, form, send } = await open({ fields: WITH_FILE });
  const paper = await sendSubmissionFile(server.client, form, 'paper');
  const id = await send({ name: 'Bo', paper });
  const left = async () => {
    const [row] = await server.sql<{ count: string }>(
      `select (select count(*) from submission_value where submission_id = $1)
         + (select count(*) from form_file where id = $2) as count`,
      [id, paper],
    );
    return Number(row?.count);
  };
  expect(await left()).toBe(3);
  expectData(await owner.client.delete(`forms/${form.id}/submissions/${id}/`));
  expect(await left()).toBe(0);
  expectRefusal(await owner.client.get(`forms/${form.id}/files/${paper}/`), 404);
  expectRefusal(await owner.client.get(`forms/${form.id}/submissions/${id}/`), 404);
});
