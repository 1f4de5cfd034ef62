import { deepStrictEqual, match, ok, rejects, strictEqual } from 'node:assert/strict';
import { beforeAll, describe, it } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import type { WireColumn } from '#lib/contract/table.ts';
import type { View } from '#lib/contract/table-views.ts';
import { createPlace, type TestAccount } from '#tests/harness/accounts.ts';
import type { Client } from '#tests/harness/client.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { linkHolder, shareByLink } from '#tests/harness/links.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();
let place: Awaited<ReturnType<typeof createPlace>>;
beforeAll(async () => {
  place = await createPlace(server.client);
});

const idOf = async ({ client: as }: TestAccount) => expectData(await as.get('auth/me/')).id;
const NAME = { id: 'f_name', name: 'name', label: 'Name', type: 'text' };
const client = () => place.owner.client;
const addColumn = async ({ id }: Item, column: object) =>
  expectData(await client().post(`items/${id}/columns/`, column), 201);
const refusedFields = (response: { status: number; body: { fields?: Record<string, unknown> } }) => {
  strictEqual(response.status, 422);
  return Object.keys(response.body.fields ?? {});
};

/** A table of tasks that link to people, with what is computed from them. */
async function linkedTables() {
  const people = await createTable(place.owner, place, [
    NAME,
    { id: 'f_age', name: 'age', label: 'Age', type: 'number', required: false },
  ]);
  const tasks = await createTable(place.owner, place, [NAME]);
  await addColumn(tasks, { id: 'f_who', name: 'who', label: 'Who', type: 'link', table: people.id });
  const sum = { name: 'sum', label: 'Sum', type: 'rollup', via: 'who', of: 'age', function: 'sum' };
  await addColumn(tasks, { id: 'f_sum', ...sum });
  const formula = { type: 'formula', label: 'F' };
  await addColumn(tasks, { id: 'f_next', name: 'next', formula: '{sum} + 1', ...formula });
  await addColumn(tasks, { id: 'f_far', name: 'far', formula: '{next} + 1', ...formula });
  return { people, tasks };
}

describe('columns whose values are computed when they are shown', () => {
  it.each(['f_next', 'f_far'])('are not filtered by: %s', async (id) => {
    const { tasks } = await linkedTables();
    const filter = { not: { field: id, op: 'is_empty' } };
    const query = { filter: JSON.stringify(filter) };
    deepStrictEqual(refusedFields(await client().get(`items/${tasks.id}/rows/`, { query })), ['filter']);
    const view = { name: 'x', filter };
    deepStrictEqual(refusedFields(await client().post(`items/${tasks.id}/views/`, view)), ['filter']);
  });

  it.each(['f_next', 'f_far'])('are not ordered: %s', async (id) => {
    const { tasks } = await linkedTables();
    const sorted = await client().get(`items/${tasks.id}/rows/`, { query: { sort: id } });
    deepStrictEqual(refusedFields(sorted), ['sort']);
  });

  it('are not summed where they are links', async () => {
    const { tasks } = await linkedTables();
    const query = { metrics: 'filled:f_who' };
    deepStrictEqual(refusedFields(await client().get(`items/${tasks.id}/aggregate/`, { query })), [
      'metrics',
    ]);
  });

  it.each(['f_next', 'f_far'])('are not grouped or summed: %s', async (id) => {
    const { tasks } = await linkedTables();
    const aggregate = (query: Record<string, string>) =>
      client().get(`items/${tasks.id}/aggregate/`, { query });
    deepStrictEqual(refusedFields(await aggregate({ group: id })), ['group']);
    deepStrictEqual(refusedFields(await aggregate({ metrics: `filled:${id}` })), ['metrics']);
    const views = `items/${tasks.id}/views/`;
    deepStrictEqual(refusedFields(await client().post(views, { name: 'x', group: [id] })), ['group[0]']);
  });

  it('are grouped, summed and ordered where they are results of rollups', async () => {
    const { tasks } = await linkedTables();
    expectData(await client().get(`items/${tasks.id}/rows/`, { query: { sort: 'f_sum' } }));
    const query = { group: 'f_sum', metrics: 'filled:f_sum' };
    expectData(await client().get(`items/${tasks.id}/aggregate/`, { query }));
    expectData(await client().post(`items/${tasks.id}/views/`, { name: 'x', group: ['f_sum'] }), 201);
  });

  it('are computed from each other, and are marked', async () => {
    const { people, tasks } = await linkedTables();
    const [ada] = await addRows(place.owner, people, [{ name: 'Ada', age: 36 }]);
    await addRows(place.owner, tasks, [{ name: 'Write', who: [ada?.id] }]);
    const [row] = await readRows(place.owner, tasks);
    deepStrictEqual([row?.values.sum, row?.values.next, row?.values.far], [36, 37, 38]);
    const columns = expectData(await client().get(`items/${tasks.id}/columns/`));
    deepStrictEqual(
      columns.flatMap(({ id, late }) => (late ? [id] : [])),
      ['f_next', 'f_far'],
    );
  });
});

