import { beforeAll, expect, it } from 'vitest';
import type { Row } from '#lib/contract/table.ts';
import { createPlace, registerUser } from '#tests/harness/accounts.ts';
import { linkHolder, shareByLink } from '#tests/harness/links.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable } from '#tests/harness/tables.ts';

const server = sharedServer();
let place: Awaited<ReturnType<typeof createPlace>>;
beforeAll(async () => {
  place = await createPlace(server.client);
});

const NAME = { id: 'f_name', name: 'name', label: 'Name', type: 'text' };
const LEAD = { id: 'f_lead', name: 'lead', label: 'Lead', type: 'person', required: false };
const PUBLIC = { visibility: 'public' } as const;

/** A public table with formulas over people of the row itself, and over those of rows that it links to. */
async function tableOfPeople() {
  const { client } = place.owner;
  const lead = expectData(await client.get('auth/me/')).id;
  const by = { id: 'f_by', name: 'by', label: 'By', type: 'created_by' };
  const parts = await createTable(place.owner, place, [LEAD, NAME, by], PUBLIC);
  const [part] = await addRows(place.owner, parts, [{ name: 'Oar', lead }]);
  const table = await createTable(place.owner, place, [NAME, LEAD], PUBLIC);
  const columns = `items/${table.id}/columns/` as const;
  const add = async (column: object) => expectData(await client.post(columns, column), 201);
  const { id: via } = await add({ name: 'parts', label: 'Parts', type: 'link', table: parts.id });
  await add({ name: 'makers', label: 'Makers', type: 'lookup', via, of: 'f_by' });
  await add({ name: 'count', label: 'Count', type: 'rollup', via, of: 'name', function: 'count' });
  const formulas = {
    of_lead: '"L" & {lead}',
    through: '{of_lead} & "!"',
    of_makers: '"M" & {makers}',
    doubled: '{count} * 2',
  };
  const ids: Record<string, string> = {};
  for (const [name, formula] of Object.entries(formulas))
    ids[name] = (await add({ name, label: name, type: 'formula', formula })).id;
  const [row] = await addRows(place.owner, table, [{ name: 'Boat', lead, parts: [part?.id] }]);
  return { table, lead, row: String(row?.id), part: String(part?.id), ids };
}

it('formulas of people show nobody outside of the hub who they are', async () => {
  const { table, lead, row, part, ids } = await tableOfPeople();
  const stranger = await registerUser(server.client);
  const path = `items/${table.id}/`;
  const own = expectData(await place.owner.client.get(`${path}rows/${row}/`));
  const { first_name: first, last_name: last } = place.owner.user;
  const name = `L${first} ${last}`;
  expect(own.values).toMatchObject({ of_lead: name, through: `${name}!`, doubled: 2 });
  for (const reader of [server.client, stranger.client]) {
    const [shown] = expectData(await reader.get<Row[]>(`${path}rows/`));
    expect(shown?.values).toEqual({ name: 'Boat', parts: [part], count: 1, doubled: 2 });
    for (const hidden of [lead, first]) expect(JSON.stringify(shown)).not.toContain(hidden);
    expect(shown?.linked).toEqual({ [part]: { title: 'Oar' } });
    for (const format of ['csv', 'json']) {
      const file = await reader.fetch('GET', `${path}export/`, undefined, { query: { format } });
      const text = await file.text();
      expect(text).toContain('Boat');
      for (const hidden of [lead, place.owner.user.first_name]) expect(text).not.toContain(hidden);
    }
    for (const name of ['of_lead', 'through']) {
      const query = { sort: ids[name] };
      expect((await reader.get(`${path}rows/`, { query })).status).toBe(422);
      const filter = JSON.stringify({ field: ids[name], op: 'contains', value: lead });
      expect((await reader.get(`${path}rows/`, { query: { filter } })).status).toBe(422);
    }
    const found = await reader.get(`${path}rows/`, { query: { q: lead } });
    expect(expectData(found)).toEqual([]);
  }
  const view = expectData(await place.owner.client.post(`${path}views/`, { name: 'All' }), 201);
  const shared = expectData(await server.client.get(`${path}rows/`, { query: { view: view.id } }));
  for (const hidden of [lead, first]) expect(JSON.stringify(shared)).not.toContain(hidden);
});

it('a formula names nobody who is not of the hub, whatever id is in a cell', async () => {
  const stranger = await registerUser(server.client);
  const table = await createTable(place.owner, place, [NAME]);
  const columns = `items/${table.id}/columns/` as const;
  await addRows(place.owner, table, [{ name: stranger.user.id }, { name: place.owner.user.id }]);
  // Ids that were typed as a text become people.
  expectData(await place.owner.client.patch(`${columns}f_name/`, { type: 'person' }));
  const who = { name: 'who', label: 'Who', type: 'formula', formula: '"W" & {name}' };
  expectData(await place.owner.client.post(columns, who), 201);
  const rows = expectData(await place.owner.client.get(`items/${table.id}/rows/`));
  const { first_name: first, last_name: last } = place.owner.user;
  expect(rows.map(({ values }) => values.who)).toEqual(['W', `W${first} ${last}`]);
});

it('a guest reads the history of a row without its people', async () => {
  const { table, lead, row } = await tableOfPeople();
  const link = await shareByLink(place.owner, table.id, { role: 'editor' });
  const guest = await linkHolder(server, link, { person: await registerUser(server.client) });
  const [shown] = expectData(await guest.get(`items/${table.id}/rows/`));
  expect(shown?.values).toMatchObject({ name: 'Boat', doubled: 2 });
  for (const hidden of [lead, place.owner.user.first_name])
    expect(JSON.stringify(shown)).not.toContain(hidden);
  const rows = [{ id: row, values: { lead: null, name: 'Ship' } }];
  expectData(await place.owner.client.patch(`items/${table.id}/rows/`, { rows }));
  const path = `items/${table.id}/rows/${row}/history/` as const;
  const own = expectData(await place.owner.client.get(path));
  expect(JSON.stringify(own)).toContain(lead);
  const history = await guest.get(path);
  expect(JSON.stringify(history.body)).not.toContain(lead);
  expect(expectData(history)[0]?.changes.map(({ name }) => name)).toEqual(['name']);
});

it('an export has the formulas that read other tables, as they are shown', async () => {
  const { table } = await tableOfPeople();
  const { client } = place.owner;
  const path = `items/${table.id}/export/`;
  const file = await client.fetch('GET', path, undefined, {
    query: { format: 'json', fields: 'name,doubled' },
  });
  expect(await file.json()).toEqual([expect.objectContaining({ values: { name: 'Boat', doubled: 2 } })]);
  const csv = await client.fetch('GET', path, undefined, {
    query: { format: 'csv', fields: 'name,doubled' },
  });
  expect(await csv.text()).toMatch(/Boat,2/);
});
