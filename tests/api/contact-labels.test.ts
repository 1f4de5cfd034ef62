import { expect, it } from 'vitest';
import type { WireColumn } from '#lib/contract/table.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { importFile } from '#tests/harness/imports.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();

async function people() {
  const place = await createPlace(server.client);
  const { owner } = place;
  const list = await createItem(owner, place, { kind: 'contact', title: 'People' });
  const columns = async (): Promise<WireColumn[]> =>
    expectData(await owner.client.get(`items/${list.id}/columns/`));
  const known = await columns();
  const matchOn = ['email', 'contact_number', 'name'].map(
    (name) => known.find((column) => column.name === name)?.id ?? '',
  );
  const send = (file: BlobPart, how: Record<string, string> = {}) =>
    importFile(owner, list, file, { match_on: JSON.stringify(matchOn), on_match: 'skip', ...how });
  const rows = () => readRows(owner, list);
  const labelColumn = async () => (await columns()).find(({ name }) => name === 'labels');
  /** The labels of everybody, by name. */
  const labels = async () => {
    const options = (await labelColumn())?.options ?? [];
    return Object.fromEntries(
      (await rows()).map(({ values }) => [
        values.name,
        [values.labels ?? []].flat().map((id) => options.find((one) => one.id === id)?.label),
      ]),
    );
  };
  const download = (format: string) => owner.client.fetch('GET', `items/${list.id}/export/?format=${format}`);
  const exported = async (format = 'vcf') => (await download(format)).text();
  return { ...place, list, columns, labelColumn, send, rows, labels, exported, download };
}

const card = (name: string, ...lines: string[]) =>
  ['BEGIN:VCARD', 'VERSION:3.0', `FN:${name}`, ...lines, 'END:VCARD', ''].join('\r\n');

it('makes labels of the categories of vCards, on demand, and writes them again as they were', async () => {
  const { send, labels, labelColumn, exported } = await people();
  await send(card('Cleo'));
  expect(await labelColumn()).toBe(undefined);
  const cards = [
    card('Ada', 'CATEGORIES:Friends,myContacts,Work\\, old'),
    card('Ben', 'CATEGORIES:Work\\, old,friends'),
    'BEGIN:VCARD\r\nVERSION:2.1\r\nFN:Dora\r\nCATEGORIES:a;b,c\r\nEND:VCARD\r\n',
  ];
  expect(await send(cards.join(''))).toMatchObject({ done: 3, rejected: 0 });
  expect(await labelColumn()).toMatchObject({ label: 'Labels', type: 'multi-select', required: false });
  expect(await labels()).toEqual({
    Cleo: [],
    Ada: ['Friends', 'Work, old'],
    Ben: ['Work, old', 'Friends'],
    Dora: ['a;b', 'c'],
  });
  const written = await exported();
  expect(written).toContain('CATEGORIES:Friends,myContacts,Work\\, old\r\n');
  expect(written).toContain('CATEGORIES:Work\\, old,friends\r\n');
  expect(written).toContain('CATEGORIES:a;b,c\r\n');
  expect(written).not.toContain('X-LABELS');
});

it.each(['skip', 'update'])('changes nothing when labels are imported again with %s', async (onMatch) => {
  const { send, rows, columns, exported } = await people();
  const cards = card('Ada', 'CATEGORIES:Friends,Work') + card('Ben', 'CATEGORIES:Work');
  await send(cards);
  const before = [await rows(), await columns(), await exported()];
  expect(await send(cards, { on_match: onMatch })).toMatchObject({ done: 2, rejected: 0 });
  expect(await send(await exported(), { on_match: onMatch })).toMatchObject({ done: 2, rejected: 0 });
  expect([await rows(), await columns(), await exported()]).toEqual(before);
});

it('adds the labels of a file to those that somebody has, and makes new ones', async () => {
  const { owner, list, send, labels, labelColumn, rows, exported } = await people();
  await send(card('Ada', 'CATEGORIES:Friends'));
  await send(card('Ada', 'CATEGORIES:Work'), { on_match: 'update' });
  expect(await labels()).toEqual({ Ada: ['Friends', 'Work'] });
  const [ada] = await rows();
  const work = (await labelColumn())?.options?.find(({ label }) => label === 'Work');
  const changes = { rows: [{ id: ada?.id, values: { labels: [work?.id] } }] };
  const optional = (await (await owner.client.fetch('GET', `items/${list.id}/columns/`)).json()).data;
  for (const { id, required } of optional)
    if (required) await owner.client.patch(`items/${list.id}/columns/${id}/`, { required: false });
  expect(expectData(await owner.client.patch(`items/${list.id}/rows/`, changes))).toMatchObject([
    { status: 'done' },
  ]);
  const written = await exported();
  expect(written.match(/^CATEGORIES.*$/gm)).toEqual(['CATEGORIES:Work']);
});