describe('a view', () => {
  it('shows no rows once its filter cannot be applied any more', async () => {
    const table = await createTable(place.owner, place);
    await addRows(place.owner, table, [{ name: 'A', state: 'open' }, { name: 'B' }]);
    const filter = { field: 'f_state', op: 'equals', value: 'open' };
    const views = `items/${table.id}/views/`;
    const view = expectData(await client().post<View>(views, { name: 'Open', filter }), 201);
    strictEqual((await readRows(place.owner, table, { view: view.id })).length, 1);
    expectData(await client().delete(`items/${table.id}/columns/f_state/`));
    deepStrictEqual(await readRows(place.owner, table, { view: view.id }), []);
    const [shown] = expectData(await client().get<View[]>(views));
    deepStrictEqual([shown?.filter, shown?.unreadable_filter], [null, true]);
    const query = { view: view.id };
    const counted = await client().get(`items/${table.id}/aggregate/`, { query });
    deepStrictEqual(expectData(counted)[0]?.values, { count: 0 });
    const csv = await client().fetch('GET', `items/${table.id}/export/`, undefined, {
      query: { ...query, format: 'csv' },
    });
    strictEqual((await csv.text()).trim().split('\n').length, 1);
  });

  it('that others use is not made personal, and a board has lists of a few values', async () => {
    const table = await createTable(place.owner, place);
    const views = `items/${table.id}/views/`;
    const view = expectData(await client().post<View>(views, { name: 'All' }), 201);
    const taken = await client().patch(`${views}${view.id}/`, { personal: true });
    deepStrictEqual(refusedFields(taken), ['personal']);
    const board = { name: 'x', type: 'board', group: ['f_name'] };
    deepStrictEqual(refusedFields(await client().post(views, board)), ['group[0]']);
    const days = { name: 'x', type: 'calendar', group: ['f_state'] };
    deepStrictEqual(refusedFields(await client().post(views, days)), ['group[0]']);
    expectData(await client().post(views, { ...board, group: ['f_state'] }), 201);
  });
});

it('nobody outside of the hub learns its people from a public table', async () => {
  const table = await createTable(
    place.owner,
    place,
    [
      NAME,
      { id: 'f_by', name: 'by', label: 'By', type: 'created_by' },
      { id: 'f_lead', name: 'lead', label: 'Lead', type: 'person', required: false },
    ],
    { visibility: 'public' },
  );
  const member = await addMember(server.client, place.owner, place.hub, 'admin');
  await addRows(place.owner, table, [{ name: 'A', lead: await idOf(member) }]);
  const visitor = server.client;
  const rows = await visitor.get(`items/${table.id}/rows/`);
  deepStrictEqual(expectData(rows)[0]?.values, { name: 'A' });
  for (const id of ['f_by', 'f_lead']) {
    const aggregate = await visitor.get(`items/${table.id}/aggregate/`, { query: { group: id } });
    deepStrictEqual(refusedFields(aggregate), ['group']);
    const sorted = await visitor.get(`items/${table.id}/rows/`, { query: { sort: id } });
    deepStrictEqual(refusedFields(sorted), ['sort']);
  }
  const view = expectData(
    await client().post(`items/${table.id}/views/`, { name: 'By', sort: ['f_by', 'f_name'] }),
    201,
  );
  await addRows(place.owner, table, [{ name: 'B' }]);
  const page = await visitor.get(`items/${table.id}/rows/`, {
    query: { view: view.id, page_size: 1 },
  });
  const cursor = Buffer.from(String(page.body.next), 'base64url').toString();
  match(cursor, /"A"/);
  strictEqual(cursor.includes(await idOf(place.owner)), false);
});

