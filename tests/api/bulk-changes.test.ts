import { beforeAll, describe, expect, test } from 'vitest';
import type { BulkChange, BulkPreview, SentBulkChange } from '#lib/contract/bulk-change.ts';
import { BULK_IN_REQUEST_MAX } from '#lib/contract/table-limits.ts';
import type { Values } from '#lib/fields/definition.ts';
import { createPlace, type TestAccount } from '#tests/harness/accounts.ts';
import { countRows, createManyRows } from '#tests/harness/column-changes.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const WITHIN = 60_000;
const MANY = BULK_IN_REQUEST_MAX + 3_500;

const server = sharedServer();
let place: Awaited<ReturnType<typeof createPlace>>;
beforeAll(async () => {
  place = await createPlace(server.client);
});
const owner = () => place.owner;

const send = (id: string, body: SentBulkChange, by: TestAccount = owner()) =>
  by.client.post(`items/${id}/bulk-changes/`, body);
async function preview(id: string, body: SentBulkChange): Promise<BulkPreview> {
  const data = expectData(await send(id, { ...body, dry_run: true }));
  if (!('count' in data)) throw new Error('a dry run changes nothing');
  return data;
}
async function change(id: string, body: SentBulkChange, by: TestAccount = owner()): Promise<BulkChange> {
  const data = expectData(await send(id, body, by));
  if (!('id' in data)) throw new Error('it was to be changed');
  return data;
}
const undo = async (id: string, bulk: string, by: TestAccount = owner()) =>
  expectData(await by.client.post(`items/${id}/bulk-changes/${bulk}/undo/`));
const ended = (id: string, bulk: string, by: TestAccount = owner()) =>
  eventually(async () => {
    const found = expectData(await by.client.get(`items/${id}/bulk-changes/${bulk}/`));
    expect(found.state).not.toBe('running');
    return found;
  }, WITHIN);

async function tableWith(values: readonly Values[]) {
  const { id } = await createTable(owner(), place);
  return { id, rows: await addRows(owner(), { id }, values) };
}
const namesOf = async (id: string, query: Record<string, string> = {}) =>
  (await readRows(owner(), { id }, query)).map(({ values }) => values.name);
const open = { field: 'f_state', op: 'equals', value: 'open' } as const;
const LAMPS = [
  { name: 'Lamp', state: 'open', price: 3 },
  { name: 'Desk', state: 'done', price: 80 },
  { name: 'Chair', state: 'open', price: 40 },
];

describe('a deletion of all rows that a filter finds', () => {
  test('deletes what was counted, and is undone as one', async () => {
    const { id } = await tableWith(LAMPS);
    const counted = await preview(id, { filter: open, action: 'delete' });
    expect(counted).toMatchObject({ count: 2, refused: 0 });
    expect(await namesOf(id)).toHaveLength(3);
    const { as_of, count } = counted;
    const bulk = await change(id, { filter: open, action: 'delete', as_of, count });
    expect(bulk).toMatchObject({
      state: 'done',
      action: 'delete',
      total: 2,
      changed: 2,
      skipped: 0,
      job: null,
    });
    expect(await namesOf(id)).toEqual(['Desk']);

    const undone = await undo(id, bulk.id);
    expect(undone).toMatchObject({ state: 'done', action: 'restore', changed: 2, undoes: bulk.id });
    expect(await namesOf(id)).toEqual(['Lamp', 'Desk', 'Chair']);
    expectRefusal(await owner().client.post(`items/${id}/bulk-changes/${bulk.id}/undo/`), 409);
    const again = await undo(id, undone.id);
    expect(again).toMatchObject({ action: 'delete', changed: 2 });
    expect(await namesOf(id)).toEqual(['Desk']);
  });

  test('leaves rows that were added or changed after they were counted', async () => {
    const { id, rows } = await tableWith(LAMPS);
    const { as_of, count } = await preview(id, { filter: open, action: 'delete' });
    await addRows(owner(), { id }, [{ name: 'New', state: 'open' }]);
    const changed = { id: rows[0]?.id, values: { price: 4 } };
    expectData(await owner().client.patch(`items/${id}/rows/`, { rows: [changed] }));
    const bulk = await change(id, { filter: open, action: 'delete', as_of, count });
    expect(bulk).toMatchObject({ total: 1, changed: 1 });
    expect(await namesOf(id)).toEqual(['Lamp', 'Desk', 'New']);
  });

  test('changes nothing where more rows match than were confirmed', async () => {
    const { id } = await tableWith(LAMPS);
    const refused = await send(id, { filter: open, action: 'delete', count: 1 });
    expectRefusal(refused, 409, 'more_rows');
    expect(await namesOf(id)).toHaveLength(3);
  });

  test('does not delete a restored row again that somebody changed since', async () => {
    const { id } = await tableWith(LAMPS);
    const bulk = await change(id, { filter: open, action: 'delete' });
    const restored = await undo(id, bulk.id);
    const lamp = (await readRows(owner(), { id })).find(({ values }) => values.name === 'Lamp');
    const rows = [{ id: lamp?.id, values: { price: 5 } }];
    expectData(await owner().client.patch(`items/${id}/rows/`, { rows }));
    expect(await undo(id, restored.id)).toMatchObject({ changed: 1, skipped: 1 });
    expect(await namesOf(id)).toEqual(['Lamp', 'Desk']);
  });
});

