import { beforeAll, expect, it } from 'vitest';
import type { Row } from '#lib/contract/table.ts';
import { BACKGROUND_ROWS } from '#lib/contract/table-limits.ts';
import { createPlace, createSpace } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { importArchive, importFile } from '#tests/harness/imports.ts';
import { linkHolder } from '#tests/harness/links.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { exportSpace } from '#tests/harness/space-archives.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();
let place: Awaited<ReturnType<typeof createPlace>>;
beforeAll(async () => {
  place = await createPlace(server.client);
  expectData(await place.owner.client.patch(`hubs/${place.hub.domain_handle}/`, { country: 'DE' }));
});

const NAME = { id: 'f_name', name: 'name', label: 'Name', type: 'text', required: false };
const phone = (name: string, more: object = {}) => ({
  ...{ id: `f_${name}`, name, label: name, type: 'phone', required: false },
  ...more,
});
const COLUMNS = [NAME, phone('phone'), phone('more', { multiple: true })];

const rowTable = (id: string) => `tables.t_${id.replaceAll('-', '')}`;
const tableOf = (columns: readonly unknown[] = COLUMNS) => createTable(place.owner, place, columns);
const typedIn = (rows: readonly Row[]) => rows.map(({ typed }) => typed);
const client = () => place.owner.client;

async function change(table: { id: string }, row: Row | undefined, values: object): Promise<Row | undefined> {
  const body = { rows: [{ id: row?.id, values }] };
  const [outcome] = expectData(await client().patch(`items/${table.id}/rows/`, body));
  return outcome?.row;
}
const reread = async (table: { id: string }, row: Row | undefined) =>
  expectData(await client().get(`items/${table.id}/rows/${row?.id}/`));

it('keeps how a number was typed beside the one that is stored, in lists by its place', async () => {
  const table = await tableOf();
  const [ada, bob] = await addRows(place.owner, table, [
    { name: 'Ada', phone: '030 / 12 34 56', more: ['+43664123456', '(0171) 123 45 67'] },
    { name: 'Bob', phone: '+4930123456' },
  ]);
  const typed = { phone: '030 / 12 34 56', 'more[1]': '(0171) 123 45 67' };
  expect(ada).toMatchObject({
    typed,
    values: { phone: '+4930123456', more: ['+43664123456', '+491711234567'] },
  });
  expect(typedIn(await readRows(place.owner, table))).toEqual([typed, undefined]);
  const fields = { fields: 'name,phone' };
  expect(typedIn(await readRows(place.owner, table, fields))).toEqual([{ phone: typed.phone }, undefined]);
  expect(await change(table, bob, { phone: '+49 (0)40 / 12-34-56' })).toMatchObject({
    values: { phone: '+4940123456' },
    typed: { phone: '+49 (0)40 / 12-34-56' },
  });
});

it('keeps the text while the number stays, and drops it with the number', async () => {
  const table = await tableOf();
  const [row] = await addRows(place.owner, table, [
    { name: 'Ada', phone: '030 / 12 34 56', more: ['0171 1234567', '0172 1234567'] },
  ]);
  const renamed = await change(table, row, { name: 'Ada L.' });
  expect(renamed?.typed).toEqual(row?.typed);
  const same = await change(table, row, { phone: '+4930123456' });
  expect([same?.typed, same?.revision]).toEqual([row?.typed, renamed?.revision]);
  await change(table, row, { more: ['+491721234567'] });
  expect((await reread(table, row)).typed).toEqual({ phone: '030 / 12 34 56', 'more[0]': '0172 1234567' });
  await change(table, row, { phone: '+4930654321', more: null });
  await change(table, row, { phone: '+4930123456' });
  expect((await reread(table, row)).typed).toBeUndefined();
});

it('shows no text for a number that came by another way', async () => {
  const table = await tableOf();
  const [row] = await addRows(place.owner, table, [{ name: 'Ada', phone: '030 / 12 34 56' }]);
  await server.sql(`update ${rowTable(table.id)} set c_2 = '+4930654321' where id = $1`, [row?.id]);
  const now = await reread(table, row);
  expect([now.values.phone, now.typed]).toEqual(['+4930654321', undefined]);
});

