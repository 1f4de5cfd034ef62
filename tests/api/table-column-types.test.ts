import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { beforeAll, describe, it } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import type { Row, WireColumn } from '#lib/contract/table.ts';
import type { Values } from '#lib/fields/definition.ts';
import { createPlace, type TestAccount } from '#tests/harness/accounts.ts';
import { importFile } from '#tests/harness/imports.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();
let place: Awaited<ReturnType<typeof createPlace>>;
beforeAll(async () => {
  place = await createPlace(server.client);
});

const NAME = { id: 'f_name', name: 'name', label: 'Name', type: 'text' };
const OPTIONAL = { required: false };
const client = () => place.owner.client;
const tableOf = (...columns: object[]): Promise<Item> => createTable(place.owner, place, [NAME, ...columns]);
const addColumn = async (table: Item, column: object, by: TestAccount = place.owner) =>
  expectData(await by.client.post(`items/${table.id}/columns/`, column), 201);
const columnsOf = async (table: Item) => expectData(await client().get(`items/${table.id}/columns/`));
const add = async (table: Item, values: Values) =>
  expectData(await client().post(`items/${table.id}/rows/`, { rows: [{ values }] }))[0];
const change = async (table: Item, id: string, values: Values) =>
  expectData(await client().patch(`items/${table.id}/rows/`, { rows: [{ id, values }] }))[0];
const firstRow = async (table: Item, query = {}): Promise<Row> => {
  const [row] = await readRows(place.owner, table, query);
  if (!row) throw new Error('there is no row');
  return row;
};

