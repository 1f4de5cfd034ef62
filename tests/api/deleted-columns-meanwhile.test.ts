import pg from 'pg';
import { beforeAll, describe, expect, it, onTestFinished, test } from 'vitest';
import { BULK_IN_REQUEST_MAX } from '#lib/contract/table-limits.ts';
import { createPlace, type TestAccount } from '#tests/harness/accounts.ts';
import { columnOf, countRows, createManyRows, endedJob } from '#tests/harness/column-changes.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { betweenParts, lockBy } from '#tests/harness/locked-row.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { openSocket } from '#tests/harness/socket.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const WITHIN = 60_000;

const server = sharedServer();
let place: Awaited<ReturnType<typeof createPlace>>;
let owner: TestAccount;
beforeAll(async () => {
  place = await createPlace(server.client);
  owner = place.owner;
});

type TableId = { id: string };
const NAME = { id: 'f_name', name: 'name', label: 'Name', type: 'text', required: false };
const column = (more: object) => ({ id: 'f_x', name: 'x', label: 'X', required: false, ...more });
const pathOf = ({ id }: TableId) => `items/${id}/columns/` as const;
const add = async (table: TableId, sent: object) =>
  expectData(await owner.client.post(pathOf(table), sent), 201);
const remove = async (table: TableId, id: string, by = owner) =>
  expectData(await by.client.delete(`${pathOf(table)}${id}/`));
const restore = async ({ id }: TableId, columnId: string, by = owner) =>
  expectData(await by.client.post(`items/${id}/deleted-columns/${columnId}/restore/`, {}));
const namesOf = async (table: TableId) =>
  expectData(await owner.client.get(pathOf(table))).map(({ name }) => name);
const valuesOf = async (table: TableId) => (await readRows(owner, table)).map(({ values }) => values);

async function send({ id }: TableId, to: string): Promise<{ id: string }> {
  const form = new FormData();
  form.append('field', to);
  form.append('file', new Blob(['Plan.']), 'a.txt');
  const sent = await owner.client.post(`items/${id}/row-files/`, undefined, { raw: form });
  return expectData(sent, 201);
}

describe('the ids of a deleted column and of the fields in it', () => {
  const DOC = { id: 'doc', name: 'doc', label: 'Doc', type: 'file', required: false };
  const NOTE = { ...NAME, id: 'note', name: 'note', label: 'Note' };
  const form = (id: string, fields: object[]) => ({
    ...{ id, name: id, label: id, type: 'form', required: false },
    fields,
  });

  it('are no new column’s, nor those of fields in it, so that no file of a visible column is hidden', async () => {
    const table = await createTable(owner, place, [NAME, form('f_a', [DOC, NOTE])]);
    const { id: file } = await send(table, 'doc');
    await addRows(owner, table, [{ f_a: { doc: file } }]);
    await remove(table, 'f_a');
    for (const sent of [form('f_b', [DOC]), form('f_b', [{ ...DOC, id: 'f_a' }]), { ...NAME, id: 'note' }])
      expectRefusal(await owner.client.post(pathOf(table), { ...sent, name: 'b' }), 422, 'invalid_fields');
    await add(table, form('f_b', [{ ...DOC, id: 'other' }]));
    expect((await restore(table, 'f_a')).notes).toEqual([]);
    expect((await valuesOf(table))[0]?.f_a).toEqual({ doc: file });
  });

  it('are those of no field that a column gets when it is changed, while its own can be changed', async () => {
    const table = await createTable(owner, place, [NAME, form('f_a', [DOC]), form('f_b', [NOTE])]);
    await remove(table, 'f_a');
    const path = `${pathOf(table)}f_b/` as const;
    const refused = await owner.client.patch(path, { fields: [NOTE, DOC] });
    expectRefusal(refused, 422, 'invalid_fields');
    expect(refused.body).toHaveProperty(['fields', 'fields[1].id']);
    expectData(await owner.client.patch(path, { fields: [{ ...NOTE, label: 'Remark' }] }));
    await restore(table, 'f_a');
  });
});

