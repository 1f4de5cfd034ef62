import { beforeAll, describe, expect, it } from 'vitest';
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

const optional = (name: string, type: string, more: object = {}) => ({
  ...{ id: `f_${name}`, name, label: name, type, required: false },
  ...more,
});
const OPTIONS = ['high', 'a', 'low'].map((id) => ({ id, label: id.toUpperCase() }));
const BOATS = [
  optional('name', 'text'),
  optional('age', 'number'),
  optional('due', 'date'),
  optional('at', 'datetime'),
  optional('state', 'select', { options: OPTIONS }),
  optional('tags', 'multi-select', { options: OPTIONS }),
  optional('lead', 'person'),
  optional('notes', 'text', { multiple: true }),
];
type Visibility = 'shared' | 'private' | 'public';

/** Boats, and tasks that link to several of them and to one, with lookups and rollups. */
async function boatsAndTasks(ofBoats: Visibility = 'shared', ofTasks: Visibility = 'shared') {
  const { owner } = place;
  const boats = await createTable(owner, place, BOATS, { visibility: ofBoats });
  const tasks = await createTable(owner, place, [optional('name', 'text')], { visibility: ofTasks });
  const add = async (column: object) =>
    expectData(await owner.client.post(`items/${tasks.id}/columns/`, column), 201).id;
  const boat = await add({ ...optional('boat', 'link'), table: boats.id, multiple: false });
  const fleet = await add({ ...optional('fleet', 'link'), table: boats.id });
  const lookup = (of: string, via = fleet) => add({ ...optional(`l_${of}`, 'lookup'), via, of: `f_${of}` });
  const rollup = (of: string, name: string) =>
    add({ ...optional(`${name}_${of}`, 'rollup'), via: fleet, of: `f_${of}`, function: name });
  const l = {
    age: await lookup('age'),
    due: await lookup('due', boat),
    at: await lookup('at'),
    state: await lookup('state'),
    tags: await lookup('tags'),
    lead: await lookup('lead'),
    notes: await lookup('notes'),
  };
  const r = {
    names: await rollup('name', 'list'),
    least: await rollup('name', 'min'),
    greatest: await rollup('name', 'max'),
    state: await rollup('state', 'max'),
  };
  return { boats, tasks, boat, fleet, l, r };
}

type Made = Awaited<ReturnType<typeof boatsAndTasks>>;

/** Four boats, whose order by hand is none of their others. */
async function addBoats({ boats }: Pick<Made, 'boats'>) {
  const lead = place.owner.user.id;
  const rows = await addRows(place.owner, boats, [
    { name: 'Part 10', age: 9, due: '2026-03-01', at: '2026-03-01T10:00:00Z', state: 'low', tags: ['low'] },
    { name: 'Part 9', age: 10, due: '2026-01-01', at: '2026-01-01T10:00:00Z', state: 'high', lead },
    { name: 'anchor', age: -1, state: 'a', tags: ['high', 'low'], at: '2026-02-01T10:00:00Z' },
    { name: 'Part 9, old', due: '2026-02-01', tags: ['high', 'a'] },
    {},
  ]);
  const [ten, nine, anchor, old, unnamed] = rows.map(({ id }) => id);
  return { ten, nine, anchor, old, unnamed };
}

/** The names of rows in an order, read in pages of two forwards and backwards, and by the numbers of pages. */
async function inOrder(table: { id: string }, sort: string): Promise<string> {
  const path = `items/${table.id}/rows/` as const;
  const read = async (query: Record<string, string | number>) => {
    const { status, body } = await place.owner.client.get(path, { query: { sort, ...query } });
    expect([status, body.fields]).toEqual([200, undefined]);
    return body;
  };
  const forwards: { id: string; values: Record<string, unknown> }[] = [];
  for (let after: string | null | undefined = ''; after !== null; ) {
    const page = await read({ page_size: 2, ...(after ? { after } : {}) });
    forwards.push(...(page.data ?? []));
    after = page.next ?? null;
  }
  const last = await read({ page_size: 1, around: forwards.at(-1)?.id ?? '' });
  const backwards = [...(last.data ?? [])];
  for (let before = last.previous; before; ) {
    const page = await read({ page_size: 2, before });
    backwards.unshift(...(page.data ?? []));
    before = page.previous;
  }
  const numbered = [];
  for (let page = 1; numbered.length < forwards.length; page += 1)
    numbered.push(...((await read({ page_size: 2, page })).data ?? []));
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);
  expect(idsOf(backwards), `${sort} backwards`).toEqual(idsOf(forwards));
  expect(idsOf(numbered), `${sort} by pages`).toEqual(idsOf(forwards));
  return forwards.map(({ values }) => String(values.name)).join(' ');
}

