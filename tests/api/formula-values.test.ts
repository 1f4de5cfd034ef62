import { beforeAll, expect, it } from 'vitest';
import { createPlace, registerUser } from '#tests/harness/accounts.ts';
import { eventually } from '#tests/harness/eventually.ts';
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
const STATUS = {
  ...{ id: 'f_status', name: 'status', label: 'Status', type: 'select', required: false },
  options: [
    { id: 'o_1', label: 'Done' },
    { id: 'o_2', label: 'Open' },
  ],
};
const TAGS = {
  ...{ id: 'f_tags', name: 'tags', label: 'Tags', type: 'multi-select', required: false },
  options: [
    { id: 't_1', label: 'New' },
    { id: 't_2', label: 'Hot' },
  ],
};
const PUBLIC = { visibility: 'public' } as const;

type Columns = Readonly<Record<string, string>>;

async function withFormulas(tableId: string, formulas: Columns): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const [name, formula] of Object.entries(formulas)) {
    const sent = { name, label: name, type: 'formula', formula };
    ids[name] = expectData(await place.owner.client.post(`items/${tableId}/columns/`, sent), 201).id;
  }
  return ids;
}

const rowsOf = async (
  tableId: string,
  query: Record<string, string | undefined> = {},
  client = place.owner.client,
) => expectData(await client.get(`items/${tableId}/rows/`, { query }));

/** Computes the formulas again that depend on the day, as happens every quarter of an hour. */
const refresh = () => server.sql(`select graphile_worker.add_job('refresh-formulas', '{}'::json)`);

const setZone = async (time_zone: string) =>
  expectData(await place.owner.client.patch(`hubs/${place.hub.domain_handle}/`, { time_zone }));

it('choices are their labels, which are found by and followed when they are renamed', async () => {
  const table = await createTable(place.owner, place, [NAME, STATUS, TAGS]);
  const ids = await withFormulas(table.id, {
    is_done: 'if({status} = "Done", "yes", "no")',
    as_before: 'if({status} = "o_1", "yes", "no")',
    text: '{status} & ": " & {tags}',
    has: 'if(contains({tags}, "Hot"), 1, 0)',
  });
  await addRows(place.owner, table, [
    { name: 'a', status: 'o_1', tags: ['t_1', 't_2'] },
    { name: 'b', status: 'o_2' },
  ]);
  const [first, second] = await rowsOf(table.id);
  expect(first?.values).toMatchObject({ is_done: 'yes', as_before: 'yes', text: 'Done: New, Hot', has: 1 });
  expect(second?.values).toMatchObject({ is_done: 'no', as_before: 'no', text: 'Open: ', has: 0 });
  const filter = JSON.stringify({ field: ids.text, op: 'starts_with', value: 'Done' });
  expect((await rowsOf(table.id, { filter })).map(({ id }) => id)).toEqual([first?.id]);
  const options = [{ id: 'o_1', label: 'Finished' }, STATUS.options[1]];
  expectData(await place.owner.client.patch(`items/${table.id}/columns/f_status/`, { options }));
  const [renamed] = await rowsOf(table.id, { sort: ids.text });
  expect(renamed?.values).toMatchObject({ is_done: 'no', as_before: 'yes', text: 'Finished: New, Hot' });
});

