import { expect, test } from 'vitest';
import type { Destination, DestinationRequest } from '#lib/contract/form-destination.ts';
import type { SubmitResult } from '#lib/contract/submit.ts';
import type { Values } from '#lib/fields/definition.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { createOpenForm, field, sendSubmissionFile } from '#tests/harness/forms.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();

const FIELDS = [
  field('who', 'Who', 'text'),
  field('mail', 'Mail', 'email', { required: false }),
  field('state', 'State', 'select', {
    required: false,
    options: [
      { id: 'open', label: 'Still open' },
      { id: 'shut', label: 'All done' },
    ],
  }),
  field('price', 'Price', 'text', { required: false }),
];
const COLUMNS = [
  field('name', 'Name', 'text'),
  field('address', 'Address', 'email', { required: false }),
  field('state', 'State', 'select', {
    required: false,
    options: [
      { id: 'open', label: 'Still open' },
      { id: 'done', label: 'All done' },
    ],
  }),
  field('price', 'Price', 'number', { required: false }),
  field('note', 'Note', 'text', { required: false }),
];
const MAPPING = { f_who: 'f_name', f_mail: 'f_address', f_state: 'f_state', f_price: 'f_price' };

async function connected(settings: Partial<DestinationRequest> = {}) {
  const place = await createPlace(server.client);
  const { owner } = place;
  const form = await createOpenForm(owner, place, { fields: FIELDS, settings: { editable: true } });
  const table = await createTable(owner, place, COLUMNS);
  const path = `forms/${form.id}/table/`;
  const set = (request: Partial<DestinationRequest> = {}) =>
    owner.client.put<Destination>(path, { item_id: table.id, mapping: MAPPING, ...settings, ...request });
  const send = async (values: Values) =>
    expectData(
      await server.client.post(`public/forms/${form.slug}/submissions/`, {
        version: 1,
        values,
      }),
      201,
    );
  const rowsNow = async () => (await readRows(owner, table)).map(({ values }) => values);
  const detail = async (id: string) =>
    expectData(await owner.client.get(`forms/${form.id}/submissions/${id}/`));
  const sendAgain = async (submission_id?: string) =>
    expectData(await owner.client.post(`${path}send/`, submission_id ? { submission_id } : {}));
  const missing = async () => expectData(await owner.client.get<Destination | null>(path))?.missing;
  return { ...place, form, table, path, set, send, rowsNow, detail, sendAgain, missing };
}

test('writes each submission into the table as a row of its columns', async () => {
  const { set, send, rowsNow, detail, owner, path, table, space } = await connected();
  expect(expectData(await owner.client.get(path))).toBeNull();
  expect(expectData(await set())).toEqual({
    item_id: table.id,
    table: { title: 'Test table', space: space.slug },
    mapping: MAPPING,
    match_field: null,
    missing: 0,
  });
  const { id } = await send({ who: 'Ada', mail: 'ada@example.org', state: 'shut', price: '12.5' });
  await send({ who: 'Bo' });
  const rows = await rowsNow();
  // An option goes into the one of the same label.
  expect(rows).toEqual([
    { name: 'Ada', address: 'ada@example.org', state: 'done', price: 12.5 },
    { name: 'Bo' },
  ]);
  const { row } = await detail(id);
  expect(row).toMatchObject({ item_id: table.id, problems: null });
  expectData(await owner.client.delete(path));
  await send({ who: 'Cy' });
  expect(await rowsNow()).toHaveLength(2);
});

test('reads texts as an import does: by the region of the hub, and by the type of the column', async () => {
  const place = await createPlace(server.client);
  const { owner } = place;
  const hub = { locale: 'de-DE', time_zone: 'Europe/Berlin' };
  expectData(await owner.client.patch(`hubs/${place.hub.domain_handle}/`, hub));
  const names = ['price', 'share', 'took'];
  const form = await createOpenForm(owner, place, {
    fields: names.map((name) => field(name, name, 'text', { required: false })),
  });
  const table = await createTable(owner, place, [
    { id: 'f_price', name: 'price', label: 'Price', type: 'number', required: false },
    { id: 'f_share', name: 'share', label: 'Share', type: 'percent', required: false },
    { id: 'f_took', name: 'took', label: 'Took', type: 'duration', required: false },
  ]);
  const mapping = Object.fromEntries(names.map((name) => [`f_${name}`, `f_${name}`]));
  expectData(await owner.client.put(`forms/${form.id}/table/`, { item_id: table.id, mapping }));
  const values = { price: '1,500', share: '12,5 %', took: '1:30:00' };
  expectData(await server.client.post(`public/forms/${form.slug}/submissions/`, { version: 1, values }), 201);
  expect((await readRows(owner, table)).map((row) => row.values)).toEqual([
    { price: 1.5, share: 12.5, took: 5400 },
  ]);
});

