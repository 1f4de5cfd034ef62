import { beforeAll, describe, expect, it } from 'vitest';
import type { RowCondition } from '#lib/fields/definition.ts';
import { createPlace, registerUser, type TestAccount } from '#tests/harness/accounts.ts';
import type { Client } from '#tests/harness/client.ts';
import { linkHolder, shareByLink } from '#tests/harness/links.ts';
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
const optional = (name: string, type: string, more: object = {}) => ({
  ...{ id: `f_${name}`, name, label: name, type, required: false },
  ...more,
});
const OPTIONS = ['a', 'b', 'c'].map((id) => ({ id, label: id.toUpperCase() }));
const COLUMNS = [
  NAME,
  optional('age', 'number'),
  optional('due', 'date'),
  optional('at', 'datetime'),
  optional('state', 'select', { options: OPTIONS }),
  optional('tags', 'multi-select', { options: OPTIONS }),
  optional('lead', 'person'),
  optional('double', 'formula', { formula: '{age} * 2' }),
];
type Visibility = 'shared' | 'private' | 'public';

/** Boats, and tasks that link to them, with a lookup of each of their columns and rollups. */
async function boatsAndTasks(ofBoats: Visibility = 'shared', ofTasks: Visibility = 'shared') {
  const { owner } = place;
  const boats = await createTable(owner, place, COLUMNS, { visibility: ofBoats });
  const tasks = await createTable(owner, place, [NAME], { visibility: ofTasks });
  const add = async (column: object) =>
    expectData(await owner.client.post(`items/${tasks.id}/columns/`, column), 201).id;
  const via = await add({ name: 'boats', label: 'Boats', type: 'link', table: boats.id });
  const lookup = (of: string) => add({ name: `l_${of}`, label: `l_${of}`, type: 'lookup', via, of });
  const rollup = (of: string, name: string) =>
    add({ name: `${name}_${of}`, label: `${name}_${of}`, type: 'rollup', via, of, function: name });
  const l = {
    name: await lookup('f_name'),
    age: await lookup('f_age'),
    due: await lookup('f_due'),
    at: await lookup('f_at'),
    state: await lookup('f_state'),
    tags: await lookup('f_tags'),
    lead: await lookup('f_lead'),
    double: await lookup('f_double'),
  };
  const r = {
    names: await rollup('f_name', 'list'),
    firstName: await rollup('f_name', 'min'),
    lastDue: await rollup('f_due', 'max'),
    firstDue: await rollup('f_due', 'min'),
    lastAt: await rollup('f_at', 'max'),
    sum: await rollup('f_age', 'sum'),
    avg: await rollup('f_age', 'avg'),
    most: await rollup('f_age', 'max'),
    count: await add({ name: 'count', label: 'count', type: 'rollup', via, function: 'count' }),
    dues: await rollup('f_due', 'count'),
  };
  const lead = owner.user.id;
  const [anchor, buoy, chain] = (
    await addRows(owner, boats, [
      {
        name: 'Anchor',
        age: 1,
        due: '2026-01-10',
        at: '2026-01-10T10:00:00Z',
        state: 'a',
        tags: ['a', 'b'],
        lead,
      },
      { name: 'Buoy', age: 5, due: '2026-03-20', at: '2026-03-20T10:00:00Z', state: 'b', tags: ['c'] },
      { name: 'Chain' },
    ])
  ).map(({ id }) => id);
  await addRows(owner, tasks, [
    { name: 'both', boats: [anchor, buoy] },
    { name: 'anchor', boats: [anchor] },
    { name: 'chain', boats: [chain] },
    { name: 'nothing' },
  ]);
  return { boats, tasks, l, r, ids: { anchor, buoy, chain } };
}

const filterOf = (filter: RowCondition) => ({ filter: JSON.stringify(filter) });
const found = async (
  table: { id: string },
  query: Record<string, string | number>,
  reader: TestAccount = place.owner,
) => (await readRows(reader, table, query)).map(({ values }) => values.name);

