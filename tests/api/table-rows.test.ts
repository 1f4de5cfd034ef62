import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { beforeAll, describe, it } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import type { Row } from '#lib/contract/table.ts';
import type { Values } from '#lib/fields/definition.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { lockBy } from '#tests/harness/locked-row.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();
let place: Awaited<ReturnType<typeof createPlace>>;
beforeAll(async () => {
  place = await createPlace(server.client);
});

const client = () => place.owner.client;
const patch = async (id: string, rows: object[]) =>
  expectData(await client().patch(`items/${id}/rows/`, { rows }));
const remove = async (id: string, ids: string[]) =>
  expectData(await client().delete(`items/${id}/rows/`, { rows: ids.map((one) => ({ id: one })) }));
const history = async (id: string, row: string) =>
  expectData(await client().get(`items/${id}/rows/${row}/history/`));
const upsert = async (id: string, matchOn: string[], values: Values[]) =>
  expectData(
    await client().post(`items/${id}/rows/upsert/`, {
      match_on: matchOn,
      rows: values.map((one) => ({ values: one })),
    }),
  );
const aggregate = async (id: string, query: Record<string, string>) =>
  expectData(await client().get(`items/${id}/aggregate/`, { query }));

async function tableWith(values: Values[]): Promise<{ table: Item; rows: Row[] }> {
  const table = await createTable(place.owner, place);
  return { table, rows: values.length > 0 ? await addRows(place.owner, table, values) : [] };
}
const only = (rows: Row[]): Row => {
  const [row] = rows;
  if (!row) throw new Error('there is no row');
  return row;
};

