import { beforeAll, describe, expect, it, test } from 'vitest';
import { BACKGROUND_ROWS, COLUMNS_MAX } from '#lib/contract/table-limits.ts';
import type { Values } from '#lib/fields/definition.ts';
import { createPlace, registerUser, type TestAccount } from '#tests/harness/accounts.ts';
import { columnOf, countRows, createManyRows, leftovers } from '#tests/harness/column-changes.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { linkHolder, shareByLink } from '#tests/harness/links.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, COLUMNS, createTable, readRows } from '#tests/harness/tables.ts';

const WITHIN = 60_000;

const server = sharedServer({ plans: 'default' });
let place: Awaited<ReturnType<typeof createPlace>>;
let owner: TestAccount;
beforeAll(async () => {
  place = await createPlace(server.client);
  owner = place.owner;
});

type TableId = { id: string };
const columnsOf = async ({ id }: TableId) => expectData(await owner.client.get(`items/${id}/columns/`));
const namesOf = async (table: TableId) => (await columnsOf(table)).map(({ name }) => name);
const add = async ({ id }: TableId, column: object) =>
  expectData(await owner.client.post(`items/${id}/columns/`, column), 201);
const remove = async ({ id }: TableId, column: string) =>
  expectData(await owner.client.delete(`items/${id}/columns/${column}/`));
const requestRestore = ({ id }: TableId, column: string, by = owner) =>
  by.client.post(`items/${id}/deleted-columns/${column}/restore/`, {});
const restore = async (table: TableId, column: string) => expectData(await requestRestore(table, column));
const deletedOf = async ({ id }: TableId, by = owner) =>
  expectData(await by.client.get(`items/${id}/deleted-columns/`)).map((one) => one.id);
const change = async ({ id }: TableId, row: string | undefined, values: Values) =>
  expectData(await owner.client.patch(`items/${id}/rows/`, { rows: [{ id: row, values }] }));
const deleteRow = async ({ id }: TableId, row: string | undefined) =>
  expectData(await owner.client.delete(`items/${id}/rows/`, { rows: [{ id: row }] }));
const restoreRow = async ({ id }: TableId, row: string | undefined) =>
  expectData(await owner.client.post(`items/${id}/rows/restore/`, { ids: [row] }));
const valuesOf = async (table: TableId) => (await readRows(owner, table)).map(({ values }) => values);

async function send({ id }: TableId): Promise<{ id: string }> {
  const form = new FormData();
  form.append('field', 'f_x');
  form.append('file', new Blob(['Plan.']), 'a.txt');
  const sent = await owner.client.post(`items/${id}/row-files/`, undefined, { raw: form });
  return expectData(sent, 201);
}

const NAME = { id: 'f_name', name: 'name', label: 'Name', type: 'text', required: false };
const column = (more: object) => ({ id: 'f_x', name: 'x', label: 'X', required: false, ...more });
const OPTIONS = [
  { id: 'open', label: 'Still open' },
  { id: 'done', label: 'All done' },
];

