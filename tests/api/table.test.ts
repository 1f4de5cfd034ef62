import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { beforeAll, describe, it } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import { TABLE_TEMPLATE_NAMES, TABLE_TEMPLATES } from '#lib/templates/tables/index.ts';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { applyRowCountChanges } from '#server/tables/rows/row-count.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, COLUMNS, createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();
let place: Awaited<ReturnType<typeof createPlace>>;
beforeAll(async () => {
  place = await createPlace(server.client);
});

const columnsOf = async ({ id }: { id: string }) =>
  expectData(await place.owner.client.get(`items/${id}/columns/`));
const add = (id: string, values: object) =>
  place.owner.client.post(`items/${id}/rows/`, { rows: [{ values }] });

describe('a new table', () => {
  it('creates the requested columns, each with its own id and name', async () => {
    const table = await createTable(place.owner, place, [{ label: 'Größe in cm', type: 'number' }]);
    strictEqual(table.kind, 'table');
    strictEqual(table.counts.rows, 0);
    const [column, ...others] = await columnsOf(table);
    deepStrictEqual(others, []);
    strictEqual(column?.label, 'Größe in cm');
    strictEqual(column.name, 'grosse_in_cm');
    strictEqual(column.required, true);
    strictEqual(column.revision, 1);
    match(column.id, /^[0-9a-f-]{36}$/);
  });

  it('creates one column when none was requested', async () => {
    const table = await createItem(place.owner, place, { kind: 'table', title: 'Bare' });
    deepStrictEqual(
      (await columnsOf(table)).map(({ label, type }) => ({ label, type })),
      [{ label: 'Name', type: 'text' }],
    );
  });

  it('of contacts starts with the columns of the product rules', async () => {
    const list = await createItem(place.owner, place, { kind: 'contact', title: 'People' });
    deepStrictEqual(
      (await columnsOf(list)).map(({ name, type, required }) => [name, type, required]),
      [
        ['name', 'text', true],
        ['email', 'email', true],
        ['contact_number', 'phone', true],
        ['occupation', 'text', true],
        ['company_name', 'text', false],
        ['address', 'text', true],
        ['about', 'textarea', true],
      ],
    );
  });

  it('is refused with the path of what the field engine rejects', async () => {
    const response = await place.owner.client.in(place.hub).post(`spaces/${place.space.slug}/items/`, {
      kind: 'table',
      title: 'Wrong',
      content: {
        columns: [
          { label: 'A', type: 'text' },
          { label: 'B', type: 'colour' },
        ],
      },
    });
    expectRefusal(response, 422);
    deepStrictEqual(Object.keys(response.body.fields ?? {}), ['content.columns[1].type']);
  });

  it('begins with the columns and views of each template', async () => {
    const path = `spaces/${place.space.slug}/items/`;
    const { client } = place.owner;
    for (const name of TABLE_TEMPLATE_NAMES) {
      const { title, ...content } = TABLE_TEMPLATES[name];
      const made = expectData(
        await client.in(place.hub).post<Item>(path, { kind: 'table', title, content }),
        201,
      );
      const columns = expectData(await client.get(`items/${made.id}/columns/`));
      deepStrictEqual(
        columns.map(({ id, type }) => ({ id, type })),
        content.columns.map(({ id, type }) => ({ id, type })),
      );
      const views = expectData(await client.get(`items/${made.id}/views/`));
      deepStrictEqual(
        views.map((view) => [view.name, view.type, view.filter, view.sort, view.group]),
        content.views.map((view) => [
          view.name,
          view.type ?? 'grid',
          view.filter ?? null,
          view.sort ?? [],
          view.group ?? [],
        ]),
      );
      for (const { id } of views)
        expectData(await client.get(`items/${made.id}/rows/`, { query: { view: id } }));
    }
  });

  it('is refused with views that do not fit, and names what its content does not have', async () => {
    const path = `spaces/${place.space.slug}/items/`;
    const columns = [{ id: 'a', label: 'A', type: 'text' }];
    const refused = async (content: object) => {
      const response = await place.owner.client
        .in(place.hub)
        .post(path, { kind: 'table', title: 'W', content });
      expectRefusal(response, 422);
      return Object.keys(response.body.fields ?? {});
    };
    deepStrictEqual(await refused({ columns, rows: [] }), ['content.rows']);
    deepStrictEqual(await refused({ columns, views: [{ type: 'pie', name: 'x' }] }), [
      'content.views[0].type',
    ]);
    deepStrictEqual(await refused({ columns, views: [{ name: 'x', sort: ['b'] }] }), ['sort']);
  });
});