describe('the undo of a bulk change concerns deleted columns, too:', () => {
  const bulkPath = ({ id }: TableId) => `items/${id}/bulk-changes/` as const;
  async function setAll(table: TableId, values: object): Promise<string> {
    const sent = { filter: null, action: 'set', values };
    const made = expectData(await owner.client.post(bulkPath(table), sent));
    if (!('id' in made)) throw new Error('it was to be changed');
    return made.id;
  }
  const undo = async (table: TableId, id: string) =>
    expectData(await owner.client.post(`${bulkPath(table)}${id}/undo/`));

  it.each<[string, object, unknown, unknown]>([
    ['a text', { type: 'text' }, 'old', 'new'],
    ['a number', { type: 'number' }, 4.25, 5],
    ['a list', { type: 'text', multiple: true }, ['a', 'b'], ['c']],
    ['a phone number', { type: 'phone' }, '+49301234567', '+49301234568'],
    ['an empty cell', { type: 'text' }, undefined, 'new'],
  ])('%s is given back, and changed again by the undo of that', async (_, more, old, set) => {
    const table = await createTable(owner, place, [NAME, column(more)]);
    await addRows(owner, table, [{ name: 'A', x: old }]);
    const id = await setAll(table, { name: 'B', x: set });
    await remove(table, 'f_x');
    const undone = await undo(table, id);
    expect(undone).toMatchObject({ action: 'revert', changed: 1, skipped: 0, refused: 0 });
    const [row] = await readRows(owner, table);
    expect(row).toMatchObject({ values: { name: 'A' }, revision: 3 });
    await restore(table, 'f_x');
    expect(await valuesOf(table)).toEqual([{ name: 'A', ...(old === undefined ? {} : { x: old }) }]);
    const history = expectData(await owner.client.get(`items/${table.id}/rows/${row?.id}/history/`));
    expect(history[0]?.changes.map((one) => one.column_id).toSorted()).toEqual(['f_name', 'f_x']);
    await remove(table, 'f_x');
    expect(await undo(table, undone.id)).toMatchObject({ changed: 1 });
    await restore(table, 'f_x');
    expect(await valuesOf(table)).toEqual([{ name: 'B', x: set }]);
  });

  const MANY = BULK_IN_REQUEST_MAX + 3_000;
  const manyRows = async () => ({ id: await createManyRows(server.sql, owner, place, MANY) });
  /** Begins a bulk change that a job makes. */
  async function beginToSet(table: TableId): Promise<{ id: string; job: string }> {
    const sent = { filter: null, action: 'set', values: { size: 'new' } };
    const made = expectData(await owner.client.post(bulkPath(table), sent));
    if (!('job' in made) || made.job === null) throw new Error('a job was to change them');
    return { id: made.id, job: made.job };
  }
  /** Begins to set all sizes, and does something between two parts of that. @returns how it ended */
  async function setWhile(table: TableId, act: (connection: pg.Client, bulk: string) => Promise<unknown>) {
    let begun = { id: '', job: '' };
    const begin = async () => {
      begun = await beginToSet(table);
      return begun.id;
    };
    const changed = await betweenParts(server.databaseUrl, table.id, begin, (by) => act(by, begun.id));
    expect(changed).toBeGreaterThan(0);
    return { bulk: begun.id, changed, ended: await endedJob(owner, begun.job, WITHIN) };
  }
  const STOPPED = {
    state: 'failed',
    reason: 'A column of this change was deleted or renamed meanwhile.',
  };

  it('many rows are given back what they had by a job whose column is deleted meanwhile', async () => {
    const table = await manyRows();
    const { id, job } = await beginToSet(table);
    await endedJob(owner, job, WITHIN);
    let undone: Awaited<ReturnType<typeof undo>> | undefined;
    const begin = async () => {
      undone = await undo(table, id);
      return undone.id;
    };
    const changed = await betweenParts(server.databaseUrl, table.id, begin, () => remove(table, 'f_size'));
    expect(changed).toBeGreaterThan(0);
    await endedJob(owner, undone?.job ?? '', WITHIN);
    await restore(table, 'f_size');
    expect(await countRows(server.sql, table.id, "{size} = 'new'")).toBe(0);
    expect(await countRows(server.sql, table.id, "{size} = {count}::text or {size} = 'large'")).toBe(MANY);
  });

  it('a change whose column is deleted meanwhile is stopped and says so, and its undo gives back what it changed', async () => {
    const table = await manyRows();
    const { bulk, changed, ended } = await setWhile(table, () => remove(table, 'f_size'));
    expect(ended).toMatchObject(STOPPED);
    const undone = await undo(table, bulk);
    if (undone.job) await endedJob(owner, undone.job, WITHIN);
    await restore(table, 'f_size');
    expect(undone.total).toBe(changed);
    expect(await countRows(server.sql, table.id, "{size} = 'new'")).toBe(0);
  });

  it('a change is stopped whose column’s name another one has meanwhile, which stays as it is', async () => {
    const table = await manyRows();
    const { changed, ended } = await setWhile(table, async () => {
      await remove(table, 'f_size');
      await add(table, { ...column({ type: 'text' }), id: 'f_other', name: 'size' });
    });
    expect(ended).toMatchObject(STOPPED);
    expect(await countRows(server.sql, table.id, '{size} is not null')).toBe(0);
    expect((await restore(table, 'f_size')).column.name).toBe('size_2');
    expect(await countRows(server.sql, table.id, "{size_2} = 'new'")).toBe(changed);
  });

  it('a change that began before its columns were noted continues', async () => {
    const table = await manyRows();
    const { ended } = await setWhile(table, async (connection, bulk) => {
      await connection.query('update bulk_change set column_ids = null where id = $1', [bulk]);
    });
    expect(ended.state).toBe('ready');
    expect(await countRows(server.sql, table.id, "{size} = 'new'")).toBe(MANY);
  });

  it('a cell that somebody changed before the column was deleted stays, and is reported', async () => {
    const table = await createTable(owner, place, [NAME, column({ type: 'text' })]);
    const [row] = await addRows(owner, table, [{ x: 'old' }]);
    const id = await setAll(table, { x: 'new' });
    const theirs = { rows: [{ id: row?.id, values: { x: 'theirs' } }] };
    expectData(await owner.client.patch(`items/${table.id}/rows/`, theirs));
    await remove(table, 'f_x');
    const problems = [{ message: 'X was changed by somebody else meanwhile', rows: 1 }];
    expect(await undo(table, id)).toMatchObject({ changed: 0, skipped: 1, problems });
    await restore(table, 'f_x');
    expect(await valuesOf(table)).toEqual([{ x: 'theirs' }]);
  });

  it('files are the row’s again', async () => {
    const table = await createTable(owner, place, [NAME, column({ type: 'file' })]);
    const { id: file } = await send(table, 'f_x');
    await addRows(owner, table, [{ x: file }]);
    const id = await setAll(table, { x: null });
    await remove(table, 'f_x');
    expect(await undo(table, id)).toMatchObject({ changed: 1 });
    await restore(table, 'f_x');
    expect(await valuesOf(table)).toEqual([{ x: file }]);
    const files = await server.sql('select row_id is null as lost from row_file where id = $1', [file]);
    expect(files).toEqual([{ lost: false }]);
  });

  it('files have their names in the history', async () => {
    const table = await createTable(owner, place, [NAME, column({ type: 'file' })]);
    const { id: file } = await send(table, 'f_x');
    const [row] = await addRows(owner, table, [{ x: file }]);
    const id = await setAll(table, { x: null });
    await remove(table, 'f_x');
    await undo(table, id);
    const stored = await server.sql<{ cells: object }>(
      'select cells from row_change where row_id = $1 order by revision desc limit 1',
      [row?.id],
    );
    expect(stored[0]?.cells).toEqual({ f_x: [null, { file_id: file, name: 'a.txt' }] });
  });

  it('a file that is there no more is reported, and its row is refused', async () => {
    const table = await createTable(owner, place, [NAME, column({ type: 'file' })]);
    const { id: file } = await send(table, 'f_x');
    await addRows(owner, table, [{ x: file }]);
    const id = await setAll(table, { x: null });
    await remove(table, 'f_x');
    await server.sql('delete from row_file where id = $1', [file]);
    const problems = [{ message: 'X is not a valid file', rows: 1 }];
    expect(await undo(table, id)).toMatchObject({ changed: 0, refused: 1, problems });
  });

  it('links are those that there were', async () => {
    const people = await createTable(owner, place, [NAME]);
    const [ada, bob] = await addRows(owner, people, [{ name: 'Ada' }, { name: 'Bob' }]);
    const table = await createTable(owner, place, [NAME]);
    await add(table, column({ type: 'link', table: people.id }));
    await addRows(owner, table, [{ x: [ada?.id] }]);
    const id = await setAll(table, { x: [bob?.id] });
    await remove(table, 'f_x');
    const undone = await undo(table, id);
    expect(undone).toMatchObject({ changed: 1 });
    await restore(table, 'f_x');
    expect((await valuesOf(table))[0]?.x).toEqual([ada?.id]);
    await remove(table, 'f_x');
    expect(await undo(table, undone.id)).toMatchObject({ changed: 1 });
    await restore(table, 'f_x');
    expect((await valuesOf(table))[0]?.x).toEqual([bob?.id]);
  });

  it('a unique value that another row has by now is given back, and the column is unique no more', async () => {
    const table = await createTable(owner, place, [NAME, column({ type: 'text', unique: true })]);
    const [row] = await addRows(owner, table, [{ x: 'same' }]);
    const id = await setAll(table, { x: 'other' });
    await addRows(owner, table, [{ x: 'same' }]);
    await remove(table, 'f_x');
    expect(await undo(table, id)).toMatchObject({ changed: 1 });
    expect((await restore(table, 'f_x')).notes).toEqual(['not_unique']);
    const rows = await readRows(owner, table);
    expect(rows.find((one) => one.id === row?.id)?.values).toEqual({ x: 'same' });
  });
});

