import { beforeAll, describe, expect, it } from 'vitest';
import type { RowCondition } from '#lib/fields/definition.ts';
import { createPlace, registerUser, type TestAccount } from '#tests/harness/accounts.ts';
import { linkHolder } from '#tests/harness/links.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();
let place: Awaited<ReturnType<typeof createPlace>>;
beforeAll(async () => {
  place = await createPlace(server.client);
});

const optional = (name: string, type: string, more: object = {}) => ({
  ...{ id: `f_${name}`, name, label: name, type, required: false },
  ...more,
});
const OPTIONS = ['a', 'b', 'c'].map((id) => ({ id, label: id.toUpperCase() }));
type Visibility = 'shared' | 'private' | 'public';

/** Orders, each of one customer and of several products, with lookups and rollups of both. */
async function orders(linked: Visibility = 'shared', own: Visibility = 'shared') {
  const { owner } = place;
  const customers = await createTable(
    owner,
    place,
    [
      optional('name', 'text'),
      optional('since', 'date'),
      optional('state', 'select', { options: OPTIONS }),
      optional('lead', 'person'),
      optional('seen', 'datetime'),
    ],
    { visibility: linked },
  );
  const products = await createTable(
    owner,
    place,
    [optional('name', 'text'), optional('price', 'currency'), optional('due', 'date')],
    { visibility: linked },
  );
  const table = await createTable(owner, place, [optional('name', 'text')], { visibility: own });
  const add = async (column: object) =>
    expectData(await owner.client.post(`items/${table.id}/columns/`, column), 201).id;
  const customer = await add({ ...optional('customer', 'link'), table: customers.id, multiple: false });
  const bought = await add({ ...optional('bought', 'link'), table: products.id });
  const lookup = (via: string, of: string) => add({ ...optional(`l_${of}`, 'lookup'), via, of: `f_${of}` });
  const rollup = (of: string, name: string) =>
    add({ ...optional(`${name}_${of}`, 'rollup'), via: bought, of: `f_${of}`, function: name });
  const l = {
    name: await lookup(customer, 'name'),
    since: await lookup(customer, 'since'),
    state: await lookup(customer, 'state'),
    lead: await lookup(customer, 'lead'),
    seen: await lookup(customer, 'seen'),
    price: await lookup(bought, 'price'),
    due: await lookup(bought, 'due'),
  };
  const r = {
    sum: await rollup('price', 'sum'),
    avg: await rollup('price', 'avg'),
    last: await rollup('due', 'max'),
    list: await rollup('price', 'list'),
    count: await add({ ...optional('count', 'rollup'), via: bought, function: 'count' }),
  };
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);
  const [ada, bob, cy] = idsOf(
    await addRows(owner, customers, [
      { name: 'Ada', since: '2025-01-01', state: 'b', lead: owner.user.id, seen: '2026-01-10T10:00:00Z' },
      { name: 'Bob', since: '2026-05-01', state: 'a', seen: '2026-01-10T12:00:00Z' },
      { name: 'Cy' },
    ]),
  );
  const [pen, ink, gift] = idsOf(
    await addRows(owner, products, [
      { name: 'pen', price: 0.1, due: '2026-01-31' },
      { name: 'ink', price: 0.2, due: '2026-03-31' },
      { name: 'gift' },
    ]),
  );
  const rows = await addRows(owner, table, [
    { name: '1', customer: [ada], bought: [pen, ink] },
    { name: '2', customer: [ada], bought: [pen] },
    { name: '3', customer: [bob], bought: [gift] },
    { name: '4', customer: [cy], bought: [ink, pen] },
    { name: '5' },
  ]);
  return { customers, products, table, rows, customer, bought, l, r, people: { ada, bob, cy } };
}

const path = (table: { id: string }) => `items/${table.id}/aggregate/` as const;
async function groups(table: { id: string }, group: string, reader: TestAccount = place.owner) {
  const found = expectData(await reader.client.get(path(table), { query: { group } }));
  return found.map(({ group: value, values }) => [value, values.count]);
}
async function metrics(table: { id: string }, wanted: string, more: Record<string, string> = {}) {
  const query = { metrics: wanted, ...more };
  const [found] = expectData(await place.owner.client.get(path(table), { query }));
  return found?.values;
}
const filterOf = (filter: RowCondition) => ({ filter: JSON.stringify(filter) });
const namesOf = async (table: { id: string }, filter: RowCondition) =>
  (await readRows(place.owner, table, filterOf(filter))).map(({ values }) => values.name).join('');

