import { expect, it } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { vcardsOfRows } from '#server/tables/export/export-vcards.ts';
import type { Table } from '#server/tables/table/table.ts';
import { createPlace, createSpace, type TestAccount } from '#tests/harness/accounts.ts';
import { importCard } from '#tests/harness/contacts.ts';
import { createItem } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { field } from '#tests/harness/forms.ts';
import { importArchive, importFile } from '#tests/harness/imports.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();

async function listWithCard() {
  const place = await createPlace(server.client);
  const list = await createItem(place.owner, place, { kind: 'contact', title: 'People' });
  const card = { name: 'Ada', property: 'BDAY:1815-12-10' };
  const row = await importCard(place.owner.client, list, card);
  return { ...place, list, row };
}
const cardsIn = async (by: TestAccount, { id }: Pick<Item, 'id'>) =>
  (await by.client.fetch('GET', `items/${id}/export/?format=vcf`)).text();

it('shows what a card says besides the columns of its list', async () => {
  const { owner, list, row } = await listWithCard();
  const path = `items/${list.id}/rows/${row}/card/`;
  expect(expectData(await owner.client.get<unknown>(path))).toEqual([
    { property: 'BDAY', kind: '', value: '1815-12-10' },
  ]);
});

it('shows no value that was changed since, and nothing of a card that is too long', async () => {
  const { owner, list, row } = await listWithCard();
  const path = `items/${list.id}/rows/${row}/card/`;
  const changes = { rows: [{ id: row, values: { email: 'now@example.org' } }] };
  expectData(await owner.client.patch(`items/${list.id}/rows/`, changes));
  const birthday = { property: 'BDAY', kind: '', value: '1815-12-10' };
  expect(expectData(await owner.client.get<unknown>(path))).toEqual([birthday]);
  await server.sql("update row_vcard set card = card || repeat('X', 1100000) where row_id = $1", [row]);
  expect(expectData(await owner.client.get<unknown>(path))).toEqual([]);
});

it('retains what a card says where a line of several values changes its person', async () => {
  const { owner, list } = await listWithCard();
  const columns = expectData(await owner.client.get(`items/${list.id}/columns/`));
  const email = columns.find(({ name }) => name === 'email')?.id;
  const csv =
    'First Name,Last Name,E-mail 1 - Value,Phone 1 - Value\n' +
    'Ada,,ada@example.org,+493012345678 ::: +493012345679\n';
  const how = { match_on: JSON.stringify([email]), on_match: 'update' };
  expect(await importFile(owner, list, csv, how)).toMatchObject({ done: 1, rejected: 0 });
  const cards = await cardsIn(owner, list);
  expect(cards).toContain('BDAY:1815-12-10');
  expect(cards).toContain('TEL:+493012345679');
  expect(cards.match(/TEL/g)).toHaveLength(2);
});

it('clears what a file has empty cells for, where that is chosen, and nothing else', async () => {
  const { owner, list } = await listWithCard();
  const columns = expectData(await owner.client.get(`items/${list.id}/columns/`));
  const email = columns.find(({ name }) => name === 'email')?.id;
  const csv = 'First Name,Last Name,E-mail 1 - Value,Phone 1 - Value\nAda,,ada@example.org,\n';
  const how = { match_on: JSON.stringify([email]), on_match: 'update', empty_cells: 'clear' };
  expect(await importFile(owner, list, csv, how)).toMatchObject({ done: 1, rejected: 0 });
  const [row] = await readRows(owner, list);
  expect(row?.values).toMatchObject({ name: 'Ada', address: 'London', occupation: 'Engineer' });
  expect(row?.values.contact_number ?? null).toBeNull();
});

it('clears them also of who has a second number, for which a card is made', async () => {
  const { owner, list } = await listWithCard();
  const columns = expectData(await owner.client.get(`items/${list.id}/columns/`));
  const email = columns.find(({ name }) => name === 'email')?.id;
  const csv =
    'First Name,Last Name,Job Title,E-mail 1 - Value,Phone 1 - Value\n' +
    'Ada,,,ada@example.org,+493012345678 ::: +493012345679\n';
  const how = { match_on: JSON.stringify([email]), on_match: 'update', empty_cells: 'clear' };
  expect(await importFile(owner, list, csv, how)).toMatchObject({ done: 1, rejected: 0 });
  const [row] = await readRows(owner, list);
  expect(row?.values).toMatchObject({ name: 'Ada', address: 'London', contact_number: '+493012345678' });
  expect(row?.values.occupation ?? null).toBeNull();
});