describe('a merge concerns deleted columns as it does others:', () => {
  const Y = { ...NAME, id: 'f_y', name: 'y', label: 'Y' };
  type Ids = readonly { id: string }[];
  const merge = async (table: TableId, rows: Ids) => {
    const sent = { rows: rows.map(({ id }) => id), values: {} };
    return expectData(await owner.client.post(`items/${table.id}/merge/`, sent)).id;
  };
  const undo = async (table: TableId, id: string) =>
    expectData(await owner.client.post(`items/${table.id}/merge/${id}/undo/`));

  it.each<[string, object, unknown]>([
    ['text', { type: 'text' }, 'theirs'],
    ['number', { type: 'number' }, 4.25],
    ['list', { type: 'text', multiple: true }, ['a', 'b']],
    ['unique value', { type: 'text', unique: true }, 'theirs'],
  ])('an empty cell gets the %s of the other row, and its undo gives that back', async (_, more, value) => {
    const table = await createTable(owner, place, [NAME, column(more), Y]);
    const before = [
      { name: 'A', y: 'mine' },
      { name: 'B', x: value, y: 'theirs' },
    ];
    const rows = await addRows(owner, table, before);
    for (const id of ['f_x', 'f_y']) await remove(table, id);
    const id = await merge(table, rows);
    for (const one of ['f_x', 'f_y']) expect((await restore(table, one)).notes).toEqual([]);
    expect(await valuesOf(table)).toEqual([{ name: 'A', x: value, y: 'mine' }]);
    const history = expectData(await owner.client.get(`items/${table.id}/rows/${rows[0]?.id}/history/`));
    expect(history[0]?.changes.map((one) => one.column_id)).toEqual(['f_x']);
    for (const one of ['f_x', 'f_y']) await remove(table, one);
    await undo(table, id);
    for (const one of ['f_x', 'f_y']) expect((await restore(table, one)).notes).toEqual([]);
    expect(await valuesOf(table)).toEqual(before);
  });

  it('a number comes as it was typed', async () => {
    const table = await createTable(owner, place, [NAME, column({ type: 'phone' })]);
    const rows = await addRows(owner, table, [{ name: 'A' }, { name: 'B', x: '+49 (30) 123-45' }]);
    await remove(table, 'f_x');
    await merge(table, rows);
    await restore(table, 'f_x');
    expect((await readRows(owner, table))[0]?.typed).toEqual({ x: '+49 (30) 123-45' });
  });

  it('is undone after the column was restored, and while one is deleted that it changed before', async () => {
    const table = await createTable(owner, place, [NAME, column({ type: 'text' }), Y]);
    const before = [{ name: 'A' }, { name: 'B', x: 'x', y: 'y' }];
    const rows = await addRows(owner, table, before);
    await remove(table, 'f_x');
    const id = await merge(table, rows);
    await restore(table, 'f_x');
    await remove(table, 'f_y');
    await undo(table, id);
    await restore(table, 'f_y');
    expect(await valuesOf(table)).toEqual(before);
  });

  it('a cell that was changed since stays where it is undone', async () => {
    const table = await createTable(owner, place, [NAME, column({ type: 'text' })]);
    const rows = await addRows(owner, table, [{ name: 'A' }, { name: 'B', x: 'theirs' }]);
    await remove(table, 'f_x');
    const id = await merge(table, rows);
    await restore(table, 'f_x');
    const mine = { rows: [{ id: rows[0]?.id, values: { x: 'mine' } }] };
    expectData(await owner.client.patch(`items/${table.id}/rows/`, mine));
    await remove(table, 'f_x');
    await undo(table, id);
    await restore(table, 'f_x');
    expect((await valuesOf(table)).map(({ x }) => x)).toEqual(['mine', 'theirs']);
  });

  it('labels of all rows are united, whatever their column was called when it was deleted', async () => {
    const options = ['a', 'b', 'c'].map((id) => ({ id, label: id }));
    const labels = { id: 'f_x', name: 'labels', label: 'Tags', type: 'multi-select', options };
    const table = await createTable(owner, place, [NAME, { ...labels, required: false }]);
    const before = [
      { name: 'A', labels: ['a', 'b'] },
      { name: 'B', labels: ['b', 'c'] },
    ];
    const rows = await addRows(owner, table, before);
    await remove(table, 'f_x');
    const id = await merge(table, rows);
    await restore(table, 'f_x');
    expect(await valuesOf(table)).toEqual([{ name: 'A', labels: ['a', 'b', 'c'] }]);
    await remove(table, 'f_x');
    await undo(table, id);
    await restore(table, 'f_x');
    expect(await valuesOf(table)).toEqual(before);
  });

  it('all files are those of the row that stays, and the others’ alone again where it is undone', async () => {
    const table = await createTable(owner, place, [NAME, column({ type: 'file', multiple: true })]);
    const [mine, theirs] = [await send(table, 'f_x'), await send(table, 'f_x')];
    const before = [
      { name: 'A', x: [mine.id] },
      { name: 'B', x: [theirs.id] },
    ];
    const rows = await addRows(owner, table, before);
    await remove(table, 'f_x');
    const id = await merge(table, rows);
    const filesOf = (row: string | undefined) =>
      server.sql('select id from row_file where row_id = $1', [row]);
    expect(await filesOf(rows[0]?.id)).toHaveLength(2);
    await restore(table, 'f_x');
    const [merged] = await readRows(owner, table);
    expect(merged?.values.x).toEqual([mine.id, expect.any(String)]);
    expect(Object.keys(merged?.files ?? {})).toHaveLength(2);
    await remove(table, 'f_x');
    await undo(table, id);
    expect(await filesOf(rows[0]?.id)).toEqual([{ id: mine.id }]);
    await restore(table, 'f_x');
    expect(await valuesOf(table)).toEqual(before);
  });

  it('links are those of all rows, of one that leads to one row at most its own', async () => {
    const people = await createTable(owner, place, [NAME]);
    const [ada, bob] = await addRows(owner, people, [{ name: 'Ada' }, { name: 'Bob' }]);
    const table = await createTable(owner, place, [NAME]);
    await add(table, column({ type: 'link', table: people.id }));
    await add(table, {
      ...column({ type: 'link', table: people.id, multiple: false }),
      id: 'f_y',
      name: 'y',
    });
    const before = [
      { name: 'A', x: [ada?.id], y: [ada?.id] },
      { name: 'B', x: [bob?.id], y: [bob?.id] },
    ];
    const rows = await addRows(owner, table, before);
    for (const id of ['f_x', 'f_y']) await remove(table, id);
    const id = await merge(table, rows);
    for (const one of ['f_x', 'f_y']) await restore(table, one);
    expect(await valuesOf(table)).toEqual([{ name: 'A', x: [ada?.id, bob?.id], y: [ada?.id] }]);
    for (const one of ['f_x', 'f_y']) await remove(table, one);
    await undo(table, id);
    for (const one of ['f_x', 'f_y']) await restore(table, one);
    expect(await valuesOf(table)).toEqual(before);
  });
});