describe('filters by what other tables have', () => {
  it('find rows by any value of their linked rows, and by none where they say "not"', async () => {
    const { tasks, l, r } = await boatsAndTasks();
    const me = place.owner.user.id;
    const cases: [RowCondition, string[]][] = [
      [{ field: l.name, op: 'contains', value: 'BUO' }, ['both']],
      [{ field: l.name, op: 'not_contains', value: 'buo' }, ['anchor', 'chain', 'nothing']],
      [{ field: l.name, op: 'equals', value: 'Anchor' }, ['both', 'anchor']],
      [{ field: l.name, op: 'not_equals', value: 'Anchor' }, ['chain', 'nothing']],
      [{ field: r.names, op: 'starts_with', value: 'ch' }, ['chain']],
      [{ field: l.age, op: 'greater', value: 1 }, ['both']],
      [{ field: l.age, op: 'less_or_equal', value: 1 }, ['both', 'anchor']],
      [{ field: l.age, op: 'is_empty' }, ['chain', 'nothing']],
      [{ field: l.age, op: 'is_not_empty' }, ['both', 'anchor']],
      [{ not: { field: l.age, op: 'is_empty' } }, ['both', 'anchor']],
      [{ field: l.double, op: 'equals', value: 10 }, ['both']],
      [{ field: l.due, op: 'before', value: '2026-02-01' }, ['both', 'anchor']],
      [{ field: l.due, op: 'after', value: '2026-02-01' }, ['both']],
      [{ field: l.due, op: 'equals', value: '2026-03-20' }, ['both']],
      [{ field: l.at, op: 'after', value: '2026-02-01T00:00:00Z' }, ['both']],
      [{ field: l.state, op: 'any_of', value: ['b', 'c'] }, ['both']],
      [{ field: l.state, op: 'none_of', value: ['b'] }, ['anchor', 'chain', 'nothing']],
      [{ field: l.state, op: 'is_empty' }, ['chain', 'nothing']],
      [{ field: l.tags, op: 'any_of', value: ['c'] }, ['both']],
      [{ field: l.tags, op: 'none_of', value: ['c'] }, ['anchor', 'chain', 'nothing']],
      [{ field: l.lead, op: 'any_of', value: [me] }, ['both', 'anchor']],
      [{ field: l.lead, op: 'any_of', value: ['me'] }, ['both', 'anchor']],
      [{ field: l.lead, op: 'none_of', value: ['me'] }, ['chain', 'nothing']],
      [{ not: { field: l.name, op: 'contains', value: 'buo' } }, ['anchor', 'chain', 'nothing']],
      [
        {
          or: [
            { field: l.state, op: 'any_of', value: ['a'] },
            { field: 'f_name', op: 'equals', value: 'nothing' },
          ],
        },
        ['both', 'anchor', 'nothing'],
      ],
      [{ field: r.lastDue, op: 'after', value: '2026-02-01' }, ['both']],
      [{ field: r.lastDue, op: 'equals', value: '2026-01-10' }, ['anchor']],
      [{ field: r.lastDue, op: 'not_equals', value: '2026-01-10' }, ['both', 'chain', 'nothing']],
      [{ field: r.lastDue, op: 'is_empty' }, ['chain', 'nothing']],
      [{ field: r.firstDue, op: 'before', value: '2026-02-01' }, ['both', 'anchor']],
      [{ field: r.lastAt, op: 'before', value: '2026-02-01T00:00:00Z' }, ['anchor']],
      [{ field: r.firstName, op: 'equals', value: 'Chain' }, ['chain']],
      [{ field: r.firstName, op: 'contains', value: 'anch' }, ['both', 'anchor']],
      [{ field: r.firstName, op: 'is_empty' }, ['nothing']],
      [{ field: r.count, op: 'equals', value: 0 }, ['nothing']],
      [{ field: r.dues, op: 'equals', value: 0 }, ['chain', 'nothing']],
      [{ field: r.dues, op: 'greater', value: 1 }, ['both']],
    ];
    for (const [filter, names] of cases)
      expect(await found(tasks, filterOf(filter)), JSON.stringify(filter)).toEqual(names);
  });

  it('compare a period with one and the same day of several', async () => {
    const { boats, tasks, l, r } = await boatsAndTasks();
    const days = 86_400_000;
    const day = (n: number) => new Date(Date.now() + n * days).toISOString().slice(0, 10);
    const [early, late, now] = await addRows(place.owner, boats, [
      { name: 'early', due: day(-40), at: `${day(-40)}T00:00:00Z` },
      { name: 'late', due: day(40), at: `${day(40)}T00:00:00Z` },
      { name: 'now', due: day(3), at: `${day(3)}T00:00:00Z` },
    ]);
    await addRows(place.owner, tasks, [
      { name: 'around', boats: [early?.id, late?.id] },
      { name: 'within', boats: [early?.id, now?.id] },
    ]);
    for (const field of [l.due, l.at, r.lastDue, r.lastAt])
      expect(await found(tasks, filterOf({ field, op: 'within', value: 'next_7_days' }))).toEqual(['within']);
  });

  it('see a least or greatest value that is no day as no day', async () => {
    const { boats, tasks, r, ids } = await boatsAndTasks();
    await server.sql(
      `update tables.t_${boats.id.replaceAll('-', '')} set extra = jsonb_build_object(
        (select name from table_column where item_id = $1 and definition ->> 'id' = 'f_due'), 'soon') where id = $2`,
      [boats.id, ids.buoy ?? ''],
    );
    const [shown] = await readRows(place.owner, tasks);
    expect([shown?.values.max_f_due, shown?.values.min_f_due]).toEqual(['soon', '2026-01-10']);
    expect(await found(tasks, filterOf({ field: r.lastDue, op: 'after', value: '2000-01-01' }))).toEqual([
      'anchor',
    ]);
    expect(await found(tasks, filterOf({ field: r.lastDue, op: 'is_empty' }))).toEqual(['chain', 'nothing']);
    expect(await found(tasks, filterOf({ field: r.firstDue, op: 'is_not_empty' }))).toEqual([
      'both',
      'anchor',
    ]);
  });

  it('are refused by operators and values that do not fit the linked column', async () => {
    const { tasks, l, r } = await boatsAndTasks();
    for (const [at, filter] of [
      ['filter.op', { field: l.state, op: 'contains', value: 'a' }],
      ['filter.op', { field: l.tags, op: 'all_of', value: ['a'] }],
      ['filter.value', { field: l.state, op: 'any_of', value: ['gone'] }],
      ['filter.value', { field: l.age, op: 'greater', value: 'x' }],
      ['filter.op', { field: r.lastDue, op: 'greater', value: 1 }],
    ] as const) {
      const query = { filter: JSON.stringify(filter) };
      const refused = await place.owner.client.get(`items/${tasks.id}/rows/`, { query });
      expectRefusal(refused, 422);
      expect(Object.keys(refused.body.fields ?? {})).toEqual([at]);
    }
  });
});

