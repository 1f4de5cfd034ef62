import { beforeAll, expect, it } from 'vitest';
import { createPlace, type TestAccount } from '#tests/harness/accounts.ts';
import { linkHolder } from '#tests/harness/links.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable } from '#tests/harness/tables.ts';

const server = sharedServer();
let place: Awaited<ReturnType<typeof createPlace>>;
beforeAll(async () => {
  place = await createPlace(server.client);
});

const NAME = { id: 'f_name', name: 'name', label: 'Name', type: 'text' };
const TAGS = {
  ...{ id: 'f_tags', name: 'tags', label: 'Tags', type: 'multi-select', required: false },
  options: [
    { id: 'red', label: 'Red' },
    { id: 'blue', label: 'Blue' },
  ],
};
const AT = { id: 'f_at', name: 'at', label: 'At', type: 'datetime', required: false };

/** A table with a view that is grouped by some columns, as the holder of its link reads it. */
async function createView(table: { id: string }, settings: object) {
  const views = `items/${table.id}/views/` as const;
  const view = expectData(await place.owner.client.post(views, { name: 'Grouped', ...settings }), 201);
  const link = expectData(
    await place.owner.client.post(`items/${table.id}/views/${view.id}/share-links/`, {}),
    201,
  );
  const base = `shared-views/${view.id}/` as const;
  return async (person?: TestAccount) => {
    const holder = await linkHolder(server, link, person ? { person } : {});
    return {
      view: async () => expectData(await holder.get(base)),
      groups: (group: string) => holder.get(`${base}groups/`, { query: { group } }),
      rows: async () => expectData(await holder.get(`${base}rows/`)),
      names: async (filter: object) => {
        const query = { filter: JSON.stringify(filter), sort: 'name' };
        const rows = expectData(await holder.get(`${base}rows/`, { query }));
        return rows.map(({ values }) => values.name);
      },
    };
  };
}

it('groups rows by their sets of choices, in whatever order these were chosen', async () => {
  const table = await createTable(place.owner, place, [NAME, TAGS]);
  await addRows(place.owner, table, [
    { name: 'A', tags: ['red', 'blue'] },
    { name: 'B', tags: ['blue', 'red'] },
    { name: 'C', tags: ['red'] },
    { name: 'D' },
  ]);
  const holder = await (await createView(table, { group: ['f_tags'] }))();
  expect((await holder.view()).group).toEqual(['f_tags']);
  expect(expectData(await holder.groups('f_tags'))).toEqual([
    { value: ['red'], count: 1 },
    { value: ['red', 'blue'], count: 2 },
    { value: null, count: 1 },
  ]);
  expect(await holder.names({ field: 'f_tags', op: 'exactly', value: ['blue', 'red'] })).toEqual(['A', 'B']);
  const hidden = await createView(table, {
    group: ['f_tags'],
    columns: [{ id: 'f_tags', hidden: true }],
  });
  const other = await hidden();
  expect((await other.view()).group).toEqual([]);
  expectRefusal(await other.groups('f_tags'), 422);
});

it('groups rows by what their one linked row has, for readers of its table alone', async () => {
  const member = await addMember(server.client, place.owner, place.hub);
  const { client } = place.owner;
  const harbours = await createTable(place.owner, place, [NAME]);
  const ships = await createTable(place.owner, place, [NAME, TAGS]);
  const columns = `items/${ships.id}/columns/` as const;
  const link = { name: 'at', label: 'At', type: 'link', table: harbours.id, multiple: false };
  const via = expectData(await client.post(columns, link), 201).id;
  const lookup = { name: 'of', label: 'Of', type: 'lookup', via, of: 'f_name' };
  const of = expectData(await client.post(columns, lookup), 201).id;
  const rows = await addRows(place.owner, harbours, [{ name: 'Cochin' }, { name: 'Goa' }]);
  const [cochin, goa] = rows.map(({ id }) => id);
  await addRows(place.owner, ships, [
    { name: 'A', at: [cochin] },
    { name: 'B', at: [goa], tags: ['red'] },
    { name: 'C', at: [cochin] },
    { name: 'D' },
  ]);
  const open = await createView(ships, { group: [of, 'f_tags'] });
  const reader = await open(member);
  const view = await reader.view();
  expect(view.group).toEqual([of, 'f_tags']);
  expect(view.columns.find(({ id }) => id === of)?.shown_as).toEqual({ type: 'text' });
  expect(expectData(await reader.groups(of))).toEqual([
    { value: 'Cochin', count: 2 },
    { value: 'Goa', count: 1 },
    { value: null, count: 1 },
  ]);
  expect(await reader.names({ field: of, op: 'equals', value: 'Cochin' })).toEqual(['A', 'C']);

  const stranger = await open();
  expect((await stranger.view()).group).toEqual(['f_tags']);
  expectRefusal(await stranger.groups(of), 422);
  expect(JSON.stringify(await stranger.view())).not.toContain('shown_as');
});