it('copies the cards of people with their list', async () => {
  const { owner, list } = await listWithCard();
  const copy = expectData(await owner.client.post(`items/${list.id}/copy/`, {}), 201);
  expect(await cardsIn(owner, copy)).toBe(await cardsIn(owner, list));
});

it('brings cards back from the archive of a space', async () => {
  const { owner, hub, space, list } = await listWithCard();
  const response = await owner.client.in(hub).fetch('GET', `spaces/${space.slug}/export/?format=md`);
  const other = await createSpace(owner, hub, { name: 'Other' });
  const job = await importArchive(
    { owner, hub, space: other },
    { bytes: Buffer.from(await response.arrayBuffer()) },
  );
  expect(job).toMatchObject({ state: 'ready', rejected: 0 });
  const items = expectData(await owner.client.in(hub).get(`spaces/${other.slug}/items/`));
  const again = items.find(({ title }) => title === 'People');
  expect(await cardsIn(owner, again ?? list)).toContain('BDAY:1815-12-10');
  expect(again?.id).not.toBe(list.id);
});

it('deletes the card of a person whose row can come back no more', async () => {
  const { owner, list, row } = await listWithCard();
  const other = await importCard(owner.client, list, { name: 'Bea', property: 'BDAY:1900-01-01' });
  const { id } = expectData(await owner.client.post(`items/${list.id}/merge/`, { rows: [row, other] }));
  expectData(await owner.client.delete(`items/${list.id}/rows/`, { rows: [{ id: row }] }));
  await server.sql("update deleted_row set deleted_at = now() - interval '31 days' where item_id = $1", [
    list.id,
  ]);
  await server.sql("update row_merge set made_at = now() - interval '31 days' where id = $1", [id]);
  await server.sql("select graphile_worker.add_job('purge', '{}'::json)");
  await eventually(async () => {
    expect(await server.sql('select from row_vcard where item_id = $1', [list.id])).toEqual([]);
    expect(await server.sql('select from row_merge where id = $1', [id])).toEqual([]);
  }, 30_000);
});

it('exports a birthday of the list, and of hidden columns and cards nothing', async () => {
  const { owner, list, row } = await listWithCard();
  const path = `items/${list.id}/columns/`;
  const column = { name: 'birthday', label: 'Birthday', type: 'date', required: false };
  expectData(await owner.client.post(path, column), 201);
  const changes = { rows: [{ id: row, values: { birthday: '1815-12-11' } }] };
  expectData(await owner.client.patch(`items/${list.id}/rows/`, changes));
  const whole = await cardsIn(owner, list);
  expect(whole).toContain('BDAY:1815-12-11');
  expect(whole).not.toContain('1815-12-10');
  const columns = expectData(await owner.client.get<{ id: string; name: string }[]>(path));
  const view = {
    ...{ name: 'Narrow', type: 'grid' },
    columns: columns.map(({ id, name }) => ({ id, hidden: name !== 'name' })),
  };
  const { id } = expectData(await owner.client.post(`items/${list.id}/views/`, view), 201);
  const response = await owner.client.fetch('GET', `items/${list.id}/export/?format=vcf&view=${id}`);
  expect(await response.text()).toBe('BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ada\r\nEND:VCARD\r\n');
});

it('exports the cards of a few people at a time, since each may have a picture', async () => {
  const place = await createPlace(server.client);
  const list = await createTable(place.owner, place, [field('name', 'Name', 'text')]);
  const people = Array.from({ length: 45 }, (_, at) => ({ name: `Person ${at}` }));
  await addRows(place.owner, list, people);
  const [item] = await server.sql<Table['item']>('select * from item where id = $1', [list.id]);
  if (!item) throw new Error('the list is there');
  const database = openDatabase(openPool(server.databaseUrl, 1));
  const counts: number[] = [];
  for await (const part of vcardsOfRows(database, async () => item, {}))
    counts.push(part.split('BEGIN:VCARD').length - 1);
  await database.destroy();
  expect(counts).toEqual([20, 20, 5]);
});