it('nobody outside of the hub learns its people from an export', async () => {
  const owner = await idOf(place.owner);
  const more = { visibility: 'public' } as const;
  const by = { id: 'f_by', name: 'by', label: 'By', type: 'created_by' };
  const lead = { id: 'f_lead', name: 'lead', label: 'Lead', type: 'person', required: false };
  const parts = await createTable(place.owner, place, [NAME, by], more);
  const [part] = await addRows(place.owner, parts, [{ name: 'Part' }]);
  const link = { name: 'parts', label: 'Parts', type: 'link', table: parts.id, required: false };
  const table = await createTable(place.owner, place, [NAME, by, lead], more);
  const columns = `items/${table.id}/columns/`;
  const { id: via } = expectData(await client().post<{ id: string }>(columns, link), 201);
  const lookup = { name: 'makers', label: 'Makers', type: 'lookup', via, of: 'f_by' };
  expectData(await client().post(columns, lookup), 201);
  await addRows(place.owner, table, [{ name: 'A', lead: owner, parts: [part?.id] }, { name: 'B' }]);
  const filter = { field: 'f_lead', op: 'is_not_empty' };
  const settings = { filter, sort: ['f_lead', '-f_name'], columns: [{ id: 'f_by' }, { id: 'f_name' }] };
  const view = expectData(await client().post(`items/${table.id}/views/`, { name: 'By', ...settings }), 201);
  const exported = async (reader: Client, query: Record<string, string | undefined>) => {
    const response = await reader.fetch('GET', `items/${table.id}/export/`, undefined, { query });
    return { status: response.status, text: await response.text() };
  };
  const { first_name: person } = place.owner.user;
  const queries = [{}, { view: view.id }, { fields: 'f_name,f_by,f_lead' }];
  for (const format of ['csv', 'json'])
    for (const query of queries) {
      const own = await exported(client(), { format, ...query });
      strictEqual(own.text.includes(person), true);
      const { status, text } = await exported(server.client, { format, ...query });
      strictEqual(status, 200);
      match(text, /\bA\b/);
      for (const hidden of [person, owner]) strictEqual(text.includes(hidden), false);
    }
  const ofView = await exported(server.client, { format: 'csv', view: view.id, fields: 'f_name,f_by' });
  strictEqual(ofView.text.replace('\uFEFF', '').trim(), 'Name\r\nA');
  const found = await exported(server.client, { format: 'csv', q: owner });
  strictEqual(found.text.includes('A'), false);
  for (const id of ['f_by', 'f_lead']) {
    const filter = JSON.stringify({ field: id, op: 'is_not_empty' });
    for (const query of [{ sort: id }, { filter }])
      strictEqual((await exported(server.client, { format: 'csv', ...query })).status, 422);
  }
});

it.each(['the table is private', 'the link is revoked'])('an export of rows stops once %s', async (how) => {
  const table = await createTable(place.owner, place, [NAME]);
  const long = 'x'.repeat(4000);
  for (const from of [0, 1000, 2000]) {
    const rows = Array.from({ length: 1000 }, (_, n) => ({ name: `${from + n} ${long}` }));
    await addRows(place.owner, table, rows);
  }
  const link = await shareByLink(place.owner, table.id);
  const holder =
    how === 'the link is revoked'
      ? await linkHolder(server, link)
      : (await addMember(server.client, place.owner, place.hub)).client;
  const response = await holder.fetch('GET', `items/${table.id}/export/?format=csv`, undefined, {
    headers: { 'accept-encoding': 'identity' },
  });
  const reader = response.body?.getReader();
  strictEqual((await reader?.read())?.done, false);
  if (how === 'the link is revoked')
    expectData(await client().delete(`items/${table.id}/share-links/${link.id}/`));
  else expectData(await client().patch(`items/${table.id}/`, { visibility: 'private' }));
  await rejects(async () => {
    while (!(await reader?.read())?.done);
  });
});

it('visitors and holders of links wait no longer than five seconds for what rows show of other tables', async () => {
  const more = { visibility: 'public' } as const;
  const parts = await createTable(place.owner, place, [NAME], more);
  const table = await createTable(place.owner, place, [NAME], more);
  await addColumn(table, { name: 'parts', label: 'Parts', type: 'link', table: parts.id, required: false });
  const [row] = await addRows(place.owner, table, [{ name: 'A' }]);
  const view = expectData(await client().post(`items/${table.id}/views/`, { name: 'All' }), 201);
  const links = `items/${table.id}/views/${view.id}/share-links/` as const;
  const holder = await linkHolder(server, expectData(await client().post(links, {}), 201));
  await server.sql('begin');
  await server.sql('lock table row_link in access exclusive mode');
  try {
    const begun = performance.now();
    const found = await Promise.all(
      ['rows/', `rows/${row?.id}/`].flatMap((path) => [
        server.client.get(`items/${table.id}/${path}`),
        holder.get(`shared-views/${view.id}/${path}`),
      ]),
    );
    deepStrictEqual(
      found.map(({ status }) => status),
      [503, 503, 503, 503],
    );
    // Others wait for a lock for ten seconds.
    ok(performance.now() - begun < 9000);
  } finally {
    await server.sql('rollback');
  }
});

