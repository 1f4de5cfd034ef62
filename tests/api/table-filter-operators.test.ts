import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RowCondition } from '#lib/fields/definition.ts';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { filterSql } from '#server/tables/lists/row-filter.ts';
import { rowTableOf, type TableColumn } from '#server/tables/table/table.ts';
import { createPlace, registerUser, type TestAccount } from '#tests/harness/accounts.ts';
import { linkHolder, shareByLink } from '#tests/harness/links.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer({ plans: 'default' });
let place: Awaited<ReturnType<typeof createPlace>>;
beforeAll(async () => {
  place = await createPlace(server.client);
});

const NAME = { id: 'f_name', name: 'name', label: 'Name', type: 'text' };
const OPTIONS = ['a', 'b', 'c'].map((id) => ({ id, label: id.toUpperCase() }));
const optional = (name: string, type: string, more: object = {}) => ({
  ...{ id: `f_${name}`, name, label: name, type, required: false },
  ...more,
});

/** The names of the rows that a filter finds. */
const found = async (table: { id: string }, filter: RowCondition, reader: TestAccount = place.owner) =>
  (await readRows(reader, table, { filter: JSON.stringify(filter) })).map(({ values }) => values.name);

describe('lists of values', () => {
  it('finds any, all or none of some choices, as the rows have them', async () => {
    const columns = [
      NAME,
      optional('one', 'select', { options: OPTIONS }),
      optional('many', 'multi-select', { options: OPTIONS }),
    ];
    const table = await createTable(place.owner, place, columns);
    await addRows(place.owner, table, [
      { name: 'ab', one: 'a', many: ['a', 'b'] },
      { name: 'b', one: 'b', many: ['b'] },
      { name: 'c', one: 'c', many: ['c'] },
      { name: 'none' },
    ]);
    const cases: [RowCondition, string[]][] = [
      [{ field: 'f_one', op: 'any_of', value: ['a', 'b'] }, ['ab', 'b']],
      [{ field: 'f_one', op: 'none_of', value: ['a', 'b'] }, ['c', 'none']],
      [{ not: { field: 'f_one', op: 'any_of', value: ['a'] } }, ['b', 'c', 'none']],
      [{ not: { field: 'f_one', op: 'none_of', value: ['a'] } }, ['ab']],
      [{ field: 'f_many', op: 'any_of', value: ['b', 'c'] }, ['ab', 'b', 'c']],
      [{ field: 'f_many', op: 'all_of', value: ['b', 'a'] }, ['ab']],
      [{ field: 'f_many', op: 'none_of', value: ['a', 'c'] }, ['b', 'none']],
      [{ not: { field: 'f_many', op: 'all_of', value: ['a', 'b'] } }, ['b', 'c', 'none']],
      [{ field: 'f_many', op: 'exactly', value: ['b'] }, ['b']],
      [{ field: 'f_many', op: 'exactly', value: ['b', 'a'] }, ['ab']],
      [{ field: 'f_many', op: 'includes', value: 'a' }, ['ab']],
    ];
    for (const [filter, names] of cases)
      expect(await found(table, filter), JSON.stringify(filter)).toEqual(names);
  });

  it('refuses what does not fit the column, naming it', async () => {
    const table = await createTable(place.owner, place, [
      NAME,
      optional('one', 'select', { options: OPTIONS }),
    ]);
    for (const [at, filter] of [
      ['filter.op', { field: 'f_name', op: 'any_of', value: ['x'] }],
      ['filter.value', { field: 'f_one', op: 'any_of', value: ['gone'] }],
      ['filter.value', { field: 'f_one', op: 'any_of', value: [] }],
    ] as const) {
      const query = { filter: JSON.stringify(filter) };
      const response = await place.owner.client.get(`items/${table.id}/rows/`, { query });
      expectRefusal(response, 422);
      expect(Object.keys(response.body.fields ?? {})).toEqual([at]);
    }
  });
});