describe('orders by links', () => {
  it('are those of the titles of linked rows, the first one first, page by page, empty ones last', async () => {
    const made = await boatsAndTasks();
    const { ten, nine, anchor, old, unnamed } = await addBoats(made);
    await addRows(place.owner, made.tasks, [
      { name: 'none' },
      { name: 'ten', fleet: [ten], boat: [ten] },
      { name: 'nine+ten', fleet: [nine, ten] },
      { name: 'unnamed', fleet: [unnamed], boat: [unnamed] },
      { name: 'old', fleet: [old], boat: [old] },
      { name: 'nine+anchor', fleet: [nine, anchor] },
      { name: 'unnamed+anchor', fleet: [unnamed, anchor] },
      { name: 'nine', fleet: [nine], boat: [nine] },
    ]);
    const { fleet, boat, tasks } = made;
    expect(await inOrder(tasks, fleet)).toBe('unnamed+anchor nine nine+anchor nine+ten old ten none unnamed');
    expect(await inOrder(tasks, `-${fleet}`)).toBe(
      'ten old nine+ten nine+anchor nine unnamed+anchor none unnamed',
    );
    expect(await inOrder(tasks, boat)).toBe('nine old ten none nine+ten unnamed nine+anchor unnamed+anchor');
    expect(await inOrder(tasks, `${boat},-${fleet}`)).toBe(
      'nine old ten nine+ten nine+anchor unnamed+anchor none unnamed',
    );
    expect(await inOrder(tasks, `-${boat},-name`)).toBe(
      'ten old nine unnamed+anchor unnamed none nine+ten nine+anchor',
    );
  });

  it('are the same where a column is named again', async () => {
    const made = await boatsAndTasks();
    const { ten, nine, anchor } = await addBoats(made);
    await addRows(place.owner, made.tasks, [
      { name: 'ten', fleet: [ten], boat: [ten] },
      { name: 'nine', fleet: [nine] },
      { name: 'anchor', fleet: [anchor] },
    ]);
    const { fleet, boat, tasks } = made;
    expect(await inOrder(tasks, `${fleet},-${fleet},${fleet}`)).toBe(await inOrder(tasks, fleet));
    expect(await inOrder(tasks, `-${boat},${fleet},${boat}`)).toBe(await inOrder(tasks, `-${boat},${fleet}`));
  });

  it('continue behind rows whose linked rows have the longest titles', async () => {
    const made = await boatsAndTasks();
    const titles = ['𠮷', '\\', '"', '本', 'z'].map((sign) => sign.repeat(300));
    const boats = await addRows(
      place.owner,
      made.boats,
      titles.map((name) => ({ name })),
    );
    const fleet = boats.map(({ id }) => id);
    const lookups = [];
    for (const n of [1, 2, 3, 4, 5]) {
      const column = { ...optional(`long_${n}`, 'lookup'), via: made.fleet, of: 'f_name' };
      lookups.push(
        expectData(await place.owner.client.post(`items/${made.tasks.id}/columns/`, column), 201).id,
      );
    }
    await addRows(place.owner, made.tasks, [
      { name: 'all', fleet },
      { name: 'turned', fleet: fleet.toReversed() },
      { name: 'again', fleet },
    ]);
    expect((await inOrder(made.tasks, lookups.join())).split(' ').sort()).toEqual(['again', 'all', 'turned']);
  });

  it('change with the order of the linked rows in a row', async () => {
    const made = await boatsAndTasks();
    const { ten, nine, anchor } = await addBoats(made);
    const [first] = await addRows(place.owner, made.tasks, [
      { name: '1', fleet: [ten, anchor] },
      { name: '2', fleet: [nine, anchor] },
    ]);
    expect(await inOrder(made.tasks, made.fleet)).toBe('2 1');
    const moved = { rows: [{ id: first?.id, values: { fleet: [anchor, ten] } }] };
    expectData(await place.owner.client.patch(`items/${made.tasks.id}/rows/`, moved));
    expect(await inOrder(made.tasks, made.fleet)).toBe('1 2');
  });

  it('have the order of the column that names the linked rows: numbers, days, choices', async () => {
    const { owner } = place;
    for (const [title, values, sorted] of [
      [optional('title', 'number'), [10, -1, 9.5], '2 3 1'],
      [optional('title', 'date'), ['2026-02-01', '2025-12-01', '2026-01-31'], '2 3 1'],
      [optional('title', 'select', { options: OPTIONS }), ['low', 'high', 'a'], '2 3 1'],
      [optional('title', 'multi-select', { options: OPTIONS }), [['low'], ['high', 'a'], ['high']], '3 2 1'],
      [optional('title', 'text', { multiple: true }), [['b', 'a'], ['a', 'c'], ['a']], '3 2 1'],
    ] as const) {
      const others = await createTable(owner, place, [title]);
      const table = await createTable(owner, place, [optional('name', 'text')]);
      const link = { ...optional('link', 'link'), table: others.id };
      const { id } = expectData(await owner.client.post(`items/${table.id}/columns/`, link), 201);
      const linked = await addRows(
        owner,
        others,
        values.map((value) => ({ title: value })),
      );
      await addRows(
        owner,
        table,
        linked.map((one, at) => ({ name: `${at + 1}`, link: [one.id] })),
      );
      expect(await inOrder(table, id), title.type).toBe(sorted);
      expect(await inOrder(table, `-${id}`), title.type).toBe(sorted.split(' ').reverse().join(' '));
    }
  });
});

