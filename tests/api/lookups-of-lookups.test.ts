import { beforeAll, describe, expect, it } from 'vitest';
import { createPlace, type TestAccount } from '#tests/harness/accounts.ts';
import { linkHolder } from '#tests/harness/links.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();
let place: Awaited<ReturnType<typeof createPlace>>;
let member: TestAccount;
beforeAll(async () => {
  place = await createPlace(server.client);
  member = await addMember(server.client, place.owner, place.hub);
});

type Item = { id: string };

const NAME = { id: 'f_name', name: 'name', label: 'Name', type: 'text' };
const AREAS = [
  { id: 'asia', label: 'Asia' },
  { id: 'europe', label: 'Europe' },
];
const COUNTRY = [
  NAME,
  { id: 'f_area', name: 'area', label: 'Area', type: 'select', options: AREAS, required: false },
  { id: 'f_people', name: 'people', label: 'People', type: 'number', required: false },
  { id: 'f_budget', name: 'budget', label: 'Budget', type: 'currency', currency: 'INR', required: false },
  { id: 'f_since', name: 'since', label: 'Since', type: 'date', required: false },
  { id: 'f_lead', name: 'lead', label: 'Lead', type: 'person', required: false },
  { id: 'f_flag', name: 'flag', label: 'Flag', type: 'attachment', required: false },
];

const addColumn = async ({ id }: Item, column: object) =>
  expectData(await place.owner.client.post(`items/${id}/columns/`, column), 201).id;
const hide = async ({ id }: Item, visibility = 'private') =>
  expectData(await place.owner.client.patch(`items/${id}/`, { visibility }));
const idOf = (row: { id: string } | undefined) => row?.id ?? '';
const linkTo = ({ id: table }: Item, name: string, more: object = {}) => ({
  ...{ name, label: name, type: 'link', table },
  ...more,
});
const columnOf = (type: 'lookup' | 'rollup', name: string, via: string, of: string, more: object = {}) => ({
  ...{ name, label: name, type, via, of },
  ...more,
});

/** Orders of customers in countries; each order has its customer's lookups of the country. */
async function createOrders(single = false) {
  const { owner } = place;
  const [countries, customers, orders] = [
    await createTable(owner, place, COUNTRY),
    await createTable(owner, place, [NAME]),
    await createTable(owner, place, [NAME]),
  ];
  const one = single ? { multiple: false } : {};
  const home = await addColumn(customers, linkTo(countries, 'home', one));
  const by = await addColumn(orders, linkTo(customers, 'by', one));
  const look = async (of: string) => {
    const middle = await addColumn(customers, columnOf('lookup', `c_${of}`, home, `f_${of}`));
    return { middle, last: await addColumn(orders, columnOf('lookup', `c_${of}`, by, middle)) };
  };
  const [india, malta, peru] = (
    await addRows(owner, countries, [
      { name: 'India', area: 'asia', people: 1400, budget: 10.5, since: '1947-08-15', lead: owner.user.id },
      { name: 'Malta', area: 'europe', people: 0.5, budget: 2, since: '1964-09-21' },
      { name: 'Peru' },
    ])
  ).map(idOf) as [string, string, string];
  const [asha, bruno, carl] = (
    await addRows(owner, customers, [
      { name: 'Asha', home: [india] },
      { name: 'Bruno', home: single ? [malta] : [malta, india] },
      { name: 'Carl', home: [peru] },
    ])
  ).map(idOf) as [string, string, string];
  await addRows(owner, orders, [
    { name: 'One', by: [asha] },
    { name: 'Two', by: single ? [bruno] : [bruno, asha] },
    { name: 'Three', by: [carl] },
    { name: 'None' },
  ]);
  const all = { name: await look('name'), area: await look('area'), people: await look('people') };
  return {
    ...{ countries, customers, orders, home, by, look },
    ...{ india, malta, peru, asha, bruno, carl },
    all,
  };
}

const valuesIn = async (reader: TestAccount, table: Item, name: string, query: Record<string, string> = {}) =>
  (await readRows(reader, table, query)).map(({ values }) => values[name]);

const namesFound = async ({ client }: TestAccount, { id }: Item, query: Record<string, string>) =>
  expectData(await client.get(`items/${id}/rows/`, { query })).map(({ values }) => values.name);