describe('rows', () => {
  it('are returned with the chosen fields alone, and one by its id', async () => {
    const { table, rows } = await tableWith([{ name: 'Lamp', price: 3, state: 'open' }]);
    const row = only(rows);
    const [chosen] = await readRows(place.owner, table, { fields: 'f_price, state' });
    deepStrictEqual(chosen?.values, { price: 3, state: 'open' });
    deepStrictEqual(expectData(await client().get(`items/${table.id}/rows/${row.id}/`)), row);
    expectRefusal(await client().get(`items/${table.id}/rows/nothing/`), 404);
    const refused = await client().get(`items/${table.id}/rows/`, { query: { fields: 'colour' } });
    expectRefusal(refused, 422);
    deepStrictEqual(refused.body.fields, { fields: ['There is no column “colour”'] });
  });

  it('name the column that is not there, wherever a request names one', async () => {
    const { table } = await tableWith([]);
    const path = `items/${table.id}`;
    const get = (to: string, query: Record<string, string>) => client().get(`${path}/${to}/`, { query });
    const unknown = { field: 'f_colour', op: 'equals', value: 'red' };
    const filter = JSON.stringify({ and: [{ field: 'f_name', op: 'is_empty' }, { not: unknown }] });
    const view = { name: 'Red', type: 'grid', filter: unknown };
    const rows = [{ values: { name: 'a' } }];
    const cases: [Awaited<ReturnType<typeof get>>, string][] = [
      [await get('rows', { filter }), 'filter.and[1].not.field'],
      [await get('export', { filter: JSON.stringify(unknown), format: 'csv' }), 'filter.field'],
      [await get('rows', { sort: '-f_colour' }), 'sort'],
      [await get('aggregate', { group: 'f_colour', metrics: 'count' }), 'group'],
      [await client().post(`${path}/views/`, view), 'filter.field'],
      [await client().post(`${path}/rows/upsert/`, { match_on: ['f_colour'], rows }), 'match_on[0]'],
      [await client().post(`${path}/columns/`, { label: 'A', type: 'text', before: 'f_colour' }), 'before'],
    ];
    for (const [refused, field] of cases) {
      expectRefusal(refused, 422);
      deepStrictEqual(refused.body.fields, { [field]: ['There is no column “f_colour”'] });
    }
    // What is no name is none of a column.
    const wrong = await get('rows', { filter: JSON.stringify({ field: ['f_colour'], op: 'is_empty' }) });
    deepStrictEqual(Object.keys(wrong.body.fields ?? {}), ['filter.field']);
  });

  it('name who changed them last, also where that was done while a writer waited for them', async () => {
    const { table, rows } = await tableWith([{ name: 'Lamp', price: 1 }]);
    const { id } = only(rows);
    const editor = await addMember(server.client, place.owner, place.hub, 'admin');
    const change = `update tables."t_${table.id.replaceAll('-', '')}"
      set updated_by = $1, updated_at = now() + interval '1 second', revision = revision + 1 where id = $2`;
    const lock = await lockBy(server.databaseUrl, change, [editor.user.id, id]);
    const waiting = patch(table.id, [{ id, revision: 1, values: { price: 2 } }]);
    await lock.untilWaitedFor();
    await lock.commit();
    const [stale] = await waiting;
    const { first_name, last_name } = editor.user;
    deepStrictEqual(
      [stale?.status, stale?.row?.updated_by, stale?.row?.created_by.id],
      ['stale', { id: editor.user.id, name: `${first_name} ${last_name}`.trim() }, place.owner.user.id],
    );
  });

  it('refuse unknown fields of a request by their names', async () => {
    const { table } = await tableWith([]);
    const body = { rows: [{ values: { name: 'Lamp' }, colour: 'red' }], dry_run: true };
    const refused = await client().post(`items/${table.id}/rows/`, body);
    expectRefusal(refused, 422);
    deepStrictEqual(Object.keys(refused.body.fields ?? {}).sort(), ['dry_run', 'rows[0].colour']);
    const path = `spaces/${place.space.slug}/items/`;
    const made = await client()
      .in(place.hub)
      .post(path, { kind: 'table', title: 'Lamps', columns: [{ label: 'Name', type: 'text' }] });
    expectRefusal(made, 422);
    deepStrictEqual(Object.keys(made.body.fields ?? {}), ['columns']);
    const changed = await client().patch(`items/${table.id}/`, { name: 'Chairs' });
    expectRefusal(changed, 422);
    deepStrictEqual(Object.keys(changed.body.fields ?? {}), ['name']);
    const people = [{ user_id: place.owner.user.id, role: 'editor', note: 'x' }];
    const shared = await client().put(`items/${table.id}/access/`, { people });
    expectRefusal(shared, 422);
    deepStrictEqual(Object.keys(shared.body.fields ?? {}), ['people[0].note']);
  });

  it('keep both changes of two people in two cells, and return the previous value to the last one', async () => {
    const { table, rows } = await tableWith([{ name: 'Lamp', price: 1, state: 'open' }]);
    const { id } = only(rows);
    const results = await Promise.all([
      patch(table.id, [{ id, values: { price: 2 } }]),
      patch(table.id, [{ id, values: { state: 'done' } }]),
    ]);
    deepStrictEqual(
      results.map(([one]) => one?.previous),
      [{ price: 1 }, { state: 'open' }],
    );
    const [last] = await patch(table.id, [{ id, values: { price: 5 } }]);
    deepStrictEqual(last?.previous, { price: 2 });
    deepStrictEqual(last?.row?.values, { name: 'Lamp', price: 5, state: 'done' });
    const [same] = await patch(table.id, [{ id, values: { price: 5 } }]);
    deepStrictEqual(same?.row?.revision, last?.row?.revision);
  });
});

describe('rows that their author takes back', () => {
  it('stay where anybody else has changed them since', async () => {
    const { table, rows } = await tableWith([{ name: 'Lamp' }, { name: 'Desk' }]);
    const [lamp, desk] = rows;
    const editor = await addMember(server.client, place.owner, place.hub, 'admin');
    const change = [{ id: lamp?.id, values: { price: 2 } }];
    expectData(await editor.client.patch(`items/${table.id}/rows/`, { rows: change }));
    await patch(
      table.id,
      rows.map(({ id }) => ({ id, values: { state: 'open' } })),
    );
    const wanted = rows.map(({ id }) => ({ id, unless_changed_by_others: true }));
    const outcomes = expectData(await client().delete(`items/${table.id}/rows/`, { rows: wanted }));
    deepStrictEqual(
      outcomes.map(({ status, row }) => [status, row?.id]),
      [
        ['stale', lamp?.id],
        ['done', desk?.id],
      ],
    );
    deepStrictEqual(outcomes[0]?.row?.values, { name: 'Lamp', price: 2, state: 'open' });
    strictEqual((await readRows(place.owner, table)).length, 1);
  });

  it('stay where anybody else has changed them since a revision, and not for what was changed before or by themselves', async () => {
    const { table, rows } = await tableWith([{ name: 'Lamp' }, { name: 'Desk' }]);
    const [lamp, desk] = rows;
    const editor = await addMember(server.client, place.owner, place.hub, 'admin');
    const change = async (ids: (string | undefined)[], price: number) =>
      expectData(
        await editor.client.patch(`items/${table.id}/rows/`, {
          rows: ids.map((id) => ({ id, values: { price } })),
        }),
      );
    const before = await change([lamp?.id, desk?.id], 1);
    await patch(
      table.id,
      rows.map(({ id }) => ({ id, values: { state: 'open' } })),
    );
    await change([lamp?.id], 2);
    const wanted = before.map(({ row }) => ({
      ...{ id: row?.id, revision: row?.revision, unless_changed_by_others: true },
    }));
    const outcomes = expectData(await client().delete(`items/${table.id}/rows/`, { rows: wanted }));
    deepStrictEqual(
      outcomes.map(({ status, row }) => [status, row?.id]),
      [
        ['stale', lamp?.id],
        ['done', desk?.id],
      ],
    );
    const beyond = { id: lamp?.id, revision: Number.MAX_SAFE_INTEGER, unless_changed_by_others: true };
    const [last] = expectData(await client().delete(`items/${table.id}/rows/`, { rows: [beyond] }));
    strictEqual(last?.status, 'done');
  });
});

