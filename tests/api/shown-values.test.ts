import { beforeAll, expect, it } from 'vitest';
import { createPlace, registerUser } from '#tests/harness/accounts.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable } from '#tests/harness/tables.ts';

const server = sharedServer();
let place: Awaited<ReturnType<typeof createPlace>>;
beforeAll(async () => {
  place = await createPlace(server.client);
});

const COLUMNS = [
  { id: 'f_name', name: 'name', label: 'Name', type: 'text' },
  {
    ...{ id: 'f_state', name: 'state', label: 'State', type: 'select', required: false },
    options: [{ id: 'o_1', label: 'New, hot' }],
    option_colors: { o_1: 'green' },
  },
  { id: 'f_lead', name: 'lead', label: 'Lead', type: 'person', required: false },
  { id: 'f_price', name: 'price', label: 'Price', type: 'currency', currency: 'EUR', required: false },
  { id: 'f_due', name: 'due', label: 'Due', type: 'date', required: false },
];

/** A table whose rows show values of linked rows. */
async function createLinked() {
  const { client } = place.owner;
  const { id: lead, first_name, last_name } = expectData(await client.get('auth/me/'));
  const parts = await createTable(place.owner, place, COLUMNS);
  const values = { name: 'Oar', state: 'o_1', lead, price: 5, due: '2026-05-04' };
  const [part] = await addRows(place.owner, parts, [values]);
  const table = await createTable(place.owner, place, COLUMNS);
  const add = async (column: object) =>
    expectData(await client.post(`items/${table.id}/columns/`, column), 201).id;
  const via = await add({ name: 'parts', label: 'Parts', type: 'link', table: parts.id });
  for (const of of ['state', 'lead', 'price', 'due'])
    await add({ name: `of_${of}`, label: `Of ${of}`, type: 'lookup', via, of: `f_${of}` });
  await add({ name: 'sum', label: 'Sum', type: 'rollup', function: 'sum', via, of: 'f_price' });
  await add({ name: 'last', label: 'Last', type: 'rollup', function: 'max', via, of: 'f_due' });
  await add({ name: 'count', label: 'Count', type: 'rollup', function: 'count', via });
  await addRows(place.owner, table, [{ name: 'Boat', lead, parts: [part?.id] }]);
  return { parts, table, lead, name: `${first_name} ${last_name}`.trim() };
}

it('says how the values of a lookup are written, and who is meant, to readers of the linked table', async () => {
  const { parts, table, lead, name } = await createLinked();
  const member = await addMember(server.client, place.owner, place.hub);
  const shownTo = async ({ client }: typeof member) => {
    const columns = expectData(await client.get(`items/${table.id}/columns/`));
    return Object.fromEntries(columns.map(({ name: column, shown_as }) => [column, shown_as]));
  };
  const shown = await shownTo(member);
  expect(shown).toMatchObject({
    of_state: {
      type: 'select',
      options: [{ id: 'o_1', label: 'New, hot' }],
      option_colors: { o_1: 'green' },
    },
    of_lead: { type: 'person' },
    of_price: { type: 'currency', currency: 'EUR' },
    of_due: { type: 'date' },
    sum: { type: 'currency', currency: 'EUR' },
    last: { type: 'date' },
  });
  for (const one of ['name', 'parts', 'count']) expect(shown[one]).toBeUndefined();
  const [row] = expectData(await member.client.get(`items/${table.id}/rows/`));
  expect(row?.values).toMatchObject({ of_state: ['o_1'], of_lead: [lead] });
  expect(row?.people).toEqual({ [lead]: name });
  // A column is sent back as it was read.
  const columns = expectData(await place.owner.client.get(`items/${table.id}/columns/`));
  const read = columns.find((one) => one.name === 'of_state');
  expectData(await place.owner.client.patch(`items/${table.id}/columns/${read?.id}/`, { ...read }));
  expectData(await place.owner.client.patch(`items/${parts.id}/`, { visibility: 'private' }));
  expect(Object.values(await shownTo(member)).filter(Boolean)).toEqual([]);
});

it('exports people by their names and lookups as their own table writes them', async () => {
  const { table, name } = await createLinked();
  const fileOf = (format: string) =>
    place.owner.client.fetch('GET', `items/${table.id}/export/`, undefined, { query: { format } });
  const csv = (await (await fileOf('csv')).text()).replace('\uFEFF', '').split('\r\n');
  expect(csv[1]).toBe(`Boat,,${name},,,Oar,"New, hot",${name},5,2026-05-04,5,2026-05-04,1`);
  const [row] = JSON.parse(await (await fileOf('json')).text());
  expect(row.values).toMatchObject({ lead: name, of_lead: [name], of_state: ['o_1'] });
});

it('shows nobody outside of the hub who is meant', async () => {
  const { parts, table, lead, name } = await createLinked();
  for (const { id } of [parts, table])
    expectData(await place.owner.client.patch(`items/${id}/`, { visibility: 'public' }));
  const stranger = await registerUser(server.client);
  for (const path of ['rows/', 'columns/', 'export/?format=csv', 'export/?format=json']) {
    const response = await stranger.client.fetch('GET', `items/${table.id}/${path}`);
    const text = await response.text();
    expect([path, response.status]).toEqual([path, 200]);
    expect(text).not.toContain(lead);
    expect(text).not.toContain(name);
  }
});

it('finds rows by names of people and titles of linked rows, for readers of these alone', async () => {
  const { parts, table, name } = await createLinked();
  const member = await addMember(server.client, place.owner, place.hub);
  const found = async (q: string, { client } = member) => {
    const query = { query: { q } };
    const rows = expectData(await client.get(`items/${table.id}/rows/`, query));
    const [whole] = expectData(
      await client.get(`items/${table.id}/aggregate/`, { query: { q, metrics: 'count' } }),
    );
    const file = await client.fetch('GET', `items/${table.id}/export/`, undefined, {
      query: { format: 'json', q },
    });
    expect([whole?.values.count, JSON.parse(await file.text()).length]).toEqual([rows.length, rows.length]);
    return rows.length;
  };
  await addRows(place.owner, table, [{ name: 'Empty' }]);
  for (const q of [name.toUpperCase(), 'oar', 'OA']) expect([q, await found(q)]).toEqual([q, 1]);
  expect(await found('Oars')).toBe(0);
  expectData(await place.owner.client.patch(`items/${parts.id}/`, { visibility: 'private' }));
  expect(await found('oar')).toBe(0);
  expect(await found('oar', place.owner)).toBe(1);
  expectData(await place.owner.client.patch(`items/${table.id}/`, { visibility: 'public' }));
  expect(await found(name, await registerUser(server.client))).toBe(0);
});
