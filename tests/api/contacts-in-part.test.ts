import { expect, it } from 'vitest';
import type { Job } from '#lib/contract/job.ts';
import { xlsx } from '#server/platform/archives/xlsx.ts';
import { zip } from '#server/platform/archives/zip.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { importFile } from '#tests/harness/imports.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { readRows } from '#tests/harness/tables.ts';

const server = sharedServer();

async function people() {
  const place = await createPlace(server.client);
  const { owner } = place;
  const list = await createItem(owner, place, { kind: 'contact', title: 'People' });
  const columns = expectData(await owner.client.get(`items/${list.id}/columns/`));
  const matchOn = ['email', 'contact_number', 'name'].map(
    (name) => columns.find((column) => column.name === name)?.id ?? '',
  );
  const send = (file: BlobPart, how: Record<string, string> = {}) =>
    importFile(owner, list, file, { match_on: JSON.stringify(matchOn), on_match: 'skip', ...how });
  const rows = () => readRows(owner, list);
  const besides = async (name: string) => {
    const id = (await rows()).find(({ values }) => values.name === name)?.id;
    return expectData(await owner.client.get(`items/${list.id}/rows/${id}/card/`));
  };
  const reported = async ({ id }: Pick<Job, 'id'>) =>
    (await owner.client.fetch('GET', `jobs/${id}/errors/`)).text();
  const download = (format: string) => owner.client.fetch('GET', `items/${list.id}/export/?format=${format}`);
  const exported = async (format = 'vcf') => (await download(format)).text();
  const workbook = async () => (await download('xlsx')).arrayBuffer();
  return { ...place, list, columns, send, rows, besides, reported, exported, workbook };
}

const CSV = [
  'Name,Email,Contact number,Company name',
  'Ada,ada@example.org,ask the desk,Engines',
  'Ben,ben at example,030 1234567,',
  'Cleo,cleo@example.org,+493012345679,Boats',
].join('\n');

it('imports people of a CSV without the values that cannot be read, and keeps and reports these', async () => {
  const { owner, list, send, rows, besides, reported, exported } = await people();
  const job = await send(CSV);
  expect(job).toMatchObject({ state: 'ready', done: 3, rejected: 0, partial: 2 });
  expect((await rows()).map(({ values }) => [values.name, values.email, values.company_name])).toEqual([
    ['Ada', 'ada@example.org', 'Engines'],
    ['Ben', undefined, undefined],
    ['Cleo', 'cleo@example.org', 'Boats'],
  ]);
  expect(await besides('Ada')).toEqual([{ property: 'TEL', kind: '', value: 'ask the desk', unread: true }]);
  expect(await besides('Ben')).toContainEqual({
    property: 'EMAIL',
    kind: '',
    value: 'ben at example',
    unread: true,
  });
  expect(await besides('Cleo')).toEqual([]);
  const lines = (await reported(job)).trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatch(
    /^2,.*Imported without what can’t be read\. Contact number .*,Ada,ada@example.org,ask the desk,/,
  );
  expect(lines[2]).toMatch(/^3,.*Email .*,Ben,ben at example,030 1234567,/);
  const [listed] = expectData(await owner.client.get(`items/${list.id}/imports/`));
  expect(listed).toMatchObject({ partial: 2, rejected: 0, errors_url: job.errors_url });
  const cards = await exported();
  expect(cards).toContain('TEL:ask the desk');
  expect(cards).toContain('EMAIL:ben at example');
  expect(cards).not.toContain('X-UNREAD');
});

it.each(['skip', 'update'])('changes nothing when it is repeated with %s', async (onMatch) => {
  const { send, rows, besides, exported } = await people();
  await send(CSV);
  const before = [await rows(), await besides('Ada'), await exported()];
  expect(await send(CSV, { on_match: onMatch, empty_cells: 'clear' })).toMatchObject({
    done: 3,
    rejected: 0,
  });
  expect([await rows(), await besides('Ada'), await exported()]).toEqual(before);
});