it('columns that are not compared say so when they are added and changed', async () => {
  const { tasks } = await linkedTables();
  const formula = { name: 'more', label: 'More', type: 'formula', formula: '{far} + 1' };
  const made = await addColumn(tasks, formula);
  strictEqual(made.late, true);
  const path = `items/${tasks.id}/columns/${made.id}/`;
  const headers = { 'If-Match': `${made.revision}` };
  const now = expectData(await client().patch<WireColumn>(path, { label: 'Most' }, { headers }));
  strictEqual(now.late, true);
  const stale = await client().patch<WireColumn>(path, { label: 'Least' }, { headers });
  deepStrictEqual([stale.status, stale.data], [409, now]);
  const plain = expectData(await client().patch<WireColumn>(path, { formula: '1 + 1' }));
  strictEqual(plain.late, undefined);
});

it('links to deleted rows do not keep the others from being replaced', async () => {
  const { people, tasks } = await linkedTables();
  const names = Array.from({ length: 1000 }, (_, at) => ({ name: `Person ${at}` }));
  const ids = (await addRows(place.owner, people, names)).map(({ id }) => id);
  const [task] = await addRows(place.owner, tasks, [{ name: 'Write', who: ids }]);
  const replaced = async (who: readonly string[]) => {
    const change = { rows: [{ id: task?.id, values: { who } }] };
    const [outcome] = expectData(await client().patch(`items/${tasks.id}/rows/`, change));
    return outcome?.status;
  };
  const opposite = expectData(await client().get(`items/${people.id}/columns/`)).find(
    ({ type }) => type === 'link',
  );
  await addRows(place.owner, people, [{ name: 'Last', [String(opposite?.name)]: [task?.id] }]);
  strictEqual(await replaced(ids), 'refused');
  expectData(await client().delete(`items/${people.id}/rows/`, { rows: [{ id: ids[0] }] }));
  strictEqual(await replaced(ids.slice(1)), 'done');
});

describe('restored rows', () => {
  it('do not repeat a unique value, and have the links that they had', async () => {
    const { people, tasks } = await linkedTables();
    const [ada, grace] = await addRows(place.owner, people, [{ name: 'Ada' }, { name: 'Grace' }]);
    const [task] = await addRows(place.owner, tasks, [{ name: 'Write', who: [ada?.id, grace?.id] }]);
    expectData(await client().patch(`items/${people.id}/columns/f_name/`, { unique: true }));
    expectData(await client().delete(`items/${people.id}/rows/`, { rows: [{ id: ada?.id }] }));
    const change = { rows: [{ id: task?.id, values: { who: [grace?.id] } }] };
    expectData(await client().patch(`items/${tasks.id}/rows/`, change));
    const restore = async () =>
      expectData(await client().post(`items/${people.id}/rows/restore/`, { ids: [ada?.id] }))[0];
    const [other] = await addRows(place.owner, people, [{ name: 'Ada' }]);
    const refused = await restore();
    deepStrictEqual(refused?.errors, { name: ['Another row has this Name already'] });
    expectData(await client().delete(`items/${people.id}/rows/`, { rows: [{ id: other?.id }] }));
    const restored = await restore();
    const [linked] = Object.values(restored?.row?.linked ?? {});
    deepStrictEqual(linked, { title: 'Write' });
    const [row] = await readRows(place.owner, tasks);
    deepStrictEqual([row?.values.who].flat().sort(), [ada?.id, grace?.id].sort());
  });

  it('leave no links once they are deleted permanently', async () => {
    const { people, tasks } = await linkedTables();
    const [ada] = await addRows(place.owner, people, [{ name: 'Ada' }]);
    await addRows(place.owner, tasks, [{ name: 'Write', who: [ada?.id] }]);
    const count = () => server.sql('select other_row from row_link where other_row = $1', [ada?.id]);
    expectData(await client().delete(`items/${people.id}/rows/`, { rows: [{ id: ada?.id }] }));
    strictEqual((await count()).length, 1);
    await server.sql(`update deleted_row set deleted_at = now() - interval '31 days' where id = $1`, [
      ada?.id,
    ]);
    await server.sql("select graphile_worker.add_job('purge')");
    await eventually(async () => strictEqual((await count()).length, 0));
    // Nor is there anything that could be restored.
    deepStrictEqual(expectData(await client().get(`items/${people.id}/deleted-rows/`)), []);
    const ids = [ada?.id];
    const [restored] = expectData(await client().post(`items/${people.id}/rows/restore/`, { ids }));
    strictEqual(restored?.status, 'missing');
  });
});