test('changes the row of an edited submission, and empties what was emptied', async () => {
  const { set, send, rowsNow, owner, form, table } = await connected();
  expectData(await set());
  const { id, edit_url } = await send({ who: 'Ada', mail: 'ada@example.org', price: '3' });
  const [row] = await readRows(owner, table);
  expectData(
    await owner.client.patch(`items/${table.id}/rows/`, {
      rows: [{ id: row?.id, values: { note: 'kept' } }],
    }),
  );
  expectData(
    await owner.client.put(`forms/${form.id}/submissions/${id}/values/`, {
      values: { who: 'Ada L', price: '4' },
    }),
  );
  expect(await rowsNow()).toEqual([{ name: 'Ada L', price: 4, note: 'kept' }]);
  const token = edit_url?.split('#edit=')[1];
  expectData(
    await server.client.put(
      `public/forms/${form.slug}/answers/`,
      { values: { who: 'Ada Lovelace' } },
      { headers: { 'Answer-Token': token ?? '' } },
    ),
  );
  expect(await rowsNow()).toEqual([{ name: 'Ada Lovelace', note: 'kept' }]);
});

test('writes a choice of rows as links, and files into a column of attachments', async () => {
  const place = await createPlace(server.client);
  const { owner } = place;
  const berths = await createTable(owner, place, [field('berth', 'Berth', 'text')]);
  const [north, south] = await addRows(owner, berths, [{ berth: 'North quay' }, { berth: 'South quay' }]);
  const table = await createTable(owner, place, [field('name', 'Name', 'text')]);
  const column = async (sent: Record<string, unknown>) =>
    expectData(await owner.client.post(`items/${table.id}/columns/`, sent), 201).id;
  const berth = await column({ name: 'berth', label: 'Berth', type: 'link', table: berths.id });
  const papers = await column({ name: 'papers', label: 'Papers', type: 'attachment', required: false });
  const options = [north, south].map((row) => ({ id: row?.id ?? '', label: String(row?.values.berth) }));
  const form = await createOpenForm(owner, place, {
    fields: [
      field('who', 'Who', 'text'),
      field('where', 'Where', 'select', { required: false, options }),
      field('papers', 'Papers', 'file', { required: false }),
    ],
  });
  const path = `forms/${form.id}/table/`;
  const mapping = { f_who: 'f_name', f_where: berth, f_papers: papers };
  expectData(await owner.client.put(path, { item_id: table.id, mapping }));
  const file = await sendSubmissionFile(server.client, form, 'f_papers');
  const send = async (values: Values) => {
    const body = { version: 1, values };
    const to = `public/forms/${form.slug}/submissions/`;
    return expectData(await server.client.post<SubmitResult>(to, body), 201).id;
  };
  await send({ who: 'Ada', where: south?.id, papers: file });
  const [row] = await readRows(owner, table);
  expect(row?.values).toMatchObject({
    name: 'Ada',
    berth: [south?.id],
    papers: [{ file_id: file, name: 'words.txt' }],
  });
  expect(row?.linked).toEqual({ [south?.id ?? '']: { title: 'South quay' } });
  const read = await owner.client.fetch('GET', `items/${table.id}/row-files/${file}/`);
  expect(await read.text()).toBe('Words');

  // Of a row that is matched, other links are a change.
  expectData(await owner.client.put(path, { item_id: table.id, mapping, match_field: 'f_who' }));
  await send({ who: 'Ada', where: north?.id });
  const [matched] = await readRows(owner, table);
  expect(matched).toMatchObject({ id: row?.id, revision: 2, values: { berth: [north?.id] } });
  expectData(await owner.client.put(path, { item_id: table.id, mapping, match_field: null }));

  // A row that no longer exists is the submission's problem, and the submission is stored all the same.
  expectData(await owner.client.delete(`items/${berths.id}/rows/`, { rows: [{ id: north?.id }] }));
  const id = await send({ who: 'Bo', where: north?.id });
  const detail = expectData(await owner.client.get(`forms/${form.id}/submissions/${id}/`));
  expect(detail.row?.problems).toEqual({ Berth: ['Berth names a row that is not there'] });

  // Who connects the table writes no links to one that they may not see.
  const other = await addMember(server.client, owner, place.hub, 'admin');
  const people = [{ user_id: other.user.id, role: 'editor' }];
  expectData(await owner.client.put(`forms/${form.id}/access/`, { people }));
  expectData(await owner.client.patch(`items/${berths.id}/`, { visibility: 'private' }));
  expectData(await other.client.put(path, { item_id: table.id, mapping, match_field: null }));
  const last = await send({ who: 'Cy', where: south?.id });
  const ofLast = expectData(await other.client.get(`forms/${form.id}/submissions/${last}/`));
  expect(ofLast.row?.problems).toEqual({ Berth: ['Berth links to a table that you may not see'] });
});

