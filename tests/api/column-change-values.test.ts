import { Kysely, PostgresDialect } from 'kysely';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import { itemById } from '#server/items/item/item.repo.ts';
import type { SignedIn } from '#server/items/item/item.service.ts';
import { type Database, openPool } from '#server/platform/database/database.ts';
import { convertColumn, prepareConversion } from '#server/tables/columns/conversion.ts';
import { rowsAfter } from '#server/tables/columns/staged-column.repo.ts';
import { linkedTable } from '#server/tables/rows/row-links.ts';
import { requireTable } from '#server/tables/table/table.ts';
import { registerUser, type TestAccount } from '#tests/harness/accounts.ts';
import { linkHolder, shareByLink } from '#tests/harness/links.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();
let place: Awaited<ReturnType<typeof createEditorAndPlace>>;
beforeAll(async () => {
  place = await createEditorAndPlace(server.client);
});

const OPTIONAL = { required: false };
const NAME = { id: 'f_name', name: 'name', label: 'Name', type: 'text' };
const MADE = { id: 'f_made', name: 'made', label: 'Made', type: 'created_at' };

const add = async ({ id }: Item, column: object) =>
  expectData(await place.owner.client.post(`items/${id}/columns/`, column), 201).id;
const change = ({ client }: Pick<TestAccount, 'client'>, { id }: Item, column: string, input: object) =>
  client.patch(`items/${id}/columns/${column}/`, input);
const valuesOf = async (table: Item, name: string) =>
  (await readRows(place.owner, table)).map(({ values }) => values[name]);

/** Boats with their parts, a table that only its owner sees once it is hidden. */
async function createBoats() {
  const { owner } = place;
  const parts = await createTable(owner, place, [NAME]);
  const boats = await createTable(owner, place, [NAME, MADE]);
  await add(boats, { id: 'f_parts', name: 'parts', label: 'Parts', type: 'link', table: parts.id });
  const lookup = { name: 'names', label: 'Names', type: 'lookup', via: 'f_parts', of: 'f_name' };
  await add(boats, { id: 'f_names', ...lookup });
  const formula = { name: 'first', label: 'First', type: 'formula', formula: '{parts} & "!"' };
  await add(boats, { id: 'f_first', ...formula });
  const [oar] = await addRows(owner, parts, [{ name: 'Oar' }]);
  await addRows(owner, boats, [{ name: 'Dhow', parts: [oar?.id] }]);
  const hide = async (visibility: 'private' | 'public') =>
    expectData(await owner.client.patch(`items/${parts.id}/`, { visibility }));
  return { parts, boats, hide };
}

function openDatabase(): Database {
  const pool = openPool(server.databaseUrl);
  const database: Database = new Kysely({ dialect: new PostgresDialect({ pool }) });
  onTestFinished(() => database.destroy());
  return database;
}

const callerOf = ({ user }: TestAccount): SignedIn => ({
  user: { id: user.id, email: '', isEmailVerified: false, activeHubId: null },
  sessionId: null,
  links: [],
  origin: { address: '', userAgent: '' },
});

describe('values that cannot be read while a change converts them', () => {
  it.each(['f_names', 'f_first'])(
    'end the conversion of %s, and nothing is converted to nothing',
    async (id) => {
      const { boats, hide } = await createBoats();
      const database = openDatabase();
      const caller = callerOf(place.other);
      const item = await itemById(database, caller, boats.id);
      if (!item) throw new Error('it is readable');
      const table = await requireTable(database, item);
      const from = table.columns.find(({ field }) => field.id === id);
      if (!from) throw new Error('the column is there');
      const { name, label } = from.field;
      const to = { ...from, field: { id, name, label, type: 'text' as const, required: false }, options: {} };
      const conversion = await prepareConversion(database, caller, table, from, to);
      const convert = async () =>
        convertColumn(database, conversion, await rowsAfter(database, conversion.table, null, 10));
      const text = id === 'f_names' ? 'Oar' : 'Oar!';
      expect((await convert()).map(({ next }) => next)).toEqual([text]);
      await hide('private');
      await expect(convert()).rejects.toMatchObject({ code: 'table_busy' });
      await hide('public');
      expect((await convert()).map(({ next }) => next)).toEqual([text]);
    },
  );

  it('are not taken for hidden ones where the database fails', async () => {
    const { parts } = await createBoats();
    const database = openDatabase();
    const caller = callerOf(place.other);
    expect(await linkedTable(database, caller, parts.id)).not.toBe(null);
    const pool = openPool(server.databaseUrl);
    const lost: Database = new Kysely({ dialect: new PostgresDialect({ pool }) });
    await pool.end();
    await expect(linkedTable(lost, caller, parts.id)).rejects.toThrow();
  });
});

