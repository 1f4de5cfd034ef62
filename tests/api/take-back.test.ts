import { beforeAll, expect, it } from 'vitest';
import { createPlace, registerUser } from '#tests/harness/accounts.ts';
import { linkHolder, shareByLink } from '#tests/harness/links.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, COLUMNS, createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();
let place: Awaited<ReturnType<typeof createPlace>>;
beforeAll(async () => {
  place = await createPlace(server.client);
});

it('deleted rows are found by their first value, in any case, also by the label of an option, and by nothing else', async () => {
  const { client } = place.owner;
  const [name, price, due, state, tags] = COLUMNS;
  const table = await createTable(place.owner, place, [
    { ...state, required: false },
    name,
    price,
    due,
    tags,
  ]);
  const rows = await addRows(place.owner, table, [
    { name: '100% Lamp', price: 7 },
    { name: 'Desk', state: 'done' },
    { name: 'Chair', state: 'open' },
  ]);
  expectData(await client.delete(`items/${table.id}/rows/`, { rows: rows.map(({ id }) => ({ id })) }));
  const found = async (q: string) =>
    expectData(await client.get(`items/${table.id}/deleted-rows/`, { query: { q } })).map(
      ({ values }) => values.name,
    );
  expect(await found('lamp')).toEqual(['100% Lamp']);
  expect(await found('0% l')).toEqual(['100% Lamp']);
  expect(await found('%')).toEqual(['100% Lamp']);
  expect(await found('still OPEN')).toEqual(['Chair']);
  // Its first value is another one.
  expect(await found('Chair')).toEqual([]);
  expect(await found('7')).toEqual([]);
  expect(await found('')).toHaveLength(3);
});

it('bulk changes of a table are listed with who made them, and undone by anybody who may change it', async () => {
  const { owner, hub } = place;
  const editor = await addMember(server.client, owner, hub, 'admin');
  const reader = await addMember(server.client, owner, hub);
  const table = await createTable(owner, place);
  await addRows(owner, table, [
    { name: 'Lamp', price: 1 },
    { name: 'Desk', price: 2 },
  ]);
  const path = `items/${table.id}/bulk-changes/` as const;
  const make = async (body: object) => {
    const made = expectData(await owner.client.post(path, { filter: null, ...body }));
    return 'id' in made ? made.id : '';
  };
  const set = await make({ action: 'set', values: { price: 5 } });
  const removal = await make({ action: 'delete' });
  const list = expectData(await editor.client.get(path));
  expect(
    list.map(({ id, action, changed, columns, undone_by }) => [id, action, changed, columns, undone_by]),
  ).toEqual([
    [removal, 'delete', 2, [], null],
    [set, 'set', 2, ['Price'], null],
  ]);
  expect(list[0]?.made_by.id).toBe(owner.user.id);
  const undone = expectData(await editor.client.post(`${path}${removal}/undo/`));
  expect(await readRows(owner, table)).toHaveLength(2);
  const [latest, first] = expectData(await owner.client.get(path));
  expect(latest).toMatchObject({ action: 'restore', undoes: removal, made_by: { id: editor.user.id } });
  expect(first).toMatchObject({ id: removal, undone_by: undone.id });
  expectRefusal(await reader.client.get(path), 403);
  const other = await createTable(owner, place);
  expect(expectData(await owner.client.get(`items/${other.id}/bulk-changes/`))).toEqual([]);
  await server.sql(`update bulk_change set made_at = now() - interval '31 days' where id = '${set}'`);
  expect(expectData(await owner.client.get(path)).map(({ id }) => id)).not.toContain(set);
});

it('problems of a bulk change, which name columns of people, are not shown to guests', async () => {
  const { owner } = place;
  const table = await createTable(owner, place);
  await addRows(owner, table, [{ name: 'Lamp', price: 1 }]);
  const path = `items/${table.id}/bulk-changes/` as const;
  const made = expectData(
    await owner.client.post(path, { filter: null, action: 'set', values: { price: 5 } }),
  );
  const id = 'id' in made ? made.id : '';
  await server.sql(`update bulk_change set problems = '{"Lead names nobody": 1}' where id = '${id}'`);
  const link = await shareByLink(owner, table.id, { role: 'editor' });
  const guest = await linkHolder(server, link, { person: await registerUser(server.client) });
  const shown = async (by: Pick<typeof guest, 'get'>) => [
    expectData(await by.get(path))[0]?.problems,
    expectData(await by.get(`${path}${id}/`)).problems,
  ];
  expect(await shown(guest)).toEqual([[], []]);
  const problems = [{ message: 'Lead names nobody', rows: 1 }];
  expect(await shown(owner.client)).toEqual([problems, problems]);
});