describe('orders by lookups and rollups', () => {
  it('are those of the first values of linked rows as their own column has them', async () => {
    const made = await boatsAndTasks();
    const { ten, nine, anchor, old } = await addBoats(made);
    await addRows(place.owner, made.tasks, [
      { name: 'ten', fleet: [ten], boat: [ten] },
      { name: 'nine', fleet: [nine], boat: [nine] },
      { name: 'none' },
      { name: 'anchor', fleet: [anchor], boat: [anchor] },
      { name: 'old', fleet: [old], boat: [old] },
      { name: 'old+ten+anchor', fleet: [old, ten, anchor] },
    ]);
    const { l, r, tasks } = made;
    const cases: [string, string][] = [
      [l.age, 'anchor ten old+ten+anchor nine none old'],
      [`-${l.age}`, 'nine old+ten+anchor ten anchor none old'],
      [l.due, 'nine old ten none anchor old+ten+anchor'],
      [`-${l.due}`, 'ten old nine none anchor old+ten+anchor'],
      [l.at, 'nine anchor ten old+ten+anchor none old'],
      [l.state, 'nine anchor ten old+ten+anchor none old'],
      [`-${l.state}`, 'old+ten+anchor ten anchor nine none old'],
      [l.tags, 'old old+ten+anchor anchor ten nine none'],
      [l.lead, 'nine ten none anchor old old+ten+anchor'],
      [r.names, 'anchor nine old old+ten+anchor ten none'],
      [`-${r.names}`, 'ten old+ten+anchor old nine anchor none'],
      [r.least, 'anchor nine old ten old+ten+anchor none'],
      [`-${r.greatest},-name`, 'ten old nine old+ten+anchor anchor none'],
    ];
    for (const [sort, names] of cases) expect(await inOrder(tasks, sort), sort).toBe(names);
  });

  it('lead through several tables', async () => {
    const made = await boatsAndTasks();
    const { ten, nine, anchor } = await addBoats(made);
    const { owner } = place;
    const tasks = await addRows(owner, made.tasks, [
      { name: 'ten', fleet: [ten] },
      { name: 'nine+ten', fleet: [nine, ten] },
      { name: 'none' },
      { name: 'anchor', fleet: [anchor] },
    ]);
    const plans = await createTable(owner, place, [optional('name', 'text')]);
    const add = async (column: object) =>
      expectData(await owner.client.post(`items/${plans.id}/columns/`, column), 201).id;
    const via = await add({ ...optional('tasks', 'link'), table: made.tasks.id });
    const names = await add({ ...optional('names', 'lookup'), via, of: made.r.names });
    const least = await add({ ...optional('least', 'lookup'), via, of: made.r.least });
    const [t, n, empty, a] = tasks.map(({ id }) => id);
    await addRows(owner, plans, [
      { name: 'ten', tasks: [t] },
      { name: 'empty+nine', tasks: [empty, n] },
      { name: 'empty', tasks: [empty] },
      { name: 'nine+anchor', tasks: [n, a] },
      { name: 'anchor+ten', tasks: [a, t] },
    ]);
    expect(await inOrder(plans, names)).toBe('anchor+ten empty+nine nine+anchor ten empty');
    expect(await inOrder(plans, `-${names}`)).toBe('ten nine+anchor empty+nine anchor+ten empty');
    expect(await inOrder(plans, least)).toBe('anchor+ten ten empty+nine nine+anchor empty');
    expect(await inOrder(plans, `-${least}`)).toBe('nine+anchor ten empty+nine anchor+ten empty');
  });

  it('are refused where the column itself has no order', async () => {
    const { tasks, l, r } = await boatsAndTasks();
    for (const sort of [l.notes, r.state])
      expectRefusal(await place.owner.client.get(`items/${tasks.id}/rows/`, { query: { sort } }), 422);
  });

  it('are in exports and saved views', async () => {
    const made = await boatsAndTasks();
    const { ten, nine, anchor } = await addBoats(made);
    const { client } = place.owner;
    await addRows(place.owner, made.tasks, [
      { name: '3', fleet: [ten] },
      { name: '2', fleet: [nine] },
      { name: '1', fleet: [anchor] },
    ]);
    const path = `items/${made.tasks.id}/` as const;
    for (const sort of [made.fleet, made.r.names]) {
      const view = expectData(await client.post(`${path}views/`, { name: 'V', sort: [sort] }), 201);
      expect(view.sort).toEqual([sort]);
      const rows = expectData(await client.get(`${path}rows/`, { query: { view: view.id } }));
      expect(rows.map(({ values }) => values.name)).toEqual(['1', '2', '3']);
      for (const format of ['json', 'csv', 'xlsx'] as const) {
        const query = { view: view.id, format, fields: 'name' };
        const file = await client.fetch('GET', `${path}export/`, undefined, { query });
        expect(file.status).toBe(200);
        const names = (await file.text()).match(/(?<=^|"name":\s*"?)[123](?=["\r])/gm);
        if (format !== 'xlsx') expect(names).toEqual(['1', '2', '3']);
      }
    }
  });

  it('refuse a forged cursor', async () => {
    const made = await boatsAndTasks();
    const { ten } = await addBoats(made);
    const [row] = await addRows(place.owner, made.tasks, [{ name: '1', fleet: [ten] }]);
    for (const sort of [made.fleet, made.l.age, made.l.at, made.l.tags])
      for (const key of [
        'x',
        '{"a":1}',
        '[1]',
        '[null]',
        '["a","b","c","d","e"]',
        '[["a"]]',
        '["\\u0000"]',
        '[")"]',
      ]) {
        if (key === '[")"]' && (sort === made.fleet || sort === made.l.tags)) continue;
        const after = Buffer.from(JSON.stringify([1, row?.id, key])).toString('base64url');
        const refused = await place.owner.client.get(`items/${made.tasks.id}/rows/`, {
          query: { sort, after },
        });
        expectRefusal(refused, 422);
      }
  });
});