it('people are their names, links the titles of their rows, and lookups of choices labels', async () => {
  const { client } = place.owner;
  const me = expectData(await client.get('auth/me/'));
  const lead = { id: 'f_lead', name: 'lead', label: 'Lead', type: 'person', required: false };
  const team = { id: 'f_team', name: 'team', label: 'Team', type: 'person', multiple: true, required: false };
  const by = { id: 'f_by', name: 'by', label: 'By', type: 'created_by' };
  const parts = await createTable(place.owner, place, [NAME, STATUS, lead], PUBLIC);
  const made = await addRows(place.owner, parts, [
    { name: 'Oar', status: 'o_1', lead: me.id },
    { name: 'Sail', status: 'o_2' },
  ]);
  const table = await createTable(place.owner, place, [NAME, lead, team, by], PUBLIC);
  const add = async (column: object) =>
    expectData(await client.post(`items/${table.id}/columns/`, column), 201);
  const { id: via } = await add({ name: 'parts', label: 'Parts', type: 'link', table: parts.id });
  await add({ name: 'states', label: 'States', type: 'lookup', via, of: 'f_status' });
  await add({ name: 'leads', label: 'Leads', type: 'lookup', via, of: 'f_lead' });
  const formulas = {
    of_lead: '"Lead " & {lead}',
    of_team: 'join("+", {team})',
    of_by: 'upper({by})',
    of_parts: '{parts} & "."',
    of_states: 'if(contains({states}, "Done"), {states}, "none")',
    of_leads: '{leads} & ""',
    never: 'if(false, {lead}, {name})',
  };
  const ids = await withFormulas(table.id, formulas);
  const sent = { name: 'Boat', lead: me.id, team: [me.id], parts: made.map(({ id }) => id) };
  const [row] = await addRows(place.owner, table, [sent]);
  const name = `${me.first_name} ${me.last_name}`.trim();
  const expected = {
    ...{ of_lead: `Lead ${name}`, of_team: name, of_by: name.toUpperCase(), of_leads: name },
    ...{ of_parts: 'Oar, Sail.', of_states: 'Done, Open', never: 'Boat' },
  };
  expect(row?.values).toMatchObject(expected);
  const [shown] = await rowsOf(table.id);
  expect(shown?.values).toMatchObject(expected);
  const stored = await server.sql(`select * from tables.t_${table.id.replaceAll('-', '')}`);
  expect(JSON.stringify(stored)).not.toContain(`Lead ${me.id}`);
  for (const one of ['of_lead', 'of_parts']) {
    const query = { sort: ids[one] };
    expect((await client.get(`items/${table.id}/rows/`, { query })).status).toBe(422);
  }
  const file = await client.fetch('GET', `items/${table.id}/export/`, undefined, {
    query: { format: 'csv' },
  });
  expect(await file.text()).toContain(`Lead ${name}`);
  // Outside of the hub neither names nor ids, nor whether somebody is named.
  const shared = await shareByLink(place.owner, table.id);
  const guest = await linkHolder(server, shared, { person: await registerUser(server.client) });
  for (const reader of [server.client, (await registerUser(server.client)).client, guest]) {
    const [theirs] = await rowsOf(table.id, {}, reader);
    expect(theirs?.values).toMatchObject({ of_parts: 'Oar, Sail.', of_states: 'Done, Open' });
    for (const hidden of [me.id, me.first_name, me.first_name.toUpperCase()])
      expect(JSON.stringify(theirs)).not.toContain(hidden);
    for (const one of ['of_lead', 'of_team', 'of_by', 'of_leads', 'never'])
      expect(theirs?.values).not.toHaveProperty(one);
  }
  expectData(await client.patch('auth/me/', { first_name: 'Renamed' }));
  const [later] = await rowsOf(table.id);
  expect(later?.values.of_lead).toMatch(/^Lead Renamed/);
  expectData(await client.patch('auth/me/', { first_name: me.first_name }));
});

it('shows nobody else the titles of rows in a private table', async () => {
  const { client } = place.owner;
  const secret = await createTable(place.owner, place, [NAME], { visibility: 'private' });
  const made = await addRows(place.owner, secret, [{ name: 'Secret' }]);
  const table = await createTable(place.owner, place, [NAME], PUBLIC);
  const link = { name: 'to', label: 'To', type: 'link', table: secret.id };
  expectData(await client.post(`items/${table.id}/columns/`, link), 201);
  await withFormulas(table.id, { told: '"to " & {to}' });
  await addRows(place.owner, table, [{ name: 'Open', to: made.map(({ id }) => id) }]);
  expect((await rowsOf(table.id))[0]?.values.told).toBe('to Secret');
  const [theirs] = await rowsOf(table.id, {}, server.client);
  expect(theirs?.values.told).toBe('to ');
  expect(JSON.stringify(theirs)).not.toContain('Secret');
});