describe('columns that only tables have', () => {
  it('keep their type and options, and check their values', async () => {
    const table = await tableOf(
      { name: 'stars', label: 'Stars', type: 'rating', max: 3, ...OPTIONAL },
      { name: 'cost', label: 'Cost', type: 'currency', ...OPTIONAL },
      { name: 'share', label: 'Share', type: 'percent', ...OPTIONAL },
      { name: 'took', label: 'Took', type: 'duration', ...OPTIONAL },
    );
    deepStrictEqual(
      (await columnsOf(table)).map(({ type, max, currency }) => [type, max, currency]),
      [
        ['text', undefined, undefined],
        ['rating', 3, undefined],
        ['currency', undefined, 'INR'],
        ['percent', undefined, undefined],
        ['duration', undefined, undefined],
      ],
    );
    const right = await add(table, { name: 'a', stars: 3, cost: 12.5, share: 25, took: 90 });
    strictEqual(right?.status, 'done');
    const wrong = await add(table, { name: 'a', stars: 4, cost: 'much', share: 'half', took: -1 });
    deepStrictEqual(Object.keys(wrong?.errors ?? {}).sort(), ['cost', 'share', 'stars', 'took']);
    const [, stars] = await columnsOf(table);
    const changed = expectData(
      await client().patch<WireColumn>(`items/${table.id}/columns/${stars?.id}/`, {
        label: 'Points',
        max: 10,
      }),
    );
    deepStrictEqual([changed.label, changed.type, changed.max], ['Points', 'rating', 10]);
    strictEqual((await add(table, { name: 'a', stars: 9 }))?.status, 'done');
  });

  it('computed from the row are shown, filtered and sorted by, and never written', async () => {
    const table = await tableOf(
      { id: 'f_no', name: 'no', label: 'No.', type: 'auto_number' },
      { id: 'f_made', name: 'made', label: 'Made', type: 'created_at' },
      { id: 'f_maker', name: 'maker', label: 'Maker', type: 'created_by' },
      { id: 'f_changed', name: 'changed', label: 'Changed', type: 'updated_at' },
      { id: 'f_changer', name: 'changer', label: 'Changer', type: 'updated_by' },
    );
    await addRows(place.owner, table, [{ name: 'a' }, { name: 'b' }]);
    const [first, second] = await readRows(place.owner, table, { sort: '-no' });
    deepStrictEqual([first?.values.no, second?.values.no], [2, 1]);
    strictEqual(first?.values.made, first?.created_at);
    strictEqual(first?.values.maker, place.owner.user.id);
    deepStrictEqual(
      [first?.values.changed, first?.values.changer],
      [first?.values.made, place.owner.user.id],
    );
    const editor = await addMember(server.client, place.owner, place.hub, 'admin');
    const rows = [{ id: first?.id, values: { name: 'b again' } }];
    const [changed] = expectData(await editor.client.patch(`items/${table.id}/rows/`, { rows }));
    const { values } = changed?.row ?? {};
    deepStrictEqual(
      [values?.no, values?.made, values?.maker, values?.changer, values?.changed],
      [2, first?.values.made, place.owner.user.id, editor.user.id, changed?.row?.updated_at],
    );
    ok(String(values?.changed) > String(values?.made));
    // A number is given once: the next row has another one, whatever was deleted.
    expectData(await client().delete(`items/${table.id}/rows/`, { rows: [{ id: first?.id }] }));
    strictEqual((await add(table, { name: 'c' }))?.row?.values.no, 3);
    const found = async (query: Record<string, string>) =>
      (await readRows(place.owner, table, query)).map(({ values }) => values.name);
    const foundBy = (field: string, op: string, value: unknown) =>
      found({ filter: JSON.stringify({ field, op, value }) });
    deepStrictEqual(await foundBy('f_no', 'equals', 1), ['a']);
    deepStrictEqual(await foundBy('f_maker', 'equals', place.owner.user.id), ['a', 'c']);
    const third = expectData(
      await editor.client.patch(`items/${table.id}/rows/`, {
        rows: [{ id: (await firstRow(table)).id, values: { name: 'a again' } }],
      }),
    );
    strictEqual(third[0]?.status, 'done');
    deepStrictEqual(await foundBy('f_changer', 'equals', editor.user.id), ['a again']);
    deepStrictEqual(await found({ sort: '-made' }), ['c', 'a again']);
    deepStrictEqual(await found({ sort: '-changed' }), ['a again', 'c']);
    for (const column of await columnsOf(table)) {
      if (column.name === 'name') continue;
      const refused = await client().post(`items/${table.id}/rows/`, {
        rows: [{ values: { name: 'c', [column.name]: values?.[column.name] } }],
      });
      expectRefusal(refused, 422);
      deepStrictEqual(refused.body.fields, {
        [`rows[0].values.${column.name}`]: [`${column.label} is computed and cannot be written`],
      });
    }
    // However rows are added.
    expectData(
      await client().post(`items/${table.id}/rows/upsert/`, {
        match_on: ['name'],
        rows: [{ values: { name: 'd' } }],
      }),
    );
    await importFile(place.owner, table, 'Name\ne\nf\n');
    await importFile(place.owner, table, 'Name\ng\n', { match_on: 'name', on_match: 'update' });
    strictEqual((await add(table, { name: 'h' }))?.row?.values.no, 8);
    deepStrictEqual(
      (await readRows(place.owner, table, { sort: 'no' })).map(({ values: { no, name } }) => [no, name]),
      [
        [1, 'a again'],
        [3, 'c'],
        [4, 'd'],
        [5, 'e'],
        [6, 'f'],
        [7, 'g'],
        [8, 'h'],
      ],
    );
  });

  it('of formulas are computed, keep the order of what they depend on, and refuse cycles', async () => {
    const table = await tableOf(
      { id: 'f_price', name: 'price', label: 'Price', type: 'number', ...OPTIONAL },
      { name: 'gross', label: 'Gross', type: 'formula', formula: '{price} * 1.5' },
      { name: 'twice', label: 'Twice', type: 'formula', formula: '{gross} * 2' },
      { name: 'title', label: 'Title', type: 'formula', formula: '{name} & "!"' },
    );
    const row = (await add(table, { name: 'Lamp', price: 10 }))?.row;
    deepStrictEqual([row?.values.gross, row?.values.twice, row?.values.title], [15, 30, 'Lamp!']);
    strictEqual((await firstRow(table, { sort: '-gross' })).values.gross, 15);
    // The order of columns is another one than that in which they depend on each other.
    const { id } = (await columnsOf(table)).find(({ name }) => name === 'twice') ?? {};
    expectData(await client().patch(`items/${table.id}/columns/${id}/`, { before: 'f_name' }));
    const changed = (await change(table, String(row?.id), { price: 20 }))?.row;
    deepStrictEqual([changed?.values.gross, changed?.values.twice], [30, 60]);
    const gross = (await columnsOf(table)).find(({ name }) => name === 'gross');
    strictEqual(gross?.type, 'formula');
    const refused = await client().patch(`items/${table.id}/columns/${gross.id}/`, {
      formula: '{twice} + 1',
    });
    expectRefusal(refused, 422);
    deepStrictEqual(Object.keys(refused.body.fields ?? {}), ['formula']);
  });

  it('of people take members of the hub alone', async () => {
    const table = await tableOf(
      { name: 'who', label: 'Who', type: 'person', ...OPTIONAL },
      { name: 'team', label: 'Team', type: 'person', multiple: true, ...OPTIONAL },
    );
    const member = await addMember(server.client, place.owner, place.hub);
    const right = await add(table, {
      name: 'a',
      who: member.user.id,
      team: [member.user.id, place.owner.user.id],
    });
    deepStrictEqual(right?.row?.values.team, [member.user.id, place.owner.user.id]);
    const stranger = await createPlace(server.client);
    const wrong = await add(table, {
      ...{ name: 'a', who: stranger.owner.user.id, team: [member.user.id, stranger.owner.user.id] },
    });
    deepStrictEqual(wrong?.errors, {
      who: ['Who is not a member of this hub'],
      team: ['Team is not a member of this hub'],
    });
  });

  it('of attachments list the name, size and type of each file', async () => {
    const table = await tableOf({
      id: 'f_files',
      name: 'papers',
      label: 'Papers',
      type: 'attachment',
      ...OPTIONAL,
    });
    const form = new FormData();
    form.append('field', 'f_files');
    form.append('file', new Blob(['A plan.']), 'plan.txt');
    const file = expectData(
      await client().post(`items/${table.id}/row-files/`, undefined, { raw: form }),
      201,
    );
    await add(table, { name: 'a', papers: [{ file_id: file.id }] });
    deepStrictEqual((await firstRow(table)).values.papers, [
      { file_id: file.id, name: 'plan.txt', size: 7, mime: 'text/plain' },
    ]);
  });

  it('that are unique refuse a value that another row has, also many at once', async () => {
    const table = await tableOf({
      id: 'f_mail',
      name: 'mail',
      label: 'Mail',
      type: 'email',
      unique: true,
      ...OPTIONAL,
    });
    const values = { name: 'a', mail: 'ada@example.org' };
    const all = await Promise.all(Array.from({ length: 6 }, () => add(table, values)));
    deepStrictEqual(all.map((one) => one?.status).sort(), [
      'done',
      ...Array.from({ length: 5 }, () => 'refused'),
    ]);
    const refused = all.find((one) => one?.status === 'refused');
    deepStrictEqual(refused?.errors, { mail: ['Another row has this Mail already'] });
    const other = await add(table, { name: 'b', mail: 'grace@example.org' });
    const changed = await change(table, other?.row?.id ?? '', { mail: 'Ada@Example.org' });
    strictEqual(changed?.status, 'refused');
    strictEqual((await change(table, other?.row?.id ?? '', { name: 'c' }))?.status, 'done');
  });

  it('that are unique let a row take what another one of the request gives up, unless that one is refused', async () => {
    const table = await tableOf({
      ...{ id: 'f_seat', name: 'seat', label: 'Seat', type: 'text', unique: true },
      ...OPTIONAL,
    });
    const seats = ['A', 'B', 'C'];
    const ids: string[] = [];
    for (const seat of seats) ids.push((await add(table, { name: seat, seat }))?.row?.id ?? '');
    const take = async (...taken: string[]) => {
      const rows = taken.map((seat, at) => ({ id: ids[at], values: { seat } }));
      const outcomes = expectData(await client().patch(`items/${table.id}/rows/`, { rows }));
      return outcomes.map(({ status }) => status);
    };
    const now = async () => {
      const rows = expectData(await client().get(`items/${table.id}/rows/`));
      return rows.map(({ values }) => values.seat);
    };
    // Two change places, and a third value moves on.
    deepStrictEqual(await take('B', 'A'), ['done', 'done']);
    deepStrictEqual(await take('A', 'C', 'D'), ['done', 'done', 'done']);
    deepStrictEqual(await now(), ['A', 'C', 'D']);
    // The second can't have what the third has outside of the request, keeps C, and so the first can't have C.
    deepStrictEqual(await take('C', 'D'), ['refused', 'refused']);
    deepStrictEqual(await now(), ['A', 'C', 'D']);
  });

  it('that are unique let rows that have been alike be changed, and refuse further ones', async () => {
    const mail = { id: 'f_mail', name: 'mail', label: 'Mail', type: 'email', unique: true, ...OPTIONAL };
    const table = await tableOf(mail);
    const [one, two] = [
      await add(table, { name: 'a', mail: 'ada@example.org' }),
      await add(table, { name: 'b', mail: 'grace@example.org' }),
    ];
    const [column] = await server.sql<{ name: string }>(
      "select name from table_column where item_id = $1 and definition->>'name' = 'mail'",
      [table.id],
    );
    // Before mail addresses were compared without regard to case, rows could be so.
    const rows = `tables.t_${table.id.replaceAll('-', '')}`;
    await server.sql(`update ${rows} set ${column?.name} = 'Ada@example.org' where id = $1`, [two?.row?.id]);
    strictEqual((await change(table, two?.row?.id ?? '', { name: 'c' }))?.status, 'done');
    const third = await add(table, { name: 'd', mail: 'eve@example.org' });
    strictEqual((await change(table, third?.row?.id ?? '', { mail: 'ADA@example.org' }))?.status, 'refused');
    strictEqual((await change(table, one?.row?.id ?? '', { mail: 'ada2@example.org' }))?.status, 'done');
  });

  it.each([
    ['email', 'ada@example.org', 'Ada@Example.org', 'ada@example.com'],
    ['phone', '+91 98765 43210', '+91 (98765) 43210', '+91 98765 43211'],
    ['url', 'https://example.org/a', 'https://example.org/a', 'https://example.org/A'],
    ['number', 1, 1.0, 1.5],
    ['time', '09:30', '09:30:00', '09:30:01'],
    ['datetime', '2026-05-01T09:30:00Z', '2026-05-01T15:00:00+05:30', '2026-05-01T15:00:00Z'],
    ['date', '01.05.2026', '01.05.2026', '02.05.2026'],
    ['text', 'A-1', 'A-1', 'a-1'],
    ['currency', 5, 5.0, 5.01],
    ['duration', 90, 90, 91],
    ['select', 'o_a', 'o_a', 'o_b'],
  ])('that are unique compare what a value says, in any writing: %s', async (type, first, same, other) => {
    const table = await tableOf({
      ...{ id: 'f_code', name: 'code', label: 'Code', type, unique: true, ...OPTIONAL },
      ...(type === 'date' ? { rules: [{ rule: 'date_format', value: 'DD.MM.YYYY' }] } : {}),
      ...(type === 'select' ? { options: ['a', 'b'].map((id) => ({ id: `o_${id}`, label: id })) } : {}),
    });
    const send = async (...codes: unknown[]) => {
      const rows = codes.map((code) => ({ values: { name: 'a', code } }));
      const outcomes = expectData(await client().post(`items/${table.id}/rows/`, { rows }));
      return outcomes.map(({ status }) => status);
    };
    deepStrictEqual(await send(first, same), ['done', 'refused']);
    deepStrictEqual(await send(same), ['refused']);
    deepStrictEqual(await send(other), ['done']);
  });

  it('that are unique have one value in a cell, which the database compares, or are so no more', async () => {
    const code = { id: 'f_code', name: 'code', label: 'Code', unique: true, ...OPTIONAL };
    const several = { options: [{ id: 'o_a', label: 'A' }] };
    const table = await tableOf({ ...code, type: 'text' });
    for (const column of [
      { type: 'json' },
      { type: 'checkboxes', ...several },
      { type: 'multi-select', ...several },
      { type: 'text', multiple: true },
      { type: 'file' },
      { type: 'attachment' },
      { type: 'form', fields: [{ name: 'x', label: 'X', type: 'text' }] },
      { type: 'auto_number' },
    ]) {
      const refused = await client().post(`items/${table.id}/columns/`, { ...code, id: 'f_b', ...column });
      expectRefusal(refused, 422);
      deepStrictEqual(refused.body.fields, { unique: ['Values of this type cannot be unique'] });
    }
    const path = `items/${table.id}/columns/f_code/`;
    for (const sent of [{ type: 'json' }, { type: 'multi-select', ...several }, { multiple: true }]) {
      expectData(await client().patch(path, sent));
      strictEqual((await columnsOf(table))[1]?.unique, undefined, JSON.stringify(sent));
      expectRefusal(await client().patch(path, { unique: true }), 422);
      const back = { type: 'text', multiple: null, options: null, unique: true };
      expectData(await client().patch(path, back));
      strictEqual((await columnsOf(table))[1]?.unique, true);
    }
  });

  it('have a default for new rows, and refuse unknown properties', async () => {
    const table = await tableOf({ name: 'state', label: 'State', type: 'text', default: 'new', ...OPTIONAL });
    strictEqual((await add(table, { name: 'a' }))?.row?.values.state, 'new');
    strictEqual((await add(table, { name: 'a', state: null }))?.row?.values.state, undefined);
    const refused = await client().post(`items/${table.id}/columns/`, {
      label: 'A',
      type: 'rating',
      max: 0,
      stars: 3,
    });
    expectRefusal(refused, 422);
    deepStrictEqual(Object.keys(refused.body.fields ?? {}).sort(), ['max', 'stars']);
  });
});