test('a link within one table and its opposite stand where they stood, before the columns behind them', async () => {
  const table = await createTable(owner, place, [NAME]);
  await add(table, column({ type: 'link', table: table.id }));
  await add(table, { ...NAME, id: 'f_note', name: 'note' });
  const names = await namesOf(table);
  expect(names).toEqual(['name', 'x', 'linked', 'note']);
  await remove(table, 'f_x');
  expect(await namesOf(table)).toEqual(['name', 'note']);
  await restore(table, 'f_x');
  expect(await namesOf(table)).toEqual(names);
});

test('a link that somebody deleted who may not change the other table, and its opposite name each other again', async () => {
  const editor = await addMember(server.client, owner, place.hub, 'admin');
  const people = await createTable(owner, place, [NAME], { visibility: 'private' });
  const tasks = await createTable(owner, place, [NAME]);
  const { opposite = '' } = await add(tasks, column({ type: 'link', table: people.id }));
  await remove(tasks, 'f_x', editor);
  expect((await columnOf(owner, people.id, opposite))?.opposite).toBeUndefined();
  await remove(people, opposite);
  expect((await restore(tasks, 'f_x')).notes).toEqual([]);
  expect((await columnOf(owner, tasks.id, 'f_x'))?.opposite).toBe(opposite);
  expect((await columnOf(owner, people.id, opposite))?.opposite).toBe('f_x');
  await remove(people, opposite);
  expect(await namesOf(tasks)).toEqual(['name']);
});