test('changes the row that has the same value where a field is matched, else adds one', async () => {
  const { set, send, rowsNow, owner, table } = await connected({ match_field: 'f_mail' });
  await addRows(owner, table, [
    { name: 'Old name', address: 'ada@example.org', state: 'done', price: 5, note: 'kept' },
  ]);
  expectData(await set());
  // What is not answered, or answered by nothing, is no change.
  await send({ who: 'Ada', mail: 'ada@example.org', price: '' });
  await send({ who: 'Bo', mail: 'bo@example.org' });
  expect(await rowsNow()).toEqual([
    { name: 'Ada', address: 'ada@example.org', state: 'done', price: 5, note: 'kept' },
    { name: 'Bo', address: 'bo@example.org' },
  ]);
});

test('keeps a submission that does not fit the table, shows why, and sends it again once it fits', async () => {
  const { set, send, rowsNow, detail, sendAgain, missing, owner, table } = await connected();
  const early = await send({ who: 'Early' });
  expectData(await set());
  const { id } = await send({ who: 'Ada', price: 'a lot' });
  expect(await rowsNow()).toEqual([]);
  expect((await detail(id)).row).toEqual({
    item_id: table.id,
    row_id: null,
    problems: { Price: ['Price is not a valid number'] },
  });
  expect(await missing()).toBe(2);
  expect(await sendAgain()).toEqual({ written: 1, refused: 1, missing: 1 });
  expect((await detail(early.id)).row?.row_id).toEqual(expect.any(String));
  const column = { type: 'text' };
  expectData(await owner.client.patch(`items/${table.id}/columns/f_price/`, column));
  expect(await sendAgain(id)).toEqual({ written: 1, refused: 0, missing: 0 });
  expect(await rowsNow()).toEqual([{ name: 'Early' }, { name: 'Ada', price: 'a lot' }]);
  // Sent twice, it is still one row.
  expect(await sendAgain(id)).toEqual({ written: 1, refused: 0, missing: 0 });
  expect(await rowsNow()).toHaveLength(2);
});

test('names the submitter as the creator of a row that is added once somebody has corrected the submission', async () => {
  const { set, detail, hub, form, table, owner } = await connected();
  expectData(await set());
  const member = await addMember(server.client, owner, hub, 'member');
  const sent = { version: 1, values: { who: 'Ada', price: 'a lot' } };
  const { id } = expectData(await member.client.post(`public/forms/${form.slug}/submissions/`, sent), 201);
  expect((await detail(id)).row?.row_id).toBeNull();
  const path = `forms/${form.id}/submissions/${id}/values/`;
  const people = async () => {
    const [row] = await readRows(owner, table);
    return [row?.created_by?.id, row?.updated_by?.id];
  };
  expectData(await owner.client.put(path, { values: { who: 'Ada', price: '7' } }));
  expect(await people()).toEqual([member.user.id, member.user.id]);
  expectData(await owner.client.put(path, { values: { who: 'Ada', price: '8' } }));
  expect(await people()).toEqual([member.user.id, owner.user.id]);
});

