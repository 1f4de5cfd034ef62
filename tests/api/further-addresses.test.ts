import { Kysely, PostgresDialect } from 'kysely';
import { expect, it } from 'vitest';
import { openPool } from '#server/platform/database/database.ts';
import { up } from '#server/platform/database/migrations/0077-further-addresses.ts';
import { up as upOfKinds } from '#server/platform/database/migrations/0079-several-of-a-kind.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { importFile } from '#tests/harness/imports.ts';
import { linkHolder } from '#tests/harness/links.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { readRows } from '#tests/harness/tables.ts';

const server = sharedServer();

const card = (...lines: string[]) => ['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD', ''].join('\r\n');
const HANS = card(
  'FN:Hans Müller',
  'EMAIL:hans@example.org',
  'EMAIL;TYPE=home:Hans.Two@Example.net',
  'TEL:+49 171 1234567',
  'TEL:030 / 765 43 21',
);
const ANNA = card('FN:Anna Schmidt', 'EMAIL:anna@example.org');

async function listOf(cards: string) {
  const place = await createPlace(server.client);
  await place.owner.client.patch(`hubs/${place.hub.domain_handle}/`, { country: 'DE' });
  const list = await createItem(place.owner, place, { kind: 'contact', title: 'People' });
  expect(await importFile(place.owner, list, cards)).toMatchObject({ rejected: 0 });
  const named = async (q: string, id = list.id) =>
    (await readRows(place.owner, { id }, { q })).map(({ values }) => values.name);
  return { ...place, list, named };
}

it('finds people by further addresses and numbers of their cards, in any writing', async () => {
  const { named } = await listOf(HANS + ANNA);
  for (const q of ['hans.two@example.net', 'HANS.TWO', '030 7654321', '(0)30-765', '765 43 21', '4930765'])
    expect(await named(q), q).toEqual(['Hans Müller']);
  expect(await named('hans.three')).toEqual([]);
  expect(await named('example.org')).toEqual(['Hans Müller', 'Anna Schmidt']);
});

it('finds nobody by what a view does not show to the holder of its link', async () => {
  const { owner, list } = await listOf(HANS + ANNA);
  const columns = expectData(await owner.client.get(`items/${list.id}/columns/`));
  const hidden = columns.filter(({ name }) => name !== 'name').map(({ id }) => ({ id, hidden: true }));
  const view = expectData(
    await owner.client.post(`items/${list.id}/views/`, { name: 'Names', columns: hidden }),
    201,
  );
  const link = expectData(await owner.client.post(`items/${list.id}/views/${view.id}/share-links/`, {}), 201);
  const holder = await linkHolder(server, link);
  const find = async (q: string) =>
    expectData(await holder.get(`shared-views/${view.id}/rows/`, { query: { q } })).length;
  expect(await find('Hans')).toBe(1);
  expect(await find('hans.two')).toBe(0);
  expect(await find('7654321')).toBe(0);
});

it('leaves people who were merged as they are when their file is imported again', async () => {
  const other = card('FN:Hans Mueller', 'EMAIL:hm@example.com', 'TEL:+49 171 1234567');
  const { owner, list } = await listOf(HANS);
  expect(await importFile(owner, list, other, { on_match: 'add' })).toMatchObject({ people: { added: 1 } });
  const rows = await readRows(owner, list);
  const merged = { rows: rows.map(({ id }) => id) };
  const { id } = expectData(await owner.client.post(`items/${list.id}/merge/`, merged));
  const again = await importFile(owner, list, HANS + other);
  expect(again).toMatchObject({ people: { added: 0, updated: 0, unchanged: 2 } });
  const namesake = card('FN:Karin Fischer', 'EMAIL:hm@example.com');
  expect(await importFile(owner, list, namesake)).toMatchObject({ people: { added: 1 } });
  expectData(await owner.client.post(`items/${list.id}/merge/${id}/undo/`));
  const names = (await readRows(owner, list, { q: 'hm@example.com' })).map(({ values }) => values.name);
  expect(names).toEqual(['Hans Mueller', 'Karin Fischer']);
});

it('gives cards that are there already their further addresses and numbers', async () => {
  const two = card('FN:Karin Fischer', 'EMAIL:karin@example.org', 'EMAIL;TYPE=home:karin@example.net');
  const { list, named } = await listOf(HANS + ANNA + two);
  await server.sql('drop index row_vcard_further');
  await server.sql('alter table row_vcard drop column further');
  const dialect = new PostgresDialect({ pool: openPool(server.databaseUrl, 1) });
  const database = new Kysely<unknown>({ dialect });
  await up(database);
  await upOfKinds(database);
  await database.destroy();
  const rows = await server.sql(
    'select further from row_vcard where item_id = $1 order by cardinality(further) desc',
    [list.id],
  );
  expect(rows).toEqual([
    { further: ['+491711234567', '0307654321', 'hans.two@example.net', 'hans@example.org'] },
    { further: ['karin@example.net', 'karin@example.org'] },
    { further: [] },
  ]);
  expect(await named('hans.two')).toEqual(['Hans Müller']);
  expect(await named('karin@example.net')).toEqual(['Karin Fischer']);
});

it('finds people across spellings, in other scripts, by short codes and by numbers with extensions', async () => {
  const people: [name: string, ...lines: string[]][] = [
    ['José García', 'TEL:+34 912 345 678'],
    ['Lars Sørensen', 'TEL:+45 32 12 34 56'],
    ['Łukasz Weiß', 'TEL:+48 22 345 67 89 ext. 12'],
    ['山田 太郎', 'TEL:+81 3-1234-5678'],
    ['Алексей Ёлкин', 'TEL:+7 495 123-45-67'],
    ['محمد علي', 'TEL:115'],
  ];
  const cards = people.map(([name, ...lines]) => card(`FN:${name}`, ...lines)).join('');
  const { named, owner, list } = await listOf(cards);
  const searches: [text: string, name: string | undefined][] = [
    ['jose garcia', 'José García'],
    ['GARCÍA, José', 'José García'],
    ['Sorensen', 'Lars Sørensen'],
    ['sørensen', 'Lars Sørensen'],
    ['lukasz weiss', 'Łukasz Weiß'],
    ['太郎', '山田 太郎'],
    ['елкин', 'Алексей Ёлкин'],
    ['علي', 'محمد علي'],
    ['22 345 67 89 x12', 'Łukasz Weiß'],
    ['22 345 67 89', 'Łukasz Weiß'],
    ['22 345 67 89 x13', undefined],
    ['03-1234-5678', '山田 太郎'],
  ];
  for (const [text, name] of searches) expect(await named(text), text).toEqual(name ? [name] : []);
  // A short code is a number of no country: it stays on the card, and is reported.
  const row = (await readRows(owner, list)).find(({ values }) => values.name === 'محمد علي');
  expect(row?.values.contact_number).toBe(undefined);
  const shown = expectData(await owner.client.get(`items/${list.id}/rows/${row?.id}/card/`));
  expect(shown).toMatchObject([{ property: 'TEL', value: '115', unread: true }]);
});
