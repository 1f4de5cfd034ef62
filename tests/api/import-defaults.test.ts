import { writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { createPlace } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { importEnded, importFile, sendImport } from '#tests/harness/imports.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();

const COLUMNS = [
  { id: 'c_name', name: 'name', label: 'Name', type: 'text', required: false },
  { id: 'c_n', name: 'n', label: 'N', type: 'number', required: false },
];

async function newTable(columns: Parameters<typeof createTable>[2] = COLUMNS) {
  const place = await createPlace(server.client);
  return { ...place, table: await createTable(place.owner, place, columns) };
}

const valuesIn = async ({ owner, table }: Pick<Awaited<ReturnType<typeof newTable>>, 'owner' | 'table'>) =>
  (await readRows(owner, table)).map(({ values }) => values);

test('of a workbook, the first sheet with rows is imported that is not hidden, and the preview says which are', async () => {
  const own = await newTable();
  const { client } = own.owner;
  const file = new Uint8Array(
    await writeXlsx({
      sheets: [
        { name: 'Hidden', hidden: true, rows: [['Name'], ['Secret']] },
        { name: 'Buried', veryHidden: true, rows: [['Name'], ['Buried']] },
        { name: 'Empty', rows: [] },
        { name: 'Boats', rows: [['Name'], ['Mast']] },
      ],
    }),
  );
  const { id } = expectData(await sendImport(client, own.table, file, { paused: 'true' }), 202);
  expect(expectData(await client.get(`jobs/${id}/preview/`))).toEqual({
    lines: [['Name'], ['Mast']],
    sheets: ['Hidden', 'Buried', 'Empty', 'Boats'],
    hidden_sheets: [0, 1],
    sheet: 3,
  });
  expect(expectData(await client.get(`jobs/${id}/preview/`, { query: { sheet: '0' } }))).toMatchObject({
    lines: [['Name'], ['Secret']],
    sheet: 0,
  });
  expectData(await client.post(`jobs/${id}/start/`, {}));
  await importEnded(own.owner, id);
  expect(await valuesIn(own)).toEqual([{ name: 'Mast' }]);
  await importFile(own.owner, own.table, file, { sheet: '0' });
  expect((await valuesIn(own)).map(({ name }) => name)).toEqual(['Mast', 'Secret']);
});

test('the rest of a workbook without names is read from its first sheet where an earlier version planned it', async () => {
  const own = await newTable();
  const { client } = own.owner;
  const file = await writeXlsx({
    sheets: [
      { name: 'Hidden', hidden: true, rows: [['Mast'], ['Sail'], ['Keel']] },
      { name: 'Shown', rows: [['1'], ['2'], ['3']] },
    ],
  });
  const how = { paused: 'true', has_header: 'false' };
  const { id } = expectData(await sendImport(client, own.table, new Uint8Array(file), how), 202);
  // The line of names that such a file lacks is counted as well.
  await server.sql(
    'update table_import set column_ids = $2::jsonb, lines_total = 4, lines_read = 2 where job_id = $1',
    [id, '["c_name"]'],
  );
  expectData(await client.post(`jobs/${id}/resume/`));
  expect(await importEnded(own.owner, id)).toMatchObject({ state: 'ready', rejected: 0 });
  expect(await valuesIn(own)).toEqual([{ name: 'Sail' }, { name: 'Keel' }]);
});

test('a first line of data is imported as data, unless it is said to be, or known as, one of names', async () => {
  const lines = '7,1999-01-02\n8,2000-01-02\n';
  const numbers = [
    { id: 'c_a', name: 'a', label: 'A', type: 'number', required: false },
    { id: 'c_b', name: 'b', label: '7', type: 'number', required: false },
  ];
  const importedBy = async (how: Record<string, string>, columns?: typeof numbers) => {
    const own = await newTable(columns ?? [{ name: 'name', label: 'Name', type: 'text' }]);
    const job = await importFile(own.owner, own.table, lines, how);
    const found = expectData(await own.owner.client.get(`items/${own.table.id}/columns/`));
    return { done: job.done, labels: found.map(({ label }) => label), rows: await valuesIn(own) };
  };
  expect(await importedBy({})).toMatchObject({ done: 2, labels: ['Column 1', 'Column 2'] });
  expect(await importedBy({ has_header: 'true' })).toMatchObject({ done: 1, labels: ['7', '1999-01-02'] });
  const mapping = JSON.stringify({ 7: 'a' });
  expect(await importedBy({ mapping }, numbers)).toMatchObject({ done: 1, rows: [{ a: 8 }] });
  expect(await importedBy({}, numbers)).toMatchObject({ done: 1, rows: [{ b: 8 }] });
  const byPlaces = JSON.stringify({ 'Column 1': 'a' });
  expect(await importedBy({ mapping: byPlaces }, numbers)).toMatchObject({ rows: [{ a: 7 }, { a: 8 }] });
});

test('the refused lines of a workbook are read as the numbers that they are when they are imported again', async () => {
  const own = await newTable([
    ...COLUMNS,
    { id: 'c_share', name: 'share', label: 'Share', type: 'percent', required: false },
    { id: 'c_rank', name: 'rank', label: 'Rank', type: 'number', required: false },
  ]);
  const { client } = own.owner;
  expectData(await client.patch(`hubs/${own.hub.domain_handle}/`, { locale: 'de-DE' }));
  const rows = [
    ['Name', 'N', 'Share', 'Rank'],
    ['1.234', 1.234, '12.5%', 'first'],
    ['Sail', 1234.5, '7%', 'second'],
    ['Keel', 12, '0.125%', 'third'],
  ];
  const file = await writeXlsx({ sheets: [{ name: 'Boats', rows }] });
  const job = await importFile(own.owner, own.table, new Uint8Array(file));
  expect(job).toMatchObject({ done: 0, rejected: 3 });
  const errors = await (await client.fetch('GET', `jobs/${job.id}/errors/`)).text();
  const mended = errors.replace('first', '1').replace('second', '"2,5"').replace('third', '1.250');
  const again = await importFile(own.owner, own.table, mended);
  expect(again).toMatchObject({ done: 3, rejected: 0 });
  expect(await valuesIn(own)).toEqual([
    { name: '1.234', n: 1.234, share: 12.5, rank: 1 },
    { name: 'Sail', n: 1234.5, share: 7, rank: 2.5 },
    { name: 'Keel', n: 12, share: 0.125, rank: 1250 },
  ]);
});

test('a file is imported into a contact list once more without a change, unless it is said what becomes of its people', async () => {
  const place = await createPlace(server.client);
  const { owner } = place;
  const { client } = owner;
  const list = await createItem(owner, place, { kind: 'contact', title: 'People' });
  const csv = [
    'Name,Email,Contact number,Occupation',
    'Ada,ada@example.org,,Analyst',
    'Ben,,+493012345678,',
    'Cleo,,,',
  ].join('\n');
  const counted = async (how: Record<string, string> = {}) =>
    (await importFile(owner, list, csv, how)).people;
  expect(await counted()).toEqual({ added: 3, updated: 0, unchanged: 0 });
  const [ada] = (await readRows(owner, list)).filter(({ values }) => values.name === 'Ada');
  expectData(
    await client.patch(`items/${list.id}/rows/`, {
      rows: [{ id: ada?.id, values: { occupation: 'Engineer' } }],
    }),
  );
  expect(await counted()).toEqual({ added: 0, updated: 0, unchanged: 3 });
  expect((await readRows(owner, list)).map(({ values }) => values.occupation)).toContain('Engineer');
  // A file that waits is started, checked and looked at in the same way.
  const { id } = expectData(await sendImport(client, list, csv, { paused: 'true' }), 202);
  expect(expectData(await client.get(`jobs/${id}/people/`))).toMatchObject({ present: 3, added: 0 });
  expectData(await client.post(`jobs/${id}/start/`, {}));
  expect((await importEnded(owner, id)).people).toEqual({ added: 0, updated: 0, unchanged: 3 });

  expect(await counted({ on_match: 'update' })).toEqual({ added: 0, updated: 1, unchanged: 2 });
  expect(await counted({ on_match: 'add' })).toMatchObject({ added: 3 });
  expect(await counted({ match_on: '' })).toMatchObject({ added: 3 });
  // What has nothing that people are known by is new each time.
  const firms = await importFile(owner, list, 'Company name\nBoats Ltd\n');
  expect(firms.people).toMatchObject({ added: 1 });
});