describe('orders by what other tables have', () => {
  it('sort rows by rollups that are numbers and days, page by page, empty ones last', async () => {
    const { tasks, r, ids } = await boatsAndTasks();
    await addRows(place.owner, tasks, [{ name: 'buoy', boats: [ids.buoy] }]);
    const cases: [string, string[]][] = [
      [r.sum, ['chain', 'nothing', 'anchor', 'buoy', 'both']],
      [`-${r.sum}`, ['both', 'buoy', 'anchor', 'chain', 'nothing']],
      [`-${r.count}`, ['both', 'anchor', 'chain', 'buoy', 'nothing']],
      [r.avg, ['anchor', 'both', 'buoy', 'chain', 'nothing']],
      [`-${r.most},name`, ['both', 'buoy', 'anchor', 'chain', 'nothing']],
      [r.lastDue, ['anchor', 'both', 'buoy', 'chain', 'nothing']],
      [`-${r.firstDue}`, ['buoy', 'both', 'anchor', 'chain', 'nothing']],
      [`-${r.lastAt},-${r.sum}`, ['both', 'buoy', 'anchor', 'chain', 'nothing']],
    ];
    const path = `items/${tasks.id}/rows/` as const;
    for (const [sort, names] of cases) {
      const read = (query: Record<string, string | number>) =>
        place.owner.client.get(path, { query: { sort, ...query } });
      const namesOf = (one: Awaited<ReturnType<typeof read>>) =>
        expectData(one).map(({ values }) => values.name);
      let page = await read({ page_size: 1 });
      const seen = namesOf(page);
      while (page.body.next) {
        page = await read({ page_size: 1, after: page.body.next });
        seen.push(...namesOf(page));
      }
      expect(seen, sort).toEqual(names);
      const around = (await readRows(place.owner, tasks, { sort })).at(-1)?.id ?? '';
      page = await read({ page_size: 2, around });
      const back = namesOf(page);
      while (page.body.previous) {
        page = await read({ page_size: 2, before: page.body.previous });
        back.unshift(...namesOf(page));
      }
      expect(back, `${sort} backwards`).toEqual(names);
    }
  });
});