it('keeps the texts of a row that is deleted and restored, and of a copied table', async () => {
  const table = await tableOf();
  const [row] = await addRows(place.owner, table, [{ name: 'Ada', phone: '030 / 12 34 56' }]);
  expectData(await client().delete(`items/${table.id}/rows/`, { rows: [{ id: row?.id }] }));
  const [restored] = expectData(
    await client().post(`items/${table.id}/rows/restore/`, { ids: [row?.id ?? ''] }),
  );
  expect(restored?.row?.typed).toEqual({ phone: '030 / 12 34 56' });
  const copy = expectData(await client().post(`items/${table.id}/copy/`, {}), 201);
  expect(typedIn(await readRows(place.owner, copy))).toEqual([{ phone: '030 / 12 34 56' }]);
});

it('takes the text with the number that a merge takes', async () => {
  const table = await tableOf();
  const [one, other] = await addRows(place.owner, table, [
    { name: 'Ada' },
    { name: 'Ada', phone: '030 / 12 34 56' },
  ]);
  const rows = [one?.id ?? '', other?.id ?? ''];
  const { id, row } = expectData(await client().post(`items/${table.id}/merge/`, { rows, values: {} }));
  expect(row).toMatchObject({ values: { phone: '+4930123456' }, typed: { phone: '030 / 12 34 56' } });
  expectData(await client().post(`items/${table.id}/merge/${id}/undo/`));
  expect(typedIn(await readRows(place.owner, table))).toEqual([undefined, { phone: '030 / 12 34 56' }]);
});

it('stores numbers as files of imports have them, in new rows and in changed ones', async () => {
  const table = await tableOf([NAME, phone('phone')]);
  await importFile(place.owner, table, 'name,phone\nAda,030 / 12 34 56\nBob,+4940123456\n');
  expect(typedIn(await readRows(place.owner, table))).toEqual([{ phone: '030 / 12 34 56' }, undefined]);
  const how = { match_on: 'name', on_match: 'update' };
  await importFile(place.owner, table, 'name,phone\nBob,(0171) 12 345 67\nCleo,0172/1234567\n', how);
  expect(typedIn(await readRows(place.owner, table))).toEqual([
    { phone: '030 / 12 34 56' },
    { phone: '(0171) 12 345 67' },
    { phone: '0172/1234567' },
  ]);
  const byPhone = { match_on: 'phone', on_match: 'update' };
  await importFile(place.owner, table, 'name,phone\nAda L.,030-123456\nDora,0173/1234567\n', byPhone);
  expect((await readRows(place.owner, table)).map(({ values, typed }) => [values.name, typed])).toEqual([
    ['Ada L.', { phone: '030 / 12 34 56' }],
    ['Bob', { phone: '(0171) 12 345 67' }],
    ['Cleo', { phone: '0172/1234567' }],
    ['Dora', { phone: '0173/1234567' }],
  ]);
  const body = { match_on: ['phone'], rows: [{ values: { name: 'Eve', phone: '0174 / 12 345 67' } }] };
  const [upserted] = expectData(await client().post(`items/${table.id}/rows/upsert/`, body));
  expect(upserted?.row?.typed).toEqual({ phone: '0174 / 12 345 67' });
});

it('keeps the numbers of people as their card or file has them', async () => {
  const list = await createItem(place.owner, place, { kind: 'contact', title: 'People' });
  await importFile(place.owner, list, 'Name,Email,Phone\nAda,ada@example.org,030 / 12 34 56\n');
  const card = 'BEGIN:VCARD\nVERSION:3.0\nFN:Bob\nTEL:(0171) 12 345 67\nEND:VCARD\n';
  await importFile(place.owner, list, card);
  const rows = await readRows(place.owner, list);
  expect(rows.flatMap(({ typed }) => Object.values(typed ?? {}))).toEqual([
    '030 / 12 34 56',
    '(0171) 12 345 67',
  ]);
});