describe('a lookup of a lookup', () => {
  it('shows the values of the last table in the order of the links, written as they are there', async () => {
    const { orders, countries, india, all, look } = await createOrders();
    expect(await valuesIn(member, orders, 'name')).toEqual(['One', 'Two', 'Three', 'None']);
    const { last } = all.area;
    const columns = expectData(await member.client.get(`items/${orders.id}/columns/`));
    expect(columns.find(({ id }) => id === last)?.shown_as).toEqual({ type: 'select', options: AREAS });
    expect(await valuesIn(member, orders, 'c_area')).toEqual([
      ['asia'],
      ['europe', 'asia', 'asia'],
      undefined,
      undefined,
    ]);
    expect(await valuesIn(member, orders, 'c_people')).toEqual([
      [1400],
      [0.5, 1400, 1400],
      undefined,
      undefined,
    ]);
    await look('lead');
    const [one] = await readRows(member, orders);
    expect(one?.values.c_lead).toEqual([place.owner.user.id]);
    expect(Object.values(one?.people ?? {}).join()).toContain(place.owner.user.first_name);
    const rows = [{ id: india, values: { area: 'europe' } }];
    expectData(await place.owner.client.patch(`items/${countries.id}/rows/`, { rows }));
    expect((await valuesIn(member, orders, 'c_area'))[0]).toEqual(['europe']);
    expectData(await place.owner.client.delete(`items/${countries.id}/rows/`, { rows: [{ id: india }] }));
    expect((await valuesIn(member, orders, 'c_area'))[0]).toBeUndefined();
  });

  it('finds, sorts, groups and sums up rows by it as by a lookup', async () => {
    const { orders, by, all } = await createOrders(true);
    for (const [field, op, value, found] of [
      [all.area.last, 'any_of', ['asia'], ['One']],
      [all.area.last, 'none_of', ['asia'], ['Two', 'Three', 'None']],
      [all.area.last, 'is_empty', undefined, ['Three', 'None']],
      [all.people.last, 'greater', 1, ['One']],
      [all.name.last, 'contains', 'MAL', ['Two']],
      [all.name.last, 'not_contains', 'mal', ['One', 'Three', 'None']],
    ] as const) {
      const filter = JSON.stringify({ field, op, value });
      expect([op, await namesFound(member, orders, { filter })]).toEqual([op, found]);
    }
    const sum = await addColumn(
      orders,
      columnOf('rollup', 'sum', by, all.people.middle, { function: 'sum' }),
    );
    expect(await namesFound(member, orders, { sort: `-${sum}` })).toEqual(['One', 'Two', 'Three', 'None']);
    const columns = expectData(await member.client.get(`items/${orders.id}/columns/`));
    expect(columns.find(({ id }) => id === all.area.last)?.single).toBe(true);
    const query = { group: all.area.last, metrics: `count,sum:${sum},sum:${all.people.last}` };
    const groups = expectData(await member.client.get(`items/${orders.id}/aggregate/`, { query }));
    expect(groups.map(({ group, values }) => [group, ...Object.values(values)])).toEqual([
      ['asia', 1, '1400', '1400'],
      ['europe', 1, '0.5', '0.5'],
      [null, 2, '0', '0'],
    ]);
  });

  it('is exported, archived and read by formulas as it is shown', async () => {
    const { orders } = await createOrders();
    await addColumn(orders, { name: 'text', label: 'Text', type: 'formula', formula: 'join("+", {c_area})' });
    const csv = await (await member.client.fetch('GET', `items/${orders.id}/export/?format=csv`)).text();
    expect(csv).toContain(
      'Two,Bruno; Asha,Malta; India; India,Europe; Asia; Asia,0.5; 1400; 1400,Europe+Asia+Asia',
    );
  });

  it('shows links and files of the last table', async () => {
    const { owner } = place;
    const { countries, customers, orders, home, by, india } = await createOrders();
    const unions = await createTable(owner, place, [NAME]);
    const [first] = await addRows(owner, unions, [{ name: 'SAARC' }]);
    const within = await addColumn(countries, linkTo(unions, 'within'));
    const form = new FormData();
    form.append('field', 'flag');
    form.append('file', new Blob(['flag']), 'flag.txt');
    const sent = await owner.client.post(`items/${countries.id}/row-files/`, undefined, { raw: form });
    const file = expectData(sent, 201);
    const values = { within: [idOf(first)], flag: [{ file_id: file.id }] };
    expectData(await owner.client.patch(`items/${countries.id}/rows/`, { rows: [{ id: india, values }] }));
    for (const [name, of] of [
      ['unions', within],
      ['flags', 'f_flag'],
    ] as const) {
      const middle = await addColumn(customers, columnOf('lookup', name, home, of));
      await addColumn(orders, columnOf('lookup', name, by, middle));
    }
    const [one] = await readRows(member, orders);
    expect(one?.values.unions).toEqual([idOf(first)]);
    expect(one?.linked?.[idOf(first)]).toEqual({ title: 'SAARC' });
    expect(one?.values.flags).toMatchObject([{ file_id: file.id, name: 'flag.txt' }]);
    const columns = expectData(await member.client.get(`items/${orders.id}/columns/`));
    const tableOf = (name: string) => columns.find((column) => column.name === name)?.shown_as?.table;
    expect([tableOf('unions'), tableOf('flags')]).toEqual([unions.id, countries.id]);
    await hide(unions);
    expect((await readRows(member, orders))[0]?.linked?.[idOf(first)]).toEqual({ restricted: true });
    await hide(countries);
    const [hidden] = await readRows(member, orders);
    expect(hidden?.restricted).toEqual(
      expect.arrayContaining(['c_name', 'c_area', 'c_people', 'unions', 'flags']),
    );
    expect(JSON.stringify(hidden)).not.toMatch(/India|flag\.txt|SAARC/);
  });

  it('shows nothing once the column between was deleted, and its new values after a change', async () => {
    const { customers, orders, all } = await createOrders();
    const column = `items/${customers.id}/columns/${all.people.middle}/` as const;
    expectData(await place.owner.client.patch(column, { of: 'f_name' }));
    expect((await valuesIn(member, orders, 'c_people'))[0]).toEqual(['India']);
    expectData(await place.owner.client.delete(column));
    expect(await valuesIn(member, orders, 'c_people')).toEqual([undefined, undefined, undefined, undefined]);
    const filter = JSON.stringify({ field: all.people.last, op: 'is_empty' });
    expectRefusal(await member.client.get(`items/${orders.id}/rows/`, { query: { filter } }), 422);
  });
});