test('two sides of a link that are restored by different people name each other again', async () => {
  const editor = await addMember(server.client, owner, place.hub, 'admin');
  const people = await createTable(owner, place, [NAME], { visibility: 'private' });
  const tasks = await createTable(owner, place, [NAME]);
  const { opposite = '' } = await add(tasks, column({ type: 'link', table: people.id }));
  await remove(tasks, 'f_x', editor);
  await remove(people, opposite);
  expect((await restore(tasks, 'f_x', editor)).notes).toEqual(['without_opposite']);
  expect((await columnOf(owner, tasks.id, 'f_x'))?.opposite).toBeUndefined();
  const restored = await restore(people, opposite);
  expect(restored).toMatchObject({ column: { opposite: 'f_x' }, notes: [] });
  expect((await columnOf(owner, tasks.id, 'f_x'))?.opposite).toBe(opposite);
  await remove(tasks, 'f_x');
  expect(await namesOf(people)).toEqual(['name']);
});

test('two sides of a link that are restored at the same moment name each other again', async () => {
  const editor = await addMember(server.client, owner, place.hub, 'admin');
  const people = await createTable(owner, place, [NAME], { visibility: 'private' });
  const tasks = await createTable(owner, place, [NAME]);
  const { opposite = '' } = await add(tasks, column({ type: 'link', table: people.id }));
  await remove(tasks, 'f_x', editor);
  await remove(people, opposite);
  // Before it is done, the first one waits here, and the second one for it.
  const locked = await lockBy(
    server.databaseUrl,
    `select pg_advisory_xact_lock(hashtextextended('lookups ' || hub_id, 0)) from item where id = $1`,
    [tasks.id],
  );
  const first = restore(tasks, 'f_x', editor);
  await locked.untilWaitedFor();
  const second = restore(people, opposite);
  await eventually(async () => {
    const waiting = await server.sql("select from pg_stat_activity where wait_event_type = 'Lock'");
    expect(waiting).toHaveLength(2);
  });
  await locked.release();
  await Promise.all([first, second]);
  expect((await columnOf(owner, tasks.id, 'f_x'))?.opposite).toBe(opposite);
  expect((await columnOf(owner, people.id, opposite))?.opposite).toBe('f_x');
});