it.each([
  ['at once', 1],
  ['by a job', BACKGROUND_ROWS + 1],
])('keeps the texts where a column is changed %s', async (_, rows) => {
  const table = await tableOf();
  const [, bob] = await addRows(place.owner, table, [
    { name: 'Ada', phone: '030 / 12 34 56', more: ['0171 1234567'] },
    { name: 'Bob', phone: '+4930123456', more: ['(0172) 1234567'] },
  ]);
  await server.sql(`update item set meta = meta || jsonb_build_object('rows', $2::int) where id = $1`, [
    table.id,
    rows,
  ]);
  const column = { label: 'Numbers', name: 'numbers', multiple: true };
  const changed = expectData(await client().patch(`items/${table.id}/columns/f_phone/`, column));
  const changing = expect.objectContaining({ changing: expect.any(String) });
  expect(changed).toEqual(rows > BACKGROUND_ROWS ? changing : expect.not.objectContaining({ changing }));
  await eventually(async () =>
    expect((await readRows(place.owner, table)).map(({ values, typed }) => [values.numbers, typed])).toEqual([
      [['+4930123456'], { 'numbers[0]': '030 / 12 34 56', 'more[0]': '0171 1234567' }],
      [['+4930123456'], { 'more[0]': '(0172) 1234567' }],
    ]),
  );
  await change(table, bob, { numbers: ['030-65432-1'] });
  expect((await reread(table, bob)).typed).toEqual({
    'numbers[0]': '030-65432-1',
    'more[0]': '(0172) 1234567',
  });
});

it('has the texts in the archive of a space, and in the space that it makes', async () => {
  const own = await createPlace(server.client);
  const germany = { country: 'DE' };
  expectData(await own.owner.client.patch(`hubs/${own.hub.domain_handle}/`, germany));
  const table = await createTable(own.owner, own, COLUMNS);
  await addRows(own.owner, table, [
    { name: 'Ada', phone: '030 / 12 34 56', more: ['+43664123456', '0171 1234567'] },
    { name: 'Bob', phone: '+4930123456' },
  ]);
  const space = await createSpace(own.owner, own.hub);
  await importArchive({ ...own, space }, { bytes: await exportSpace(own.owner, own) });
  const [copy] = expectData(
    await own.owner.client.in(own.hub).get(`spaces/${space.slug}/items/`, { query: { kind: 'table' } }),
  );
  expect(typedIn(await readRows(own.owner, { id: copy?.id ?? '' }))).toEqual([
    { phone: '030 / 12 34 56', 'more[1]': '0171 1234567' },
    undefined,
  ]);
});

it('hides the texts with their column, and has them again where it is restored', async () => {
  const table = await tableOf();
  await addRows(place.owner, table, [{ name: 'Ada', phone: '030 / 12 34 56', more: ['0171 1234567'] }]);
  const path = `items/${table.id}` as const;
  expectData(await client().delete(`${path}/columns/f_phone/`));
  expect(typedIn(await readRows(place.owner, table))).toEqual([{ 'more[0]': '0171 1234567' }]);
  expectData(await client().post(`${path}/deleted-columns/f_phone/restore/`, {}));
  expect(typedIn(await readRows(place.owner, table))).toEqual([
    { phone: '030 / 12 34 56', 'more[0]': '0171 1234567' },
  ]);
});

it('says nothing of them to the holder of a link to a view', async () => {
  const table = await tableOf();
  await addRows(place.owner, table, [{ name: 'Ada', phone: '030 / 12 34 56' }]);
  const view = expectData(
    await client().post(`items/${table.id}/views/`, {
      name: 'Names',
      columns: [{ id: 'f_phone', hidden: true }, { id: 'f_name' }],
    }),
    201,
  );
  const path = `items/${table.id}/views/${view.id}/share-links/` as const;
  const holder = await linkHolder(server, expectData(await client().post(path, {}), 201));
  const read = await holder.get(`shared-views/${view.id}/rows/`);
  expect(JSON.stringify(read.body)).not.toContain('12 34 56');
});
