import { expect, test } from 'vitest';
import { createPlace } from '#tests/harness/accounts.ts';
import { importEnded, importFile, sendImport } from '#tests/harness/imports.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();

const COLUMNS = [
  { id: 'c_name', name: 'name', label: 'Name', type: 'text' },
  { id: 'c_n', name: 'n', label: 'N', type: 'number' },
];

async function newTable(columns: Parameters<typeof createTable>[2] = COLUMNS) {
  const place = await createPlace(server.client);
  return { owner: place.owner, table: await createTable(place.owner, place, columns) };
}

test('the first line is data where that is said: columns are named by their places', async () => {
  const { owner, table } = await newTable([{ name: 'name', label: 'Name', type: 'text' }]);
  const job = await importFile(owner, table, 'Mast,40\nSail,1,spare\n', { has_header: 'false' });
  expect(job).toMatchObject({ state: 'ready', done: 2, rejected: 0 });
  const columns = expectData(await owner.client.get(`items/${table.id}/columns/`));
  expect(columns.map(({ label, type }) => [label, type])).toEqual([
    ['Column 1', 'text'],
    ['Column 2', 'number'],
    ['Column 3', 'text'],
  ]);
  const [first] = columns;
  expect((await readRows(owner, table)).map(({ values }) => values[first?.name ?? ''])).toEqual([
    'Mast',
    'Sail',
  ]);
});

test('columns without names are mapped by their places, and refused lines are those of the file', async () => {
  const { owner, table } = await newTable();
  const fields = { has_header: 'false', mapping: JSON.stringify({ 'Column 1': 'n', 'Column 2': 'name' }) };
  const job = await importFile(owner, table, '40,Mast\nmany,Sail\n', fields);
  expect(job).toMatchObject({ state: 'ready', done: 1, rejected: 1 });
  expect((await readRows(owner, table)).map(({ values }) => values)).toEqual([{ name: 'Mast', n: 40 }]);
  const errors = await (await owner.client.fetch('GET', `jobs/${job.id}/errors/`)).text();
  const lines = errors.trim().split('\r\n');
  expect(lines[0]).toMatch(/,Column 1,Column 2$/);
  expect(lines[1]).toMatch(/^2,.*,many,Sail$/);
});

test('a file is read in the encoding, and by the delimiter, that are chosen, also once it waited', async () => {
  const { owner, table } = await newTable();
  const { client } = owner;
  // Both read as another encoding, and by another delimiter, by themselves.
  const bytes = new Uint8Array([
    ...Buffer.from('40,5|'),
    0xcc,
    0xe0,
    0xf7,
    0xf2,
    ...Buffer.from('\n1,5|x\n'),
  ]);
  const { id } = expectData(await sendImport(client, table, bytes, { paused: 'true' }), 202);
  const look = async (query: Record<string, string>) =>
    expectData(await client.get(`jobs/${id}/preview/`, { query }));
  const detected = await look({});
  expect([detected.lines[0]?.[1], typeof detected.encoding]).not.toEqual(['Мачт', 'undefined']);
  expect(await look({ encoding: 'windows-1251', delimiter: 'pipe' })).toEqual({
    ...{ encoding: 'windows-1251', separator: '|' },
    lines: [
      ['40,5', 'Мачт'],
      ['1,5', 'x'],
    ],
  });
  expectRefusal(await client.get(`jobs/${id}/preview/`, { query: { encoding: 'klingon' } }), 422);
  const how = { encoding: 'windows-1251', delimiter: 'pipe', has_header: false, decimal_mark: ',' };
  const mapping = { 'Column 1': 'n', 'Column 2': 'name' };
  expectData(await client.post(`jobs/${id}/start/`, { ...how, mapping }));
  expect(await importEnded(owner, id)).toMatchObject({ state: 'ready', done: 2, rejected: 0 });
  expect((await readRows(owner, table)).map(({ values }) => values)).toEqual([
    { name: 'Мачт', n: 40.5 },
    { name: 'x', n: 1.5 },
  ]);
});

test.each([
  ['encoding', 'klingon', /^Encoding must be one of .utf-8, /],
  ['delimiter', 'x', /^Delimiter must be one of .comma, /],
  ['has_header', 'perhaps', /^Has header must be one of/],
])('refuses an unknown %s: %s', async (field, value, sentence) => {
  const { owner, table } = await newTable();
  const refused = await sendImport(owner.client, table, 'Name,N\nMast,40\n', { [field]: value });
  expectRefusal(refused, 422);
  expect(refused.body.fields?.[field]?.[0]).toMatch(sentence);
});

test('a file that names its columns itself has no first line of data', async () => {
  const { owner, table } = await newTable();
  const job = await importFile(owner, table, '{"name":"Mast","n":40}\n', { has_header: 'false' });
  expect(job).toMatchObject({ state: 'failed', reason: expect.stringContaining('names its columns itself') });
  expect(await readRows(owner, table)).toEqual([]);
});

test('half of a pair of UTF-16 in a text of UTF-32 is no character: the rest is imported', async () => {
  const { owner, table } = await newTable();
  const points = [...'Name,N\nM'].map((one) => one.codePointAt(0) ?? 0).concat(0xd800, 0x2c, 0x31);
  const bytes = new Uint8Array(new Uint32Array(points).buffer);
  const job = await importFile(owner, table, bytes, { encoding: 'utf-32le' });
  expect(job).toMatchObject({ state: 'ready', done: 1, rejected: 0 });
  expect((await readRows(owner, table)).map(({ values }) => values)).toEqual([{ name: 'M\ufffd', n: 1 }]);
});

test('reads five million lines, and says of a file with more that the rest is to be imported alone', async () => {
  const { owner, table } = await newTable();
  const most = 5_000_000;
  const file = `Name,N\n${'Lamp,1\n'.repeat(most + 3)}`;
  const { id } = expectData(await sendImport(owner.client, table, file, { paused: 'true' }), 202);
  // All but the last ten of these were written before it was paused.
  await server.sql(
    `update table_import set column_ids = '["c_name", "c_n"]', column_formats = '[null, null]', has_header = true,
      lines_total = $2, lines_read = $3 where job_id = $1`,
    [id, most + 1, most + 1 - 10],
  );
  expectData(await owner.client.post(`jobs/${id}/resume/`));
  const job = await importEnded(owner, id);
  expect([job.state, job.done]).toEqual(['failed', 10]);
  expect(job.reason).toMatch(/^The first 5000000 lines were read; an import takes no more/);
  expect(await readRows(owner, table)).toHaveLength(10);
}, 60_000);