describe('a change of type', () => {
  it('lists with preview which values do not fit, and keeps them', async () => {
    const table = await tableOf({ id: 'f_size', name: 'size', label: 'Size', type: 'text', ...OPTIONAL });
    const rows = await addRows(place.owner, table, [
      { name: 'a', size: '12' },
      { name: 'b', size: 'large' },
      { name: 'c' },
    ]);
    const preview = await client().patch(`items/${table.id}/columns/f_size/?preview`, { type: 'number' });
    deepStrictEqual(expectData(preview), {
      rows: 3,
      checked: 3,
      converted: 1,
      kept: 1,
      values: [
        { row_id: rows[1]?.id, row_title: 'b', value: 'large', problem: 'Size is not a valid number' },
      ],
    });
    strictEqual((await columnsOf(table))[1]?.type, 'text');
    expectData(await client().patch(`items/${table.id}/columns/f_size/`, { type: 'rating', max: 20 }));
    const now = await readRows(place.owner, table);
    deepStrictEqual(
      now.map(({ values, problems }) => [values.size, problems]),
      [
        [12, undefined],
        ['large', { size: ['Size is not a valid number'] }],
        [undefined, undefined],
      ],
    );
    const refused = await client().patch(`items/${table.id}/columns/f_size/`, { type: 'auto_number' });
    expectRefusal(refused, 422);
  });
});