describe('the history of a row', () => {
  it('says who changed which cell, from what to what, the newest first', async () => {
    const { table, rows } = await tableWith([{ name: 'Lamp', price: 1, tags: ['red'] }]);
    const { id } = only(rows);
    const editor = await addMember(server.client, place.owner, place.hub, 'admin');
    await patch(table.id, [{ id, values: { price: 2 } }]);
    expectData(
      await editor.client.patch(`items/${table.id}/rows/`, {
        rows: [{ id, values: { price: null, tags: ['red', 'blue'] } }],
      }),
    );
    const entries = await history(table.id, id);
    const times = entries.map(({ at }) => Date.parse(at));
    deepStrictEqual(
      times,
      times.toSorted((one, other) => other - one),
    );
    ok(times.every((at) => Math.abs(Date.now() - at) < 600_000));
    deepStrictEqual(
      entries.map(({ kind, revision, by, changes }) => [
        kind,
        revision,
        by.id,
        changes.map(({ name, from, to }) => [name, from, to]),
      ]),
      [
        [
          'changed',
          3,
          editor.user.id,
          [
            ['price', 2, null],
            ['tags', ['red'], ['red', 'blue']],
          ],
        ],
        ['changed', 2, place.owner.user.id, [['price', 1, 2]]],
        ['created', 1, place.owner.user.id, []],
      ],
    );
  });

  it('keeps the last 200 changes', async () => {
    const { table, rows } = await tableWith([{ name: 'Lamp', price: 0 }]);
    const { id } = only(rows);
    await patch(table.id, [{ id, values: { price: 1 } }]);
    await server.sql(`update tables.t_${table.id.replaceAll('-', '')} set revision = 500`);
    await patch(table.id, [{ id, values: { price: 2 } }]);
    deepStrictEqual(
      (await history(table.id, id)).map(({ revision }) => revision),
      [501, 1],
    );
  });
});

describe('deleted rows', () => {
  it('are restored as they were, with their place and their history', async () => {
    const { table, rows } = await tableWith([{ name: 'A' }, { name: 'B', tags: ['red'] }, { name: 'C' }]);
    const row = rows[1];
    if (!row) throw new Error('there is no row');
    await remove(table.id, [row.id]);
    expectRefusal(await client().get(`items/${table.id}/rows/${row.id}/`), 404);
    const [gone] = expectData(await client().get(`items/${table.id}/deleted-rows/`));
    deepStrictEqual([gone?.id, gone?.values], [row.id, row.values]);
    const outcomes = expectData(
      await client().post(`items/${table.id}/rows/restore/`, { ids: [row.id, 'nothing'] }),
    );
    deepStrictEqual(
      outcomes.map(({ status }) => status),
      ['done', 'missing'],
    );
    const now = await readRows(place.owner, table);
    deepStrictEqual(
      now.map(({ id, values, position }) => [id, values, position]),
      rows.map(({ id, values, position }) => [id, values, position]),
    );
    strictEqual(now[1]?.created_at, row.created_at);
    deepStrictEqual(
      (await history(table.id, row.id)).map(({ kind }) => kind),
      ['restored', 'deleted', 'created'],
    );
    deepStrictEqual(expectData(await client().get(`items/${table.id}/deleted-rows/`)), []);
    strictEqual(expectData(await client().get(`items/${table.id}/`)).counts.rows, 3);
  });

  it('that no column accepts any more keep their values, and are reported', async () => {
    const { table, rows } = await tableWith([{ name: 'Lamp', price: 12 }]);
    const { id } = only(rows);
    await remove(table.id, [id]);
    expectData(await client().patch(`items/${table.id}/columns/f_price/`, { type: 'email' }));
    const [outcome] = expectData(await client().post(`items/${table.id}/rows/restore/`, { ids: [id] }));
    strictEqual(outcome?.row?.values.price, '12');
    ok(outcome.row.problems?.price);
  });
});