it('takes the first number of a card that can be read, and keeps the card whole', async () => {
  const { send, rows, besides, reported, exported } = await people();
  const card =
    'BEGIN:VCARD\nVERSION:3.0\nFN:Ada\nTEL;TYPE=PREF:ext. 12\nTEL;TYPE=home:+493012345678\nEMAIL:ada(at)example\nBDAY:1815-12-10\nEND:VCARD\n';
  const job = await send(card);
  expect(job).toMatchObject({ done: 1, rejected: 0, partial: 1, errors_format: 'vcf' });
  const [row] = await rows();
  expect(row?.values).toMatchObject({ name: 'Ada', contact_number: '+493012345678' });
  expect(await besides('Ada')).toEqual([
    { property: 'TEL', kind: '', value: 'ext. 12', unread: true },
    { property: 'EMAIL', kind: '', value: 'ada(at)example', unread: true },
    { property: 'BDAY', kind: '', value: '1815-12-10' },
  ]);
  expect(await reported(job)).toMatch(/X-LEFT-OUT:Imported without what can’t be read/);
  const cards = await exported();
  for (const line of card.trim().split('\n').slice(2, -1)) expect(cards).toContain(line);
  await send(await reported(job));
  expect(await rows()).toHaveLength(1);
  expect(await exported()).toBe(cards);
});

it('takes what is typed into the column in place of what could not be read', async () => {
  const { owner, list, send, rows, besides, exported } = await people();
  await send(CSV);
  const [ada] = await rows();
  const changes = {
    rows: [
      { id: ada?.id, values: { contact_number: '+493012345670', occupation: 'x', address: 'y', about: 'z' } },
    ],
  };
  expect(expectData(await owner.client.patch(`items/${list.id}/rows/`, changes))).toMatchObject([
    { status: 'done' },
  ]);
  expect(await besides('Ada')).toEqual([]);
  expect(await exported()).not.toContain('ask the desk');
});

it('does not clear a value because the file has one that cannot be read', async () => {
  const { send, rows } = await people();
  await send(CSV.replace('ask the desk', '+493012345678'));
  await send(CSV, { on_match: 'update', empty_cells: 'clear' });
  expect((await rows())[0]?.values).toMatchObject({ name: 'Ada', contact_number: '+493012345678' });
});

it('keeps unread values of further columns under their names, and of workbooks', async () => {
  const { owner, list, send, besides } = await people();
  const column = { name: 'second_number', label: 'Second number', type: 'phone', required: false };
  expectData(await owner.client.post(`items/${list.id}/columns/`, column), 201);
  async function* lines() {
    yield ['Ada', 'none'];
  }
  const parts: Buffer<ArrayBuffer>[] = [];
  const head = ['Name', 'Second number'];
  for await (const part of zip(xlsx([{ name: 'Data', head, rows: lines() }]))) parts.push(Buffer.from(part));
  expect(await send(Buffer.concat(parts))).toMatchObject({ done: 1, rejected: 0, partial: 1 });
  expect(await besides('Ada')).toEqual([
    { property: 'TEL', kind: 'Second number', value: 'none', unread: true },
  ]);
});

it('reads the people of an address book in a workbook by its headers', async () => {
  const { send, rows } = await people();
  async function* lines() {
    yield ['Ada', 'Lovelace', 'Engines', '+493012345678', 'ada@example.org'];
  }
  const parts: Buffer<ArrayBuffer>[] = [];
  const head = ['First Name', 'Last Name', 'Company', 'Mobile Phone', 'E-mail Address'];
  for await (const part of zip(xlsx([{ name: 'Contacts', head, rows: lines() }])))
    parts.push(Buffer.from(part));
  expect(await send(Buffer.concat(parts))).toMatchObject({ done: 1, rejected: 0 });
  expect((await rows()).map(({ values }) => values)).toEqual([
    {
      ...{ name: 'Ada Lovelace', email: 'ada@example.org' },
      ...{ contact_number: '+493012345678', company_name: 'Engines' },
    },
  ]);
});