describe('a deleted column is restored with all of its values, whatever was written meanwhile:', () => {
  it.each<[string, object, unknown]>([
    ['text', { type: 'text', default: 'New' }, 'Anna'],
    ['long text', { type: 'textarea' }, 'One\nTwo'],
    ['number', { type: 'number', rules: [{ rule: 'min', value: 1 }] }, 4.25],
    ['money', { type: 'currency', currency: 'EUR' }, 12.5],
    ['percent', { type: 'percent' }, 0.5],
    ['duration', { type: 'duration' }, 5400],
    ['date', { type: 'date', default_from: 'now' }, '2026-05-01'],
    ['time', { type: 'time' }, '09:30'],
    ['moment', { type: 'datetime' }, '2026-05-01T09:30:00.000Z'],
    ['boxes', { type: 'checkboxes', options: OPTIONS }, ['done']],
    [
      'nested form',
      {
        type: 'form',
        fields: [{ id: 'f_inner', name: 'inner', label: 'Inner', type: 'text', required: false }],
      },
      { inner: 'deep' },
    ],
    ['choice', { type: 'select', options: OPTIONS, option_colors: { open: 'green' } }, 'open'],
    ['choices', { type: 'multi-select', options: OPTIONS }, ['done', 'open']],
    ['labels', { type: 'text', multiple: true }, ['a', 'b']],
    ['address', { type: 'email', unique: true }, 'ada@example.org'],
    ['phone number', { type: 'phone' }, '+49301234567'],
    ['rating', { type: 'rating', max: 5 }, 4],
    ['tree', { type: 'json' }, { a: [1, { b: null }] }],
  ])('%s', async (_, more, value) => {
    const table = await createTable(owner, place, [NAME, column(more), { ...NAME, id: 'f_z', name: 'z' }]);
    const [written, untouched, gone] = await addRows(owner, table, [
      { name: 'A', x: value },
      { name: 'B', x: null },
      { name: 'C' },
    ]);
    const before = await columnOf(owner, table.id, 'f_x');
    const values = await valuesOf(table);
    await remove(table, 'f_x');
    await change(table, written?.id, { name: 'A2' });
    await change(table, untouched?.id, { z: 'Z' });
    await deleteRow(table, written?.id);
    await restoreRow(table, written?.id);
    await deleteRow(table, gone?.id);
    await addRows(owner, table, [{ name: 'D' }]);
    expect(await valuesOf(table)).toEqual([{ name: 'A2' }, { name: 'B', z: 'Z' }, { name: 'D' }]);
    const restored = await restore(table, 'f_x');
    expect(restored.notes).toEqual([]);
    expect(await namesOf(table)).toEqual(['name', 'x', 'z']);
    expect({ ...(await columnOf(owner, table.id, 'f_x')), revision: 1 }).toEqual(before);
    await restoreRow(table, gone?.id);
    expect(await valuesOf(table)).toEqual([
      { ...values[0], name: 'A2' },
      { ...values[1], name: 'B', z: 'Z' },
      values[2],
      { name: 'D' },
    ]);
    expect(await deletedOf(table)).toEqual([]);
  });

  it('a person', async () => {
    const person = column({ type: 'person', multiple: true, default: [owner.user.id] });
    const table = await createTable(owner, place, [NAME, person]);
    const [row] = await addRows(owner, table, [{ name: 'A', x: [owner.user.id] }]);
    await remove(table, 'f_x');
    await change(table, row?.id, { name: 'B' });
    await restore(table, 'f_x');
    expect(await valuesOf(table)).toEqual([{ name: 'B', x: [owner.user.id] }]);
    expect((await columnOf(owner, table.id, 'f_x'))?.default).toEqual([owner.user.id]);
  });

  it('a phone number as it was typed', async () => {
    const table = await createTable(owner, place, [
      NAME,
      column({ type: 'phone' }),
      { ...NAME, id: 'f_y', name: 'y', type: 'phone' },
    ]);
    const [row] = await addRows(owner, table, [{ name: 'A', x: '+49 (30) 123-45', y: '+49 (30) 678-9' }]);
    const { typed } = (await readRows(owner, table))[0] ?? {};
    expect(typed).toEqual({ x: '+49 (30) 123-45', y: '+49 (30) 678-9' });
    await remove(table, 'f_x');
    await change(table, row?.id, { name: 'B' });
    await deleteRow(table, row?.id);
    await restoreRow(table, row?.id);
    await restore(table, 'f_x');
    expect((await readRows(owner, table))[0]).toMatchObject({ values: { name: 'B' }, typed });
  });

  it('a formula, which is computed again; what reads another deleted column waits for that', async () => {
    const table = await createTable(owner, place, [
      NAME,
      { ...NAME, id: 'f_n', name: 'n', label: 'N', type: 'number' },
      column({ type: 'formula', formula: '{n} * 2' }),
    ]);
    const [row] = await addRows(owner, table, [{ name: 'A', n: 2 }, { name: 'B' }]);
    await remove(table, 'f_x');
    await change(table, row?.id, { n: 5 });
    await addRows(owner, table, [{ name: 'C', n: 7 }]);
    await remove(table, 'f_n');
    const refused = await requestRestore(table, 'f_x');
    expectRefusal(refused, 409, 'column_not_restorable');
    expect(refused.body.message).toMatch(/Restore the columns first that its formula reads/);
    await restore(table, 'f_n');
    await restore(table, 'f_x');
    expect((await valuesOf(table)).map(({ x }) => x ?? null)).toEqual([10, null, 14]);
    expect(await namesOf(table)).toEqual(['name', 'n', 'x']);
  });

  it('files, which nobody reads meanwhile', async () => {
    const files = column({ type: 'file', multiple: true });
    const table = await createTable(owner, place, [NAME, files]);
    const file = await send(table);
    const [row] = await addRows(owner, table, [{ name: 'A', x: [file.id] }]);
    const read = () => owner.client.fetch('GET', `items/${table.id}/row-files/${file.id}/`);
    await remove(table, 'f_x');
    expect((await read()).status).toBe(404);
    expect((await readRows(owner, table))[0]?.files).toBeUndefined();
    const other = await createTable(owner, place, [NAME, files]);
    const copies = { field: 'f_x', files: [{ item: table.id, file_id: file.id }] };
    const [copied] = expectData(await owner.client.post(`items/${other.id}/row-files/copies/`, copies));
    expect(copied).toHaveProperty('reason');
    const copy = expectData(await owner.client.post(`items/${table.id}/copy/`, {}), 201);
    expect(await server.sql('select from row_file where item_id = $1', [copy.id])).toEqual([]);
    await change(table, row?.id, { name: 'B' });
    await deleteRow(table, row?.id);
    await restoreRow(table, row?.id);
    await restore(table, 'f_x');
    expect(await (await read()).text()).toBe('Plan.');
    expect((await readRows(owner, table))[0]).toMatchObject({
      values: { name: 'B', x: [file.id] },
      files: { [file.id]: { name: 'a.txt' } },
    });
  });

  it('links with their opposite column, and the lookups of both', async () => {
    const people = await createTable(owner, place, [NAME]);
    const tasks = await createTable(owner, place, [NAME]);
    const link = await add(tasks, { id: 'f_who', name: 'who', label: 'Who', type: 'link', table: people.id });
    const opposite = link.opposite ?? '';
    const lookup = { type: 'lookup', via: opposite, of: 'name' };
    await add(people, { id: 'f_what', name: 'what', label: 'What', ...lookup });
    const count = { type: 'rollup', via: 'who', function: 'count' };
    await add(tasks, { id: 'f_count', name: 'count', label: 'Count', ...count });
    const [ada] = await addRows(owner, people, [{ name: 'Ada' }]);
    const [task] = await addRows(owner, tasks, [{ name: 'Write', who: [ada?.id] }]);
    expectRefusal(await owner.client.delete(`items/${tasks.id}/columns/f_who/`), 409, 'column_in_use');
    await remove(tasks, 'f_count');
    await remove(tasks, 'f_who');
    expect(await namesOf(people)).toEqual(['name', 'what']);
    expect(await valuesOf(people)).toEqual([{ name: 'Ada' }]);
    expectRefusal(await requestRestore(tasks, 'f_count'), 409, 'column_not_restorable');
    await change(tasks, task?.id, { name: 'Read' });
    await deleteRow(people, ada?.id);
    await restoreRow(people, ada?.id);
    expect(await deletedOf(people)).toEqual([opposite]);
    // From either side.
    expect((await restore(people, opposite)).notes).toEqual([]);
    await restore(tasks, 'f_count');
    expect(await valuesOf(tasks)).toEqual([{ name: 'Read', who: [ada?.id], count: 1 }]);
    expect(await valuesOf(people)).toEqual([{ name: 'Ada', what: ['Read'], linked: [task?.id] }]);
    expect((await columnOf(owner, tasks.id, 'f_who'))?.opposite).toBe(opposite);
    expect((await columnOf(owner, people.id, opposite))?.opposite).toBe('f_who');
  });

  it('links within one table', async () => {
    const table = await createTable(owner, place, [NAME]);
    const { opposite = '' } = await add(table, column({ type: 'link', table: table.id }));
    const [one] = await addRows(owner, table, [{ name: 'One' }]);
    await addRows(owner, table, [{ name: 'Two', x: [one?.id] }]);
    const [values, names] = [await valuesOf(table), await namesOf(table)];
    await remove(table, 'f_x');
    expect(await namesOf(table)).toEqual(['name']);
    expect((await deletedOf(table)).sort()).toEqual(['f_x', opposite].sort());
    await restore(table, 'f_x');
    expect(await valuesOf(table)).toEqual(values);
    expect(await namesOf(table)).toEqual(names);
  });
});