describe('groups by what linked rows have', () => {
  it('are those of the one linked row, in the order of its column, empty ones last', async () => {
    const { table, l } = await orders();
    const me = place.owner.user.id;
    expect(await groups(table, l.name)).toEqual([
      ['Ada', 2],
      ['Bob', 1],
      ['Cy', 1],
      [null, 1],
    ]);
    expect(await groups(table, l.state)).toEqual([
      ['a', 1],
      ['b', 2],
      [null, 2],
    ]);
    expect(await groups(table, l.lead)).toEqual([
      [me, 2],
      [null, 3],
    ]);
    expect(await groups(table, `${l.since}:month`)).toEqual([
      ['2025-01', 2],
      ['2026-05', 1],
      [null, 2],
    ]);
    expect(await groups(table, `${l.seen}:day`)).toEqual([
      ['2026-01-10', 3],
      [null, 2],
    ]);
    expect(await groups(table, `${l.state},${l.name}`)).toEqual([
      [['a', 'Bob'], 1],
      [['b', 'Ada'], 2],
      [[null, 'Cy'], 1],
      [[null, null], 1],
    ]);
    expect(await namesOf(table, { field: l.state, op: 'any_of', value: ['b'] })).toBe('12');
    expect(await namesOf(table, { field: l.state, op: 'is_empty' })).toBe('45');
  });

  it('are results of rollups, of which nothing is zero where a sum is', async () => {
    const { table, r } = await orders();
    expect(await groups(table, r.sum)).toEqual([
      [0, 2],
      [0.1, 1],
      [0.3, 2],
    ]);
    expect(await groups(table, r.count)).toEqual([
      [0, 1],
      [1, 2],
      [2, 2],
    ]);
    expect(await groups(table, r.last)).toEqual([
      ['2026-01-31', 1],
      ['2026-03-31', 2],
      [null, 2],
    ]);
    expect(await namesOf(table, { field: r.sum, op: 'equals', value: 0.3 })).toBe('14');
    expect(await namesOf(table, { field: r.count, op: 'equals', value: 0 })).toBe('5');
  });

  it('count each row once where the other table linked several rows, by the first of them', async () => {
    const { customers, table, l, people, rows } = await orders();
    const columns = expectData(await place.owner.client.get(`items/${customers.id}/columns/`));
    const opposite = columns.find(({ type }) => type === 'link')?.name ?? '';
    const body = { rows: [{ id: people.cy ?? '', values: { [opposite]: rows.map(({ id }) => id) } }] };
    expectData(await place.owner.client.patch(`items/${customers.id}/rows/`, body));
    const counts = (await groups(table, l.name)).map(([, count]) => Number(count));
    expect(counts.reduce((sum, one) => sum + one, 0)).toBe(5);
  });

  it('are refused with the reason where a row has several numbers', async () => {
    const { table, l } = await orders();
    const refused = await place.owner.client.get(path(table), { query: { group: l.price } });
    expectRefusal(refused, 422);
    expect(refused.body.fields?.group?.[0]).toContain('several numbers');
  });

  it('are saved with a view, and offered by what the columns say', async () => {
    const { table, l, r } = await orders();
    const { client } = place.owner;
    const group = [l.state, r.sum];
    const view = await client.post(`items/${table.id}/views/`, { name: 'V', group });
    expect(expectData(view, 201).group).toEqual(group);
    expectRefusal(await client.post(`items/${table.id}/views/`, { name: 'W', group: [l.price] }), 422);
    const columns = expectData(await client.get(`items/${table.id}/columns/`));
    const flags = Object.fromEntries(columns.map(({ id, single, restricted }) => [id, [single, restricted]]));
    expect([flags[l.state], flags[l.price], flags[r.sum]]).toEqual([
      [true, undefined],
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });
});

describe('groups by what several linked rows have', () => {
  /** Teams of several members, with lookups of what these have, also of what they look up themselves. */
  async function teams() {
    const { owner } = place;
    const other = (await addMember(server.client, owner, place.hub, 'member')).user.id;
    const me = owner.user.id;
    const ships = await createTable(owner, place, [optional('name', 'text')]);
    const members = await createTable(owner, place, [
      optional('name', 'text'),
      optional('since', 'date'),
      optional('state', 'select', { options: OPTIONS.toReversed() }),
      optional('tags', 'multi-select', { options: OPTIONS.toReversed() }),
      optional('lead', 'person'),
    ]);
    const table = await createTable(owner, place, [optional('name', 'text')]);
    const add = async ({ id }: { id: string }, column: object) =>
      expectData(await owner.client.post(`items/${id}/columns/`, column), 201).id;
    const on = await add(members, { ...optional('on', 'link'), table: ships.id });
    const ship = await add(members, { ...optional('ship', 'lookup'), via: on, of: 'f_name' });
    const via = await add(table, { ...optional('members', 'link'), table: members.id });
    const lookup = (of: string) => add(table, { ...optional(`l_${of}`, 'lookup'), via, of });
    const [oar, mast] = await addRows(owner, ships, [{ name: 'Oar' }, { name: 'Mast' }]);
    const rows = await addRows(owner, members, [
      {
        name: 'Part 10',
        since: '2026-01-01',
        state: 'a',
        tags: ['a', 'b'],
        lead: me,
        on: [oar?.id, mast?.id],
      },
      { name: 'Part 9', since: '2025-01-01', state: 'b', tags: ['b'], lead: other, on: [oar?.id] },
      { name: 'Part 9', state: 'b', on: [oar?.id] },
      {},
    ]);
    const [ten, nine, double, empty] = rows.map(({ id }) => id);
    await addRows(owner, table, [
      { name: '1', members: [ten, nine] },
      { name: '2', members: [nine, ten, double] },
      { name: '3', members: [double, nine] },
      { name: '4', members: [nine, empty] },
      { name: '5', members: [empty] },
      { name: '6' },
      { name: '7', members: [ten] },
    ]);
    const ids = ['name', 'since', 'state', 'tags', 'lead'].map((name) => lookup(`f_${name}`));
    const [name = '', since = '', state = '', tags = '', lead = ''] = await Promise.all(ids);
    return { table, me, other, l: { name, since, state, tags, lead, ship: await lookup(ship) } };
  }

  it('are the sets of their values, in the order of their column, and each row is in one', async () => {
    const { table, me, other, l } = await teams();
    const leads = (await groups(table, l.lead)).map(([value]) => value);
    const both = leads.find((one) => Array.isArray(one) && one.length === 2);
    expect(new Set([both].flat())).toEqual(new Set([me, other]));
    const cases: [string, [unknown, string][]][] = [
      [
        l.name,
        [
          [['Part 9'], '34'],
          [['Part 9', 'Part 10'], '12'],
          [['Part 10'], '7'],
          [null, '56'],
        ],
      ],
      [
        l.since,
        [
          [['2025-01-01'], '34'],
          [['2025-01-01', '2026-01-01'], '12'],
          [['2026-01-01'], '7'],
          [null, '56'],
        ],
      ],
      [
        l.state,
        [
          [['b'], '34'],
          [['b', 'a'], '12'],
          [['a'], '7'],
          [null, '56'],
        ],
      ],
      [
        l.tags,
        [
          [['b'], '34'],
          [['b', 'a'], '127'],
          [null, '56'],
        ],
      ],
      [
        l.ship,
        [
          [['Mast', 'Oar'], '127'],
          [['Oar'], '34'],
          [null, '56'],
        ],
      ],
    ];
    for (const [id, expected] of cases) {
      const found = await groups(table, id);
      expect(found, id).toEqual(expected.map(([value, names]) => [value, names.length]));
      for (const [value, names] of expected) {
        const filter: RowCondition = Array.isArray(value)
          ? { field: id, op: 'exactly', value: value.map(String).toReversed() }
          : { field: id, op: 'is_empty' };
        expect(await namesOf(table, filter), JSON.stringify(filter)).toBe(names);
      }
      expect((await groups(table, `-${id}`)).at(-1)).toEqual([null, 2]);
    }
    expect(await namesOf(table, { field: l.lead, op: 'exactly', value: ['me'] })).toBe('7');
    expect(await namesOf(table, { not: { field: l.name, op: 'exactly', value: ['Part 9'] } })).toBe('12567');
    expect(await groups(table, `${l.state},${l.name}`)).toContainEqual([
      [
        ['b', 'a'],
        ['Part 9', 'Part 10'],
      ],
      2,
    ]);
  });

  it('are saved in views, counted with sums, and filtered by nothing that is no set', async () => {
    const { table, l } = await teams();
    const { client } = place.owner;
    const views = `items/${table.id}/views/` as const;
    expect(expectData(await client.post(views, { name: 'V', group: [l.name] }), 201).group).toEqual([l.name]);
    const query = { group: l.state, metrics: `count,min:${l.since},filled:${l.name}` };
    const found = expectData(await client.get(path(table), { query }));
    expect(found.map(({ values }) => Object.values(values))).toEqual([
      [2, '2025-01-01', 2],
      [2, '2025-01-01', 2],
      [1, '2026-01-01', 1],
      [2, null, 0],
    ]);
    for (const filter of [
      { field: l.name, op: 'exactly', value: 'Part 9' },
      { field: l.since, op: 'exactly', value: ['soon'] },
      { field: l.state, op: 'exactly', value: ['gone'] },
      { field: 'f_name', op: 'exactly', value: ['1'] },
    ]) {
      const refused = { query: { filter: JSON.stringify(filter) } };
      expectRefusal(await client.get(`items/${table.id}/rows/`, refused), 422);
    }
  });
});

describe('sums of what linked rows have', () => {
  it('are exact, over all values of lookups and over the results of rollups', async () => {
    const { table, l, r } = await orders();
    const wanted = ['sum', 'avg', 'min', 'max', 'filled', 'decimals'];
    const of = (id: string) => wanted.map((metric) => `${metric}:${id}`).join(',');
    const values = async (id: string, more?: Record<string, string>) =>
      Object.values((await metrics(table, of(id), more)) ?? {});
    // 0.1 + 0.2, 0.1, nothing, 0.2 + 0.1, nothing
    for (const id of [l.price, r.list]) expect(await values(id)).toEqual(['0.7', '0.14', 0.1, 0.2, 3, 1]);
    expect(await values(r.sum)).toEqual(['0.7', '0.14', 0, 0.3, 5, 1]);
    expect(await values(r.count)).toEqual(['6', '1.2', 0, 2, 5, 0]);
    const name = filterOf({ field: 'f_name', op: 'equals', value: '1' });
    expect(await values(l.price, name)).toEqual(['0.3', '0.15', 0.1, 0.2, 1, 1]);
    expect(await metrics(table, `min:${l.due},max:${r.last},filled:${l.name},unique:${l.name}`)).toEqual({
      [`min:${l.due}`]: '2026-01-31',
      [`max:${r.last}`]: '2026-03-31',
      [`filled:${l.name}`]: 4,
      [`unique:${l.name}`]: 3,
    });
    const grouped = await place.owner.client.get(path(table), {
      query: { group: l.state, metrics: `count,sum:${l.price}` },
    });
    expect(expectData(grouped).map(({ group, values: found }) => [group, ...Object.values(found)])).toEqual([
      ['a', 1, '0'],
      ['b', 2, '0.4'],
      [null, 2, '0.3'],
    ]);
  });

  it('are refused where the values are none, and where they are too many', async () => {
    const { table, l, r } = await orders();
    for (const metric of [`sum:${l.name}`, `unique:${l.price}`, `sum:${r.last}`])
      expectRefusal(await place.owner.client.get(path(table), { query: { metrics: metric } }), 422);
  });
});

describe('groups by several choices', () => {
  const COLUMNS = [
    optional('name', 'text'),
    optional('tags', 'multi-select', { options: OPTIONS }),
    optional('team', 'person', { multiple: true }),
  ];

  it('are their sets, in whatever order they were chosen, and each row is in one', async () => {
    const { owner } = place;
    const table = await createTable(owner, place, COLUMNS);
    const me = owner.user.id;
    const other = (await addMember(server.client, owner, place.hub, 'member')).user.id;
    await addRows(owner, table, [
      { name: '1', tags: ['b', 'a'], team: [me, other] },
      { name: '2', tags: ['a', 'b'], team: [other, me] },
      { name: '3', tags: ['a'], team: [me] },
      { name: '4', tags: ['c'] },
      { name: '5' },
    ]);
    const found = await groups(table, 'tags');
    expect(found).toEqual([
      [['a'], 1],
      [['a', 'b'], 2],
      [['c'], 1],
      [null, 1],
    ]);
    const rows = [];
    for (const [value] of found)
      rows.push(
        Array.isArray(value)
          ? await namesOf(table, { field: 'f_tags', op: 'exactly', value: value.map(String) })
          : await namesOf(table, { field: 'f_tags', op: 'is_empty' }),
      );
    expect(rows).toEqual(['3', '12', '4', '5']);
    const teams = await groups(table, 'team');
    expect(teams.map(([, count]) => count).toSorted()).toEqual([1, 2, 2]);
    expect(await groups(table, 'tags,team')).toHaveLength(4);
    expect(await namesOf(table, { field: 'f_team', op: 'exactly', value: [other, 'me'] })).toBe('12');
    expect(await namesOf(table, { not: { field: 'f_tags', op: 'exactly', value: ['a'] } })).toBe('1245');
    const view = await owner.client.post(`items/${table.id}/views/`, { name: 'V', group: ['f_tags'] });
    expect(expectData(view, 201).group).toEqual(['f_tags']);
  });

  it('show nobody outside of the hub any people', async () => {
    const table = await createTable(place.owner, place, COLUMNS, { visibility: 'public' });
    await addRows(place.owner, table, [{ name: '1', team: [place.owner.user.id] }]);
    expectRefusal(await server.client.get(path(table), { query: { group: 'f_team' } }), 422);
    expect(expectData(await server.client.get(path(table), { query: { group: 'f_tags' } }))).toHaveLength(1);
  });
});

describe('readers who may not read the linked tables', () => {
  it('neither group nor sum up by what these have, nor learn of which type it is', async () => {
    const { table, l, r } = await orders('private', 'public');
    const member = await addMember(server.client, place.owner, place.hub, 'admin');
    const outsider = await registerUser(server.client);
    const refusals = new Set<string>();
    for (const reader of [member.client, outsider.client, server.client])
      for (const id of [...Object.values(l), ...Object.values(r)]) {
        for (const query of [
          { group: id },
          { group: `${id}:day` },
          { metrics: `sum:${id}` },
          { metrics: `filled:${id}` },
        ]) {
          const refused = await reader.get(path(table), { query });
          expectRefusal(refused, 422);
          refusals.add(JSON.stringify(refused.body).replaceAll(/“?\w+_\w+”?|\bcount\b/g, 'X'));
        }
      }
    expect([...refusals].filter((text) => /several|numbers|days/.test(text))).toEqual([]);
    const columns = expectData(await member.client.get(`items/${table.id}/columns/`));
    const flagged = columns.filter(({ restricted }) => restricted).map(({ id }) => id);
    expect(new Set(flagged)).toEqual(new Set([...Object.values(l), ...Object.values(r)]));
    expect(columns.some(({ shown_as }) => shown_as)).toBe(false);
  });

  it('see shared views without such groups', async () => {
    const { table, l, r } = await orders('private', 'public');
    const views = `items/${table.id}/views/` as const;
    const { client } = place.owner;
    const view = expectData(await client.post(views, { name: 'V', group: [l.name, r.sum] }), 201);
    const link = expectData(await client.post(`${views}${view.id}/share-links/`, {}), 201);
    const holder = await linkHolder(server, link);
    const shown = await holder.fetch('GET', `shared-views/${view.id}/`);
    expect(JSON.parse(await shown.text()).data.group).toEqual([]);
    expect(
      (await holder.fetch('GET', `shared-views/${view.id}/groups/`, undefined, { query: { group: l.name } }))
        .status,
    ).toBe(422);
  });
});