describe('people', () => {
  it('“me” is the reader, in columns of people and of authors, and somebody else for each reader', async () => {
    const member = await addMember(server.client, place.owner, place.hub, 'admin');
    const table = await createTable(place.owner, place, [
      NAME,
      optional('lead', 'person'),
      optional('team', 'person', { multiple: true }),
      optional('by', 'created_by'),
    ]);
    const [own, other] = [place.owner.user.id, member.user.id];
    await addRows(place.owner, table, [
      { name: 'own', lead: own, team: [own, other] },
      { name: 'other', lead: other, team: [other] },
      { name: 'nobody' },
    ]);
    const cases: [RowCondition, string[], string[]][] = [
      [{ field: 'f_lead', op: 'equals', value: 'me' }, ['own'], ['other']],
      [{ field: 'f_lead', op: 'not_equals', value: 'me' }, ['other', 'nobody'], ['own', 'nobody']],
      [{ field: 'f_lead', op: 'any_of', value: ['me', own] }, ['own'], ['own', 'other']],
      [{ field: 'f_team', op: 'all_of', value: ['me', other] }, ['own'], ['own', 'other']],
      [{ field: 'f_team', op: 'exactly', value: ['me'] }, [], ['other']],
      [{ field: 'f_team', op: 'none_of', value: ['me'] }, ['other', 'nobody'], ['nobody']],
      [{ field: 'f_by', op: 'equals', value: 'me' }, ['own', 'other', 'nobody'], []],
      [{ field: 'f_lead', op: 'equals', value: own }, ['own'], ['own']],
    ];
    for (const [filter, ofOwner, ofMember] of cases) {
      expect(await found(table, filter), JSON.stringify(filter)).toEqual(ofOwner);
      expect(await found(table, filter, member), JSON.stringify(filter)).toEqual(ofMember);
    }
  });

  it('nobody matches for a visitor, who learns no ids from views either', async () => {
    const table = await createTable(place.owner, place, [NAME, optional('lead', 'person')], {
      visibility: 'public',
    });
    const own = place.owner.user.id;
    await addRows(place.owner, table, [{ name: 'own', lead: own }, { name: 'nobody' }]);
    const path = `items/${table.id}/` as const;
    const save = async (filter: RowCondition, more: object = {}) =>
      expectData(await place.owner.client.post(`${path}views/`, { name: 'V', filter, ...more }), 201);
    const mine = await save({ field: 'f_lead', op: 'any_of', value: ['me'] });
    const others = await save({ field: 'f_lead', op: 'none_of', value: ['me'] });
    const named = await save(
      { field: 'f_lead', op: 'any_of', value: [own] },
      { layout: { colors: [{ color: 'red', filter: { field: 'f_lead', op: 'equals', value: own } }] } },
    );
    expect(mine.filter).toEqual({ field: 'f_lead', op: 'any_of', value: ['me'] });
    const stranger = await registerUser(server.client);
    for (const reader of [server.client, stranger.client]) {
      const names = async (view: string) =>
        expectData(await reader.get(`${path}rows/`, { query: { view } })).map(({ values }) => values.name);
      expect(await names(mine.id)).toEqual([]);
      expect(await names(others.id)).toEqual(['own', 'nobody']);
      expect(await names(named.id)).toEqual(['own']);
      const views = expectData(await reader.get(`${path}views/`));
      expect(JSON.stringify(views)).not.toContain(own);
      expect(views.map(({ unreadable_filter }) => unreadable_filter)).toEqual([true, true, true]);
      const filter = JSON.stringify({ field: 'f_lead', op: 'equals', value: 'me' });
      for (const list of ['rows/', 'aggregate/', 'export/'] as const)
        expect((await reader.fetch('GET', `${path}${list}`, undefined, { query: { filter } })).status).toBe(
          422,
        );
    }
    // Nor from what a change of a view returns, where a link lets them change it.
    const link = await shareByLink(place.owner, table.id, { role: 'editor' });
    const editor = await linkHolder(server, link, { person: stranger });
    const changed = expectData(await editor.patch(`${path}views/${named.id}/`, { name: 'W' }));
    expect(changed.name).toBe('W');
    const stale = await editor.patch(
      `${path}views/${named.id}/`,
      { name: 'X' },
      { headers: { 'if-match': '1' } },
    );
    expectRefusal(stale, 409, 'stale_revision');
    expect(JSON.stringify([changed, stale.body])).not.toContain(own);
    const shown = expectData(await place.owner.client.get(`${path}views/`));
    expect(shown.find(({ id }) => id === named.id)?.filter).toEqual(named.filter);
  });
});