describe('a link that is restored', () => {
  it('is refused where its table was deleted permanently', async () => {
    const people = await createTable(owner, place, [NAME]);
    const tasks = await createTable(owner, place, [NAME]);
    await add(tasks, column({ type: 'link', table: people.id }));
    await remove(tasks, 'f_x');
    expectData(await owner.client.delete(`items/${people.id}/`));
    expectData(await owner.client.delete(`trash/${people.id}/`));
    await eventually(async () =>
      expect(await server.sql('select from user_table where item_id = $1', [people.id])).toEqual([]),
    );
    expectRefusal(await requestRestore(tasks, 'f_x'), 409, 'linked_table_gone');
    expect(await namesOf(tasks)).toEqual(['name']);
  });

  it('is refused where lookups would go in a circle by now', async () => {
    const boats = await createTable(owner, place, [NAME]);
    const trips = await createTable(owner, place, [NAME]);
    const { opposite = '' } = await add(boats, column({ type: 'link', table: trips.id }));
    const link = { ...column({ type: 'link', table: trips.id }), id: 'f_way', name: 'way' };
    await add(boats, link);
    const lookup = { id: 'f_look', name: 'look', label: 'Look', required: false, type: 'lookup' };
    await add(boats, { ...lookup, via: 'f_way', of: 'f_name' });
    const count = { id: 'f_count', name: 'count', label: 'Count', required: false, type: 'rollup' };
    await add(trips, { ...count, via: opposite, of: 'f_look', function: 'count' });
    const lookAt = (of: string) =>
      owner.client.patch(`items/${boats.id}/columns/f_look/`, { of, type: 'lookup' });
    expectRefusal(await lookAt('f_count'), 422);
    await remove(boats, 'f_x');
    expectData(await lookAt('f_count'));
    const refused = await requestRestore(boats, 'f_x');
    expectRefusal(refused, 409, 'column_not_restorable');
    expect(refused.body.message).toContain('they would go in a circle');
    expectData(await lookAt('f_name'));
    await restore(boats, 'f_x');
  });

  it('comes back alone for somebody who may not change the other table, and both name each other once they can', async () => {
    const editor = await addMember(server.client, owner, place.hub, 'admin');
    const people = await createTable(owner, place, [NAME], { visibility: 'private' });
    const tasks = await createTable(owner, place, [NAME]);
    const { opposite = '' } = await add(tasks, column({ type: 'link', table: people.id }));
    const [ada] = await addRows(owner, people, [{ name: 'Ada' }]);
    await addRows(owner, tasks, [{ name: 'Write', x: [ada?.id] }]);
    await remove(tasks, 'f_x');
    const restored = expectData(await requestRestore(tasks, 'f_x', editor));
    expect(restored).toMatchObject({ column: { id: 'f_x' }, notes: ['without_opposite'] });
    expect(await namesOf(people)).toEqual(['name']);
    expect((await restore(people, opposite)).notes).toEqual([]);
    expect((await columnOf(owner, tasks.id, 'f_x'))?.opposite).toBe(opposite);
    expect((await valuesOf(tasks))[0]).toMatchObject({ x: [ada?.id] });
  });
});