describe('formulas of a table that links to one that its editor may not see', () => {
  it('are corrected, and stored where they read nothing of it', async () => {
    const { boats, hide } = await createBoats();
    await add(boats, { id: 'f_year', name: 'year', label: 'Year', type: 'formula', formula: 'now() & "!"' });
    await add(boats, { id: 'f_more', name: 'more', label: 'More', type: 'formula', formula: '{year} & "?"' });
    await hide('private');
    expectData(await change(place.other, boats, 'f_first', { formula: '{parts} & "?"' }));
    expectData(await change(place.other, boats, 'f_year', { formula: '{made} & "!"' }));
    expectRefusal(await change(place.other, boats, 'f_first', { type: 'text' }), 422);
    expectData(await change(place.other, boats, 'f_more', { type: 'text' }));
    expect(await valuesOf(boats, 'first')).toEqual(['Oar?']);
    expect(await valuesOf(boats, 'more')).toEqual([expect.stringMatching(/^20\d\d-.*!\?$/)]);
  });
});

/** A table of a hub's people in all the ways that one shows them, with a link for somebody outside of the hub. */
async function createPeopleTable() {
  const { owner } = place;
  const lead = { id: 'f_lead', name: 'lead', label: 'Lead', type: 'person', ...OPTIONAL };
  const by = { id: 'f_by', name: 'by', label: 'By', type: 'created_by' };
  const table = await createTable(owner, place, [
    NAME,
    lead,
    by,
    { id: 'f_last', name: 'last', label: 'Last', type: 'updated_by' },
  ]);
  await add(table, { id: 'f_self', name: 'self', label: 'Self', type: 'link', table: table.id });
  const through = { via: 'f_self', label: 'Through' };
  await add(table, { ...through, id: 'f_leads', name: 'leads', type: 'lookup', of: 'f_lead' });
  await add(table, { ...through, id: 'f_min', name: 'min', type: 'rollup', of: 'f_by', function: 'list' });
  await add(table, { ...through, id: 'f_on', name: 'on', type: 'lookup', of: 'f_leads' });
  await add(table, { id: 'f_text', name: 'text', label: 'Text', type: 'formula', formula: '{by} & "!"' });
  await add(table, {
    id: 'f_same',
    name: 'same',
    label: 'Same',
    type: 'formula',
    formula: '{text} & {leads}',
  });
  const [first] = await addRows(owner, table, [{ name: 'a', lead: owner.user.id }]);
  await addRows(owner, table, [{ name: 'b', self: [first?.id] }]);
  const link = await shareByLink(owner, table.id, { role: 'editor' });
  return { table, link };
}