it('groups points in time by the days of the hub', async () => {
  const table = await createTable(place.owner, place, [NAME, AT]);
  await addRows(place.owner, table, [
    { name: 'A', at: '2026-03-04T09:00:00Z' },
    { name: 'B', at: '2026-03-04T11:00:00Z' },
    { name: 'C' },
  ]);
  const holder = await (await createView(table, { group: ['f_at'] }))();
  expect(expectData(await holder.groups('f_at:day'))).toEqual([
    { value: '2026-03-04', count: 2 },
    { value: null, count: 1 },
  ]);
  for (const group of ['f_name:day', 'f_none:day', ':day', ''])
    expectRefusal(await holder.groups(group), 422);
});

it('finds rows by links of linked rows, also where the column of their own links is hidden', async () => {
  const member = await addMember(server.client, place.owner, place.hub);
  const { client } = place.owner;
  const [harbours, ships, trips] = [
    await createTable(place.owner, place, [NAME]),
    await createTable(place.owner, place, [NAME]),
    await createTable(place.owner, place, [NAME]),
  ];
  const add = async ({ id }: { id: string }, column: object) =>
    expectData(await client.post(`items/${id}/columns/`, column), 201).id;
  const lies = await add(ships, { name: 'lies', label: 'Lies', type: 'link', table: harbours.id });
  const via = await add(trips, { name: 'ships', label: 'Ships', type: 'link', table: ships.id });
  const at = await add(trips, { name: 'at', label: 'At', type: 'lookup', via, of: lies });
  const [goa] = await addRows(place.owner, harbours, [{ name: 'Goa' }]);
  const [dhow] = await addRows(place.owner, ships, [{ name: 'Dhow', lies: [goa?.id] }]);
  await addRows(place.owner, trips, [{ name: 'A', ships: [dhow?.id] }, { name: 'B' }]);
  const open = await createView(trips, { columns: [{ id: via, hidden: true }] });
  const reader = await open(member);
  const [row] = await reader.rows();
  expect([row?.values.at, Object.values(row?.linked ?? {})]).toEqual([[goa?.id], [{ title: 'Goa' }]]);
  for (const [op, value, found] of [
    ['is_not_empty', undefined, ['A']],
    ['contains', 'goa', ['A']],
    ['none_of', [goa?.id], ['B']],
  ] as const)
    expect(await reader.names({ field: at, op, value })).toEqual(found);
  const view = await reader.view();
  expect(view.columns.find(({ id }) => id === at)?.shown_as).toEqual({ type: 'link', multiple: true });
  const stranger = await open();
  expect(JSON.stringify([await stranger.view(), await stranger.rows()])).not.toMatch(/Goa|Dhow/);
});

it('has groups in descending order where the view has them so', async () => {
  const table = await createTable(place.owner, place, [NAME, TAGS]);
  await addRows(place.owner, table, [
    { name: 'A', tags: ['red'] },
    { name: 'B', tags: ['blue'] },
    { name: 'C' },
  ]);
  const settings = { group: ['f_tags'], layout: { groups_down: ['f_tags'] } };
  const holder = await (await createView(table, settings))();
  const groups = expectData(await holder.groups('f_tags'));
  expect(groups.map(({ value }) => value)).toEqual([['blue'], ['red'], null]);
  expectRefusal(await holder.groups('-f_tags'), 422);
});