describe('a column that is restored where', () => {
  it('its formula would read another column, which has the name of the former one, is refused', async () => {
    const number = (id: string) => ({ ...NAME, id, name: 'n', label: 'N', type: 'number' });
    const table = await createTable(owner, place, [
      NAME,
      number('f_n'),
      column({ type: 'formula', formula: '{n} * 2' }),
    ]);
    await addRows(owner, table, [{ name: 'A', n: 1 }]);
    await remove(table, 'f_x');
    await remove(table, 'f_n');
    await add(table, number('f_other'));
    const refused = await requestRestore(table, 'f_x');
    expectRefusal(refused, 409, 'column_not_restorable');
    expect(refused.body.message).toContain('reads a former column “n”');
    expectData(await owner.client.patch(`items/${table.id}/columns/f_other/`, { name: 'other' }));
    await restore(table, 'f_n');
    expect((await restore(table, 'f_x')).notes).toEqual([]);
    expect(await columnOf(owner, table.id, 'f_x')).not.toHaveProperty('reads');
    expect(await valuesOf(table)).toEqual([{ name: 'A', n: 1, x: 2 }]);
  });

  it('a column has a name that every object knows is restored', async () => {
    const table = await createTable(owner, place, [
      NAME,
      { ...NAME, id: 'f_made', name: 'constructor', label: 'Constructor', required: false },
      column({ type: 'text' }),
    ]);
    await remove(table, 'f_x');
    expect((await restore(table, 'f_x')).notes).toEqual([]);
  });

  it('its nested formula reads a field of its own form is restored, whatever another column is named', async () => {
    const price = (id: string) => ({
      ...NAME,
      id,
      name: 'price',
      label: 'Price',
      type: 'number',
      required: false,
    });
    const sum = { ...price('f_sum'), name: 'sum', label: 'Sum', formula: '{price} * 2' };
    const table = await createTable(owner, place, [
      NAME,
      price('f_price'),
      column({ type: 'form', fields: [price('f_own'), sum] }),
    ]);
    await remove(table, 'f_x');
    await remove(table, 'f_price');
    await add(table, price('f_other'));
    expect((await restore(table, 'f_x')).notes).toEqual([]);
  });

  it('another column has its name gets a number; none is added under its id meanwhile', async () => {
    const table = await createTable(owner, place, [NAME, column({ type: 'text' })]);
    await addRows(owner, table, [{ x: 'old' }]);
    await remove(table, 'f_x');
    const refused = await owner.client.post(`items/${table.id}/columns/`, column({ type: 'number' }));
    expectRefusal(refused, 422, 'invalid_fields');
    await add(table, { ...column({ type: 'text' }), id: 'f_other' });
    const restored = await restore(table, 'f_x');
    expect(restored).toMatchObject({ column: { id: 'f_x', name: 'x_2', label: 'X' }, notes: ['renamed'] });
    expect(await valuesOf(table)).toEqual([{ x_2: 'old' }]);
    expectRefusal(await requestRestore(table, 'f_x'), 404, 'not_found');
  });

  it('its values are there twice by now is unique no more', async () => {
    const unique = column({ type: 'text', unique: true });
    const table = await createTable(owner, place, [NAME, unique]);
    const [first] = await addRows(owner, table, [{ x: 'same' }]);
    await deleteRow(table, first?.id);
    await addRows(owner, table, [{ x: 'same' }]);
    await remove(table, 'f_x');
    await restoreRow(table, first?.id);
    const restored = await restore(table, 'f_x');
    expect(restored.notes).toEqual(['not_unique']);
    expect(restored.column.unique).toBeUndefined();
    expect((await valuesOf(table)).map(({ x }) => x)).toEqual(['same', 'same']);
    await addRows(owner, table, [{ x: 'same' }]);
  });

  it('only rows that were there all the time have the same values is unique as before, whatever came back', async () => {
    const table = await createTable(owner, place, [NAME, column({ type: 'text', unique: true })]);
    const [, , third] = await addRows(owner, table, [{ x: 'a@b.de' }, { x: 'A@b.de' }, { x: 'c@b.de' }]);
    expectData(await owner.client.patch(`items/${table.id}/columns/f_x/`, { type: 'email' }));
    await remove(table, 'f_x');
    await deleteRow(table, third?.id);
    await restoreRow(table, third?.id);
    expect(await restore(table, 'f_x')).toMatchObject({ column: { unique: true }, notes: [] });
  });

  it('a deleted row was added again under its id, with a value that another one has, is unique no more', async () => {
    const table = await createTable(owner, place, [NAME, column({ type: 'text', unique: true })]);
    const [first] = await addRows(owner, table, [{ x: 'same' }]);
    await deleteRow(table, first?.id);
    await addRows(owner, table, [{ x: 'same' }]);
    await remove(table, 'f_x');
    const again = { rows: [{ id: first?.id, values: { name: 'A' } }] };
    expectData(await owner.client.post(`items/${table.id}/rows/`, again));
    expect((await restore(table, 'f_x')).notes).toEqual(['not_unique']);
    expect((await valuesOf(table)).map(({ x }) => x)).toEqual(['same', 'same']);
  });

  it('no value is there twice stays unique, also for what is written next', async () => {
    const table = await createTable(owner, place, [NAME, column({ type: 'text', unique: true })]);
    const [first] = await addRows(owner, table, [{ x: 'one' }, { x: 'two' }]);
    await remove(table, 'f_x');
    await deleteRow(table, first?.id);
    await restoreRow(table, first?.id);
    expect(await restore(table, 'f_x')).toMatchObject({ column: { unique: true }, notes: [] });
    const repeated = { rows: [{ values: { x: 'one' } }] };
    const [outcome] = expectData(await owner.client.post(`items/${table.id}/rows/`, repeated));
    expect(outcome?.errors).toEqual({ x: ['Another row has this X already'] });
  });

  it('the table has as many columns as it can have is refused', async () => {
    const many = Array.from({ length: COLUMNS_MAX }, (_, n) => ({ ...NAME, id: `f_${n}`, name: `n_${n}` }));
    const table = await createTable(owner, place, many);
    await remove(table, 'f_0');
    await add(table, NAME);
    const refused = await requestRestore(table, 'f_0');
    expectRefusal(refused, 409, 'column_not_restorable');
    expect(refused.body.message).toContain(`A table has ${COLUMNS_MAX} columns at most`);
    await remove(table, 'f_5');
    await restore(table, 'f_0');
    expect((await namesOf(table)).slice(0, 5)).toEqual(['n_0', 'n_1', 'n_2', 'n_3', 'n_4']);
  });
});

