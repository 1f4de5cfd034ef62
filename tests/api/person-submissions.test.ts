import { expect, it } from 'vitest';
import type { Values } from '#lib/fields/definition.ts';
import { createPlace, registerUser } from '#tests/harness/accounts.ts';
import { importCard } from '#tests/harness/contacts.ts';
import { createItem } from '#tests/harness/content.ts';
import { createOpenForm, field, sendSubmissionFile } from '#tests/harness/forms.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();
const FIELDS = [
  field('who', 'Who', 'text', { required: false }),
  field('mail', 'Mail', 'email', { required: false }),
  field('phone', 'Phone', 'phone', { required: false }),
];
const ADA = {
  ...{ name: 'Ada', email: 'ada@example.org', contact_number: '+493012345678' },
  ...{ occupation: 'Engineer', address: 'London', about: 'x' },
};

async function listWithForm() {
  const place = await createPlace(server.client);
  const { owner } = place;
  const list = await createItem(owner, place, { kind: 'contact', title: 'People' });
  const [ada] = await addRows(owner, list, [ADA]);
  const form = await createOpenForm(owner, place, { title: 'Orders', fields: FIELDS });
  const send = async (values: Values, slug = form.slug) =>
    expectData(await server.client.post(`public/forms/${slug}/submissions/`, { version: 1, values }), 201).id;
  const path = (row: string | undefined) => `items/${list.id}/rows/${row}/submissions/` as const;
  const found = async (row = ada?.id) => expectData(await owner.client.get(path(row))).map(({ id }) => id);
  return { ...place, list, ada, form, send, path, found };
}

it('lists submissions with the address or number of a person, the newest first', async () => {
  const { owner, ada, form, space, send, path, found } = await listWithForm();
  const byMail = await send({ who: 'Ada', mail: 'ADA@example.org' });
  await send({ who: 'Ada', mail: 'ada@example.com', phone: '+493012345670' });
  const byPhone = await send({ phone: '+49 30 12345678' });
  const byText = await send({ who: 'ada@example.org' });
  expect(await found()).toEqual([byText, byPhone, byMail]);
  const [one] = expectData(await owner.client.get(path(ada?.id)));
  expect(one).toEqual({
    ...{ id: byText, form_id: form.id, form_title: 'Orders', space_slug: space.slug },
    created_at: expect.any(String),
  });
  const second = await owner.client.get(path(ada?.id), { query: { page: 2, page_size: 2 } });
  expect(expectData(second).map(({ id }) => id)).toEqual([byMail]);
  expect(expectData(await owner.client.get(path(ada?.id), { query: { page: 300, page_size: 2 } }))).toEqual(
    [],
  );
});

it('lists those that wrote the person, and those with a further address of their card', async () => {
  const { owner, list, form, send, found } = await listWithForm();
  const columns = expectData(await owner.client.get(`items/${list.id}/columns/`));
  const name = columns.find((column) => column.name === 'name')?.id ?? '';
  const mapping = { f_who: name };
  expectData(
    await owner.client.put(`forms/${form.id}/table/`, { item_id: list.id, mapping, match_field: 'f_who' }),
  );
  const written = await send({ who: 'Ada' });
  expect(await found()).toEqual([written]);
  const bea = await importCard(owner.client, list, {
    name: 'Bea',
    property: 'EMAIL;TYPE=home:Bea@home.example',
  });
  const further = await send({ mail: 'bea@home.example' });
  expect(await found(bea)).toEqual([further]);
});

it('shows each reader only submissions that they may read', async () => {
  const { owner, hub, space, ada, send, path } = await listWithForm();
  const id = await send({ mail: ADA.email });
  const member = await addMember(server.client, owner, hub);
  const role = { email: member.email, role: 'viewer' };
  expectData(await owner.client.in(hub).post(`spaces/${space.slug}/members/`, role), 201);
  const admin = await addMember(server.client, owner, hub, 'admin');
  for (const reader of [member, admin])
    expect(expectData(await reader.client.get(path(ada?.id)))).toEqual([]);
  expectRefusal(await (await registerUser(server.client)).client.get(path(ada?.id)), 404);
  expect(expectData(await owner.client.get(path(ada?.id))).map((one) => one.id)).toEqual([id]);
});