describe('a change of all rows that a filter finds', () => {
  test('writes values with their history, and is undone as one', async () => {
    const { id, rows } = await tableWith(LAMPS);
    const body: SentBulkChange = { filter: open, action: 'set', values: { state: 'done', price: null } };
    expect(await preview(id, body)).toMatchObject({ count: 2, checked: 2, refused: 0, problems: [] });
    const bulk = await change(id, body);
    expect(bulk).toMatchObject({ total: 2, changed: 2, unchanged: 0 });
    const values = (await readRows(owner(), { id })).map((row) => [row.values.state, row.values.price]);
    expect(values).toEqual([
      ['done', undefined],
      ['done', 80],
      ['done', undefined],
    ]);
    const history = expectData(await owner().client.get(`items/${id}/rows/${rows[0]?.id}/history/`));
    expect(history[0]?.changes.map(({ name, from, to }) => [name, from, to])).toEqual([
      ['price', 3, null],
      ['state', 'open', 'done'],
    ]);
    expect(await change(id, { filter: null, action: 'set', values: { state: 'done' } })).toMatchObject({
      total: 3,
      changed: 0,
      unchanged: 3,
    });
    expect(await undo(id, bulk.id)).toMatchObject({ action: 'revert', changed: 2, skipped: 0 });
    expect((await readRows(owner(), { id })).map((row) => row.values)).toEqual(LAMPS);
  });

  test('gives back long texts whole, which the history cuts', async () => {
    const text = 'x'.repeat(5_000);
    const { id } = await createTable(owner(), place, [
      { id: 'f_text', name: 'text', label: 'Text', type: 'textarea', required: false },
    ]);
    await addRows(owner(), { id }, [{ text }]);
    const bulk = await change(id, { filter: null, action: 'set', values: { text: null } });
    await undo(id, bulk.id);
    expect((await readRows(owner(), { id }))[0]?.values.text).toBe(text);
  });

  test('is undone but for cells that somebody changed since, and says so', async () => {
    const { id, rows } = await tableWith(LAMPS);
    const bulk = await change(id, { filter: open, action: 'set', values: { state: 'done', price: 1 } });
    const mine = [{ id: rows[0]?.id, values: { price: 7 } }];
    expectData(await owner().client.patch(`items/${id}/rows/`, { rows: mine }));
    const undone = await undo(id, bulk.id);
    expect(undone.changed).toBe(2);
    expect(undone.problems).toEqual([{ message: 'Price was changed by somebody else meanwhile', rows: 1 }]);
    const values = (await readRows(owner(), { id })).map((row) => [row.values.state, row.values.price]);
    expect(values).toEqual([
      ['open', 7],
      ['done', 80],
      ['open', 40],
    ]);
    // Redone: what was undone is changed again.
    expect(await undo(id, undone.id)).toMatchObject({ changed: 2 });
    expect((await readRows(owner(), { id })).map((row) => row.values.price)).toEqual([7, 80, 1]);
  });

  test('refuses unknown, computed, invalid, required and repeated values by their names', async () => {
    const { id } = await createTable(owner(), place, [
      { id: 'f_name', name: 'name', label: 'Name', type: 'text' },
      { id: 'f_code', name: 'code', label: 'Code', type: 'text', required: false, unique: true },
      { id: 'f_count', name: 'count', label: 'Count', type: 'number', required: false },
      { id: 'f_double', name: 'double', label: 'Double', type: 'formula', formula: '{count} * 2' },
      { id: 'f_files', name: 'files', label: 'Files', type: 'attachment', required: false },
    ]);
    await addRows(owner(), { id }, [
      { name: 'One', code: 'a', count: 1 },
      { name: 'Two', count: 2 },
    ]);
    const fieldsOf = async (values: Values) =>
      (await send(id, { filter: null, action: 'set', values })).body.fields;
    expect(await fieldsOf({ colour: 1, double: 3 })).toEqual({
      'values.colour': ['There is no column “colour”'],
      'values.double': ['Double is computed and cannot be written'],
    });
    expect(await fieldsOf({ name: null, count: 'many', code: 'b', files: ['x'] })).toEqual({
      'values.name': ['Please enter Name'],
      'values.count': ['Count is not a valid number'],
      'values.code': ['Code cannot be the same in several rows'],
      'values.files': ['Files can only be cleared: a file belongs to one row'],
    });
    expect(await fieldsOf({})).toEqual({ values: ['Please enter Values'] });
    const filter = { field: 'f_name', op: 'equals', value: 'Two' } as const;
    expect(await change(id, { filter, action: 'set', values: { code: 'b', count: 5 } })).toMatchObject({
      changed: 1,
    });
    expect((await readRows(owner(), { id })).map(({ values }) => values.double)).toEqual([2, 10]);
    // One row may take a value, but not that of another one.
    expect(await change(id, { filter, action: 'set', values: { code: 'a' } })).toMatchObject({
      changed: 0,
      refused: 1,
      problems: [{ message: 'Another row has this Code already', rows: 1 }],
    });
  });

  test('says how many rows can not have the values, and why', async () => {
    const { id } = await createTable(owner(), place, [
      { id: 'f_name', name: 'name', label: 'Name', type: 'text' },
      {
        id: 'f_state',
        name: 'state',
        label: 'State',
        type: 'text',
        required: false,
      },
      {
        id: 'f_reason',
        name: 'reason',
        label: 'Reason',
        type: 'text',
        required: false,
        required_if: { field: 'f_state', op: 'equals', value: 'off' },
      },
    ]);
    await addRows(owner(), { id }, [{ name: 'One', reason: 'Broken' }, { name: 'Two' }]);
    const body: SentBulkChange = { filter: null, action: 'set', values: { state: 'off' } };
    const problems = [{ message: 'Please enter Reason', rows: 1 }];
    expect(await preview(id, body)).toMatchObject({ count: 2, checked: 2, refused: 1, problems });
    expect(await change(id, body)).toMatchObject({ changed: 1, refused: 1, problems });
  });
});