describe('relative days', () => {
  it('are those of the hub’s time zone and week, at the time of the request', async () => {
    const table = await createTable(place.owner, place, [
      NAME,
      optional('due', 'date'),
      optional('at', 'datetime'),
      optional('made', 'created_at'),
    ]);
    // 14 hours ahead of UTC: its day differs from that of UTC for most of the day.
    await server.sql('update hub set time_zone = $1, locale = $2 where id = $3', [
      'Pacific/Kiritimati',
      'en-US',
      place.hub.id,
    ]);
    const [clock] = await server.sql<{ today: string; start: number; week: string }>(
      `select to_char(d, 'YYYY-MM-DD') as today, extract(epoch from d at time zone 'Pacific/Kiritimati')::int as start,
         to_char(d::date - extract(dow from d)::int, 'YYYY-MM-DD') as week
       from (select date_trunc('day', now() at time zone 'Pacific/Kiritimati') as d) t`,
    );
    const { today = '', start = 0, week = '' } = clock ?? {};
    const day = (from: string, days: number) =>
      new Date(Date.parse(`${from}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
    const moment = (ms: number) => new Date(start * 1000 + ms).toISOString();
    await addRows(place.owner, table, [
      { name: 'today', due: today, at: moment(0) },
      { name: 'ends', due: day(today, 1), at: moment(86_399_000) },
      { name: 'early', due: day(today, -1), at: moment(-1000) },
      { name: 'late', due: day(today, 30), at: moment(86_400_000) },
      { name: 'long ago', due: '1999-01-01', at: '1999-01-01T00:00:00Z' },
      { name: 'none' },
    ]);
    const all = ['today', 'ends', 'early', 'late', 'long ago', 'none'];
    const within = (value: string, field = 'f_due'): RowCondition => ({ field, op: 'within', value });
    const cases: [RowCondition, string[]][] = [
      [within('today'), ['today']],
      [within('tomorrow'), ['ends']],
      [within('yesterday'), ['early']],
      [within('today', 'f_at'), ['today', 'ends']],
      [within('tomorrow', 'f_at'), ['late']],
      [within('past_1_days', 'f_at'), ['today', 'ends', 'early']],
      [within('next_30_days'), ['today', 'ends', 'late']],
      [{ not: within('today') }, all.slice(1)],
      [{ field: 'f_at', op: 'before', value: 'today' }, ['early', 'long ago']],
      [{ field: 'f_at', op: 'after', value: 'today' }, ['late']],
      [{ field: 'f_due', op: 'before', value: 'yesterday' }, ['long ago']],
      [within('today', 'f_made'), all],
      [within('last_month', 'f_made'), []],
    ];
    for (const [filter, names] of cases)
      expect(await found(table, filter), JSON.stringify(filter)).toEqual(names);

    // Weeks begin as the hub's locale says.
    const days = await createTable(place.owner, place, [NAME, optional('due', 'date')]);
    await addRows(
      place.owner,
      days,
      [-1, 0, 6, 7].map((n) => ({ name: String(n), due: day(week, n) })),
    );
    expect(await found(days, within('this_week'))).toEqual(['0', '6']);
    expect(await found(days, within('next_week'))).toEqual(['7']);
    await server.sql('update hub set locale = $1 where id = $2', ['de-DE', place.hub.id]);
    const sunday = today === week;
    expect(await found(days, within('this_week'))).toEqual(sunday ? ['-1', '0'] : ['6', '7']);

    // A view has the expression, not its days; a search and an export find by it, too.
    const view = expectData(
      await place.owner.client.post(`items/${table.id}/views/`, { name: 'Due', filter: within('today') }),
      201,
    );
    expect(view.filter).toEqual(within('today'));
    const file = await place.owner.client.fetch('GET', `items/${table.id}/export/`, undefined, {
      query: { view: view.id, format: 'csv' },
    });
    expect((await file.text()).split('\r\n').filter(Boolean)).toHaveLength(2);
    const [group] = expectData(
      await place.owner.client.get(`items/${table.id}/aggregate/`, { query: { view: view.id } }),
    );
    expect(group?.values.count).toBe(1);
  });
});

describe('links', () => {
  async function linkedTables(visibility: 'shared' | 'private' = 'shared') {
    const { owner } = place;
    const people = await createTable(owner, place, [NAME, optional('age', 'number')], { visibility });
    const tasks = await createTable(owner, place, [NAME]);
    const columns = `items/${tasks.id}/columns/` as const;
    const add = async (column: object) => expectData(await owner.client.post(columns, column), 201).id;
    const link = await add({ name: 'who', label: 'Who', type: 'link', table: people.id });
    const count = await add({ name: 'n', label: 'N', type: 'rollup', via: link, function: 'count' });
    const sum = await add({ name: 's', label: 'S', type: 'rollup', via: link, of: 'f_age', function: 'sum' });
    const [ada = '', grace = ''] = (await addRows(owner, people, [{ name: 'Ada' }, { name: 'Grace' }])).map(
      ({ id }) => id,
    );
    await addRows(owner, tasks, [
      { name: 'both', who: [ada, grace] },
      { name: 'ada', who: [ada] },
      { name: 'nobody' },
    ]);
    return { people, tasks, link, count, sum, ada, grace };
  }

  it('are found by linked rows, by their titles, by whether there are some and by how many', async () => {
    const { people, tasks, link, count, sum, ada, grace } = await linkedTables();
    const check = async (cases: [RowCondition, string[]][]) => {
      for (const [filter, names] of cases)
        expect(await found(tasks, filter), JSON.stringify(filter)).toEqual(names);
    };
    await check([
      [{ field: link, op: 'is_empty' }, ['nobody']],
      [{ field: link, op: 'is_not_empty' }, ['both', 'ada']],
      [{ not: { field: link, op: 'is_empty' } }, ['both', 'ada']],
      [{ field: link, op: 'any_of', value: [grace] }, ['both']],
      [{ field: link, op: 'any_of', value: [ada, grace] }, ['both', 'ada']],
      [{ field: link, op: 'all_of', value: [ada, grace] }, ['both']],
      [{ field: link, op: 'none_of', value: [grace] }, ['ada', 'nobody']],
      [{ field: link, op: 'exactly', value: [ada] }, ['ada']],
      [{ field: link, op: 'exactly', value: [grace, ada] }, ['both']],
      [{ not: { field: link, op: 'exactly', value: [ada] } }, ['both', 'nobody']],
      [{ field: link, op: 'contains', value: 'GRA' }, ['both']],
      [{ field: link, op: 'not_contains', value: 'gra' }, ['ada', 'nobody']],
      [{ field: count, op: 'equals', value: 2 }, ['both']],
      [{ field: count, op: 'less', value: 2 }, ['ada', 'nobody']],
      [{ field: count, op: 'equals', value: 0 }, ['nobody']],
    ]);
    const refused = { filter: JSON.stringify({ field: sum, op: 'contains', value: '1' }) };
    expect((await place.owner.client.get(`items/${tasks.id}/rows/`, { query: refused })).status).toBe(422);

    // A deleted row is linked no more.
    await place.owner.client.delete(`items/${people.id}/rows/`, { rows: [{ id: ada }] });
    await check([
      [{ field: link, op: 'is_empty' }, ['ada', 'nobody']],
      [{ field: link, op: 'any_of', value: [ada] }, []],
      [{ field: count, op: 'equals', value: 1 }, ['both']],
    ]);
  });

  it('are found by what the numbers of linked rows are together, and by whether there are some', async () => {
    const { people, tasks, link, sum } = await linkedTables();
    const add = async (name: string) =>
      expectData(
        await place.owner.client.post(`items/${tasks.id}/columns/`, {
          ...{ name, label: name, type: 'rollup', via: link, of: 'f_age', function: name },
        }),
        201,
      ).id;
    const [avg, min, max] = [await add('avg'), await add('min'), await add('max')];
    const [grace, old] = await addRows(place.owner, people, [
      { name: 'Grace', age: 0.1 },
      { name: 'Old', age: 0.2 },
    ]);
    await addRows(place.owner, tasks, [{ name: 'ages', who: [grace?.id, old?.id] }]);
    const others = ['both', 'ada', 'nobody'];
    const cases: [RowCondition, string[]][] = [
      [{ field: sum, op: 'equals', value: 0.3 }, ['ages']],
      [{ field: sum, op: 'equals', value: 0 }, others],
      [{ field: sum, op: 'not_equals', value: 0 }, ['ages']],
      [{ field: sum, op: 'less', value: 0.3 }, others],
      [{ field: sum, op: 'less_or_equal', value: 0.3 }, [...others, 'ages']],
      [{ field: avg, op: 'equals', value: 0.15 }, ['ages']],
      [{ field: avg, op: 'less', value: 100 }, ['ages']],
      [{ field: avg, op: 'not_equals', value: 0.15 }, others],
      [{ field: avg, op: 'is_empty' }, others],
      [{ field: avg, op: 'is_not_empty' }, ['ages']],
      [{ field: min, op: 'equals', value: 0.1 }, ['ages']],
      [{ field: max, op: 'greater', value: 0.1 }, ['ages']],
      [{ field: max, op: 'greater', value: 0.2 }, []],
      [{ not: { field: max, op: 'greater', value: 0.2 } }, [...others, 'ages']],
    ];
    for (const [filter, names] of cases)
      expect(await found(tasks, filter), JSON.stringify(filter)).toEqual(names);
    // A deleted row counts no more.
    await place.owner.client.delete(`items/${people.id}/rows/`, { rows: [{ id: old?.id ?? '' }] });
    expect(await found(tasks, { field: sum, op: 'equals', value: 0.1 })).toEqual(['ages']);
    const many = { or: Array.from({ length: 11 }, () => ({ field: sum, op: 'equals', value: 1 })) };
    const query = { filter: JSON.stringify(many) };
    const refused = await place.owner.client.get(`items/${tasks.id}/rows/`, { query });
    expectRefusal(refused, 422);
    expect(refused.body.fields).toEqual({ filter: ['Compare values of linked rows 10 times at most'] });
  });

  it('reveal nothing of rows that the reader may not see, also where the filter is negated', async () => {
    const { tasks, link, count, sum, grace } = await linkedTables('private');
    const member = await addMember(server.client, place.owner, place.hub, 'admin');
    const [shown] = await readRows(member, tasks);
    expect(shown?.linked?.[grace]).toEqual({ restricted: true });
    // That there are links, and to which ids, is shown with the rows.
    expect(await found(tasks, { field: link, op: 'is_empty' }, member)).toEqual(['nobody']);
    expect(await found(tasks, { field: link, op: 'any_of', value: [grace] }, member)).toEqual(['both']);
    const secret: RowCondition[] = [
      { field: link, op: 'contains', value: 'Grace' },
      { field: link, op: 'not_contains', value: 'Grace' },
      { field: count, op: 'less', value: 5 },
      { field: sum, op: 'less', value: 5 },
    ];
    for (const filter of secret) {
      for (const one of [
        filter,
        { not: filter },
        { or: [filter, { field: 'f_name', op: 'is_not_empty' as const }] },
      ])
        expect(await found(tasks, one, member), JSON.stringify(one)).toEqual([]);
      expect(await found(tasks, { or: [filter, { not: filter }] })).toEqual(['both', 'ada', 'nobody']);
    }
  });
});

it('finds some of several texts by the index that finds one', async () => {
  const database = openDatabase(openPool(server.databaseUrl, 1));
  const id = '0190a1b2-0000-7000-8000-00000000feed';
  const column: TableColumn = {
    ...{ field: { id: 'f_one', name: 'one', label: 'One', type: 'text' }, name: 'c_1', type: 'text' },
    ...{ revision: 1, options: {} },
  };
  await sql`create table ${rowTableOf(id)} (id uuid, position bigint, c_1 text, extra jsonb)`.execute(
    database,
  );
  await sql`insert into ${rowTableOf(id)} select gen_random_uuid(), n, 'v' || n, '{}'
    from generate_series(1, 20000) n`.execute(database);
  await sql`create index on ${rowTableOf(id)} ((left(c_1, 100) collate natural_order) asc nulls last, position, id)`.execute(
    database,
  );
  await sql`analyze ${rowTableOf(id)}`.execute(database);
  const planOf = async (condition: RowCondition) => {
    const where = filterSql({ columns: [column] }, { condition, links: new Map() });
    const { rows } = await sql`explain select id from ${rowTableOf(id)} r where ${where}`.execute(database);
    return JSON.stringify(rows);
  };
  const ofOne = await planOf({ field: 'f_one', op: 'equals', value: 'v7' });
  const ofSome = await planOf({ field: 'f_one', op: 'any_of', value: ['V7', 'v9', 'v1000'] });
  for (const plan of [ofOne, ofSome]) {
    expect(plan).toMatch(/Index (?:Scan|Cond)/);
    expect(plan).not.toContain('Seq Scan on');
  }
  await sql`drop table ${rowTableOf(id)}`.execute(database);
  await database.destroy();
});