it('shows none of another hub, of a trashed form, or that was deleted', async () => {
  const { owner, form, send, found } = await listWithForm();
  const other = await listWithForm();
  await other.send({ mail: ADA.email });
  const [first, second] = [await send({ mail: ADA.email }), await send({ mail: ADA.email })];
  expectData(await owner.client.delete(`forms/${form.id}/submissions/${second}/`));
  expect(await found()).toEqual([first]);
  expectData(await owner.client.delete(`forms/${form.id}/`));
  expect(await found()).toEqual([]);
});

/** A table that a form's submissions are written into: each field goes into a column of the same type. */
async function formIntoTable(columns: readonly unknown[], mapping: Record<string, string>) {
  const place = await createPlace(server.client);
  const { owner, hub } = place;
  expectData(await owner.client.patch(`hubs/${hub.domain_handle}/`, { locale: 'de-DE' }));
  const table = await createTable(owner, place, columns);
  const form = await createOpenForm(owner, place, { fields: FIELDS, settings: { editable: true } });
  const path = `forms/${form.id}/table/` as const;
  const connect = async (match_field: string | null) =>
    expectData(await owner.client.put(path, { item_id: table.id, mapping, match_field }));
  const send = async (values: Values, meta?: Record<string, unknown>) => {
    const body = { version: 1, values, ...(meta ? { meta } : {}) };
    return expectData(await server.client.post(`public/forms/${form.slug}/submissions/`, body), 201).id;
  };
  const submission = (id: string) => `forms/${form.id}/submissions/${id}/` as const;
  const problems = async (id: string) =>
    expectData(await owner.client.get(submission(id))).row?.problems ?? null;
  const missing = async () => expectData(await owner.client.get(path))?.missing;
  const rowsNow = () => readRows(owner, table);
  return { ...place, table, form, path, connect, send, submission, problems, missing, rowsNow };
}

const CALLED = [
  field('name', 'Name', 'text', { required: false }),
  field('address', 'Address', 'email', { required: false }),
  field('phone', 'Phone', 'phone', { required: false }),
];
const CALLED_MAPPING = { f_who: 'f_name', f_mail: 'f_address', f_phone: 'f_phone' };

it('keeps numbers of submissions in their rows as they were typed, also matched, corrected and sent again', async () => {
  const { owner, connect, send, submission, rowsNow, path } = await formIntoTable(CALLED, CALLED_MAPPING);
  await send({ who: 'Early', mail: 'early@example.org', phone: '030 / 12 34 56 70' });
  await connect(null);
  const numbers = async () => (await rowsNow()).map(({ values, typed }) => [values.phone, typed?.phone]);
  const id = await send({ who: 'Ada', mail: 'ada@example.org', phone: '030 / 12 34 56 78' });
  await send({ who: 'Bo', mail: 'bo@example.org', phone: '01 23 45 67 89' }, { countries: { phone: 'FR' } });
  expect(await numbers()).toEqual([
    ['+493012345678', '030 / 12 34 56 78'],
    ['+33123456789', '01 23 45 67 89'],
  ]);
  const corrected = { values: { who: 'Ada', mail: 'ada@example.org', phone: '(030) 12345679' } };
  expectData(await owner.client.put(`${submission(id)}values/`, corrected));
  expect((await numbers())[0]).toEqual(['+493012345679', '(030) 12345679']);
  await connect('f_mail');
  await send({ who: 'Bo', mail: 'bo@example.org', phone: '0170-123 45 67' });
  expect((await numbers())[1]).toEqual(['+491701234567', '0170-123 45 67']);
  expectData(await owner.client.post(`${path}send/`, {}));
  expect((await numbers())[2]).toEqual(['+493012345670', '030 / 12 34 56 70']);
});

it('keeps a number of a text field as it was typed, in a column of numbers', async () => {
  const { connect, send, rowsNow } = await formIntoTable(CALLED, { f_who: 'f_phone' });
  await connect(null);
  await send({ who: '030 / 12 34 56 78' });
  expect((await rowsNow()).map(({ values, typed }) => [values.phone, typed?.phone])).toEqual([
    ['+493012345678', '030 / 12 34 56 78'],
  ]);
});