test('refuses unknown parts of a request by their names, and one that does not say which rows', async () => {
  const { id } = await tableWith(LAMPS);
  const odd = { filter: null, action: 'delete', colour: 1 };
  expect((await owner().client.post(`items/${id}/bulk-changes/`, odd)).body.fields).toHaveProperty('colour');
  const nowhere = await owner().client.post(`items/${id}/bulk-changes/`, { action: 'delete' });
  expect(nowhere.body.fields).toEqual({ filter: ['Please enter Filter'] });
  const wrong = await send(id, { filter: { field: 'f_gone', op: 'equals', value: 'x' }, action: 'delete' });
  expectRefusal(wrong, 422);
  expect(wrong.body.fields).toHaveProperty(['filter.field']);
  expectRefusal(await send(id, { filter: null, action: 'delete', values: { name: 'x' } }), 422);
  expectRefusal(await send(id, { filter: null, action: 'delete', view: 'none' }), 404);
  expect(await namesOf(id)).toHaveLength(3);
});

test('is about the rows of a view and a search', async () => {
  const { id } = await tableWith([...LAMPS, { name: 'Small lamp', state: 'done' }]);
  const view = expectData(await owner().client.post(`items/${id}/views/`, { name: 'Open', filter: open }));
  expect(await preview(id, { filter: null, view: view.id, action: 'delete' })).toMatchObject({ count: 2 });
  expect(await preview(id, { filter: null, q: 'lamp', action: 'delete' })).toMatchObject({ count: 2 });
  await change(id, { filter: null, q: 'lamp', view: view.id, action: 'delete' });
  expect(await namesOf(id)).toEqual(['Desk', 'Chair', 'Small lamp']);
});