test('names who sent a submission again where that changes a row, and the submitter where it adds one', async () => {
  const { set, sendAgain, hub, form, table, owner } = await connected({ match_field: 'f_mail' });
  const member = await addMember(server.client, owner, hub, 'member');
  await addRows(owner, table, [{ name: 'Old name', address: 'ada@example.org' }]);
  expectData(await set());
  const submit = async (mail: string) => {
    const sent = { version: 1, values: { who: 'Ada', mail, price: 'a lot' } };
    return expectData(await member.client.post(`public/forms/${form.slug}/submissions/`, sent), 201).id;
  };
  const [matched, fresh] = [await submit('ada@example.org'), await submit('new@example.org')];
  expectData(await owner.client.patch(`items/${table.id}/columns/f_price/`, { type: 'text' }));
  for (const id of [matched, fresh]) expect(await sendAgain(id)).toMatchObject({ written: 1 });
  const rows = await readRows(owner, table);
  expect(rows.map((row) => [row.created_by?.id, row.updated_by?.id])).toEqual([
    [owner.user.id, owner.user.id],
    [member.user.id, member.user.id],
  ]);
  const history = await owner.client.get(`items/${table.id}/rows/${rows[0]?.id}/history/`);
  expect(expectData(history)[0]).toMatchObject({ by: { id: owner.user.id } });
  // Again, into the row that it has by now.
  const price = { rows: [{ id: rows[1]?.id, values: { price: 'less' } }] };
  expectData(await owner.client.patch(`items/${table.id}/rows/`, price));
  expect(await sendAgain(fresh)).toMatchObject({ written: 1 });
  expect((await readRows(owner, table))[1]).toMatchObject({
    values: { price: 'a lot' },
    updated_by: { id: owner.user.id },
  });
});

test('adds a deleted row again only on request', async () => {
  const { set, send, rowsNow, detail, sendAgain, owner, form, table } = await connected();
  expectData(await set());
  const { id } = await send({ who: 'Ada' });
  const [row] = await readRows(owner, table);
  expectData(await owner.client.delete(`items/${table.id}/rows/`, { rows: [{ id: row?.id }] }));
  expectData(
    await owner.client.put(`forms/${form.id}/submissions/${id}/values/`, { values: { who: 'Ada L' } }),
  );
  expect(await rowsNow()).toEqual([]);
  expect((await detail(id)).row?.problems?.['']?.[0]).toMatch(/Its row was deleted/);
  await sendAgain(id);
  expect(await rowsNow()).toEqual([{ name: 'Ada L' }]);
});

test('stores submissions also where the table went, or the right to it of who connected it', async () => {
  const { send, detail, owner, hub, form, table, path, space } = await connected();
  const editor = await addMember(server.client, owner, hub);
  const role = (named: string) =>
    owner.client.in(hub).post(`spaces/${space.slug}/members/`, { user_id: editor.user.id, role: named });
  expectData(await role('editor'));
  expectData(await editor.client.put(path, { item_id: table.id, mapping: MAPPING }));
  expect((await detail((await send({ who: 'Ada' })).id)).row?.problems).toBeNull();
  expectData(await owner.client.in(hub).delete(`spaces/${space.slug}/members/${editor.user.id}/`));
  expect((await detail((await send({ who: 'Bo' })).id)).row?.problems?.['']?.[0]).toMatch(/Connect it again/);
  expectData(await owner.client.put(path, { item_id: table.id, mapping: MAPPING }));
  expectData(await owner.client.delete(`items/${table.id}/`));
  expect((await detail((await send({ who: 'Cy' })).id)).row?.problems?.['']?.[0]).toMatch(/in the trash/);
  expect(expectData(await owner.client.get<Destination>(path))).toMatchObject({ table: null });
  expect(form.id).toBeTruthy();
});

test('refuses what does not fit, and tables that the caller may not change', async () => {
  const { set, owner, hub, path, table } = await connected();
  const refused = async (request: Partial<DestinationRequest>) => {
    const response = await set(request);
    expectRefusal(response, 422);
    return response.body.fields;
  };
  expect(await refused({ mapping: {} })).toHaveProperty('mapping');
  expect(await refused({ mapping: { f_who: 'f_nothing' } })).toEqual({
    'mapping.f_who': ['The table has no such column'],
  });
  expect(await refused({ mapping: { f_nobody: 'f_name' } })).toEqual({
    'mapping.f_nobody': ['The form has no such field'],
  });
  expect(await refused({ mapping: { f_who: 'f_name', f_mail: 'f_name' } })).toEqual({
    'mapping.f_mail': ['Name is filled by another field'],
  });
  expect(await refused({ match_field: 'f_other' })).toEqual({
    match_field: ['Matching field must be mapped to a column'],
  });
  const stranger = await createPlace(server.client);
  expect((await stranger.owner.client.put(path, { item_id: table.id, mapping: MAPPING })).status).toBe(403);
  const elsewhere = await createTable(stranger.owner, stranger, COLUMNS);
  expect((await set({ item_id: elsewhere.id })).status).toBe(404);
  const reader = await addMember(server.client, owner, hub);
  expect((await reader.client.get(path)).status).toBeGreaterThanOrEqual(403);
});