describe('links between tables', () => {
  async function linked() {
    const people = await tableOf({ id: 'f_age', name: 'age', label: 'Age', type: 'number', ...OPTIONAL });
    const tasks = await tableOf();
    const link = await addColumn(tasks, { name: 'who', label: 'Who', type: 'link', table: people.id });
    const rows = await addRows(place.owner, people, [
      { name: 'Ada', age: 36 },
      { name: 'Grace', age: 0.5 },
    ]);
    const [ada, grace] = rows.map(({ id }) => id);
    return { people, tasks, link, ada: String(ada), grace: String(grace) };
  }

  it('are shown in both tables, and end with a row that is deleted until it is restored', async () => {
    const { people, tasks, link, ada, grace } = await linked();
    const task = (await add(tasks, { name: 'Write', who: [ada, grace] }))?.row;
    deepStrictEqual(task?.values.who, [ada, grace]);
    deepStrictEqual(task?.linked, { [ada]: { title: 'Ada' }, [grace]: { title: 'Grace' } });
    const opposite = (await columnsOf(people)).find(({ id }) => id === link.opposite);
    deepStrictEqual([opposite?.type, opposite?.table, opposite?.opposite], ['link', tasks.id, link.id]);
    const person = await firstRow(people);
    deepStrictEqual(person.values[String(opposite?.name)], [task?.id]);
    await change(people, ada, { [String(opposite?.name)]: [] });
    deepStrictEqual((await firstRow(tasks)).values.who, [grace]);
    expectData(await client().delete(`items/${people.id}/rows/`, { rows: [{ id: grace }] }));
    strictEqual((await firstRow(tasks)).values.who, undefined);
    expectData(await client().post(`items/${people.id}/rows/restore/`, { ids: [grace] }));
    deepStrictEqual((await firstRow(tasks)).values.who, [grace]);
  });

  it('give lookups and rollups of the linked rows', async () => {
    const { tasks, link, ada, grace } = await linked();
    await addColumn(tasks, { name: 'names', label: 'Names', type: 'lookup', via: 'who', of: 'name' });
    for (const name of ['count', 'sum', 'avg', 'min', 'max', 'list'])
      await addColumn(tasks, {
        name,
        label: name,
        type: 'rollup',
        via: link.id,
        of: 'f_age',
        function: name,
      });
    await addColumn(tasks, { name: 'next', label: 'Next', type: 'formula', formula: '{sum} + 1' });
    await add(tasks, { name: 'Write', who: [ada, grace] });
    const { values } = await firstRow(tasks);
    deepStrictEqual(
      [values.names, values.count, values.sum, values.avg, values.min, values.max, values.list, values.next],
      [['Ada', 'Grace'], 2, 36.5, 18.25, 0.5, 36, [36, 0.5], 37.5],
    );
    const refused = await client().post(`items/${tasks.id}/columns/`, {
      ...{ name: 'x', label: 'X', type: 'lookup', via: 'names', of: 'name' },
    });
    expectRefusal(refused, 422);
    deepStrictEqual(Object.keys(refused.body.fields ?? {}), ['via']);
    expectRefusal(await client().delete(`items/${tasks.id}/columns/${link.id}/`), 409);
  });

  it('are part of a row’s history, and give it a revision where they differ', async () => {
    const { tasks, link, ada, grace } = await linked();
    const id = String((await add(tasks, { name: 'Write', who: [ada] }))?.row?.id);
    const changed = await change(tasks, id, { who: [ada, grace] });
    deepStrictEqual([changed?.row?.revision, changed?.previous], [2, { who: [ada] }]);
    const same = await change(tasks, id, { who: [ada, grace] });
    strictEqual(same?.row?.revision, 2);
    const stale = expectData(
      await client().patch(`items/${tasks.id}/rows/`, {
        rows: [{ id, revision: 1, values: { who: [] } }],
      }),
    );
    deepStrictEqual([stale[0]?.status, stale[0]?.row?.values.who], ['stale', [ada, grace]]);
    const history = expectData(await client().get(`items/${tasks.id}/rows/${id}/history/`));
    deepStrictEqual(history[0]?.changes, [
      { column_id: link.id, name: 'who', label: 'Who', from: [ada], to: [ada, grace] },
    ]);
  });

  it('are rolled up beyond those that are shown, which are not written over', async () => {
    const { people, tasks, ada } = await linked();
    await addColumn(tasks, { id: 'f_cost', name: 'cost', label: 'Cost', type: 'number', ...OPTIONAL });
    const opposite = (await columnsOf(people)).find(({ type }) => type === 'link')?.name ?? '';
    for (const [name, of] of [['count'], ['sum', 'cost'], ['max', 'cost'], ['min', 'name']])
      await addColumn(people, {
        ...{ name, label: name, type: 'rollup', via: opposite, function: name },
        ...(of ? { of } : {}),
      });
    const part = (cost: number) => Array.from({ length: 600 }, () => ({ name: 'Task', cost, who: [ada] }));
    await addRows(place.owner, tasks, part(0.1));
    await addRows(place.owner, tasks, part(2));
    const row = await firstRow(people);
    deepStrictEqual(
      ['count', 'sum', 'max', 'min'].map((name) => row.values[name]),
      [1200, 1260, 2, 'Task'],
    );
    const shown = [row.values[opposite]].flat();
    strictEqual(shown.length, 1200);
    const refused = await change(people, row.id, { [opposite]: shown.slice(0, 2) });
    strictEqual(refused?.status, 'refused');
    match(String(refused.errors?.[opposite]), /more than 1000 entries/);
    strictEqual((await firstRow(people)).values.count, 1200);
  });

  it('show no title and no value to who may not see the other table', async () => {
    const secret = await createTable(place.owner, place, [NAME], { visibility: 'private' });
    const tasks = await tableOf();
    await addColumn(tasks, { name: 'who', label: 'Who', type: 'link', table: secret.id });
    await addColumn(tasks, { name: 'names', label: 'Names', type: 'lookup', via: 'who', of: 'name' });
    const [row] = await addRows(place.owner, secret, [{ name: 'Plan of the year' }]);
    const id = String(row?.id);
    await add(tasks, { name: 'Write', who: [id] });
    const editor = await addMember(server.client, place.owner, place.hub, 'admin');
    const response = await editor.client.get(`items/${tasks.id}/rows/`);
    const [seen] = expectData(response);
    deepStrictEqual(seen?.values, { name: 'Write', who: [id] });
    deepStrictEqual([seen?.linked, seen?.restricted], [{ [id]: { restricted: true } }, ['names']]);
    ok(!JSON.stringify(response.body).includes('Plan of the year'));
    const columns = await editor.client.post(`items/${tasks.id}/columns/`, {
      ...{ label: 'Other', type: 'link', table: secret.id },
    });
    expectRefusal(columns, 422);
    match(String(columns.body.fields?.table), /no such table/);
    const wrong = expectData(
      await editor.client.patch(`items/${tasks.id}/rows/`, {
        rows: [{ id: seen?.id, values: { who: [] } }],
      }),
    );
    deepStrictEqual(wrong[0]?.errors, { who: ['Who links to a table that you may not see'] });
  });
});