describe('readers who may not read the linked table', () => {
  const secrets = ({ l, r }: Pick<Awaited<ReturnType<typeof boatsAndTasks>>, 'l' | 'r'>): RowCondition[] => [
    { field: l.name, op: 'contains', value: 'Buoy' },
    { field: l.name, op: 'exactly', value: ['Anchor'] },
    { field: l.state, op: 'none_of', value: ['b'] },
    { field: l.age, op: 'is_empty' },
    { field: r.names, op: 'contains', value: 'Buoy' },
    { field: r.lastDue, op: 'after', value: '2026-02-01' },
    { field: r.most, op: 'greater', value: 1 },
  ];

  it('learns nothing from filters, counts, groups, footers, exports and orders of their own', async () => {
    const { tasks, l, r } = await boatsAndTasks('private');
    const member = await addMember(server.client, place.owner, place.hub, 'admin');
    const read = (list: 'rows' | 'aggregate' | 'export', query: Record<string, string>) =>
      member.client.fetch('GET', `items/${tasks.id}/${list}/`, undefined, { query });
    for (const filter of secrets({ l, r }))
      for (const one of [
        filter,
        { not: filter },
        { or: [filter, { field: 'f_name', op: 'is_not_empty' as const }] },
      ])
        for (const list of ['rows', 'aggregate', 'export'] as const)
          expect((await read(list, filterOf(one))).status, JSON.stringify(one)).toBe(422);
    // Not even of which type the column is, or which options it has.
    const refusals = [];
    for (const filter of [
      { field: l.state, op: 'any_of', value: ['b'] },
      { field: l.state, op: 'any_of', value: ['gone'] },
      { field: l.age, op: 'any_of', value: ['gone'] },
    ]) {
      const refused = await member.client.get(`items/${tasks.id}/rows/`, {
        query: { filter: JSON.stringify(filter) },
      });
      expectRefusal(refused, 422);
      refusals.push(JSON.stringify(refused.body));
    }
    expect(new Set(refusals).size).toBe(1);
    for (const sort of [r.sum, r.count, `-${r.lastDue}`])
      for (const list of ['rows', 'export'] as const) expect((await read(list, { sort })).status).toBe(422);
    for (const metrics of [`sum:${r.sum}`, `max:${r.lastDue}`, `unique:${l.name}`])
      expect((await read('aggregate', { metrics })).status).toBe(422);
    for (const group of [r.sum, l.name]) expect((await read('aggregate', { group })).status).toBe(422);
  });

  it('gets no rows of views that are filtered by it, and those that are sorted by it in another order', async () => {
    const made = await boatsAndTasks('private', 'public');
    const { tasks, r } = made;
    const { client } = place.owner;
    const path = `items/${tasks.id}/` as const;
    const view = async (settings: object) =>
      expectData(await client.post(`${path}views/`, { name: 'V', ...settings }), 201);
    const member = await addMember(server.client, place.owner, place.hub, 'admin');
    const outsider = await registerUser(server.client);
    const readers: Client[] = [member.client, outsider.client, server.client];
    const namesFor = async (reader: Client, id: string) =>
      expectData(await reader.get(`${path}rows/`, { query: { view: id } })).map(({ values }) => values.name);
    for (const filter of secrets(made)) {
      const { id } = await view({ filter });
      expect(await namesFor(client, id), JSON.stringify(filter)).not.toEqual([]);
      for (const reader of readers) {
        expect(await namesFor(reader, id), JSON.stringify(filter)).toEqual([]);
        const [group] = expectData(await reader.get(`${path}aggregate/`, { query: { view: id } }));
        expect(group?.values.count).toBe(0);
        const file = await reader.fetch('GET', `${path}export/`, undefined, {
          query: { view: id, format: 'csv' },
        });
        expect((await file.text()).split('\r\n').filter(Boolean)).toHaveLength(1);
      }
    }
    const sorted = await view({ sort: [r.sum] });
    expect(await namesFor(client, sorted.id)).toEqual(['chain', 'nothing', 'anchor', 'both']);
    for (const reader of readers) {
      expect(await namesFor(reader, sorted.id)).toEqual(['both', 'anchor', 'chain', 'nothing']);
      const file = await reader.fetch('GET', `${path}export/`, undefined, {
        query: { view: sorted.id, format: 'json' },
      });
      const text = await file.text();
      expect(text.indexOf('"both"')).toBeLessThan(text.indexOf('"chain"'));
    }
  });

  it('keeps such a filter of a view when saving something else of it', async () => {
    const { tasks, l } = await boatsAndTasks('private');
    const filter = { field: l.state, op: 'any_of', value: ['b'] };
    const path = `items/${tasks.id}/views/` as const;
    const view = expectData(await place.owner.client.post(path, { name: 'V', filter }), 201);
    const member = await addMember(server.client, place.owner, place.hub, 'admin');
    const changed = expectData(await member.client.patch(`${path}${view.id}/`, { name: 'W', filter }));
    expect(changed).toMatchObject({ name: 'W', filter });
    const other = { ...filter, value: ['a'] };
    expectRefusal(await member.client.patch(`${path}${view.id}/`, { filter: other }), 422);
  });
});

