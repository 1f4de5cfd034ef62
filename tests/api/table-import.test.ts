import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, it } from 'vitest';
import type { Job } from '#lib/contract/job.ts';
import { xlsx } from '#server/platform/archives/xlsx.ts';
import { zip } from '#server/platform/archives/zip.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { readArchive } from '#tests/harness/archive.ts';
import type { Client } from '#tests/harness/client.ts';
import { createItem } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { importEnded, importFile, sendImport } from '#tests/harness/imports.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();
let place: Awaited<ReturnType<typeof createPlace>>;
beforeAll(async () => {
  place = await createPlace(server.client);
});

type TableId = { id: string };

const send = sendImport;
const ended = importEnded;
const imported = (item: TableId, file: BlobPart, fields: Record<string, string> = {}): Promise<Job> =>
  importFile(place.owner, item, file, fields);

const text = async (by: Client, path: string) => (await by.fetch('GET', path)).text();

describe('an import', () => {
  it('parses numbers, dates and times by the hub’s region, and refuses ambiguous lines', async () => {
    const own = await createPlace(server.client);
    const { client } = own.owner;
    const hub = { locale: 'de-DE', time_zone: 'Europe/Berlin' };
    expectData(await client.patch(`hubs/${own.hub.domain_handle}/`, hub));
    const table = await createTable(own.owner, own, [
      { id: 'amount', name: 'amount', label: 'Amount', type: 'number', required: false },
      { id: 'day', name: 'day', label: 'Day', type: 'date', required: false },
      { id: 'at', name: 'at', label: 'At', type: 'datetime', required: false },
    ]);
    const values = async () => (await readRows(own.owner, table)).map((row) => row.values);
    const read = async (csv: string, fields: Record<string, string> = {}) =>
      ended(own.owner, expectData(await send(client, table, csv, fields), 202).id);
    const first = await read(
      'Amount;Day;At\n1234;31.12.2026;2026-07-01 09:30\n1.500;;\n;03/04/2026;\n;;2026-03-29 02:30\n12345678901234567;;\n',
    );
    deepStrictEqual([first.done, first.rejected], [1, 4]);
    const reasons = await text(client, `jobs/${first.id}/errors/`);
    match(reasons, /can be read as 1500 or as 1,5/);
    match(reasons, /can be read as 3\. April 2026 or as 4\. März 2026/);
    match(reasons, /does not exist/);
    match(reasons, /has more digits than can be kept exactly/);
    const second = await read('Amount;Day\n1.500;03/04/2026\n', { decimal_mark: '.', date_order: 'month' });
    deepStrictEqual([second.done, second.rejected], [1, 0]);
    deepStrictEqual(await values(), [
      { amount: 1234, day: '2026-12-31', at: '2026-07-01T09:30:00+02:00' },
      { amount: 1.5, day: '2026-03-04' },
    ]);
  });

  it('imports valid lines and returns the others with reasons', async () => {
    const table = await createTable(place.owner, place);
    const job = await imported(
      table,
      'Name,Price,State,Tags\nLamp,"12,5",Still open,Red; Blue\n,3,,\nChair,much,Nowhere,\n"Two\nlines",1,,\nTable,7,done,red\n',
    );
    deepStrictEqual(
      { state: job.state, done: job.done, rejected: job.rejected },
      { state: 'ready', done: 2, rejected: 3 },
    );
    deepStrictEqual(
      (await readRows(place.owner, table)).map(({ values }) => values),
      [
        { name: 'Lamp', price: 12.5, state: 'open', tags: ['red', 'blue'] },
        { name: 'Table', price: 7, state: 'done', tags: ['red'] },
      ],
    );
    strictEqual(job.errors_url, `/api/v1/jobs/${job.id}/errors/`);
    const errors = await text(place.owner.client, `jobs/${job.id}/errors/`);
    match(errors, /^Left out: line,Left out: reason,Name,Price,State,Tags\r\n/);
    match(errors, /\r\n3,Please enter Name,,3,,\r\n/);
    match(
      errors,
      /\r\n4,"Price is not a valid number\. Write a number in digits, such as 12\.5\. State must be one of \[Still open, All done\]",Chair,much,Nowhere,\r\n/,
    );
  });

  const columnsOf = async ({ id }: TableId) =>
    expectData(await place.owner.client.get(`items/${id}/columns/`)).map(({ label, type }) => [label, type]);

  it('creates the columns of a new table with types that fit every line', async () => {
    const table = await createItem(place.owner, place, { kind: 'table', title: 'From a file' });
    const head = 'City;Größe;名前;2024;;City;Mail;Zip;Day;Note;Tel;Code';
    const csv = `${head}\n  ;1,5;山;7;x;A;a@example.org;01234;31.12.2026;"two\nlines";+4930901820;5\nBonn;2;川;8;;B;;99999;1.1.2027;;;\nUlm;3;;9;;C;b@example.org;;;;;5a\n`;
    const job = await imported(table, csv);
    deepStrictEqual([job.state, job.done, job.rejected, job.progress], ['ready', 3, 0, 1]);
    deepStrictEqual(await columnsOf(table), [
      ['City', 'text'],
      ['Größe', 'number'],
      ['名前', 'text'],
      ['2024', 'number'],
      ['Column 5', 'text'],
      ['City 2', 'text'],
      ['Mail', 'email'],
      ['Zip', 'text'],
      ['Day', 'date'],
      ['Note', 'textarea'],
      ['Tel', 'phone'],
      ['Code', 'text'],
    ]);
    const rows = await readRows(place.owner, table);
    const second = Object.values(rows[1]?.values ?? {}).map(String);
    deepStrictEqual(second.sort(), ['2', '2027-01-01', '8', '99999', 'B', 'Bonn', '川']);
    // In a table with rows, unknown columns are only created where requested.
    const more = 'City,Rank,Zip\nKiel,4,24103\n';
    strictEqual((await imported(table, more)).done, 1);
    strictEqual((await columnsOf(table)).length, 12);
    const fields = { new_columns: 'true', mapping: '{"City":"city","Zip":""}' };
    strictEqual((await imported(table, more, fields)).done, 1);
    deepStrictEqual((await columnsOf(table)).slice(12), [['Rank', 'number']]);
    const last = (await readRows(place.owner, table)).at(-1);
    deepStrictEqual(last?.values, { city: 'Kiel', rank: 4 });
    expectRefusal(await send(place.owner.client, table, more, { new_columns: 'maybe' }), 422);
  });

  it('reports progress by lines', async () => {
    const table = await createItem(place.owner, place, { kind: 'table', title: 'Progress' });
    const lines = Array.from({ length: 9_999 }, (_, n) => `Row ${n},${n}`);
    const { id } = expectData(
      await send(place.owner.client, table, `Name,Price\n${lines.join('\n')}\n`),
      202,
    );
    const seen: Job[] = [];
    await eventually(async () => {
      const job = expectData(await place.owner.client.get(`jobs/${id}/`));
      seen.push(job);
      strictEqual(job.state, 'ready');
    });
    for (const { state, progress, done } of seen)
      if (state === 'running') strictEqual(progress, done === 0 ? 0 : (done + 1) / 10_000);
    ok(
      seen.some(({ progress }) => progress !== null && progress > 0 && progress < 1),
      'none was seen on its way',
    );
  }, 60_000);

  it('refuses a file with more columns than a table may have, without a table', async () => {
    const table = await createItem(place.owner, place, { kind: 'table', title: 'Wide' });
    const head = Array.from({ length: 301 }, (_, n) => `Column ${n}`).join(',');
    const job = await imported(table, `${head}\n1,2\n`);
    strictEqual(job.state, 'failed');
    match(job.reason ?? '', /300 columns at most/);
    deepStrictEqual(await columnsOf(table), [['Name', 'text']]);
  });

  it('uses the mapping alone where given, and reports what it cannot map', async () => {
    const table = await createTable(place.owner, place);
    const job = await imported(table, 'Was;Wieviel;Name\nLampe;5;x\n', {
      mapping: JSON.stringify({ Was: 'f_name', Wieviel: 'price' }),
    });
    strictEqual(job.done, 1);
    deepStrictEqual((await readRows(place.owner, table))[0]?.values, { name: 'Lampe', price: 5 });
    const none = await imported(table, 'A,B\n1,2\n');
    strictEqual(none.state, 'failed');
    match(none.reason ?? '', /No column of the file/);
    const refused = await send(place.owner.client, table, 'A\n1\n', { mapping: '{"A":"nowhere"}' });
    expectRefusal(refused, 422);
    const wrong: Record<string, string>[] = [
      { mapping: '{' },
      { mapping: '[1]' },
      { match_on: 'nowhere' },
      { match_on: 'tags' },
      { match_on: '[' },
      { match_on: '[]' },
      { match_on: '["name","nowhere"]' },
      { match_on: '["name","price","a","b","c","d"]' },
      { on_match: 'merge' },
    ];
    for (const fields of wrong)
      expectRefusal(await send(place.owner.client, table, 'Name\nA\n', fields), 422);
  });

  it('imports and exports columns that are called like a property of every object', async () => {
    const table = await createItem(place.owner, place, { kind: 'table', title: 'Class diagram' });
    const csv = 'constructor,__proto__,toString\nBuilder,Base,\nFactory,,text\n';
    const created = await imported(table, csv, { mapping: '{}', new_columns: 'true' });
    deepStrictEqual([created.reason, created.done, created.rejected], [undefined, 2, 0]);
    strictEqual(
      (await text(place.owner.client, `items/${table.id}/export/?format=csv`)).replace('\uFEFF', ''),
      csv.replaceAll('\n', '\r\n'),
    );
    const columns = expectData(await place.owner.client.get(`items/${table.id}/columns/`));
    const mapping = JSON.stringify(Object.fromEntries(columns.map(({ id, label }) => [label, id])));
    strictEqual((await imported(table, csv, { mapping })).done, 2);
  });

  it('refuses a mapping of two headers to one column, or of one to a column that no file fills', async () => {
    const table = await createTable(place.owner, place, [
      { id: 'f_city', name: 'city', label: 'Town', type: 'text', required: false },
      { id: 'f_price', name: 'price', label: 'Price', type: 'number', required: false },
      {
        id: 'f_twice',
        name: 'twice',
        label: 'Twice',
        type: 'number',
        required: false,
        formula: '{price} * 2',
      },
    ]);
    const csv = 'City,City,Place,Double\nBonn,Ulm,Kiel,4\n';
    const refused: [Record<string, string>, string][] = [
      [{ City: 'city', Place: 'f_city' }, '“City” and “Place” both go to “Town”. Choose one of them'],
      [{ City: 'city', 'City (2)': 'city' }, '“City” and “City (2)” both go to “Town”. Choose one of them'],
      [{ Double: 'twice' }, '“Twice” cannot be filled from a file'],
    ];
    for (const [mapping, sentence] of refused) {
      const response = await send(place.owner.client, table, csv, { mapping: JSON.stringify(mapping) });
      expectRefusal(response, 422);
      deepStrictEqual(response.body.fields, { mapping: [sentence] });
    }
    strictEqual((await readRows(place.owner, table)).length, 0);
    // The second of two equal headers is mapped by its number; several headers can be left out.
    const mapping = JSON.stringify({ 'City (2)': 'city', City: '', Place: '' });
    strictEqual((await imported(table, csv, { mapping })).done, 1);
    deepStrictEqual((await readRows(place.owner, table))[0]?.values, { city: 'Ulm' });
  });

  it.each([
    ['update', [5, 9]],
    ['skip', [1, 9]],
  ])('imports nothing twice from the same file: %s', async (on_match, prices) => {
    const table = await createTable(place.owner, place);
    await addRows(place.owner, table, [{ name: 'Lamp', price: 1 }]);
    const csv = 'Name,Price\nLamp,5\nChair,9\n';
    for (let n = 0; n < 2; n += 1) {
      const job = await imported(table, csv, { match_on: 'name', on_match });
      deepStrictEqual([job.done, job.rejected], [2, 0]);
    }
    const rows = await readRows(place.owner, table);
    deepStrictEqual(
      rows.map(({ values }) => values.price),
      prices,
    );
    // Unchanged rows keep their revision.
    deepStrictEqual(
      rows.map(({ revision }) => revision),
      on_match === 'update' ? [2, 1] : [1, 1],
    );
    const nameless = await imported(table, 'Name,Price\n,5\n', { match_on: 'name' });
    deepStrictEqual([nameless.done, nameless.rejected], [0, 1]);
    await imported(table, csv, { match_on: 'name', on_match: 'add' });
    strictEqual((await readRows(place.owner, table)).length, 4);
  });

  it('leaves the values of a row where cells of its line are empty, unless they are to clear them', async () => {
    const table = await createTable(place.owner, place);
    await addRows(place.owner, table, [{ name: 'Lamp', price: 1, state: 'open' }]);
    const csv = 'Name,Price,State\nLamp,, \nChair,,Still open\n';
    const values = async () => (await readRows(place.owner, table)).map((row) => row.values);
    await imported(table, csv, { match_on: 'name' });
    deepStrictEqual(await values(), [
      { name: 'Lamp', price: 1, state: 'open' },
      { name: 'Chair', state: 'open' },
    ]);
    await imported(table, csv, { match_on: 'name', empty_cells: 'clear' });
    deepStrictEqual(await values(), [{ name: 'Lamp' }, { name: 'Chair', state: 'open' }]);
    expectRefusal(await send(place.owner.client, table, csv, { match_on: 'name', empty_cells: 'keep' }), 422);
  });

  it('takes its own file of refused lines back once they are mended, and a header that looks like a formula', async () => {
    const table = await createTable(place.owner, place, [
      { id: 'f_name', name: 'name', label: '=Name', type: 'text', required: true },
      { id: 'f_price', name: 'price', label: 'Price', type: 'number', required: false },
    ]);
    const first = await imported(table, '=Name,Price\nLamp,much\n,3\nChair,2\n');
    deepStrictEqual([first.done, first.rejected], [1, 2]);
    const errors = await text(place.owner.client, `jobs/${first.id}/errors/`);
    const mended = errors.replace('much', '4').replace(/,,3/, ',Table,3');
    const second = await imported(table, mended, { new_columns: 'true' });
    deepStrictEqual([second.reason, second.done, second.rejected], [undefined, 2, 0]);
    deepStrictEqual(await columnsOf(table), [
      ['=Name', 'text'],
      ['Price', 'number'],
    ]);
    deepStrictEqual(
      (await readRows(place.owner, table)).map(({ values }) => values),
      [
        { name: 'Chair', price: 2 },
        { name: 'Lamp', price: 4 },
        { name: 'Table', price: 3 },
      ],
    );
  });

  it('reads a file whose first line names its separator, and one with a title above its header', async () => {
    const table = await createTable(place.owner, place);
    const named = await imported(table, 'sep=;\r\nName;Price\r\nLamp;5\r\n');
    deepStrictEqual([named.reason, named.done], [undefined, 1]);
    const titled = await createItem(place.owner, place, { kind: 'table', title: 'Titled' });
    await imported(titled, 'Prices, May 2026\nName;Price\nLamp;5\nChair;9\n', { new_columns: 'true' });
    deepStrictEqual(
      (await readRows(place.owner, titled)).map(({ values }) => Object.values(values)[0]),
      ['Name', 'Lamp', 'Chair'],
    );
  });

  it('finds the row of each line, also where very many rows have the value of one', async () => {
    const table = await createTable(place.owner, place);
    const many = `Name\n${'Many\n'.repeat(10_500)}Last\n`;
    strictEqual((await imported(table, many)).done, 10_501);
    const job = await imported(table, 'Name,Price\nMany,1\nLast,2\n', { match_on: 'name' });
    deepStrictEqual([job.done, job.rejected], [2, 0]);
    const filter = JSON.stringify({ field: 'f_price', op: 'is_not_empty' });
    deepStrictEqual(
      (await readRows(place.owner, table, { filter })).map(({ values }) => values),
      [
        { name: 'Many', price: 1 },
        { name: 'Last', price: 2 },
      ],
    );
    const last = JSON.stringify({ field: 'f_name', op: 'equals', value: 'Last' });
    strictEqual((await readRows(place.owner, table, { filter: last })).length, 1);
  });

  it('matches by several columns together', async () => {
    const table = await createTable(place.owner, place);
    await addRows(place.owner, table, [
      { name: 'Lamp', price: 1 },
      { name: 'Lamp', price: 2 },
    ]);
    const match_on = JSON.stringify(['name', 'price', 'name']);
    const csv = 'Name,Price,Due\nLamp,2,2026-05-01\nLamp,3,2026-05-02\nLamp,,2026-05-03\n';
    const job = await imported(table, csv, { match_on });
    deepStrictEqual([job.done, job.rejected], [2, 1]);
    const rows = await readRows(place.owner, table);
    deepStrictEqual(
      rows.map(({ values, revision }) => [values.price, revision]),
      [
        [1, 1],
        [2, 2],
        [3, 1],
      ],
    );
    match(
      await text(place.owner.client, `jobs/${job.id}/errors/`),
      /Price is empty, so that this line is not known again/,
    );
  });

  it('reads other encodings and separators, and refuses binary files', async () => {
    const table = await createTable(place.owner, place);
    const utf16 = Buffer.from('\uFEFFName\tPrice\nÄpfel\t2\n', 'utf16le');
    strictEqual((await imported(table, utf16)).done, 1);
    strictEqual((await imported(table, Buffer.from('Name;Price\nGröße für Möbel\n', 'latin1'))).done, 1);
    deepStrictEqual(
      (await readRows(place.owner, table)).map(({ values }) => values.name),
      ['Äpfel', 'Größe für Möbel'],
    );
    const binary = await imported(table, Buffer.from(Array.from({ length: 4096 }, (_, n) => (n * 7) % 256)));
    strictEqual(binary.state, 'failed');
    const empty = await imported(table, '');
    strictEqual(empty.state, 'failed');
  });

  it('reads an export back', async () => {
    const table = await createTable(place.owner, place);
    const rows = [
      { name: '=1+1', price: -3.5, due: '2026-05-01', state: 'open', tags: ['red', 'blue'] },
      { name: 'Says "hi", twice\u00a0', price: 0.1 },
      { name: '-5' },
    ];
    await addRows(place.owner, table, rows);
    const csv = await text(place.owner.client, `items/${table.id}/export/`);
    // A number below zero is no formula.
    match(csv, /^'=1\+1,-3\.5,/m);
    ok(!/(^|,)[=-]/m.test(csv.replaceAll('-3.5', '')), csv);
    const copy = await createTable(place.owner, place);
    const job = await imported(copy, csv);
    strictEqual(job.rejected, 0, await text(place.owner.client, `jobs/${job.id}/errors/`));
    deepStrictEqual(
      (await readRows(place.owner, copy)).map(({ values }) => values),
      rows,
    );
    const json: unknown = JSON.parse(await text(place.owner.client, `items/${table.id}/export/?format=json`));
    deepStrictEqual(
      json,
      (await readRows(place.owner, table)).map(({ id, values }) => ({ id, values })),
    );
  });

  it('resumes after a kill without importing a line twice', async () => {
    const table = await createTable(place.owner, place);
    const lines = Array.from({ length: 3000 }, (_, n) => `Row ${n},${n}`);
    const job = expectData(await send(place.owner.client, table, `Name,Price\n${lines.join('\n')}\n`), 202);
    // The same job is started by several workers, as after a kill whose worker is still running.
    for (let n = 0; n < 3; n += 1)
      await server.sql(
        `select graphile_worker.add_job('import-rows', json_build_object('job', $1::text, 'user', $2::text, 'links', ''))`,
        [job.id, place.owner.user.id],
      );
    const done = await ended(place.owner, job.id);
    deepStrictEqual([done.state, done.done, done.rejected], ['ready', 3000, 0]);
    const [counted] = await server.sql<{ rows: number; names: number }>(
      `select count(*)::int as rows, count(distinct c_1)::int as names from tables."t_${table.id.replaceAll('-', '')}"`,
    );
    deepStrictEqual(counted, { rows: 3000, names: 3000 });
  }, 60_000);
});

describe('access to a table', () => {
  it('lets viewers read and editors write, and hides it from strangers', async () => {
    const table = await createTable(place.owner, place);
    const [row] = await addRows(place.owner, table, [{ name: 'A' }]);
    const viewer = await addMember(server.client, place.owner, place.hub);
    const stranger = (await createPlace(server.client)).owner;
    const job = await imported(table, 'Name,Price\nB,x\n');
    const reads = [
      `items/${table.id}/columns/`,
      `items/${table.id}/rows/`,
      `items/${table.id}/export/`,
      `jobs/${job.id}/`,
    ];
    for (const path of reads) {
      strictEqual((await viewer.client.fetch('GET', path)).status, 200, path);
      strictEqual((await stranger.client.fetch('GET', path)).status, 404, path);
      strictEqual((await server.client.fetch('GET', path)).status, 404, path);
    }
    expectRefusal(await viewer.client.get(`jobs/${job.id}/errors/`), 403);
    expectRefusal(await stranger.client.get(`jobs/${job.id}/errors/`), 404);
    const writes = (by: Client) => [
      by.post(`items/${table.id}/rows/`, { rows: [{ values: { name: 'B' } }] }),
      by.patch(`items/${table.id}/rows/`, { rows: [{ id: row?.id, values: { name: 'B' } }] }),
      by.delete(`items/${table.id}/rows/`, { rows: [{ id: row?.id }] }),
      by.post(`items/${table.id}/columns/`, { label: 'X', type: 'text' }),
      by.patch(`items/${table.id}/columns/f_name/`, { label: 'X' }),
      by.delete(`items/${table.id}/columns/f_name/`),
      send(by, table, 'Name\nB\n'),
    ];
    for (const response of await Promise.all(writes(viewer.client))) expectRefusal(response, 403);
    for (const response of await Promise.all(writes(stranger.client))) expectRefusal(response, 404);
    for (const response of await Promise.all(writes(server.client))) expectRefusal(response, 401);
    deepStrictEqual(
      (await readRows(place.owner, table)).map(({ values }) => values),
      [{ name: 'A' }],
    );
  });

  it('belongs to its item: a row of another table returns 404', async () => {
    const table = await createTable(place.owner, place);
    const other = await createTable((await createPlace(server.client)).owner, place).catch(() => null);
    strictEqual(other, null);
    const mine = await createTable(place.owner, place);
    const [row] = await addRows(place.owner, mine, [{ name: 'A' }]);
    const response = await place.owner.client.patch(`items/${table.id}/rows/`, {
      rows: [
        { id: row?.id, values: { name: 'B' } },
        { id: 'x', values: {} },
      ],
    });
    deepStrictEqual(
      expectData(response).map(({ status }) => status),
      ['missing', 'missing'],
    );
    const document = await place.owner.client
      .in(place.hub)
      .post(`spaces/${place.space.slug}/items/`, { kind: 'document', title: 'D' });
    for (const part of ['columns', 'rows'])
      expectRefusal(await place.owner.client.get(`items/${expectData(document, 201).id}/${part}/`), 404);
  });
});

describe('a hub export', () => {
  it('contains the rows of tables in a readable and a processable format', async () => {
    const own = await createPlace(server.client);
    const table = await createTable(own.owner, own, undefined, { title: 'Furniture' });
    const [row] = await addRows(own.owner, table, [{ name: 'Lamp', price: 5, state: 'open' }]);
    const response = await own.owner.client.fetch('GET', `hubs/${own.hub.domain_handle}/export/`);
    const files = await readArchive(Buffer.from(await response.arrayBuffer()));
    const path = [...files.keys()].find((name) => name.endsWith('Furniture.csv')) ?? '';
    match(path, /^spaces\//);
    strictEqual(files.get(path)?.toString(), '\uFEFFName,Price,Due,State,Tags\r\nLamp,5,,Still open,\r\n');
    deepStrictEqual(JSON.parse(files.get(path.replace('.csv', '.json'))?.toString() ?? ''), [
      { id: row?.id, values: row?.values },
    ]);
  });
});

describe('phone numbers and addresses of a file', () => {
  it('are stored in canonical form by the country of the hub, and matched in any notation', async () => {
    const { owner, hub } = place;
    expectData(await owner.client.patch(`hubs/${hub.domain_handle}/`, { country: 'DE' }));
    const table = await createTable(owner, place, [
      { id: 'f_phone', name: 'phone', label: 'Phone', type: 'phone' },
      { id: 'f_site', name: 'site', label: 'Site', type: 'url', required: false },
    ]);
    const first = await imported(
      table,
      'Phone,Site\n030 / 123 45 67,www.example.com\n"0049 171\u00a01234567",\n123,\n',
    );
    strictEqual(first.done, 2);
    strictEqual(first.rejected, 1);
    match(
      await text(owner.client, (first.errors_url ?? '').replace('/api/v1/', '')),
      /Phone is not a valid phone\. This is no number in Germany/,
    );
    const again = await imported(table, 'Phone,Site\n+49 (0)30 1234567,example.org\n', {
      match_on: 'f_phone',
      on_match: 'update',
    });
    strictEqual(again.done, 1);
    const rows = await readRows(owner, table);
    deepStrictEqual(
      rows.map(({ values }) => values),
      [{ phone: '+49301234567', site: 'https://example.org' }, { phone: '+491711234567' }],
    );
  });
});

describe('an import of another format than delimited text', () => {
  const fixture = async (name: string) =>
    new Uint8Array(await readFile(new URL(`../fixtures/files/${name}`, import.meta.url)));
  const OPTIONAL = { type: 'text', required: false };

  it('reads vCards, and an export gives back what the list has no column for', async () => {
    const list = await createTable(place.owner, place, [
      { name: 'name', label: 'Name', ...OPTIONAL },
      { name: 'email', label: 'Mail', ...OPTIONAL, type: 'email' },
    ]);
    const cards =
      'BEGIN:VCARD\nVERSION:4.0\nFN:Ada Lovelace\nEMAIL:ada@example.org\nX-TEAM:Engines\nEND:VCARD\n';
    const first = await imported(list, cards, { match_on: 'email' });
    deepStrictEqual([first.state, first.done, first.rejected], ['ready', 1, 0]);
    await imported(list, cards, { match_on: 'email' });
    const rows = await readRows(place.owner, list);
    deepStrictEqual(
      rows.map(({ values, revision }) => [values, revision]),
      [[{ name: 'Ada Lovelace', email: 'ada@example.org' }, 1]],
    );
    const exported = await text(place.owner.client, `items/${list.id}/export/?format=vcf`);
    match(exported, /X-TEAM:Engines/);
    match(exported, /FN:Ada Lovelace/);
  });

  it('reads a card with a NUL where it has no column for it', async () => {
    const list = await createTable(place.owner, place, [{ name: 'name', label: 'Name', ...OPTIONAL }]);
    const cards = `BEGIN:VCARD\nVERSION:4.0\nFN:Ada\nX-TEAM:En\0gines\nX-FILL:${'x'.repeat(5000)}\nEND:VCARD\n`;
    const job = await imported(list, cards);
    deepStrictEqual([job.state, job.done], ['ready', 1]);
    match(await text(place.owner.client, `items/${list.id}/export/?format=vcf`), /X-TEAM:Engines/);
  });

  it('reads the file of an address book into a contact list by the fields of its record', async () => {
    const list = await createItem(place.owner, place, {
      kind: 'contact',
      title: 'People',
      content: {
        columns: ['name', 'email', 'company_name'].map((name) => ({ name, label: name, ...OPTIONAL })),
      },
    });
    const google = [
      'First Name,Last Name,Organization Name,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Value',
      'Ada,Lovelace,Engines,Work,ada@example.org,',
      'Grace,Hopper,Navy,Work,grace@example.org,',
    ].join('\n');
    const linkedIn =
      'Notes:\n"Some addresses are missing."\n\nFirst Name,Last Name,URL,Email Address,Company\nGrace,Hopper,,grace@example.org,Harvard\n';
    const how = { new_columns: 'false', match_on: 'email' };
    strictEqual((await imported(list, google, how)).done, 2);
    strictEqual((await imported(list, linkedIn, how)).done, 1);
    deepStrictEqual(
      (await readRows(place.owner, list)).map(({ values }) => values),
      [
        { name: 'Ada Lovelace', email: 'ada@example.org', company_name: 'Engines' },
        { name: 'Grace Hopper', email: 'grace@example.org', company_name: 'Harvard' },
      ],
    );
  });

  it('reads a sheet of a workbook, and records', async () => {
    const table = await createItem(place.owner, place, { kind: 'table', title: 'Budget' });
    const job = await imported(table, await fixture('budget.xlsx'), { sheet: '1' });
    strictEqual(job.state, 'ready');
    ok(job.done > 0);
    const records = await createItem(place.owner, place, { kind: 'table', title: 'Visits' });
    await imported(records, await fixture('visits.record'));
    deepStrictEqual(
      (await readRows(place.owner, records)).map(({ values }) => values),
      [
        { visitor: 'Ada', bed: 'north', note: 'saw a goldcrestling' },
        { visitor: 'Ben', bed: 'south', note: 'pruned' },
      ],
    );
  });

  it('reads the numbers of a workbook as they are shown, whatever the region of the hub', async () => {
    const own = await createPlace(server.client);
    const hub = { locale: 'de-DE', time_zone: 'Europe/Berlin' };
    expectData(await own.owner.client.patch(`hubs/${own.hub.domain_handle}/`, hub));
    const cell = (number: number, format: string) => ({ number, format });
    const head = ['Weight', 'Zip', 'Share', 'Price', 'Took', 'Tiny', 'Kept'];
    async function* rows() {
      yield [
        ...[1.125, cell(1067, '00000'), cell(0.125, '0.0%'), cell(1234.567, '#,##0.00 [$€-de-DE]')],
        ...[cell(1.5, '[h]:mm'), 1e-7, cell(0.1, '0%')],
      ];
      yield [
        ...[2.5, cell(80331, '00000'), cell(0.07, '0.0%'), cell(-2, '#,##0.00 [$€-de-DE]')],
        ...[cell(0.25, '[h]:mm'), 0.1 + 0.2, 3],
      ];
    }
    const parts: Buffer[] = [];
    for await (const part of zip(xlsx([{ name: 'Data', head, rows: rows() }]))) parts.push(Buffer.from(part));
    const file = new Uint8Array(Buffer.concat(parts));
    const table = await createItem(own.owner, own, { kind: 'table', title: 'Weights' });
    const job = await importFile(own.owner, table, file);
    deepStrictEqual([job.reason, job.done, job.rejected], [undefined, 2, 0]);
    const columns = expectData(await own.owner.client.get(`items/${table.id}/columns/`));
    deepStrictEqual(
      columns.map(({ label, type, currency }) => [label, type, ...(currency ? [currency] : [])]),
      [
        ['Weight', 'number'],
        ['Zip', 'text'],
        ['Share', 'percent'],
        ['Price', 'currency', 'EUR'],
        ['Took', 'duration'],
        ['Tiny', 'number'],
        ['Kept', 'text'],
      ],
    );
    deepStrictEqual(
      (await readRows(own.owner, table)).map(({ values }) => values),
      [
        { weight: 1.125, zip: '01067', share: 12.5, price: 1234.567, took: 129_600, tiny: 1e-7, kept: '10%' },
        { weight: 2.5, zip: '80331', share: 7, price: -2, took: 21_600, tiny: 0.3, kept: '3' },
      ],
    );
    // Into a column of plain numbers, a share is the number that it is.
    const numbers = await createTable(own.owner, own, [
      { name: 'kept', label: 'Kept', type: 'number', required: false },
    ]);
    strictEqual((await importFile(own.owner, numbers, file, { new_columns: 'false' })).done, 2);
    deepStrictEqual(
      (await readRows(own.owner, numbers)).map(({ values }) => values.kept),
      [0.1, 3],
    );
  });

  it('says of a damaged workbook what is wrong', async () => {
    const table = await createItem(place.owner, place, { kind: 'table', title: 'Broken' });
    const file = await fixture('budget.xlsx');
    const cut = await imported(table, file.slice(0, 2000));
    deepStrictEqual(
      [cut.state, cut.reason],
      [
        'failed',
        'The end of the file is missing: it was not downloaded, or not saved, to its end. Fetch it again.',
      ],
    );
    // The names of its parts, which are before its end.
    const unnamed = new Uint8Array(file).fill(0, file.length - 200, file.length - 30);
    const damaged = await imported(table, unnamed);
    deepStrictEqual(
      [damaged.state, damaged.reason],
      ['failed', 'The file is damaged, or no file that can be imported.'],
    );
  });
});

it('pauses an import at a line, and resumes it from there without losing or repeating one', async () => {
  const table = await createTable(place.owner, place, [
    { id: 'n', name: 'n', label: 'N', type: 'number', required: false },
  ]);
  const count = 60_000;
  const csv = ['N', ...Array.from({ length: count }, (_, at) => String(at))].join('\n');
  const { id } = expectData(await send(place.owner.client, table, csv), 202);
  const read = async () => expectData(await place.owner.client.get(`jobs/${id}/`));
  await eventually(async () => ok((await read()).done > 0));
  expectData(await place.owner.client.post(`jobs/${id}/pause/`));
  const paused = await read();
  deepStrictEqual([paused.state, paused.paused], ['running', true]);
  ok(paused.done < count, 'the import had ended before it was paused');
  // Another import of the same hub takes its turn, so that the paused one had time to write more.
  await imported(await createTable(place.owner, place), 'Name\nLamp\n');
  strictEqual((await read()).done, paused.done);
  const viewer = await addMember(server.client, place.owner, place.hub, 'guest');
  expectRefusal(await viewer.client.post(`jobs/${id}/resume/`), 404);
  expectData(await place.owner.client.post(`jobs/${id}/resume/`));
  const job = await ended(place.owner, id);
  deepStrictEqual([job.state, job.done, job.paused], ['ready', count, undefined]);
  const [sums] = expectData(
    await place.owner.client.get(`items/${table.id}/aggregate/?metrics=count,unique:n`),
  );
  deepStrictEqual([Number(sums?.values.count), Number(sums?.values['unique:n'])], [count, count]);
  expectRefusal(await place.owner.client.post(`jobs/${id}/pause/`), 409);
});

it('an import that is cancelled ends, and reads no further', async () => {
  const table = await createTable(place.owner, place, [
    { name: 'name', label: 'Name', type: 'text', required: false },
  ]);
  const count = 60_000;
  const csv = `Name\n${Array.from({ length: count }, (_, n) => `Row ${n}`).join('\n')}\n`;
  const { id } = expectData(await send(place.owner.client, table, csv), 202);
  const read = async () => expectData(await place.owner.client.get(`jobs/${id}/`));
  await eventually(async () => ok((await read()).done > 0));
  expectData(await place.owner.client.post(`jobs/${id}/cancel/`));
  const job = await read();
  deepStrictEqual([job.state, job.reason], ['failed', 'The import was cancelled.']);
  ok(job.done < count, 'the import had ended before it was cancelled');
  expectRefusal(await place.owner.client.post(`jobs/${id}/cancel/`), 409);
  // The next import of the same queue runs once this one has stopped: what was written stays, and nothing followed.
  strictEqual((await imported(table, 'Name\nlast\n')).done, 1);
  const [counted] = expectData(await place.owner.client.get(`items/${table.id}/aggregate/?metrics=count`));
  strictEqual(Number(counted?.values.count), job.done + 1);
});
