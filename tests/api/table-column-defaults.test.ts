import { beforeAll, expect, test } from 'vitest';
import type { Values } from '#lib/fields/definition.ts';
import { createPlace, registerUser, type TestAccount } from '#tests/harness/accounts.ts';
import { createOpenForm, field } from '#tests/harness/forms.ts';
import { importFile } from '#tests/harness/imports.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();
let owner: TestAccount;
let place: Awaited<ReturnType<typeof createPlace>>;
beforeAll(async () => {
  place = await createPlace(server.client);
  owner = place.owner;
});

const OPTIONAL = { required: false };
const NAME = { id: 'f_name', name: 'name', label: 'Name', type: 'text', ...OPTIONAL };
const COLUMNS = [
  NAME,
  { id: 'f_day', name: 'day', label: 'Day', type: 'date', default_from: 'now', ...OPTIONAL },
  { id: 'f_at', name: 'at', label: 'At', type: 'datetime', default_from: 'now', ...OPTIONAL },
  { id: 'f_who', name: 'who', label: 'Who', type: 'person', default_from: 'creator', ...OPTIONAL },
  {
    ...{ id: 'f_team', name: 'team', label: 'Team', type: 'person', multiple: true },
    ...{ default_from: 'creator', ...OPTIONAL },
  },
  {
    ...{ id: 'f_days', name: 'days', label: 'Days', type: 'date', multiple: true },
    ...{ default_from: 'now', ...OPTIONAL },
  },
];
const DAY = /^\d{4}-\d\d-\d\d$/;
const MINUTE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:00Z$/;

test.each([1, 60])('%s new rows have when they are added, and by whom', async (count) => {
  const table = await createTable(owner, place, COLUMNS);
  await addRows(
    owner,
    table,
    Array.from({ length: count }, (_, n) => ({ name: `Row ${n}` })),
  );
  const rows = await readRows(owner, table, { page_size: 100 });
  expect(rows).toHaveLength(count);
  for (const { values, problems } of rows) {
    const { id } = owner.user;
    expect(values).toMatchObject({ who: id, team: [id], days: [expect.stringMatching(DAY)] });
    expect([String(values.day), String(values.at)]).toEqual([
      expect.stringMatching(DAY),
      expect.stringMatching(MINUTE),
    ]);
    expect(problems).toBeUndefined();
  }
});

test('a new row keeps the values that are sent with it, also empty ones', async () => {
  const table = await createTable(owner, place, COLUMNS);
  const values: Values = { name: 'First', day: '2020-02-29', at: null, who: null, team: null };
  const [row] = await addRows(owner, table, [values]);
  expect(row?.values).toEqual({ name: 'First', day: '2020-02-29', days: [expect.stringMatching(DAY)] });
});

test('rows have the defaults of columns that are not given, however they are added', async () => {
  const state = { id: 'f_state', name: 'state', label: 'State', type: 'text', default: 'new', ...OPTIONAL };
  const table = await createTable(owner, place, [...COLUMNS, state]);
  await addRows(owner, table, [{ name: 'One of a request' }]);
  const upsert = { match_on: ['name'], rows: [{ values: { name: 'Not there before' } }] };
  expectData(await owner.client.post(`items/${table.id}/rows/upsert/`, upsert));
  const form = await createOpenForm(owner, place, { fields: [field('name', 'Name', 'text')] });
  expectData(
    await owner.client.put(`forms/${form.id}/table/`, { item_id: table.id, mapping: { f_name: 'f_name' } }),
  );
  const sent = { version: 1, values: { name: 'Of a form' } };
  expectData(await owner.client.post(`public/forms/${form.slug}/submissions/`, sent), 201);
  expect(await importFile(owner, table, 'Name\nOf a file\n')).toMatchObject({ state: 'ready', done: 1 });
  const matched = { match_on: '["f_name"]', on_match: 'update' };
  expect(await importFile(owner, table, 'Name\nOf a matched file\n', matched)).toMatchObject({ done: 1 });
  const rows = await readRows(owner, table);
  const expected = {
    state: 'new',
    day: expect.stringMatching(DAY),
    who: owner.user.id,
    team: [owner.user.id],
  };
  expect(rows.map(({ values }) => values)).toEqual(
    ['One of a request', 'Not there before', 'Of a form', 'Of a file', 'Of a matched file'].map((name) =>
      expect.objectContaining({ name, ...expected }),
    ),
  );
});