describe('views with such filters and orders', () => {
  it('are listed, counted and exported alike', async () => {
    const { tasks, l, r } = await boatsAndTasks();
    const path = `items/${tasks.id}/` as const;
    const { client } = place.owner;
    const settings = { filter: { field: l.age, op: 'is_not_empty' }, sort: [`-${r.lastDue}`, 'f_name'] };
    const view = expectData(await client.post(`${path}views/`, { name: 'V', ...settings }), 201);
    expect(view).toMatchObject(settings);
    expect(expectData(await client.get(`${path}views/`))).toContainEqual(view);
    expect(await found(tasks, { view: view.id })).toEqual(['both', 'anchor']);
    const [group] = expectData(await client.get(`${path}aggregate/`, { query: { view: view.id } }));
    expect(group?.values.count).toBe(2);
    const file = await client.fetch('GET', `${path}export/`, undefined, {
      query: { view: view.id, format: 'csv' },
    });
    const lines = (await file.text()).split('\r\n').slice(1).filter(Boolean);
    expect(lines.map((line) => line.split(',')[0])).toEqual(['both', 'anchor']);
  });

  it('are shown to holders of their links by what these may read', async () => {
    const rowsOf = async (boats: Visibility) => {
      const { tasks, l, r } = await boatsAndTasks(boats);
      const { client } = place.owner;
      const path = `items/${tasks.id}/views/` as const;
      const filter = { field: l.age, op: 'is_not_empty' };
      const hidden = [{ id: r.sum, hidden: true }];
      const make = async (settings: object) => {
        const view = expectData(await client.post(path, { name: 'V', columns: hidden, ...settings }), 201);
        const link = expectData(await client.post(`${path}${view.id}/share-links/`, {}), 201);
        const holder = await linkHolder(server, link);
        const rows = await holder.fetch('GET', `shared-views/${view.id}/rows/`);
        return { status: rows.status, text: await rows.text() };
      };
      return { filtered: await make({ filter }), sorted: await make({ sort: [r.sum] }) };
    };
    const namesIn = (text: string) => [...text.matchAll(/"name":"(\w+)"/g)].map(([, name]) => name);
    const open = await rowsOf('public');
    expect([open.filtered.status, namesIn(open.filtered.text)]).toEqual([200, ['both', 'anchor']]);
    expect(namesIn(open.sorted.text)).toEqual(['chain', 'nothing', 'anchor', 'both']);
    const closed = await rowsOf('private');
    expect([closed.filtered.status, namesIn(closed.filtered.text)]).toEqual([200, []]);
    expect(namesIn(closed.sorted.text)).toEqual(['both', 'anchor', 'chain', 'nothing']);
  });

  it('show nobody outside of the hub any people, nor whom a view is filtered by', async () => {
    const { tasks, l } = await boatsAndTasks('public', 'public');
    const path = `items/${tasks.id}/` as const;
    const me = place.owner.user.id;
    const filter = { field: l.lead, op: 'any_of', value: [me] };
    const view = expectData(await place.owner.client.post(`${path}views/`, { name: 'V', filter }), 201);
    const link = await shareByLink(place.owner, tasks.id);
    for (const reader of [server.client, await linkHolder(server, link)]) {
      expectRefusal(await reader.get(`${path}rows/`, { query: { filter: JSON.stringify(filter) } }), 422);
      const views = expectData(await reader.get(`${path}views/`));
      expect(JSON.stringify(views)).not.toContain(me);
      expect(views.find(({ id }) => id === view.id)?.unreadable_filter).toBe(true);
    }
  });
});