it('stands where it stood, and new columns behind the last one', async () => {
  const table = await createTable(owner, place, COLUMNS);
  for (const id of ['f_price', 'f_state', 'f_due']) await remove(table, id);
  await add(table, { ...NAME, id: 'f_new', name: 'new' });
  expect(await namesOf(table)).toEqual(['name', 'tags', 'new']);
  expect(await deletedOf(table)).toEqual(['f_due', 'f_state', 'f_price']);
  for (const id of ['f_due', 'f_state', 'f_price']) await restore(table, id);
  expect(await namesOf(table)).toEqual(['name', 'price', 'due', 'state', 'tags', 'new']);
});

it('orders the rows of a list that is open again, which is shown without that order meanwhile', async () => {
  const table = await createTable(owner, place, [NAME, column({ type: 'number' })]);
  await addRows(owner, table, [
    { name: 'A', x: 1 },
    { name: 'B', x: 2 },
  ]);
  const sorted = async () =>
    (await readRows(owner, table, { sort: '-f_x' })).map(({ values }) => values.name).join('');
  expect(await sorted()).toBe('BA');
  await remove(table, 'f_x');
  expect(await sorted()).toBe('AB');
  const unknown = await owner.client.get(`items/${table.id}/rows/`, { query: { sort: 'f_unknown' } });
  expectRefusal(unknown, 422, 'invalid_fields');
  // Another column may have its name by now.
  const byName = await owner.client.get(`items/${table.id}/rows/`, { query: { sort: '-x' } });
  expectRefusal(byName, 422, 'invalid_fields');
  await restore(table, 'f_x');
  expect(await sorted()).toBe('BA');
});

