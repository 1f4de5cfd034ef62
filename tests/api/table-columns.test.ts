import { deepStrictEqual, match, strictEqual } from 'node:assert/strict';
import { beforeAll, describe, it } from 'vitest';
import type { SearchResult } from '#lib/contract/search.ts';
import type { Column } from '#lib/contract/table.ts';
import type { Values } from '#lib/fields/definition.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, COLUMNS, createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();
let place: Awaited<ReturnType<typeof createPlace>>;
beforeAll(async () => {
  place = await createPlace(server.client);
});

type TableId = { id: string };
const columnsOf = async ({ id }: TableId) =>
  expectData(await place.owner.client.get<Column[]>(`items/${id}/columns/`));
const change = (item: TableId, column: string, body: object, headers?: Record<string, string>) =>
  place.owner.client.patch<Column>(`items/${item.id}/columns/${column}/`, body, { headers });
const valuesIn = async (item: TableId, name: string) =>
  (await readRows(place.owner, item)).map(({ values }) => values[name]);
const search = async (q: string) =>
  expectData(await place.owner.client.in(place.hub).get<SearchResult[]>('search/', { query: { q } }));

describe('a column', () => {
  it('is added at the requested position with a unique name', async () => {
    const table = await createTable(place.owner, place);
    const made = expectData(
      await place.owner.client.post<Column>(`items/${table.id}/columns/`, {
        label: 'Price',
        type: 'number',
        before: 'f_name',
      }),
      201,
    );
    strictEqual(made.name, 'price_2');
    deepStrictEqual((await columnsOf(table)).map(({ label }) => label).slice(0, 2), ['Price', 'Name']);
  });

  it('is renamed, moved and made optional; a stale change returns the current state', async () => {
    const table = await createTable(place.owner, place);
    const changed = expectData(
      await change(table, 'f_name', { label: 'Title', required: false, before: null }),
    );
    strictEqual(changed.label, 'Title');
    strictEqual(changed.revision, 2);
    strictEqual((await columnsOf(table)).at(-1)?.id, 'f_name');
    const stale = await change(table, 'f_name', { label: 'Late' }, { 'if-match': '1' });
    expectRefusal(stale, 409, 'stale_revision');
    strictEqual(stale.data.label, 'Title');
  });

  it('converts values that fit the new type, and keeps and reports the others', async () => {
    const table = await createTable(place.owner, place, [
      { id: 'f_a', name: 'a', label: 'A', type: 'text', required: false },
    ]);
    await addRows(place.owner, table, [{ a: '12' }, { a: 'many' }, { a: '3.5' }, {}]);
    expectData(await change(table, 'f_a', { type: 'number' }));
    deepStrictEqual(await valuesIn(table, 'a'), [12, 'many', 3.5, undefined]);
    const rows = await readRows(place.owner, table);
    deepStrictEqual(
      rows.map(({ problems }) => problems),
      [undefined, { a: ['A is not a valid number'] }, undefined, undefined],
    );
    // Another cell of the row can still be changed, and after the change back to text nothing was lost.
    expectData(await change(table, 'f_a', { type: 'text' }));
    deepStrictEqual(await valuesIn(table, 'a'), ['12', 'many', '3.5', undefined]);
  });

  it.each([
    ['text', 'date', '2026-05-01', '2026-05-01'],
    ['text', 'select', 'Still open', 'open'],
    ['select', 'text', 'open', 'Still open'],
    ['select', 'multi-select', 'open', ['open']],
    ['multi-select', 'text', ['open', 'done'], 'Still open; All done'],
    ['number', 'text', 4.25, '4.25'],
    ['text', 'time', '9:30', '09:30'],
    ['text', 'email', 'a@example.org', 'a@example.org'],
    ['text', 'email', 'nobody', 'nobody'],
  ])('converts from %s to %s: %j', async (from, to, before, after) => {
    const options = [
      { id: 'open', label: 'Still open' },
      { id: 'done', label: 'All done' },
    ];
    const table = await createTable(place.owner, place, [
      { id: 'f_a', name: 'a', label: 'A', type: from, required: false, options },
    ]);
    await addRows(place.owner, table, [{ a: before }]);
    expectData(await change(table, 'f_a', { type: to, options }));
    deepStrictEqual(await valuesIn(table, 'a'), [after]);
  });

  it.each([
    ['type', { type: 'formula', formula: '{b} * 2' }],
    ['formula', { formula: '{b} * 2' }],
  ])('does not become a formula while it has values: %s', async (path, body) => {
    const table = await createTable(place.owner, place, [
      { id: 'f_a', name: 'a', label: 'A', type: 'number', required: false },
      { id: 'f_b', name: 'b', label: 'B', type: 'number', required: false },
    ]);
    await addRows(place.owner, table, [{ a: 7, b: 1 }, { b: 2 }]);
    for (const refused of [
      await change(table, 'f_a', body),
      await place.owner.client.patch(`items/${table.id}/columns/f_a/`, body, { query: { preview: true } }),
    ])
      deepStrictEqual(Object.keys(refused.body.fields ?? {}), [path]);
    deepStrictEqual(await valuesIn(table, 'a'), [7, undefined]);
    const [first] = await readRows(place.owner, table);
    expectData(
      await place.owner.client.patch(`items/${table.id}/rows/`, {
        rows: [{ id: first?.id, values: { a: null } }],
      }),
    );
    expectData(await change(table, 'f_a', body));
    deepStrictEqual(await valuesIn(table, 'a'), [2, 4]);
  });

  it('deletes the column with its values, and reports their number', async () => {
    const table = await createTable(place.owner, place);
    await addRows(place.owner, table, [
      { name: 'A', due: '2026-01-01', tags: ['red'] },
      { name: 'Schneeleopard' },
      { name: 'C', tags: ['blue'] },
    ]);
    strictEqual((await search('schneeleopard')).length, 1);
    const response = await place.owner.client.delete(`items/${table.id}/columns/f_tags/`);
    deepStrictEqual(expectData(response), { label: 'Tags', rows: 2 });
    match(response.body.message ?? '', /“Tags” is deleted, with what stood in it in 2 rows/);
    expectData(await place.owner.client.delete(`items/${table.id}/columns/f_name/`));
    deepStrictEqual(await search('schneeleopard'), []);
    deepStrictEqual(
      (await readRows(place.owner, table)).map(({ values }) => values),
      [{ due: '2026-01-01' }, {}, {}],
    );
    const unknownColumn = await place.owner.client.delete(`items/${table.id}/columns/f_tags/`);
    expectRefusal(unknownColumn, 404);
  });

  it('refuses to delete a column that another column refers to, and names that column', async () => {
    const table = await createTable(place.owner, place, [
      { id: 'f_a', name: 'a', label: 'A', type: 'number', required: false },
      { id: 'f_b', name: 'b', label: 'Double', type: 'number', required: false, formula: '{a} * 2' },
    ]);
    const response = await place.owner.client.delete(`items/${table.id}/columns/f_a/`);
    expectRefusal(response, 409, 'column_in_use');
    match(response.body.message ?? '', /Double/);
    expectRefusal(await change(table, 'f_a', { name: 'other' }), 409, 'column_in_use');
    expectRefusal(await change(table, 'f_b', { formula: '{b} + 1' }), 422);
  });

  it('has a colour for each option of a choice, until the option or the choice is deleted', async () => {
    const table = await createTable(place.owner, place);
    const [open, done] = [
      { id: 'o_open', label: 'Open' },
      { id: 'o_done', label: 'Done' },
    ];
    const add = (option_colors: object) =>
      place.owner.client.post(`items/${table.id}/columns/`, {
        ...{ label: 'State', type: 'select', options: [open, done], option_colors },
      });
    const unknown = await add({ o_open: 'green', o_other: 'red' });
    expectRefusal(unknown, 422, 'invalid_fields');
    match(JSON.stringify(unknown.body), /option_colors.*o_other/);
    const made = expectData(await add({ o_open: 'green', o_done: 'gray' }), 201);
    deepStrictEqual(made.option_colors, { o_open: 'green', o_done: 'gray' });
    for (const option_colors of [{ o_open: 'url(x)' }, { o_open: 7 }, ['green'], 'green', { o_other: 'red' }])
      expectRefusal(await change(table, made.id, { option_colors }), 422, 'invalid_fields');
    // What a request leaves out stays.
    const fewer = expectData(await change(table, made.id, { label: 'Status', options: [open] }));
    deepStrictEqual(fewer.option_colors, { o_open: 'green' });
    const plain = expectData(await change(table, made.id, { option_colors: null }));
    strictEqual(plain.option_colors, undefined);
    expectData(await change(table, made.id, { option_colors: { o_open: 'blue' } }));
    const several = expectData(await change(table, made.id, { type: 'multi-select' }));
    deepStrictEqual(several.option_colors, { o_open: 'blue' });
    const text = expectData(await change(table, made.id, { type: 'text', options: null }));
    strictEqual(text.option_colors, undefined);
  });

  it('is refused for definitions that the field engine rejects', async () => {
    const table = await createTable(place.owner, place);
    const add = (body: object) => place.owner.client.post(`items/${table.id}/columns/`, body);
    const wrong = await add({ label: 'X', type: 'select' });
    expectRefusal(wrong, 422);
    deepStrictEqual(wrong.body.fields, { options: ['Please enter Options'] });
    expectRefusal(await add({ type: 'text' }), 422);
    expectRefusal(await add({ label: 'X', type: 'text', id: 'f_name' }), 422);
    expectRefusal(await add({ label: 'X', type: 'text', name: 'name' }), 422);
    expectRefusal(await add({ label: 'X', type: 'text', before: 'nowhere' }), 422);
    strictEqual((await columnsOf(table)).length, COLUMNS.length);
  });

  it('never has a typed name in the database', async () => {
    const hostile = 'x"; drop table item; --';
    const table = await createTable(place.owner, place, [
      { id: 'a.b:c-d', name: 'drop_table', label: hostile, type: 'text', required: false },
      { id: 'toString', name: 'constructor', label: 'Constructor', type: 'text', required: false },
    ]);
    await addRows(place.owner, table, [{ drop_table: hostile, constructor: 'text' }]);
    deepStrictEqual((await readRows(place.owner, table))[0]?.values, {
      drop_table: hostile,
      constructor: 'text',
    });
    const columns = await server.sql<{ column_name: string }>(
      `select column_name from information_schema.columns where table_schema = 'tables' and table_name = $1`,
      [`t_${table.id.replaceAll('-', '')}`],
    );
    deepStrictEqual(
      columns.map(({ column_name }) => column_name).filter((name) => name.startsWith('c_')),
      ['c_1', 'c_2'],
    );
    const filter = JSON.stringify({ field: 'a.b:c-d', op: 'contains', value: "'; drop table item; --" });
    deepStrictEqual(await readRows(place.owner, table, { filter }), []);
    strictEqual((await readRows(place.owner, table, { sort: 'toString' })).length, 1);
    for (const sort of ['id', 'r.id', 'c_1', 'position desc', '"', '-'])
      expectRefusal(await place.owner.client.get(`items/${table.id}/rows/`, { query: { sort } }), 422);
  });

  it('changes while rows are written, without losing any', async () => {
    const table = await createTable(place.owner, place, [
      { id: 'f_a', name: 'a', label: 'A', type: 'text', required: false },
    ]);
    const write = async (n: number) => {
      const rows = Array.from({ length: 50 }, (_, at) => ({
        values: { a: `${n * 50 + at}` } satisfies Values,
      }));
      const response = await place.owner.client.post(`items/${table.id}/rows/`, { rows });
      return expectData(response).filter(({ status }) => status === 'done').length;
    };
    const [written, ...changed] = await Promise.all([
      Promise.all(Array.from({ length: 10 }, (_, n) => write(n))),
      place.owner.client.post(`items/${table.id}/columns/`, { label: 'B', type: 'date', required: false }),
      change(table, 'f_a', { type: 'textarea' }),
      place.owner.client.post(`items/${table.id}/columns/`, { label: 'C', type: 'number', required: false }),
    ]);
    for (const response of changed) expectData(response);
    strictEqual(
      written.reduce((sum, one) => sum + one, 0),
      500,
    );
    const count = await server.sql<{ count: number }>(
      `select count(*)::int from tables."t_${table.id.replaceAll('-', '')}"`,
    );
    deepStrictEqual(count, [{ count: 500 }]);
    strictEqual((await columnsOf(table)).length, 3);
  });
});