describe('rollups and lookups of each other', () => {
  it('are computed from the values of all tables between', async () => {
    const { customers, orders, home, by, all } = await createOrders();
    const roll = (table: Item, name: string, via: string, of: string, fn: string) =>
      addColumn(table, columnOf('rollup', name, via, of, { function: fn }));
    // Rollups of a lookup read each value that it shows.
    for (const fn of ['count', 'sum', 'avg', 'min', 'max', 'list'])
      await roll(orders, `${fn}_of_lookup`, by, all.people.middle, fn);
    const [one, two, three, none] = await readRows(member, orders);
    const resultsOf = (row: typeof one) =>
      ['count', 'sum', 'avg', 'min', 'max', 'list'].map((fn) => row?.values[`${fn}_of_lookup`]);
    expect(resultsOf(one)).toEqual([1, 1400, 1400, 1400, 1400, [1400]]);
    expect(resultsOf(two)).toEqual([3, 2800.5, 933.5, 0.5, 1400, [0.5, 1400, 1400]]);
    for (const row of [three, none])
      expect(resultsOf(row)).toEqual([0, 0, undefined, undefined, undefined, undefined]);

    // Those of a rollup read its results, one of each linked row.
    const total = await roll(customers, 'total', home, 'f_budget', 'sum');
    const count = await addColumn(customers, {
      ...{ name: 'count', label: 'Count', type: 'rollup', via: home, function: 'count' },
    });
    const last = await roll(customers, 'last', home, 'f_since', 'max');
    const made = {
      totals: await addColumn(orders, columnOf('lookup', 'totals', by, total)),
      counts: await addColumn(orders, columnOf('lookup', 'counts', by, count)),
      lasts: await addColumn(orders, columnOf('lookup', 'lasts', by, last)),
      sum: await roll(orders, 'sum_of_totals', by, total, 'sum'),
      least: await roll(orders, 'least_count', by, count, 'min'),
      latest: await roll(orders, 'latest', by, last, 'max'),
    };
    const rows = await readRows(member, orders);
    const shown = (name: string) => rows.map(({ values }) => values[name]);
    expect(shown('totals')).toEqual([[10.5], [12.5, 10.5], [0], undefined]);
    expect(shown('counts')).toEqual([[1], [2, 1], [1], undefined]);
    expect(shown('lasts')).toEqual([['1947-08-15'], ['1964-09-21', '1947-08-15'], undefined, undefined]);
    expect(shown('sum_of_totals')).toEqual([10.5, 23, 0, 0]);
    expect(shown('least_count')).toEqual([1, 1, 1, undefined]);
    expect(shown('latest')).toEqual(['1947-08-15', '1964-09-21', undefined, undefined]);
    const columns = expectData(await member.client.get(`items/${orders.id}/columns/`));
    const shownAs = (id: string) => columns.find((column) => column.id === id)?.shown_as;
    expect(shownAs(made.totals)).toEqual({ type: 'currency', currency: 'INR' });
    expect(shownAs(made.counts)).toEqual({ type: 'number' });
    expect(shownAs(made.lasts)).toEqual({ type: 'date' });

    for (const [field, op, value, found] of [
      [made.totals, 'greater', 12, ['Two']],
      [made.counts, 'equals', 1, ['One', 'Two', 'Three']],
      [made.lasts, 'after', '1950-01-01', ['Two']],
      [made.sum, 'equals', 0, ['Three', 'None']],
      [made.least, 'is_empty', undefined, ['None']],
      [made.latest, 'before', '1950-01-01', ['One']],
    ] as const) {
      const filter = JSON.stringify({ field, op, value });
      expect([field, await namesFound(member, orders, { filter })]).toEqual([field, found]);
    }
    expect(await namesFound(member, orders, { sort: `-${made.sum},name` })).toEqual([
      'Two',
      'One',
      'None',
      'Three',
    ]);
    expect(await namesFound(member, orders, { sort: `${made.latest},-name` })).toEqual([
      'One',
      'Two',
      'Three',
      'None',
    ]);
    const query = { metrics: `sum:${made.sum},max:${made.latest},sum:${made.totals}` };
    const [all_] = expectData(await member.client.get(`items/${orders.id}/aggregate/`, { query }));
    expect(Object.values(all_?.values ?? {})).toEqual(['33.5', '1964-09-21', '33.5']);
  });

  it('are refused of links and files where they would compute', async () => {
    const { customers, orders, home, by } = await createOrders();
    const middle = await addColumn(customers, columnOf('lookup', 'flags', home, 'f_flag'));
    for (const fn of ['count', 'sum', 'max', 'list']) {
      const rollup = columnOf('rollup', 'r', by, middle, { function: fn });
      const refused = await place.owner.client.post(`items/${orders.id}/columns/`, rollup);
      expectRefusal(refused, 422);
      expect(Object.keys(refused.body.fields ?? {})).toEqual(['of']);
    }
  });
});