describe('many rows', () => {
  const query = <Row extends object>(text: string, values: unknown[] = []) => server.sql<Row>(text, values);
  const manyRows = () => createManyRows(query, owner(), place, MANY);

  test('are deleted and restored by jobs, and changed with their formulas', async () => {
    const id = await manyRows();
    const filter = { field: 'f_count', op: 'greater', value: 500 } as const;
    const left = MANY - 500;
    const bulk = await change(id, { filter, action: 'set', values: { count: 1 } });
    expect(bulk).toMatchObject({ state: 'running', total: left, job: expect.any(String) });
    expect(await ended(id, bulk.id)).toMatchObject({ state: 'done', changed: left, skipped: 0 });
    const job = expectData(await owner().client.get(`jobs/${bulk.job}/`));
    expect(job).toMatchObject({ state: 'ready', done: left, total: left, progress: 1 });
    expect(await countRows(query, id, '{double} = 2 and {count} = 1')).toBe(left + 1);
    const reverted = await undo(id, bulk.id);
    expect(await ended(id, reverted.id)).toMatchObject({ state: 'done', changed: left });
    expect(await countRows(query, id, '{double} = {count} * 2 and {count} > 500')).toBe(left);

    const gone = await change(id, { filter, action: 'delete' });
    expect(await ended(id, gone.id)).toMatchObject({ state: 'done', changed: left });
    expect(await countRows(query, id, 'true')).toBe(500);
    await eventually(async () => {
      expect((await owner().client.get(`items/${id}/rows/`)).body.count).toBe(500);
    }, WITHIN);
    const restored = await undo(id, gone.id);
    expect(await ended(id, restored.id)).toMatchObject({ state: 'done', changed: left });
    expect(await countRows(query, id, '{double} = {count} * 2')).toBe(MANY);
    const log = await server.sql<{ rows: number }>(
      `select (details ->> 'rows')::int as rows from audit_entry where action = 'item.rows_deleted' and target_id = $1`,
      [id],
    );
    expect(log).toEqual([{ rows: left }]);
  });

  test('stay as they are where the change is cancelled, and those that were changed are changed back', async () => {
    const id = await manyRows();
    const bulk = await change(id, { filter: null, action: 'set', values: { count: -1 } });
    expectData(await owner().client.post(`jobs/${bulk.job}/cancel/`));
    const found = await ended(id, bulk.id);
    expect(found.state).toBe('cancelled');
    expect(await countRows(query, id, '{count} = -1')).toBe(found.changed);
    expectRefusal(await owner().client.post(`jobs/${bulk.job}/cancel/`), 409);
    const undone = await undo(id, bulk.id);
    await ended(id, undone.id);
    expect(await countRows(query, id, '{count} > 0 and {double} = {count} * 2')).toBe(MANY);
  });

  test('are not changed any more by somebody who lost the right to', async () => {
    const id = await manyRows();
    const editor = await addMember(server.client, owner(), place.hub);
    const people = `spaces/${place.space.slug}/members/` as const;
    const asOwner = owner().client.in(place.hub);
    expectData(await asOwner.post(people, { user_id: editor.user.id, role: 'editor' }), 201);
    const bulk = await change(id, { filter: null, action: 'delete' }, editor);
    expectData(await asOwner.delete(`${people}${editor.user.id}/`));
    const found = await eventually(async () => {
      const [row] = await server.sql<{ state: string; reason: string; changed: number }>(
        'select state, reason, changed from bulk_change where id = $1',
        [bulk.id],
      );
      expect(row?.state).not.toBe('running');
      return row;
    }, WITHIN);
    expect(found?.reason).toContain('may not change this table any more');
    expect(await countRows(query, id, 'true')).toBe(MANY - (found?.changed ?? 0));
  });
});