it('shows which of the first lines would be taken in part', async () => {
  const { owner, list } = await people();
  const lines = CSV.split('\n').map((line) => line.split(','));
  const found = expectData(await owner.client.post(`items/${list.id}/import/check/`, { lines }));
  expect(found.refused).toEqual([]);
  expect(found.partial).toEqual([
    { line: 1, reason: expect.stringContaining('Contact number') },
    { line: 2, reason: expect.stringContaining('Email') },
  ]);
});

it.each(['skip', 'update'])(
  'corrects the person who was imported in part where a corrected line has an address: %s',
  async (onMatch) => {
    const { send, rows, besides, exported } = await people();
    await send(CSV);
    const corrected = [
      'Name,Email,Contact number,Company name',
      'Ada,ada@example.org,+493012345670,Engines',
      'Ben,ben@example.org,+49301234567,',
    ].join('\n');
    expect(await send(corrected, { on_match: onMatch })).toMatchObject({
      people: { added: 0, updated: 2, unchanged: 0 },
    });
    expect((await rows()).map(({ values }) => [values.name, values.email, values.contact_number])).toEqual([
      ['Ada', 'ada@example.org', '+493012345670'],
      ['Ben', 'ben@example.org', '+49301234567'],
      ['Cleo', 'cleo@example.org', '+493012345679'],
    ]);
    expect(await besides('Ben')).toEqual([]);
    expect(await exported()).not.toContain('ben at example');
    expect(await send(corrected, { on_match: onMatch })).toMatchObject({
      people: { added: 0, updated: 0, unchanged: 2 },
    });
  },
);

it('takes somebody else of the same name as somebody else', async () => {
  const { send, rows } = await people();
  await send(CSV);
  // This Ada has an address already: only her number could not be read.
  await send('Name,Email\nAda,other@example.org');
  expect((await rows()).filter(({ values }) => values.name === 'Ada')).toHaveLength(2);
});

it('writes what could not be read into its column of CSV and workbooks, which import the same again', async () => {
  const { send, rows, exported, workbook } = await people();
  await send(CSV);
  const csv = await exported('csv');
  expect(csv).toContain('ask the desk');
  expect(csv).toContain('ben at example');
  const before = [await rows(), await exported()];
  expect(await send(csv)).toMatchObject({
    done: 3,
    people: { added: 0, updated: 0, unchanged: 3 },
  });
  expect([await rows(), await exported()]).toEqual(before);
  const book = await workbook();
  expect(await send(book)).toMatchObject({
    ...{ done: 3, rejected: 0 },
    people: { added: 0, updated: 0, unchanged: 3 },
  });
  expect([await rows(), await exported()]).toEqual(before);
  // Elsewhere they become the same people.
  const other = await people();
  expect(await other.send(book)).toMatchObject({ people: { added: 3 }, rejected: 0 });
  const valuesIn = async (list: typeof other) => (await list.rows()).map(({ values }) => values);
  expect(await valuesIn(other)).toEqual(before[0] && (await rows()).map(({ values }) => values));
  expect(await other.besides('Ada')).toMatchObject([
    { property: 'TEL', value: 'ask the desk', unread: true },
  ]);
});

it('counts the people who were added, updated, unchanged and left out', async () => {
  const { owner, list, send } = await people();
  const card = (name: string, ...lines: string[]) =>
    ['BEGIN:VCARD', 'VERSION:3.0', `FN:${name}`, ...lines, 'END:VCARD', ''].join('\n');
  const cards = card('Ada', 'EMAIL:ada@example.org') + card('Ben') + card('');
  expect(await send(cards)).toMatchObject({ rejected: 1, people: { added: 2, updated: 0, unchanged: 0 } });
  const again = card('Ada', 'EMAIL:ada@example.org', 'TITLE:Engineer') + card('Ben') + card('Cleo');
  const job = await send(again, { on_match: 'update' });
  expect(job).toMatchObject({ people: { added: 1, updated: 1, unchanged: 1 } });
  const [listed] = expectData(await owner.client.get(`items/${list.id}/imports/`));
  expect(listed?.people).toEqual(job.people);
});