describe('somebody outside of the hub who may change a table', () => {
  it.each(['f_lead', 'f_by', 'f_last', 'f_leads', 'f_min', 'f_on', 'f_text', 'f_same'])(
    'makes no texts of people of %s, and sees no preview of that',
    async (column) => {
      const { table, link } = await createPeopleTable();
      const holder = await linkHolder(server, link, { person: await registerUser(server.client) });
      for (const input of [{ type: 'text' }, { type: 'number' }, { type: 'text', multiple: true }]) {
        const path = `items/${table.id}/columns/${column}/` as const;
        const shown = await holder.patch(path, input, { query: { preview: 1 } });
        for (const response of [shown, await holder.patch(path, input)]) {
          expectRefusal(response, 422);
          expect(JSON.stringify(response.body)).not.toContain(place.owner.user.first_name);
        }
      }
      expectData(await holder.patch(`items/${table.id}/columns/${column}/`, { label: 'Renamed' }));
      expectData(await change(place.owner, table, column, { type: 'text', multiple: true }));
    },
  );

  it('makes no column of people of texts, and does not see which of them are names of people', async () => {
    const { table, link } = await createPeopleTable();
    const { first_name, last_name } = place.owner.user;
    await addRows(place.owner, table, [{ name: `${first_name} ${last_name}` }]);
    const holder = await linkHolder(server, link, { person: await registerUser(server.client) });
    const path = `items/${table.id}/columns/${NAME.id}/` as const;
    expectRefusal(await holder.patch(path, { type: 'person' }, { query: { preview: 1 } }), 422);
    expectRefusal(await holder.patch(path, { type: 'person' }), 422);
  });
});

describe('a lookup of more values than are shown', () => {
  it('does not become texts, of which some would be lost', async () => {
    const { owner } = place;
    const { parts, boats } = await createBoats();
    const [boat] = await readRows(owner, boats);
    const opposite = expectData(await owner.client.get(`items/${parts.id}/columns/`)).at(-1)?.name ?? '';
    const many = (count: number) =>
      addRows(
        owner,
        parts,
        Array.from({ length: count }, (_, n) => ({ name: `p${n}`, [opposite]: [boat?.id] })),
      );
    const wanted = { type: 'text', multiple: true };
    const path = `items/${boats.id}/columns/f_names/` as const;
    const preview = () => owner.client.patch(path, wanted, { query: { preview: 1 } });
    await many(500);
    await many(499);
    expect(expectData(await preview())).toMatchObject({ checked: 1, converted: 1 });
    await many(1);
    for (const response of [await preview(), await owner.client.patch(path, wanted)]) {
      expectRefusal(response, 422);
      expect(response.body.fields?.type?.[0]).toContain('more than 1,000 values');
    }
    expectRefusal(await change(place.owner, boats, 'f_first', { type: 'text' }), 422);
  });
});

it('a long text stays whole where a list has too few entries for it', async () => {
  const long = { id: 'f_long', name: 'long', label: 'Long', type: 'textarea', ...OPTIONAL };
  const table = await createTable(place.owner, place, [NAME, long]);
  const text = Array.from({ length: 3000 }, (_, n) => `l${n}`).join('\n');
  await addRows(place.owner, table, [
    { name: 'a', long: text },
    { name: 'b', long: 'one\n\ntwo' },
  ]);
  expectData(await change(place.owner, table, 'f_long', { type: 'text', multiple: true }));
  expect(await valuesOf(table, 'long')).toEqual([text, ['one', 'two']]);
});

describe('rows that were deleted before a change of a column', () => {
  const OPTIONS = [
    { id: 'opt_open', label: 'Still open' },
    { id: 'opt_done', label: 'All done' },
  ];
  const state = {
    id: 'f_state',
    name: 'state',
    label: 'State',
    type: 'select',
    options: OPTIONS,
    ...OPTIONAL,
  };

  it('are restored with its values of the new kind', async () => {
    const table = await createTable(place.owner, place, [NAME, state]);
    const rows = await addRows(place.owner, table, [
      { name: 'a', state: 'opt_done' },
      { name: 'b' },
      { name: 'c', state: 'opt_open' },
    ]);
    const gone = rows.slice(0, 2).map(({ id }) => ({ id }));
    const { client } = place.owner;
    expectData(await client.delete(`items/${table.id}/rows/`, { rows: gone }));
    expectData(await change(place.owner, table, 'f_state', { type: 'text' }));
    const ids = gone.map(({ id }) => id);
    expectData(await client.post(`items/${table.id}/rows/restore/`, { ids }));
    expect(await valuesOf(table, 'state')).toEqual(['All done', undefined, 'Still open']);
  });
});