describe('readers who may not read a table in between', () => {
  it('see the cell as restricted, and find nothing by it', async () => {
    const { countries, customers, orders, all, by } = await createOrders();
    const sum = await addColumn(
      orders,
      columnOf('rollup', 'sum', by, all.people.middle, { function: 'sum' }),
    );
    const view = {
      name: 'Asia',
      filter: { field: all.area.last, op: 'any_of', value: ['asia'] },
      sort: [`-${sum}`],
    };
    const { id } = expectData(await place.owner.client.post(`items/${orders.id}/views/`, view), 201);
    const links = `items/${orders.id}/views/${id}/share-links/` as const;
    const shared = expectData(await place.owner.client.post(links, {}), 201);
    const holder = await linkHolder(server, shared);
    const ofMember = await linkHolder(server, shared, { person: member });
    const rowsOf = async (client: typeof holder) =>
      expectData(await client.get(`shared-views/${id}/rows/`)).map(({ values }) => values.name);
    expect(await rowsOf(ofMember)).toEqual(['Two', 'One']);
    expect(await rowsOf(holder)).toEqual([]);

    for (const hidden of [countries, customers]) {
      await hide(hidden);
      const response = await member.client.get(`items/${orders.id}/rows/`);
      for (const row of expectData(response)) {
        expect(row.restricted).toEqual(expect.arrayContaining(['c_name', 'c_area', 'c_people', 'sum']));
        expect(row.values).not.toHaveProperty('c_area');
        expect(row.values).not.toHaveProperty('sum');
      }
      expect(await valuesIn(place.owner, orders, 'c_area')).toContainEqual(['asia']);
      const csv = await (await member.client.fetch('GET', `items/${orders.id}/export/?format=csv`)).text();
      const columns = await member.client.get(`items/${orders.id}/columns/`);
      for (const text of [JSON.stringify(response.body), csv, JSON.stringify(columns.body)])
        expect(text).not.toMatch(/India|1400|Europe|2800/);
      const column = expectData(columns).find((one) => one.id === all.area.last);
      expect([column?.shown_as, column?.restricted]).toEqual([undefined, true]);
      for (const query of [
        { filter: JSON.stringify({ field: all.area.last, op: 'is_empty' }) },
        { sort: sum },
      ])
        expectRefusal(await member.client.get(`items/${orders.id}/rows/`, { query }), 422);
      expectRefusal(
        await member.client.get(`items/${orders.id}/aggregate/`, { query: { metrics: `sum:${sum}` } }),
        422,
      );
      expect(await namesFound(member, orders, { view: id })).toEqual([]);
      expect(await rowsOf(ofMember)).toEqual([]);
      const seen = expectData(await ofMember.get(`shared-views/${id}/`));
      expect(JSON.stringify(seen)).not.toMatch(/Europe/);
      await hide(hidden, 'shared');
    }
    expect((await valuesIn(member, orders, 'c_area'))[0]).toEqual(['asia']);
  });

  it('make no lookup of what they may not see', async () => {
    const { countries, orders, by, all } = await createOrders();
    const editor = await addMember(server.client, place.owner, place.hub);
    const people = [{ user_id: editor.user.id, role: 'editor' }];
    expectData(await place.owner.client.put(`items/${orders.id}/access/`, { people }));
    await hide(countries);
    const lookup = columnOf('lookup', 'again', by, all.area.middle);
    const refused = await editor.client.post(`items/${orders.id}/columns/`, lookup);
    expectRefusal(refused, 422);
    expect(refused.body.fields).toEqual({ of: ['This is looked up in a table that you may not see'] });
  });

  it('learn nothing of people outside of the hub', async () => {
    const { countries, customers, orders, home, by } = await createOrders();
    const middle = await addColumn(customers, columnOf('lookup', 'leads', home, 'f_lead'));
    const last = await addColumn(orders, columnOf('lookup', 'leads', by, middle));
    for (const table of [countries, customers, orders]) await hide(table, 'public');
    const response = await server.client.get(`items/${orders.id}/rows/`);
    const [one] = expectData(response);
    expect(one?.values).toMatchObject({ c_area: ['asia'] });
    expect(one?.values).not.toHaveProperty('leads');
    expect(JSON.stringify(response.body)).not.toContain(place.owner.user.id);
    const filter = JSON.stringify({ field: last, op: 'is_not_empty' });
    expectRefusal(await server.client.get(`items/${orders.id}/rows/`, { query: { filter } }), 422);
    const csv = await (await server.client.fetch('GET', `items/${orders.id}/export/?format=csv`)).text();
    expect(csv).toContain('India');
    expect(csv).not.toContain(place.owner.user.first_name);
  });

  it('see of each chain what a reader of every table on it may see, whichever tables are hidden', async () => {
    const { owner } = place;
    const tables: Item[] = [];
    for (let at = 0; at < 5; at += 1) tables.push(await createTable(owner, place, [NAME]));
    const at = (n: number) => tables[n] ?? { id: '' };
    const made: string[] = [];
    let below = ['f_name'];
    let row = idOf((await addRows(owner, at(4), [{ name: 'Secret 4' }]))[0]);
    for (let n = 3; n >= 0; n -= 1) {
      const via = await addColumn(at(n), linkTo(at(n + 1), 'next'));
      const own: string[] = [];
      for (const of of below)
        own.push(await addColumn(at(n), columnOf('lookup', `of_${4 - own.length}`, via, of)));
      row = idOf((await addRows(owner, at(n), [{ name: `Secret ${n}`, next: [row] }]))[0]);
      below = [...own, 'f_name'];
      if (n === 0) made.push(...own);
    }
    expect(made).toHaveLength(4);
    // Every set of hidden tables; of the first one, nobody could read the rows.
    for (let set = 0; set < 16; set += 1) {
      const isHidden = (n: number) => n > 0 && Boolean(set & (1 << (n - 1)));
      for (let n = 1; n < 5; n += 1) await hide(at(n), isHidden(n) ? 'private' : 'shared');
      const [read] = await readRows(member, at(0));
      for (const last of [1, 2, 3, 4]) {
        const name = `of_${last}`;
        const isOpen = Array.from({ length: last }, (_, n) => n + 1).every((n) => !isHidden(n));
        expect([set, last, read?.values[name], read?.restricted?.includes(name) ?? false]).toEqual([
          ...[set, last],
          ...(isOpen ? [[`Secret ${last}`], false] : [undefined, true]),
        ]);
      }
    }
  });
});