it('takes people whose card has texts that cannot be stored, and keeps and reports these', async () => {
  const { send, rows, besides, reported, exported } = await people();
  const long = 'A long note. '.repeat(10_000);
  const cards = [
    `BEGIN:VCARD\nVERSION:3.0\nFN:Ada\nTITLE:Analyst\nNOTE:${long}\nEMAIL:ada@example.org\nEND:VCARD`,
    `BEGIN:VCARD\nVERSION:4.0\nFN:${'x'.repeat(20_000)}\nN:Miller;Ben;;;\nEMAIL:ben@example.org\nEND:VCARD`,
    'BEGIN:VCARD\nVERSION:3.0\nFN:Cleo\nNOTE:A\0B\nEMAIL:cleo@example.org\nEND:VCARD\n',
  ].join('\n');
  const job = await send(cards);
  expect(job).toMatchObject({ state: 'ready', done: 3, rejected: 0, partial: 3 });
  expect((await rows()).map(({ values }) => values)).toEqual([
    { name: 'Ada', email: 'ada@example.org', occupation: 'Analyst' },
    { name: 'Ben Miller', email: 'ben@example.org' },
    { name: 'Cleo', email: 'cleo@example.org', about: 'AB' },
  ]);
  expect(await besides('Ada')).toMatchObject([{ property: 'NOTE', unread: true }]);
  const report = (await reported(job)).replaceAll('\r\n ', '');
  for (const reason of [/About cannot be longer/, /Name cannot be longer/, /About contains characters/])
    expect(report).toMatch(reason);
  const before = [await rows(), await exported()];
  expect(String(before[1]).replaceAll('\r\n ', '')).toContain(`NOTE:${long.trim()}`);
  for (const on_match of ['skip', 'update'])
    expect(await send(cards, { on_match })).toMatchObject({ people: { added: 0, updated: 0, unchanged: 3 } });
  expect([await rows(), await exported()]).toEqual(before);
});

it('takes every card of a file in which some have no end, or more than a card may have', async () => {
  const { send, rows, reported, exported } = await people();
  const photo = `PHOTO;ENCODING=b;TYPE=JPEG:${'QUJD'.repeat(1_100_000)}`;
  const cards = [
    'BEGIN:VCARD\nVERSION:3.0\nFN:Ada\nEMAIL:ada@example.org',
    `BEGIN:VCARD\nVERSION:3.0\nFN:Ben\n${photo}\nEMAIL:ben@example.org\nEND:VCARD`,
    `BEGIN:VCARD\nVERSION:3.0\nFN:Cleo\n${photo.replaceAll(/(.{72})/g, '$1\n ')}\nEMAIL:cleo@example.org\nEND:VCARD`,
    'BEGIN:VCARD\nVERSION:3.0\nFN:Dan\nTEL:+493012345678\nEND:VCARD\n',
  ].join('\n');
  const job = await send(cards);
  expect(job).toMatchObject({ state: 'ready', done: 4, rejected: 0, partial: 3 });
  expect((await rows()).map(({ values }) => [values.name, values.email])).toEqual([
    ['Ada', 'ada@example.org'],
    ['Ben', 'ben@example.org'],
    ['Cleo', 'cleo@example.org'],
    ['Dan', undefined],
  ]);
  const report = (await reported(job)).replaceAll('\r\n ', '');
  expect(report).toContain('The card has no end');
  expect(report.match(/Left out of the card\\, which is too long: PHOTO/g)).toHaveLength(2);
  const before = await exported();
  expect(await send(cards)).toMatchObject({ people: { added: 0, updated: 0, unchanged: 4 } });
  expect(await exported()).toBe(before);
});