describe('an upsert', () => {
  it('adds, changes and leaves rows by the values of several columns, with a result for each', async () => {
    const { table } = await tableWith([
      { name: 'Lamp', due: '2026-05-01', price: 1 },
      { name: 'Lamp', due: '2026-05-02', price: 2 },
    ]);
    const outcomes = await upsert(
      table.id,
      ['name', 'f_due'],
      [
        { name: 'Lamp', due: '2026-05-02', price: 9 },
        { name: 'Lamp', due: '2026-05-01', price: 1 },
        { name: 'Chair', due: '2026-05-01' },
        { name: 'Chair', due: '2026-05-01', price: 4 },
        { name: 'Desk', due: '2026-05-01', price: 'much' },
        { name: 'Desk' },
      ],
    );
    deepStrictEqual(
      outcomes.map(({ status, previous }) => [status, previous]),
      [
        ['changed', { price: 2 }],
        ['unchanged', {}],
        ['added', undefined],
        ['changed', { price: null }],
        ['refused', undefined],
        ['refused', undefined],
      ],
    );
    deepStrictEqual(outcomes[5]?.errors, { due: ['Please enter Due'] });
    strictEqual((await readRows(place.owner, table)).length, 3);
  });

  it('knows a mail address in any case, and leaves it as the row has it', async () => {
    const table = await createTable(place.owner, place, [
      { id: 'f_mail', name: 'mail', label: 'Mail', type: 'email' },
      { id: 'f_age', name: 'age', label: 'Age', type: 'number', required: false },
    ]);
    await addRows(place.owner, table, [{ mail: 'Ada.Lovelace@example.org', age: 36 }]);
    const outcomes = await upsert(
      table.id,
      ['mail'],
      [
        { mail: 'ada.lovelace@EXAMPLE.org', age: 36 },
        { mail: 'ADA.LOVELACE@example.org', age: 37 },
        { mail: 'Grace@example.org' },
        { mail: 'grace@example.org', age: 85 },
      ],
    );
    deepStrictEqual(
      outcomes.map(({ status }) => status),
      ['unchanged', 'changed', 'added', 'changed'],
    );
    deepStrictEqual(
      (await readRows(place.owner, table)).map(({ values }) => values),
      [
        { mail: 'Ada.Lovelace@example.org', age: 37 },
        { mail: 'Grace@example.org', age: 85 },
      ],
    );
  });

  it('sent many times at once adds each row once', async () => {
    const { table } = await tableWith([]);
    const values = ['a', 'b', 'c'].map((name) => ({ name }));
    const all = await Promise.all(Array.from({ length: 8 }, () => upsert(table.id, ['name'], values)));
    strictEqual(all.flat().filter(({ status }) => status === 'added').length, 3);
    strictEqual((await readRows(place.owner, table)).length, 3);
  });

  it('knows rows by a column that is named twice', async () => {
    const { table } = await tableWith([{ name: 'a', price: 1 }]);
    for (const names of [
      ['name', 'name'],
      ['name', 'f_name'],
    ]) {
      const [outcome] = await upsert(table.id, names, [{ name: 'a', price: 2 }]);
      strictEqual(outcome?.row?.values.price, 2);
    }
    strictEqual((await readRows(place.owner, table)).length, 1);
  });

  it('refuses a row whose key cannot be stored, and writes the others', async () => {
    const { table } = await tableWith([{ name: 'a\\u0000', price: 1 }]);
    const rows = ['a\0', 'a\ud800', 'b', 'a\\u0000'].map((name) => ({ values: { name, price: 2 } }));
    const sent = await client().post(`items/${table.id}/rows/upsert/`, { match_on: ['name'], rows });
    deepStrictEqual(
      expectData(sent).map(({ status, errors }) => [status, Object.keys(errors ?? {})]),
      [
        ['refused', ['name']],
        ['refused', ['name']],
        ['added', []],
        ['changed', []],
      ],
    );
  });

  it('is refused by the name of what is wrong', async () => {
    const { table } = await tableWith([]);
    const send = (body: object) => client().post(`items/${table.id}/rows/upsert/`, body);
    const rows = [{ values: { name: 'a' } }];
    const cases: [object, string][] = [
      [{ match_on: ['colour'], rows }, 'match_on[0]'],
      [{ match_on: ['tags'], rows }, 'match_on[0]'],
      [{ match_on: [], rows }, 'match_on'],
      [{ match_on: ['name'], rows: [] }, 'rows'],
      [{ match_on: ['name'], rows, on_match: 'skip' }, 'on_match'],
    ];
    for (const [body, field] of cases) {
      const refused = await send(body);
      expectRefusal(refused, 422);
      deepStrictEqual(Object.keys(refused.body.fields ?? {}), [field]);
    }
  });
});