test('readers of a table are informed of merges and undone changes of rows that a deleted link leads to it', async () => {
  const people = await createTable(owner, place, [NAME]);
  const [ada] = await addRows(owner, people, [{ name: 'Ada' }]);
  const tasks = await createTable(owner, place, [NAME]);
  await add(tasks, column({ type: 'link', table: people.id }));
  const rows = await addRows(owner, tasks, [{ name: 'A' }, { name: 'B', x: [ada?.id] }]);
  const sent = { filter: null, action: 'set', values: { x: [] } };
  const made = expectData(await owner.client.post(`items/${tasks.id}/bulk-changes/`, sent));
  if (!('id' in made)) throw new Error('it was to be changed');
  await remove(tasks, 'f_x');
  const socket = await openSocket(server.url, owner, place.hub);
  onTestFinished(() => socket.close());
  const informed = async <T>(act: Promise<T>): Promise<T> => {
    const made = await act;
    await socket.receives(people.id);
    socket.received.length = 0;
    return made;
  };
  await informed(owner.client.post(`items/${tasks.id}/bulk-changes/${made.id}/undo/`).then(expectData));
  const merged = { rows: rows.map(({ id }) => id), values: {} };
  const { id: merge } = await informed(
    owner.client.post(`items/${tasks.id}/merge/`, merged).then(expectData),
  );
  const run = await informed(
    owner.client.post(`items/${tasks.id}/merges/${merge}/undo/`, {}).then(expectData),
  );
  expect(run).toEqual({ undone: 1, refused: 0, after: null });
});