describe('readers who may not read the linked table', () => {
  const secretsOf = ({ fleet, boat, l, r }: Made) => [
    fleet,
    boat,
    ...[l.age, l.due, l.state, l.tags, l.lead],
    ...[r.names, r.least],
  ];
  const namesOf = (rows: { values: Record<string, unknown> }[]) => rows.map(({ values }) => values.name);

  it('sort by none of it, and learn nothing from what is refused', async () => {
    const made = await boatsAndTasks('private', 'public');
    const { ten, nine } = await addBoats(made);
    const [row] = await addRows(place.owner, made.tasks, [
      { name: 'ten', fleet: [ten], boat: [ten] },
      { name: 'nine', fleet: [nine], boat: [nine] },
    ]);
    const path = `items/${made.tasks.id}/` as const;
    const member = await addMember(server.client, place.owner, place.hub, 'admin');
    const outsider = await registerUser(server.client);
    const after = Buffer.from(JSON.stringify([1, row?.id, '["Part 9"]'])).toString('base64url');
    for (const { get, fetch } of [member.client, outsider.client, server.client] as Client[])
      for (const sort of secretsOf(made)) {
        for (const query of [{ sort }, { sort: `-${sort}` }, { sort, after }]) {
          const refused = await get(`${path}rows/`, { query });
          expectRefusal(refused, 422);
          expect(Object.keys(refused.body.fields ?? {})).toEqual(['sort']);
        }
        expect((await fetch('GET', `${path}export/`, undefined, { query: { sort } })).status).toBe(422);
      }
  });

  it('get rows of views that are sorted by it in another order', async () => {
    const made = await boatsAndTasks('private', 'public');
    const { ten, nine } = await addBoats(made);
    await addRows(place.owner, made.tasks, [
      { name: 'ten', fleet: [ten], boat: [ten] },
      { name: 'nine', fleet: [nine], boat: [nine] },
    ]);
    const { client } = place.owner;
    const path = `items/${made.tasks.id}/` as const;
    const member = await addMember(server.client, place.owner, place.hub, 'admin');
    const outsider = await registerUser(server.client);
    for (const sort of [made.fleet, made.boat, made.l.due, made.r.names, made.r.least]) {
      const view = expectData(await client.post(`${path}views/`, { name: 'V', sort: [sort] }), 201);
      const query = { view: view.id };
      expect(namesOf(expectData(await client.get(`${path}rows/`, { query })))).toEqual(['nine', 'ten']);
      for (const reader of [member.client, outsider.client, server.client] as Client[]) {
        expect(namesOf(expectData(await reader.get(`${path}rows/`, { query })))).toEqual(['ten', 'nine']);
        const file = await reader.fetch('GET', `${path}export/`, undefined, {
          query: { ...query, format: 'json' },
        });
        const text = await file.text();
        expect(text.indexOf('"ten"')).toBeLessThan(text.indexOf('"nine"'));
      }
      const link = await client.post(`${path}views/${view.id}/share-links/`, {});
      const holder = await linkHolder(server, expectData(link, 201));
      const shared = `shared-views/${view.id}/rows/` as const;
      expect(namesOf(expectData(await holder.get(shared)))).toEqual(['ten', 'nine']);
      expectRefusal(await holder.get(shared, { query: { sort } }), 422);
    }
  });

  it('see which links they can’t sort by', async () => {
    const made = await boatsAndTasks('private');
    const member = await addMember(server.client, place.owner, place.hub, 'admin');
    const untitled = async (reader: TestAccount) =>
      expectData(await reader.client.get(`items/${made.tasks.id}/columns/`)).flatMap((column) =>
        column.untitled ? [column.id] : [],
      );
    expect(await untitled(place.owner)).toEqual([]);
    expect(await untitled(member)).toEqual([made.boat, made.fleet]);
  });

  it('outside of the hub sort by no people of linked rows', async () => {
    const made = await boatsAndTasks('public', 'public');
    const { ten, nine } = await addBoats(made);
    await addRows(place.owner, made.tasks, [
      { name: 'ten', fleet: [ten] },
      { name: 'nine', fleet: [nine] },
    ]);
    const path = `items/${made.tasks.id}/` as const;
    const { client } = place.owner;
    const settings = { name: 'V', sort: [made.l.lead] };
    const view = expectData(await client.post(`${path}views/`, settings), 201);
    const query = { view: view.id };
    expect(namesOf(await readRows(place.owner, made.tasks, query))).toEqual(['nine', 'ten']);
    const link = await shareByLink(place.owner, made.tasks.id, { role: 'viewer' });
    const outsider = await registerUser(server.client);
    for (const reader of [outsider.client, await linkHolder(server, link), server.client]) {
      expect(namesOf(expectData(await reader.get(`${path}rows/`, { query })))).toEqual(['ten', 'nine']);
      expectRefusal(await reader.get(`${path}rows/`, { query: { sort: made.l.lead } }), 422);
      const sort = made.fleet;
      expect(namesOf(expectData(await reader.get(`${path}rows/`, { query: { sort } })))).toEqual([
        'nine',
        'ten',
      ]);
    }
  });
});