test('a form’s submission names a member who sends it, and nobody else', async () => {
  const table = await createTable(owner, place, COLUMNS);
  const form = await createOpenForm(owner, place, { fields: [field('name', 'Name', 'text')] });
  const mapping = { f_name: 'f_name' };
  expectData(await owner.client.put(`forms/${form.id}/table/`, { item_id: table.id, mapping }));
  const stranger = await createPlace(server.client);
  const sent = { version: 1, values: { name: 'Visitor' } };
  for (const { client } of [server, stranger.owner, owner])
    expectData(await client.post(`public/forms/${form.slug}/submissions/`, sent), 201);
  const rows = await readRows(owner, table);
  const { id } = owner.user;
  expect(rows.map(({ values }) => [values.who, values.team])).toEqual([
    [undefined, undefined],
    [undefined, undefined],
    [id, [id]],
  ]);
  for (const { values } of rows) expect(values.day).toEqual(expect.stringMatching(DAY));
});

test('is refused for columns of other types, and beside another default; one replaces the other', async () => {
  const table = await createTable(owner, place, COLUMNS);
  const change = (column: string, sent: object) =>
    owner.client.patch(`items/${table.id}/columns/${column}/`, sent);
  for (const [column, sent] of [
    ['f_name', { default_from: 'now' }],
    ['f_day', { default_from: 'creator' }],
    ['f_day', { default_from: 'now', default: '2026-01-01' }],
    ['f_day', { default_from: 'now', formula: '{name}' }],
  ] as const) {
    const refused = await change(column, sent);
    expectRefusal(refused, 422);
    expect(Object.keys(refused.body.fields ?? {})).toEqual(['default_from']);
  }
  const fixed = expectData(await change('f_day', { default: '2026-01-01' }));
  expect(fixed).toMatchObject({ default: '2026-01-01' });
  expect(fixed).not.toHaveProperty('default_from');
  const again = expectData(await change('f_day', { default_from: 'now' }));
  expect(again).toMatchObject({ default_from: 'now' });
  expect(again).not.toHaveProperty('default');
  // Another type has no such default.
  expect(expectData(await change('f_at', { type: 'text' }))).not.toHaveProperty('default_from');
});

test('people who are columns’ defaults are left out of new rows once they left, and hidden outside of the hub', async () => {
  const left = await addMember(server.client, owner, place.hub, 'member');
  const person = { type: 'person', ...OPTIONAL };
  const columns = [
    NAME,
    { ...person, id: 'f_who', name: 'who', label: 'Who', default: left.user.id },
    {
      ...{ ...person, id: 'f_team', name: 'team', label: 'Team', multiple: true },
      default: [left.user.id, owner.user.id],
    },
  ];
  const table = await createTable(owner, place, columns, { visibility: 'public' });
  const defaults = async (client: TestAccount['client']) =>
    expectData(await client.get(`items/${table.id}/columns/`)).map((one) => one.default);
  const all = [undefined, left.user.id, [left.user.id, owner.user.id]];
  expect(await defaults(owner.client)).toEqual(all);
  const none = [undefined, undefined, undefined];
  const stranger = await registerUser(server.client);
  for (const client of [server.client, stranger.client]) expect(await defaults(client)).toEqual(none);

  await server.sql('delete from membership where hub_id = $1 and user_id = $2', [place.hub.id, left.user.id]);
  expect(await defaults(owner.client)).toEqual([undefined, undefined, [owner.user.id]]);
  for (const count of [1, 60])
    await addRows(
      owner,
      table,
      Array.from({ length: count }, () => ({ name: 'Row' })),
    );
  const rows = await readRows(owner, table, { page_size: 100 });
  expect(rows).toHaveLength(61);
  for (const { values } of rows) expect(values).toEqual({ name: 'Row', team: [owner.user.id] });
});