it('refuses a cursor of an order that its column was part of', async () => {
  const table = await createTable(owner, place, [NAME, column({ type: 'number' })]);
  await addRows(owner, table, [
    { name: 'A', x: 1 },
    { name: 'B', x: 2 },
  ]);
  const page = (after?: string | null) =>
    owner.client.get(`items/${table.id}/rows/`, {
      query: { sort: '-f_x', page_size: '1', ...(after ? { after } : {}) },
    });
  const { next } = (await page()).body;
  expectData(await page(next));
  await remove(table, 'f_x');
  const refused = await page(next);
  expectRefusal(refused, 422, 'invalid_fields');
  expect(refused.body.fields).toEqual({ after: ['After is not a place in this list; begin again'] });
});

it('is in its views as before, also hidden in one that was saved meanwhile', async () => {
  const table = await createTable(owner, place, [NAME, column({ type: 'text' })]);
  const path = `items/${table.id}/views/` as const;
  const columns = [{ id: 'f_x', hidden: true, width: 321 }, { id: 'f_name' }];
  const filter = { field: 'f_x', op: 'equals', value: 'a' };
  const settings = { name: 'V', type: 'grid', columns, filter, sort: ['-f_x'], group: ['f_x'] };
  const view = expectData(await owner.client.post(path, settings), 201);
  const saved = expectData(await owner.client.post(path, { ...settings, name: 'W' }), 201);
  const viewOf = async (id: string) => expectData(await owner.client.get(path)).find((one) => one.id === id);
  const [before, other] = [await viewOf(view.id), await viewOf(saved.id)];
  await remove(table, 'f_x');
  expect(await viewOf(view.id)).toMatchObject({ columns: [{ id: 'f_name' }], sort: [], group: [] });
  expectData(await owner.client.patch(`${path}${saved.id}/`, { columns: [{ id: 'f_name', width: 90 }] }));
  await restore(table, 'f_x');
  expect(await viewOf(view.id)).toEqual(before);
  expect((await viewOf(saved.id))?.columns).toEqual([other?.columns[0], { ...other?.columns[1], width: 90 }]);
});