describe('aggregates', () => {
  it('count, sum and compare by group, exact to the last digit', async () => {
    const { table } = await tableWith([
      { name: 'a', price: 0.1, state: 'open', due: '2026-05-02' },
      { name: 'b', price: 0.2, state: 'open', due: '2026-05-01', tags: ['red'] },
      { name: 'b', price: 7, state: 'done' },
      { name: 'c' },
    ]);
    const metrics = 'count,sum:price,avg:f_price,min:due,max:price,filled:tags,unique:name,decimals:price';
    deepStrictEqual(await aggregate(table.id, { group: 'state', metrics }), [
      {
        group: 'open',
        values: {
          ...{ count: 2, 'sum:price': '0.3', 'avg:f_price': '0.15', 'min:due': '2026-05-01' },
          ...{ 'max:price': 0.2, 'filled:tags': 1, 'unique:name': 2, 'decimals:price': 1 },
        },
      },
      {
        group: 'done',
        values: {
          ...{ count: 1, 'sum:price': '7', 'avg:f_price': '7', 'min:due': null },
          ...{ 'max:price': 7, 'filled:tags': 0, 'unique:name': 1, 'decimals:price': 0 },
        },
      },
      {
        group: null,
        values: {
          ...{ count: 1, 'sum:price': '0', 'avg:f_price': null, 'min:due': null },
          ...{ 'max:price': null, 'filled:tags': 0, 'unique:name': 1, 'decimals:price': null },
        },
      },
    ]);
    const filter = JSON.stringify({ field: 'f_price', op: 'greater', value: 0.15 });
    deepStrictEqual(await aggregate(table.id, { filter }), [{ group: null, values: { count: 2 } }]);
    deepStrictEqual(
      (await aggregate(table.id, { group: 'name,-state,due', metrics: 'count,sum:price' })).map(
        ({ group, values }) => [group, values.count, values['sum:price']],
      ),
      [
        [['a', 'open', '2026-05-02'], 1, '0.1'],
        [['b', 'done', null], 1, '7'],
        [['b', 'open', '2026-05-01'], 1, '0.2'],
        [['c', null, null], 1, '0'],
      ],
    );
    deepStrictEqual(
      (await aggregate(table.id, { group: 'name,state' })).map(({ group }) => group),
      [
        ['a', 'open'],
        ['b', 'open'],
        ['b', 'done'],
        ['c', null],
      ],
    );
  });

  it('are refused for what a column does not have', async () => {
    const { table } = await tableWith([]);
    const cases: [Record<string, string>, string][] = [
      [{ metrics: 'sum:name' }, 'metrics'],
      [{ metrics: 'sum' }, 'metrics'],
      [{ metrics: 'median:price' }, 'metrics'],
      [{ metrics: 'min:tags' }, 'metrics'],
      [{ group: 'colour' }, 'group'],
      [{ filter: '{"field":"nothing","op":"equals"}' }, 'filter.field'],
    ];
    for (const [query, field] of cases) {
      const refused = await client().get(`items/${table.id}/aggregate/`, { query });
      expectRefusal(refused, 422);
      deepStrictEqual(Object.keys(refused.body.fields ?? {}), [field]);
    }
  });
});