describe('chains of lookups', () => {
  /** Tables in a row, each with a link to the next one and an empty text. */
  async function createChain(count: number, isRound = false) {
    const tables: Item[] = [];
    for (let at = 0; at < count; at += 1)
      tables.push(
        await createTable(place.owner, place, [
          NAME,
          { id: `f_x${at}`, name: 'x', label: 'X', type: 'text', required: false },
        ]),
      );
    const at = (n: number) => tables[n % count] ?? { id: '' };
    const links: string[] = [];
    for (let n = 0; n < count - (isRound ? 0 : 1); n += 1)
      links.push(await addColumn(at(n), linkTo(at(n + 1), 'next')));
    const change = (n: number, of: string | undefined, type = 'lookup') =>
      place.owner.client.patch(`items/${at(n).id}/columns/f_x${n}/`, {
        ...{ type, via: links[n], of },
        ...(type === 'rollup' ? { function: 'count' } : {}),
      });
    return { at, change, links };
  }

  it('are refused in circles, whichever column closes them', async () => {
    const { at, change } = await createChain(3, true);
    expectData(await change(0, 'f_x1'));
    expectData(await change(1, 'f_x2'));
    for (const type of ['lookup', 'rollup']) {
      const refused = await change(2, 'f_x0', type);
      expectRefusal(refused, 422);
      expect(refused.body.fields).toEqual({ of: [expect.stringContaining('in a circle')] });
    }
    // Nor does one that reads itself through its own table.
    const self = await addColumn(at(2), linkTo(at(2), 'self'));
    const own = { type: 'lookup', via: self, of: 'f_x2' };
    expectRefusal(await place.owner.client.patch(`items/${at(2).id}/columns/f_x2/`, own), 422);
  });

  it('are refused in circles that two people make at once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { change, at } = await createChain(2, true);
      const both = await Promise.all([change(0, 'f_x1'), change(1, 'f_x0')]);
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422]);
      await readRows(place.owner, at(0));
    }
  });

  it('are read as nothing where a circle is stored, however it came there', async () => {
    const { at, change } = await createChain(2, true);
    expectData(await change(0, 'f_x1'));
    const [first] = await addRows(place.owner, at(0), [{ name: 'A' }]);
    const [second] = await addRows(place.owner, at(1), [{ name: 'B', next: [idOf(first)] }]);
    const rows = [{ id: idOf(first), values: { next: [idOf(second)] } }];
    expectData(await place.owner.client.patch(`items/${at(0).id}/rows/`, { rows }));
    await server.sql(
      `update table_column set options = jsonb_build_object('type', 'lookup', 'of', 'f_x0', 'via',
         (select column_id from table_column link where link.item_id = $1 and link.definition ->> 'name' = 'next'))
       where item_id = $1 and column_id = 'f_x1'`,
      [at(1).id],
    );
    for (const n of [0, 1]) {
      const [row] = await readRows(place.owner, at(n));
      expect(row?.values).not.toHaveProperty('x');
      expectData(await place.owner.client.get(`items/${at(n).id}/columns/`));
    }
  });

  it('lead through four tables at most, also where one in the middle is changed', async () => {
    const { at, change } = await createChain(6);
    for (let n = 3; n >= 0; n -= 1) expectData(await change(n, `f_x${n + 1}`));
    const refused = await change(4, 'f_x5');
    expectRefusal(refused, 422);
    expect(refused.body.fields).toEqual({ of: ['Lookups of lookups lead through 4 tables at most'] });
    expectRefusal(await change(4, undefined, 'rollup'), 422);
    let row = idOf((await addRows(place.owner, at(4), [{ name: 'Last', x: 'far away' }]))[0]);
    for (let n = 3; n >= 0; n -= 1)
      row = idOf((await addRows(place.owner, at(n), [{ name: `Row ${n}`, next: [row] }]))[0]);
    expect((await readRows(member, at(0)))[0]?.values.x).toEqual(['far away']);
  });

  it('show the first thousand values of a row, in the order of the links', async () => {
    const { owner } = place;
    const { at, change } = await createChain(3);
    expectData(await change(1, 'f_x2'));
    expectData(await change(0, 'f_x1'));
    const many = <One>(count: number, of: (n: number) => One) =>
      Array.from({ length: count }, (_, n) => of(n));
    const last = (
      await addRows(
        owner,
        at(2),
        many(60, (n) => ({ name: `L${n}`, x: `x${n}` })),
      )
    ).map(idOf);
    const middle = (
      await addRows(
        owner,
        at(1),
        many(30, (n) => ({ name: `M${n}`, next: last })),
      )
    ).map(idOf);
    await addRows(owner, at(0), [
      { name: 'All', next: middle },
      { name: 'One', next: middle.slice(3, 4) },
    ]);
    const [all, one] = await readRows(member, at(0));
    const expected = many(1000, (n) => `x${n % 60}`);
    expect(all?.values.x).toEqual(expected);
    expect(one?.values.x).toEqual(expected.slice(0, 60));
  });

  it('compute rollups of rows from which tens of thousands of paths lead on', async () => {
    const { at, links } = await createChain(3);
    const { owner } = place;
    const counts = await addColumn(at(1), {
      ...{ name: 'n', label: 'N', type: 'rollup', via: links[1], function: 'count' },
    });
    const sum = columnOf('rollup', 'sum', links[0] ?? '', counts, { function: 'sum' });
    await addColumn(at(0), sum);
    const named = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `${n}` }));
    const last = (await addRows(owner, at(2), named(230))).map(idOf);
    const middle = (await addRows(owner, at(1), named(230))).map(idOf);
    // All with all, as the API writes them row by row.
    await server.sql(
      `insert into row_link (link_id, one_row, other_row, position)
        select (select (options ->> 'link')::uuid from table_column where item_id = $1 and column_id = $2), one, other, 0
        from unnest($3::uuid[]) one cross join unnest($4::uuid[]) other`,
      [at(1).id, links[1], middle, last],
    );
    await addRows(owner, at(0), [
      { name: 'All', next: middle },
      { name: 'Few', next: middle.slice(0, 200) },
      { name: 'None' },
    ]);
    const shown = (await readRows(member, at(0))).map(({ values }) => values.sum);
    expect(shown).toEqual([52_900, 46_000, 0]);
  });

  it('are not made of the least or greatest of lists, whose labels nothing knows', async () => {
    const { at, links } = await createChain(3);
    const tags = await addColumn(at(2), {
      ...{ name: 'tags', label: 'Tags', type: 'multi-select', options: [{ id: 'u', label: 'Urgent' }] },
    });
    const greatest = await addColumn(
      at(1),
      columnOf('rollup', 'last', links[1] ?? '', tags, { function: 'max' }),
    );
    const lookup = columnOf('lookup', 'far', links[0] ?? '', greatest);
    const refused = await place.owner.client.post(`items/${at(0).id}/columns/`, lookup);
    expectRefusal(refused, 422);
    expect(Object.keys(refused.body.fields ?? {})).toEqual(['of']);
  });
});