it('is found by the search again, and not before; its history names it', async () => {
  const table = await createTable(owner, place, [NAME, column({ type: 'text' })]);
  const [row] = await addRows(owner, table, [{ name: 'A', x: 'Zwergwal' }]);
  await change(table, row?.id, { x: 'Zwergwale' });
  const found = async () =>
    expectData(await owner.client.in(place.hub).get('search/', { query: { q: 'zwergwale' } })).length;
  await eventually(async () => expect(await found()).toBe(1));
  await remove(table, 'f_x');
  await eventually(async () => expect(await found()).toBe(0));
  await restore(table, 'f_x');
  await eventually(async () => expect(await found()).toBe(1));
  const history = expectData(await owner.client.get(`items/${table.id}/rows/${row?.id}/history/`));
  expect(history[0]?.changes).toMatchObject([{ column_id: 'f_x', label: 'X', to: 'Zwergwale' }]);
});

it('is in no copy of its table, and in none of its exports', async () => {
  const tags = column({ type: 'text', multiple: true });
  const table = await createTable(owner, place, [NAME, tags, { ...NAME, id: 'f_y', name: 'y' }]);
  await addRows(owner, table, [{ name: 'A', x: ['secret'], y: 'secret' }]);
  await remove(table, 'f_x');
  await remove(table, 'f_y');
  const copy = expectData(await owner.client.post(`items/${table.id}/copy/`, {}), 201);
  expect(await deletedOf(copy)).toEqual([]);
  expect(await leftovers(server.sql, copy.id)).toEqual([]);
  expect(await valuesOf(copy)).toEqual([{ name: 'A' }]);
  const csv = await owner.client.fetch('GET', `items/${table.id}/export/`);
  expect(await csv.text()).not.toContain('secret');
});

test('only those who may change its columns see and restore it', async () => {
  const table = await createTable(owner, place, [NAME, column({ type: 'text' })], { visibility: 'shared' });
  await remove(table, 'f_x');
  const path = `items/${table.id}/deleted-columns/` as const;
  const [listed] = expectData(await owner.client.get(path));
  expect(listed).toMatchObject({
    ...{ id: 'f_x', name: 'x', label: 'X', type: 'text' },
    deleted_by: { id: owner.user.id },
  });
  const days = (Date.parse(listed?.expires_at ?? '') - Date.parse(listed?.deleted_at ?? '')) / 86_400_000;
  expect(days).toBe(30);
  const stranger = await registerUser(server.client);
  const link = await shareByLink(owner, table.id);
  const holder = await linkHolder(server, link);
  for (const client of [stranger.client, holder]) {
    const refused = [await client.get(path), await client.post(`${path}f_x/restore/`, {})];
    for (const { status } of refused) expect([401, 403, 404]).toContain(status);
  }
  expect(await namesOf(table)).toEqual(['name']);
});