it('lookups of formulas that are computed when they are shown are empty, whatever is stored', async () => {
  const { client } = place.owner;
  const made = { id: 'f_made', name: 'made', label: 'Made', type: 'created_at' };
  const parts = await createTable(place.owner, place, [NAME, made]);
  const { late, own } = await withFormulas(parts.id, { late: '{name} & {made}', own: 'upper({name})' });
  const [part] = await addRows(place.owner, parts, [{ name: 'Oar' }]);
  // As a version of before stored it.
  const inside = `tables.t_${parts.id.replaceAll('-', '')}`;
  const [physical] = await server.sql<{ name: string }>(
    `select name from table_column where item_id = $1 and column_id = $2`,
    [parts.id, late],
  );
  await server.sql(`update ${inside} set ${physical?.name} = 'of before'`);
  const table = await createTable(place.owner, place, [NAME]);
  const add = async (column: object) =>
    expectData(await client.post(`items/${table.id}/columns/`, column), 201);
  const { id: via } = await add({ name: 'parts', label: 'Parts', type: 'link', table: parts.id });
  const lookup = { type: 'lookup', via };
  const rollup = { type: 'rollup', via, of: late };
  await add({ ...lookup, name: 'of_late', label: 'Late', of: late });
  await add({ ...lookup, name: 'of_own', label: 'Own', of: own });
  await add({ ...rollup, name: 'list', label: 'List', function: 'list' });
  await add({ ...rollup, name: 'count', label: 'Count', function: 'count' });
  await addRows(place.owner, table, [{ name: 'Boat', parts: [part?.id] }]);
  const [row] = await rowsOf(table.id);
  expect(row?.values).toMatchObject({ of_own: ['OAR'], count: 1 });
  expect(row?.values).not.toHaveProperty('of_late');
  expect(row?.values).not.toHaveProperty('list');
  expect(JSON.stringify(row)).not.toContain('of before');
});

it('days and hours are those of the hub, and follow its time zone and the day', async () => {
  await setZone('Pacific/Kiritimati');
  const at = { id: 'f_at', name: 'at', label: 'At', type: 'datetime', required: false };
  const table = await createTable(place.owner, place, [NAME, at]);
  const ids = await withFormulas(table.id, {
    of_day: 'format_date({at}, "YYYY-MM-DD HH:mm")',
    of_hour: 'hour({at})',
    of_today: 'today()',
    of_now: 'left(now(), 10)',
  });
  await addRows(place.owner, table, [{ name: 'a', at: '2026-05-01T12:30:00Z' }]);
  const today = (zone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date());
  const [row] = await rowsOf(table.id);
  expect(row?.values).toMatchObject({ of_day: '2026-05-02 02:30', of_hour: 2 });
  expect(row?.values.of_today).toBe(today('Pacific/Kiritimati'));
  expect(row?.values.of_now).toBe(new Date().toISOString().slice(0, 10));
  expect(
    (await place.owner.client.get(`items/${table.id}/rows/`, { query: { sort: ids.of_now } })).status,
  ).toBe(422);
  await refresh();
  const key = async () =>
    (
      await server.sql<{ key: string }>('select formulas_for as key from user_table where item_id = $1', [
        table.id,
      ])
    )[0]?.key;
  await eventually(async () => expect(await key()).toMatch(/^1 Pacific\/Kiritimati \d/));
  await setZone('Pacific/Pago_Pago');
  await refresh();
  await eventually(async () => {
    const [now] = await rowsOf(table.id);
    expect(now?.values).toMatchObject({ of_day: '2026-05-01 01:30', of_hour: 1 });
    expect(now?.values.of_today).toBe(today('Pacific/Pago_Pago'));
    // Nobody changed the row.
    expect(now?.revision).toBe(row?.revision);
    expect(now?.updated_at).toBe(row?.updated_at);
  });
  const filter = JSON.stringify({ field: ids.of_today, op: 'equals', value: today('Pacific/Pago_Pago') });
  expect(await rowsOf(table.id, { filter })).toHaveLength(1);
  await eventually(async () => expect(await key()).toMatch(/^1 Pacific\/Pago_Pago \d/));
  // As if it were yesterday's.
  const [physical] = await server.sql<{ name: string }>(
    `select name from table_column where item_id = $1 and column_id = $2`,
    [table.id, ids.of_today],
  );
  await server.sql(`update tables.t_${table.id.replaceAll('-', '')} set ${physical?.name} = '2020-01-01'`);
  await server.sql(
    `update user_table set formulas_for = '1 Pacific/Pago_Pago 2020-01-01' where item_id = $1`,
    [table.id],
  );
  await refresh();
  await eventually(async () =>
    expect((await rowsOf(table.id))[0]?.values.of_today).toBe(today('Pacific/Pago_Pago')),
  );
  await setZone('UTC');
});