it('changes the oldest of several rows with the value that they are known by', async () => {
  const { owner, table, connect, send, rowsNow } = await formIntoTable(CALLED, CALLED_MAPPING);
  await addRows(owner, table, [{ name: 'First', address: 'ada@example.org' }]);
  await addRows(owner, table, [{ name: 'Second', address: 'ada@example.org' }]);
  await connect('f_mail');
  await send({ who: 'Ada', mail: 'ADA@example.org' });
  expect((await rowsNow()).map(({ values }) => values.name)).toEqual(['Ada', 'Second']);
});

it('stores a submission whose matched row may not have its other value, and writes it once that is free', async () => {
  const unique = { ...field('phone', 'Phone', 'phone', { required: false }) };
  const { owner, table, path, connect, send, problems, rowsNow } = await formIntoTable(
    [...CALLED.slice(0, 2), unique],
    CALLED_MAPPING,
  );
  expectData(await owner.client.patch(`items/${table.id}/columns/f_phone/`, { unique: true }));
  const [, bo] = await addRows(owner, table, [
    { name: 'Ada', address: 'ada@example.org' },
    { name: 'Bo', address: 'bo@example.org', phone: '+493012345678' },
  ]);
  await connect('f_mail');
  const id = await send({ who: 'Ada L', mail: 'ada@example.org', phone: '030 12345678' });
  expect(await problems(id)).toEqual({ Phone: [expect.stringMatching(/Phone/)] });
  expect((await rowsNow()).map(({ values }) => values.name)).toEqual(['Ada', 'Bo']);
  expectData(
    await owner.client.patch(`items/${table.id}/rows/`, { rows: [{ id: bo?.id, values: { phone: null } }] }),
  );
  expect(expectData(await owner.client.post(`${path}send/`, { submission_id: id }))).toMatchObject({
    written: 1,
  });
  expect((await rowsNow()).map(({ values }) => [values.name, values.phone])).toEqual([
    ['Ada L', '+493012345678'],
    ['Bo', undefined],
  ]);
});

it.each([
  { now: 'deleted', problem: 'The column for Phone was deleted', label: '' },
  { now: 'of another type', problem: 'Phone does not fit Phone any more', label: 'Phone' },
])(
  'says what of a submission is not in the table whose column is $now, and adds no row twice',
  async (one) => {
    const { owner, table, path, connect, send, submission, problems, rowsNow } = await formIntoTable(
      CALLED,
      CALLED_MAPPING,
    );
    await connect('f_mail');
    const changed = async (column: 'f_phone' | 'f_address') => {
      const at = `items/${table.id}/columns/${column}/` as const;
      if (one.now === 'deleted') expectData(await owner.client.delete(at));
      else expectData(await owner.client.patch(at, { type: 'number' }));
    };
    const names = async () => (await rowsNow()).map(({ values }) => values.name);
    await changed('f_phone');
    await send({ who: 'Without a number', mail: 'none@example.org' });
    const first = await send({ who: 'Ada', mail: 'ada@example.org', phone: '030 12345678' });
    expect(await problems(first)).toEqual({ [one.label]: [one.problem] });
    expect(await names()).toEqual(['Without a number', 'Ada']);
    if (one.now !== 'deleted') {
      const [, ada] = await rowsNow();
      const values = { rows: [{ id: ada?.id, values: { phone: 7 } }] };
      expectData(await owner.client.patch(`items/${table.id}/rows/`, values));
      const corrected = { values: { who: 'Ada L', mail: 'ada@example.org' } };
      expectData(await owner.client.put(`${submission(first)}values/`, corrected));
      expect((await rowsNow())[1]?.values).toEqual({ name: 'Ada L', address: 'ada@example.org', phone: 7 });
    }
    const before = await names();
    await changed('f_address');
    const second = await send({ who: 'Ada again', mail: 'ada@example.org' });
    expect((await problems(second))?.['']?.at(-1)).toMatch(/cannot be known by their matching field/);
    expect(await names()).toEqual(before);
    const { f_who } = CALLED_MAPPING;
    expectData(await owner.client.put(path, { item_id: table.id, mapping: { f_who }, match_field: null }));
    expect(expectData(await owner.client.post(`${path}send/`, { submission_id: second }))).toMatchObject({
      written: 1,
    });
    expect(await names()).toEqual([...before, 'Ada again']);
    expect(await problems(second)).toBeNull();
  },
);