test('a column of many rows is deleted and restored without a job, and its values are purged after 30 days', async () => {
  const id = await createManyRows(server.sql, owner, place, BACKGROUND_ROWS + 2_000);
  const table = { id };
  await addRows(owner, table, [{ size: 'small', count: 3 }]);
  await remove(table, 'f_size');
  expect((await leftovers(server.sql, id)).length).toBe(1);
  await restore(table, 'f_size');
  expect(await countRows(server.sql, id, '{size} is not null')).toBe(BACKGROUND_ROWS + 2_001);
  // A formula has what rows are now, by a job.
  await remove(table, 'f_double');
  const [row] = await readRows(owner, table, { page_size: 1 });
  await change(table, row?.id, { count: 1000 });
  await restore(table, 'f_double');
  await eventually(
    async () => expect((await readRows(owner, table, { page_size: 1 }))[0]?.values.double).toBe(2000),
    WITHIN,
  );
  await remove(table, 'f_double');
  await remove(table, 'f_size');
  const age = (days: number) =>
    server.sql(
      `update deleted_column set deleted_at = now() - make_interval(days => $2) where item_id = $1 and column_id = 'f_size'`,
      [id, days],
    );
  await age(29);
  expect(await deletedOf(table)).toEqual(['f_double', 'f_size']);
  await age(31);
  expect(await deletedOf(table)).toEqual(['f_double']);
  expectRefusal(await requestRestore(table, 'f_size'), 404, 'not_found');
  await server.sql("select graphile_worker.add_job('purge', '{}'::json)");
  await eventually(async () => expect((await leftovers(server.sql, id)).length).toBe(1), WITHIN);
  await restore(table, 'f_double');
  expect(await countRows(server.sql, id, '{double} = {count} * 2')).toBe(BACKGROUND_ROWS + 2_001);
});

test('the files and links of a purged column are purged, but links that another column shows', async () => {
  const people = await createTable(owner, place, [NAME]);
  const tasks = await createTable(owner, place, [NAME, column({ type: 'file', multiple: true })]);
  const link = (id: string) => ({ id, name: id, label: id, type: 'link', table: people.id });
  await add(tasks, link('f_one'));
  const { opposite: shown = '' } = await add(tasks, link('f_two'));
  const file = await send(tasks);
  const [ada] = await addRows(owner, people, [{ name: 'Ada' }]);
  await addRows(owner, tasks, [{ name: 'A', x: [file.id], f_one: [ada?.id], f_two: [ada?.id] }]);
  const links = () => server.sql('select from row_link where other_row = $1 or one_row = $1', [ada?.id]);
  for (const id of ['f_x', 'f_one', 'f_two']) await remove(tasks, id);
  expect(await links()).toHaveLength(2);
  await server.sql(
    `update deleted_column set deleted_at = now() - interval '31 days' where item_id = any($1) and column_id <> $2`,
    [[people.id, tasks.id], shown],
  );
  await server.sql("select graphile_worker.add_job('purge', '{}'::json)");
  await eventually(async () => {
    expect(await links()).toHaveLength(1);
    expect(await server.sql('select row_id from row_file where id = $1', [file.id])).toEqual([
      { row_id: null },
    ]);
  }, WITHIN);
  await eventually(async () => expect(await deletedOf(tasks)).toEqual([]));
  // Its other side can still be restored, and has the links.
  expect((await restore(people, shown)).notes).toEqual(['without_opposite']);
  expect((await valuesOf(people))[0]).toMatchObject({ name: 'Ada' });
  expect(Object.values((await valuesOf(people))[0] ?? {})).toHaveLength(2);
});