test('a purge waits for files that are locked, and releases them', async () => {
  const table = await createTable(owner, place, [NAME, column({ type: 'file', multiple: true })]);
  const [one, other] = [await send(table, 'f_x'), await send(table, 'f_x')];
  await addRows(owner, table, [{ x: [one.id, other.id] }]);
  await remove(table, 'f_x');
  await server.sql("update deleted_column set deleted_at = now() - interval '31 days' where item_id = $1", [
    table.id,
  ]);
  const writer = new pg.Client(server.databaseUrl);
  await writer.connect();
  onTestFinished(() => writer.end());
  await writer.query('begin');
  await writer.query("update row_file set name = 'b.txt' where id = $1", [one.id]);
  await server.sql("select graphile_worker.add_job('purge', '{}'::json)");
  await eventually(async () => {
    const waiting = await server.sql(
      "select from pg_stat_activity where wait_event_type = 'Lock' and query like 'update row_file%'",
    );
    expect(waiting).toHaveLength(1);
  }, WITHIN);
  await writer.query('commit');
  await eventually(async () => {
    expect(await server.sql('select from deleted_column where item_id = $1', [table.id])).toEqual([]);
  }, WITHIN);
  const files = await server.sql('select row_id from row_file where item_id = $1', [table.id]);
  expect(files).toEqual([{ row_id: null }, { row_id: null }]);
});

test('a deleted row that is added again by its id has the phone numbers of deleted columns as they were typed', async () => {
  const table = await createTable(owner, place, [
    NAME,
    column({ type: 'phone' }),
    { ...NAME, id: 'f_y', name: 'y', type: 'phone' },
  ]);
  const values = { name: 'A', x: '+49 (30) 123-45', y: '+49 (30) 678-9' };
  const [row] = await addRows(owner, table, [values]);
  await remove(table, 'f_x');
  const path = `items/${table.id}/rows/` as const;
  expectData(await owner.client.delete(path, { rows: [{ id: row?.id }] }));
  const again = { rows: [{ id: row?.id, values: { name: 'A', y: values.y } }] };
  expectData(await owner.client.post(path, again));
  await restore(table, 'f_x');
  expect((await readRows(owner, table))[0]).toMatchObject({
    values: row?.values,
    typed: { x: values.x, y: values.y },
  });
});