describe('rows', () => {
  it('are added, read, changed and deleted, with an outcome for each', async () => {
    const table = await createTable(place.owner, place);
    const response = await place.owner.client.post(`items/${table.id}/rows/`, {
      rows: [
        { values: { name: 'Lamp', price: 12.5, due: '2026-05-01', state: 'open', tags: ['red'] } },
        { values: { price: 'much' } },
        { values: { name: 'Chair', colour: 'red' } },
      ],
    });
    const [lamp, wrong, unknown] = expectData(response, 200);
    strictEqual(lamp?.status, 'done');
    deepStrictEqual(lamp.row?.values, {
      name: 'Lamp',
      price: 12.5,
      due: '2026-05-01',
      state: 'open',
      tags: ['red'],
    });
    deepStrictEqual(wrong, {
      status: 'refused',
      errors: { name: ['Please enter Name'], price: ['Price is not a valid number'] },
      hints: { price: ['Write a number in digits, such as 12.5'] },
      details: [
        { code: 'required', params: { label: 'Name' }, path: 'name' },
        { code: 'invalid', params: { label: 'Price', type: 'number' }, path: 'price' },
      ],
    });
    deepStrictEqual(unknown?.errors, { colour: ['There is no field named “colour”'] });
    const [row, ...others] = await readRows(place.owner, table);
    deepStrictEqual(others, []);
    deepStrictEqual(row, lamp.row);

    const changed = expectData(
      await place.owner.client.patch(`items/${table.id}/rows/`, {
        rows: [{ id: row?.id, values: { price: null, state: 'done' }, revision: 1 }],
      }),
    );
    deepStrictEqual(changed[0]?.row?.values, {
      name: 'Lamp',
      due: '2026-05-01',
      state: 'done',
      tags: ['red'],
    });
    strictEqual(changed[0]?.row?.revision, 2);
    const gone = expectData(
      await place.owner.client.delete(`items/${table.id}/rows/`, {
        rows: [{ id: row?.id }, { id: '00000000-0000-7000-8000-000000000000' }],
      }),
    );
    deepStrictEqual(
      gone.map(({ status }) => status),
      ['done', 'missing'],
    );
    deepStrictEqual(await readRows(place.owner, table), []);
  });

  it('are recounted by the next write or start after a kill before the count was stored', async () => {
    const table = await createTable(place.owner, place);
    const counted = async () => expectData(await place.owner.client.get(`items/${table.id}/`)).counts.rows;
    await addRows(place.owner, table, [{ name: 'one' }, { name: 'two' }]);
    strictEqual(await counted(), 2);
    const killed = async (more: number) => {
      await server.sql(
        `update item set meta = meta || jsonb_build_object('rows', (meta ->> 'rows')::int - ${more}) where id = '${table.id}'`,
      );
      await server.sql(`insert into row_count_change (item_id, more) values ('${table.id}', ${more})`);
    };
    await killed(2);
    await addRows(place.owner, table, [{ name: 'three' }]);
    strictEqual(await counted(), 3);
    await killed(1);
    strictEqual(await counted(), 2);
    const pool = openPool(server.databaseUrl, 1);
    await applyRowCountChanges(openDatabase(pool));
    await pool.end();
    strictEqual(await counted(), 3);
    const left = await server.sql('select from row_count_change');
    strictEqual(left.length, 0);
  });

  it('are restored at their position with their id by an undo', async () => {
    const table = await createTable(place.owner, place);
    const [first, second, third] = await addRows(place.owner, table, [
      { name: 'A' },
      { name: 'B' },
      { name: 'C' },
    ]);
    ok(first && second && third);
    await place.owner.client.delete(`items/${table.id}/rows/`, { rows: [{ id: second.id }] });
    const back = expectData(
      await place.owner.client.post(`items/${table.id}/rows/`, {
        rows: [{ id: second.id, values: second.values, position: second.position }],
      }),
    );
    strictEqual(back[0]?.status, 'done');
    deepStrictEqual(
      (await readRows(place.owner, table)).map(({ id }) => id),
      [first.id, second.id, third.id],
    );
    const again = await place.owner.client.post(`items/${table.id}/rows/`, {
      rows: [{ id: first.id, values: { name: 'Other' } }],
    });
    deepStrictEqual(expectData(again)[0], {
      status: 'refused',
      errors: { id: ['There is a row of this id already'] },
    });
  });

  it('are refused at an invalid position, so that the list stays pageable', async () => {
    const table = await createTable(place.owner, place);
    for (const position of [2 ** 53 - 1, -(2 ** 53) + 1, 2 ** 52 + 1, 1e300, 0.5]) {
      const rows = [{ values: { name: 'Far' }, position }];
      expectRefusal(
        await place.owner.client.post(`items/${table.id}/rows/`, { rows }),
        422,
        'invalid_fields',
      );
    }
    const first = [{ values: { name: 'A' }, position: 2 ** 52 }];
    expectData(await place.owner.client.post(`items/${table.id}/rows/`, { rows: first }));
    await addRows(place.owner, table, [{ name: 'B' }, { name: 'C' }, { name: 'D' }]);
    await addRows(place.owner, table, [{ name: 'E' }]);
    deepStrictEqual(await paged(table), ['A', 'B', 'C', 'D', 'E']);
  });

  async function paged(table: { id: string }): Promise<unknown[]> {
    const names: unknown[] = [];
    let after = '';
    for (let pages = 0; pages < 10; pages += 1) {
      const path = `items/${table.id}/rows/?page_size=1${after && `&after=${encodeURIComponent(after)}`}`;
      const page = await place.owner.client.get<{ values: Record<string, unknown> }[]>(path);
      names.push(...expectData(page).map(({ values }) => values.name));
      const next: unknown = Reflect.get(page.body, 'next');
      if (typeof next !== 'string') break;
      after = next;
    }
    return names;
  }

  it('return a conflict when somebody else changed them', async () => {
    const table = await createTable(place.owner, place);
    const [row] = await addRows(place.owner, table, [{ name: 'A' }]);
    const change = (name: string, headers?: Record<string, string>, revision?: number) =>
      place.owner.client.patch(
        `items/${table.id}/rows/`,
        { rows: [{ id: row?.id, values: { name }, ...(revision ? { revision } : {}) }] },
        { headers },
      );
    strictEqual(expectData(await change('B', {}, 1))[0]?.status, 'done');
    const stale = expectData(await change('C', {}, 1))[0];
    strictEqual(stale?.status, 'stale');
    deepStrictEqual(stale.row?.values, { name: 'B' });
    const response = await change('C', { 'if-match': '1' });
    expectRefusal(response, 409, 'stale_revision');
    deepStrictEqual(response.data.values, { name: 'B' });
    strictEqual(expectData(await change('C', { 'if-match': '2' }))[0]?.status, 'done');
  });

  it('are limited to 1,000 per request', async () => {
    const table = await createTable(place.owner, place);
    const rows = Array.from({ length: 1000 }, (_, n) => ({ values: { name: `Row ${n}`, price: n } }));
    const response = await place.owner.client.post(`items/${table.id}/rows/`, { rows });
    strictEqual(expectData(response).filter(({ status }) => status === 'done').length, 1000);
    const item = expectData(await place.owner.client.get(`items/${table.id}/`));
    strictEqual(item.counts.rows, 1000);
    const path = `items/${table.id}/rows/` as const;
    const more = [...rows, { values: { name: 'x' } }];
    const { client } = place.owner;
    const ids = expectData(response).map(({ row }) => ({ id: row?.id }));
    const changes = ids.map(({ id }, at) => ({ id, values: { price: at === 500 ? 'much' : -at } }));
    for (const refused of [
      await client.post(path, { rows: more }),
      await client.post(path, { rows: [] }),
      await client.post(path, {}),
      await client.patch(path, { rows: [...changes, ...changes.slice(0, 1)] }),
      await client.delete(path, { rows: [...ids, ...ids.slice(0, 1)] }),
      await client.post(`${path}upsert/`, { match_on: ['name'], rows: more }),
    ])
      expectRefusal(refused, 422);
    const changed = expectData(await client.patch(path, { rows: changes }));
    deepStrictEqual(
      changed.flatMap(({ status }, at) => (status === 'done' ? [] : [[at, status]])),
      [[500, 'refused']],
    );
    const deleted = expectData(await client.delete(path, { rows: ids }));
    strictEqual(deleted.filter(({ status }) => status === 'done').length, 1000);
  });

  it('are added once when sent again with the same key', async () => {
    const table = await createTable(place.owner, place);
    const send = () =>
      place.owner.client.post(
        `items/${table.id}/rows/`,
        { rows: [{ values: { name: 'Once' } }] },
        { headers: { 'idempotency-key': `once ${table.id}` } },
      );
    const responses = await Promise.all(Array.from({ length: 10 }, send));
    strictEqual(new Set(responses.map((one) => expectData(one)[0]?.row?.id)).size, 1);
    strictEqual((await readRows(place.owner, table)).length, 1);
  });

  it('are searchable, and no longer once changed or deleted', async () => {
    const table = await createTable(place.owner, place, COLUMNS, { title: 'Furniture' });
    const [row] = await addRows(place.owner, table, [{ name: 'Zwergflamingo', state: 'open' }]);
    const search = async (q: string) =>
      expectData(await place.owner.client.in(place.hub).get('search/', { query: { q } }));
    const [found] = await search('zwergflamingo');
    strictEqual(found?.item.id, table.id);
    deepStrictEqual(found.match, { where: 'row', row_id: row?.id });
    await place.owner.client.patch(`items/${table.id}/rows/`, {
      rows: [{ id: row?.id, values: { name: 'Nashornpapagei' } }],
    });
    deepStrictEqual(await search('zwergflamingo'), []);
    strictEqual((await search('nashornpapagei')).length, 1);
    await place.owner.client.delete(`items/${table.id}/rows/`, { rows: [{ id: row?.id }] });
    deepStrictEqual(await search('nashornpapagei'), []);
    strictEqual((await search('furniture')).length, 1);
  });

  it('keep invalid values of other cells when one cell is changed', async () => {
    const table = await createTable(place.owner, place);
    const [row] = await addRows(place.owner, table, [{ name: 'A' }]);
    await place.owner.client.post(`items/${table.id}/columns/`, {
      label: 'Must',
      name: 'must',
      type: 'text',
    });
    const [published] = await readRows(place.owner, table);
    deepStrictEqual(published?.problems, { must: ['Please enter Must'] });
    const changed = await place.owner.client.patch(`items/${table.id}/rows/`, {
      rows: [{ id: row?.id, values: { price: 3 } }],
    });
    strictEqual(expectData(changed)[0]?.status, 'done');
    const refused = await place.owner.client.patch(`items/${table.id}/rows/`, {
      rows: [{ id: row?.id, values: { must: ' ' } }],
    });
    deepStrictEqual(expectData(refused)[0]?.errors, { must: ['Must cannot be a blank character'] });
    deepStrictEqual(expectData(await add(table.id, { name: 'B' }))[0]?.errors, {
      must: ['Please enter Must'],
    });
  });

  it('have computed values calculated, whatever is sent', async () => {
    const table = await createTable(place.owner, place, [
      { id: 'f_a', name: 'a', label: 'A', type: 'number', required: false },
      { id: 'f_b', name: 'b', label: 'B', type: 'number', required: false, formula: '{a} * 2' },
    ]);
    const [row] = await addRows(place.owner, table, [{ a: 4, b: 100 }]);
    deepStrictEqual(row?.values, { a: 4, b: 8 });
    await place.owner.client.patch(`items/${table.id}/columns/f_b/`, { formula: '{a} + 1' });
    deepStrictEqual((await readRows(place.owner, table))[0]?.values, { a: 4, b: 5 });
  });
});

describe('the trash', () => {
  it('trashes and restores a table with its rows; a purged table leaves nothing', async () => {
    const table = await createTable(place.owner, place);
    await addRows(place.owner, table, [{ name: 'Kept' }]);
    expectData(await place.owner.client.delete(`items/${table.id}/`));
    expectRefusal(await add(table.id, { name: 'Late' }), 404);
    expectData(await place.owner.client.post(`items/${table.id}/restore/`, {}));
    deepStrictEqual(
      (await readRows(place.owner, table)).map(({ values }) => values),
      [{ name: 'Kept' }],
    );
    expectData(await place.owner.client.delete(`items/${table.id}/`));
    expectData(await place.owner.client.delete(`trash/${table.id}/`));
    const name = `t_${table.id.replaceAll('-', '')}`;
    const isThere = async () =>
      (await server.sql(`select from pg_tables where schemaname = 'tables' and tablename = $1`, [name]))
        .length > 0;
    await eventually(async () => strictEqual(await isThere(), false));
  });
});