it('makes labels of the groups of address books, without those that Google makes by itself', async () => {
  const google = await people();
  const csv = [
    'First Name,Last Name,Group Membership,E-mail 1 - Value',
    'Ada,Lovelace,* myContacts ::: Engines ::: * friends,a@example.org',
    'Ben,B,* myContacts,b@example.org',
  ].join('\n');
  expect(await google.send(csv)).toMatchObject({ done: 2, rejected: 0 });
  expect(await google.labels()).toEqual({ 'Ada Lovelace': ['Engines', 'Friends'], 'Ben B': [] });
  const outlook = await people();
  const other = 'First Name,Last Name,E-mail Address,Categories\nAda,Lovelace,a@example.org,Red;VIP';
  expect(await outlook.send(other)).toMatchObject({ done: 1, rejected: 0 });
  expect(await outlook.labels()).toEqual({ 'Ada Lovelace': ['Red', 'VIP'] });
});

it('makes labels of groups that are cards, wherever they stand in the file', async () => {
  const { send, labels } = await people();
  const group = (name: string, ...members: string[]) =>
    card(
      name,
      'X-ADDRESSBOOKSERVER-KIND:group',
      ...members.map((one) => `X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:${one}`),
    );
  const file = [
    group('Family', 'A-1', 'B-2'),
    card('Ada', 'UID:a-1'),
    card('Ben', 'UID:urn:uuid:B-2'),
    'BEGIN:VCARD\nVERSION:4.0\nKIND:group\nFN:Crew\nMEMBER:mailto:ben@example.org\nMEMBER:urn:uuid:A-1\nEND:VCARD\n',
    card('Cleo', 'EMAIL:Ben@example.org'),
  ].join('');
  expect(await send(file)).toMatchObject({ done: 3, rejected: 0 });
  expect(await labels()).toEqual({ Ada: ['Family', 'Crew'], Ben: ['Family'], Cleo: ['Crew'] });
});

it('reads its own CSV and workbook again as the same labels', async () => {
  const from = await people();
  await from.send(card('Ada', 'CATEGORIES:Friends,Work') + card('Ben', 'CATEGORIES:VIP'));
  const csv = await from.exported('csv');
  expect(csv).toContain('Friends; Work');
  const book = await from.download('xlsx');
  for (const file of [csv, await book.arrayBuffer()]) {
    const to = await people();
    expect(await to.send(file)).toMatchObject({ done: 2, rejected: 0 });
    expect(await to.labels()).toEqual({ Ada: ['Friends', 'Work'], Ben: ['VIP'] });
  }
});

it('unites the labels of people that are merged, and takes that back', async () => {
  const { owner, list, send, rows, labels, exported } = await people();
  await send(card('Ada', 'CATEGORIES:Friends') + card('Ada L', 'CATEGORIES:Work,Friends'));
  const ids = (await rows()).map(({ id }) => id);
  const merged = await owner.client.post(`items/${list.id}/merge/`, { rows: ids });
  const { id } = expectData(merged);
  expect(await labels()).toEqual({ Ada: ['Friends', 'Work'] });
  expect((await exported()).match(/^CATEGORIES.*$/gm)?.join()).toMatch(/Friends.*Work/);
  expectData(await owner.client.post(`items/${list.id}/merge/${id}/undo/`));
  expect(await labels()).toEqual({ Ada: ['Friends'], 'Ada L': ['Work', 'Friends'] });
});

it('imports vCards into an ordinary table as columns', async () => {
  const { owner, ...place } = await createPlace(server.client);
  const table = await createTable({ ...owner }, place, [{ name: 'name', label: 'Name', type: 'text' }]);
  const cards = card('Ada', 'TEL:+493012345678', 'TITLE:Engineer') + card('Ben');
  expect(await importFile(owner, table, cards, { new_columns: 'true' })).toMatchObject({ done: 2 });
  const columns = expectData(await owner.client.get(`items/${table.id}/columns/`));
  expect(columns.map(({ label }) => label)).toEqual(expect.arrayContaining(['Contact number', 'Occupation']));
  const [ada] = await readRows(owner, table);
  expect(Object.values(ada?.values ?? {})).toEqual(expect.arrayContaining(['Ada', 'Engineer']));
});

it('has one column of labels though two people make it in the same moment', async () => {
  const { owner, list, columns } = await people();
  const make = (label: string) =>
    owner.client.post(`items/${list.id}/columns/`, {
      ...{ name: 'labels', label: 'Labels', type: 'multi-select', required: false },
      options: [{ label }],
    });
  const made = await Promise.all([make('VIP'), make('Press')]);
  expect(made.map(({ status }) => status).toSorted()).toEqual([201, 422]);
  const refused = made.find(({ status }) => status === 422);
  expect(Object.keys(refused?.body.fields ?? {})).toEqual(['name']);
  expect((await columns()).filter(({ type }) => type === 'multi-select')).toHaveLength(1);
});