it('writes a row in the transaction of its submission', async () => {
  const { table, connect, send } = await formIntoTable(CALLED, CALLED_MAPPING);
  await connect(null);
  const id = await send({ who: 'Ada' });
  const [found] = await server.sql<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables where tablename = $1`,
    [`t_${table.id.replaceAll('-', '')}`],
  );
  // The time of a row's creation is that of the beginning of its transaction.
  const rows = await server.sql(
    `select from submission join ${found?.name} as written on written.created_at = submission.created_at where submission.id = $1`,
    [id],
  );
  expect(rows).toHaveLength(1);
});

it('takes many submissions at once for the same people, each into one row', async () => {
  const { connect, form, missing, rowsNow } = await formIntoTable(CALLED, CALLED_MAPPING);
  await connect('f_mail');
  const submit = (at: number) =>
    server.client.post(`public/forms/${form.slug}/submissions/`, {
      version: 1,
      values: { who: `Ada ${at}`, mail: `ada${at % 4}@example.org`, phone: '030 12345678' },
    });
  const sent = await Promise.all(Array.from({ length: 60 }, (_, at) => submit(at)));
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201]));
  expect(await rowsNow()).toHaveLength(4);
  expect(await missing()).toBe(0);
});

it('keeps the files of a submission where its row was deleted and added again, or merged into another one', async () => {
  const place = await createPlace(server.client);
  const { owner } = place;
  const table = await createTable(owner, place, [
    field('name', 'Name', 'text', { required: false }),
    field('papers', 'Papers', 'file', { required: false, multiple: true }),
  ]);
  const fields = [FIELDS[0], field('papers', 'Papers', 'file', { required: false, multiple: true })];
  const form = await createOpenForm(owner, place, { fields, settings: { editable: true } });
  const path = `forms/${form.id}/table/` as const;
  const mapping = { f_who: 'f_name', f_papers: 'f_papers' };
  expectData(await owner.client.put(path, { item_id: table.id, mapping }));
  const file = await sendSubmissionFile(server.client, form, 'f_papers');
  const body = { version: 1, values: { who: 'Ada', papers: [file] } };
  const sent = await server.client.post(`public/forms/${form.slug}/submissions/`, body);
  const { id } = expectData(sent, 201);
  const state = async () => {
    const detail = expectData(await owner.client.get(`forms/${form.id}/submissions/${id}/`));
    const rows = await readRows(owner, table);
    const own = rows.find((row) => row.id === detail.row?.row_id);
    const files = [own?.values.papers].flat().map((one) => own?.files?.[String(one)]?.name);
    return { problems: detail.row?.problems, name: own?.values.name, files, id: own?.id, rows: rows.length };
  };
  const correct = async (who: string) =>
    expectData(
      await owner.client.put(`forms/${form.id}/submissions/${id}/values/`, {
        values: { who, papers: [file] },
      }),
    );
  const first = await state();
  expect(first).toMatchObject({ problems: null, files: ['words.txt'] });
  expectData(await owner.client.delete(`items/${table.id}/rows/`, { rows: [{ id: first.id }] }));
  // It is a problem of the submission until it is sent again.
  await correct('Ada L');
  expectData(await owner.client.post(`${path}send/`, { submission_id: id }));
  const second = await state();
  expect(second).toMatchObject({ problems: null, name: 'Ada L', files: ['words.txt'], rows: 1 });
  const [bea] = await addRows(owner, table, [{ name: 'Bea' }]);
  expectData(await owner.client.post(`items/${table.id}/merge/`, { rows: [bea?.id, second.id] }));
  await correct('Ada Lovelace');
  expect(await state()).toMatchObject({
    ...{ id: bea?.id, problems: null, name: 'Ada Lovelace', files: ['words.txt'], rows: 1 },
  });
});
