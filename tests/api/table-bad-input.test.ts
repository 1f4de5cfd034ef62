import { readFile } from 'node:fs/promises';
import { writeXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Column } from '#lib/contract/table.ts';
import type { Values } from '#lib/fields/definition.ts';
import { xlsx } from '#server/platform/archives/xlsx.ts';
import { type ZipEntry, zip } from '#server/platform/archives/zip.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { importFile } from '#tests/harness/imports.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();
let place: Awaited<ReturnType<typeof createPlace>>;
beforeAll(async () => {
  place = await createPlace(server.client);
});

const hostile = async (name: string) =>
  new Uint8Array(await readFile(new URL(`../fixtures/hostile/${name}`, import.meta.url)));

/** Imports a file into a new table whose columns come from it. */
async function importNew(file: BlobPart, fields: Record<string, string> = {}) {
  const { owner } = place;
  const table = await createItem(owner, place, { kind: 'table', title: 'From a file' });
  const job = await importFile(owner, table, file, fields);
  const columns = expectData(await owner.client.get<Column[]>(`items/${table.id}/columns/`));
  const rows = await readRows(owner, table);
  return { job, columns, rows: rows.map(({ values }) => values) };
}

const text = Buffer.from;
const labelsOf = (columns: Column[]) => columns.map(({ label }) => label);

describe('an import of delimited text', () => {
  it('reads lines that are shorter or longer than the header, and says which ones are', async () => {
    const { job, rows } = await importNew('A,B,C\n1,2,3\n4\n5,6,7,8\n,,\n9,,10\n');
    expect(job.state).toBe('ready');
    expect(rows.map(({ a }) => a)).toEqual([1, 4, 5, 9]);
    expect([job.rejected, job.partial]).toEqual([0, 1]);
    const errors = await place.owner.client.fetch('GET', `jobs/${job.id}/errors/`);
    expect(await errors.text()).toMatch(/4,[^\n]*more cells than there are columns: 8/);
  });

  // To the end of the file, all other rows would be in one cell.
  it('reads a quote that never ends to the end of its line, and says which line has it', async () => {
    const { job, rows } = await importNew('Name,Note\nLamp,fine\nChair,"never closed\nmore,of it\n');
    expect(job.state).toBe('ready');
    expect(rows).toEqual([
      { name: 'Lamp', note: 'fine' },
      { name: 'Chair', note: 'never closed' },
      { name: 'more', note: 'of it' },
    ]);
    expect([job.rejected, job.partial]).toEqual([0, 1]);
    const errors = await place.owner.client.fetch('GET', `jobs/${job.id}/errors/`);
    expect(await errors.text()).toMatch(/3,[^\n]*A quote in it is never closed/);
  });

  it('refuses lines with a NUL, also where rows are matched by the cell that has it', async () => {
    const table = await createTable(place.owner, place);
    await addRows(place.owner, table, [{ name: 'Lamp', price: 1 }]);
    const fill = 'Chair,2\n'.repeat(20_000);
    const csv = `Name,Price\nLa\0mp,5\nLamp,7\n${fill}`;
    const job = await importFile(place.owner, table, csv, { match_on: 'name' });
    expect(job).toMatchObject({ state: 'ready', done: 20_001, rejected: 1 });
    expect((await readRows(place.owner, table)).map(({ values }) => values.price)).toEqual([7, 2]);
  });

  it('gives refused lines back with cells cut that are longer than any value, however many they are', async () => {
    const table = await createTable(place.owner, place);
    const long = 'x'.repeat(1_000_000);
    const job = await importFile(place.owner, table, `Name,Price\n${`Lamp,${long}\n`.repeat(120)}`);
    expect(job).toMatchObject({ state: 'ready', done: 0, rejected: 120 });
    const refused = await (await place.owner.client.fetch('GET', `jobs/${job.id}/errors/`)).text();
    const lines = refused.trimEnd().split('\r\n');
    expect(lines.map((line) => line.split(',')[0]).slice(1)).toEqual(
      Array.from({ length: 120 }, (_, n) => String(n + 2)),
    );
    for (const line of lines.slice(1)) expect(line.length).toBeLessThan(101_000);
  });

  it('names each of equal headers, empty headers, and a million empty lines are no rows', async () => {
    const { job, columns, rows } = await importNew(`A,,A,A,\n1,2,3,4,5\n${'\n'.repeat(1_000_000)}6,,,,\n`);
    expect(job).toMatchObject({ state: 'ready', done: 2, rejected: 0 });
    expect(new Set(labelsOf(columns)).size).toBe(columns.length);
    expect(rows.map((row) => row.a)).toEqual([1, 6]);
  });

  it('refuses 16,384 columns with a reason', async () => {
    const head = Array.from({ length: 16_384 }, (_, n) => `C${n}`).join(',');
    const { job } = await importNew(`${head}\n1\n`);
    expect(job.state).toBe('failed');
    expect(job.reason).toMatch(/300 columns at most/);
  });

  it('refuses lines with NUL bytes one by one, and reports them', async () => {
    const lines = Array.from({ length: 100 }, (_, n) => `Chair ${n},fine`);
    const { job, rows } = await importNew(`Name,Note\nLamp,a\0b\n${lines.join('\n')}\n`);
    expect(job).toMatchObject({ state: 'ready', done: 100, rejected: 1 });
    expect(rows[0]).toEqual({ name: 'Chair 0', note: 'fine' });
    const errors = await place.owner.client.fetch('GET', `jobs/${job.id}/errors/`);
    expect(await errors.text()).toMatch(/2,[^\n]*Lamp,a\uFFFDb/);
    expect((await importNew(await hostile('nul.txt'))).job.state).toMatch(/ready|failed/);
  });

  it('stores values that a number or a date would change as text', async () => {
    const { columns, rows } = await importNew(
      'Zip,Account,Phone,Day,Big,First,Last\n01234,12345678901234567890,+49 30 901820,03/04/2026,9007199254740993,1900-01-01,9999-12-31\n',
    );
    expect(Object.fromEntries(columns.map(({ label, type }) => [label, type]))).toMatchObject({
      Zip: 'text',
      Account: 'text',
      Phone: 'phone',
      Day: 'text',
      Big: 'text',
      First: 'date',
      Last: 'date',
    });
    expect(rows).toEqual([
      expect.objectContaining({
        zip: '01234',
        account: '12345678901234567890',
        phone: '+4930901820',
        big: '9007199254740993',
        day: '03/04/2026',
        first: '1900-01-01',
        last: '9999-12-31',
      }),
    ]);
  });

  it('reads several encodings as what they are', async () => {
    for (const file of [text('Name\nGrüße\n', 'latin1'), text('\uFEFFName\nGrüße\n', 'utf16le')])
      expect((await importNew(file)).rows).toEqual([{ name: 'Grüße' }]);
  });
});

describe('an import of a workbook', () => {
  it('has the results of formulas, the value of merged cells once, dates of 1900 and 9999, and big numbers', async () => {
    const first = new Date(Date.UTC(1900, 2, 1));
    const last = new Date(Date.UTC(9999, 11, 31));
    const file = await writeXlsx({
      sheets: [
        {
          name: 'Secret',
          hidden: true,
          rows: [['Hidden'], ['not chosen']],
        },
        {
          name: 'Shown',
          rows: [
            ['Name', 'Twice', 'Day', 'Big'],
            ['Lamp', 14, first, 9_007_199_254_740_991],
            [null, 16, last, 1e21],
          ],
          cells: new Map([['1,1', { formula: '7*2', formulaResult: 14 }]]),
          merges: [{ startRow: 1, startCol: 0, endRow: 2, endCol: 0 }],
        },
      ],
    });
    const { job, columns, rows } = await importNew(new Uint8Array(file), { sheet: '1' });
    expect(job).toMatchObject({ state: 'ready', rejected: 0, done: 2 });
    expect(labelsOf(columns)).toEqual(['Name', 'Twice', 'Day', 'Big']);
    expect(rows[0]).toMatchObject({ name: 'Lamp', twice: 14, day: '1900-03-01' });
    expect(rows[1]).toMatchObject({ twice: 16, day: '9999-12-31' });
    expect(rows[1]?.name).toBeUndefined();
    expect(JSON.stringify(rows)).not.toContain('not chosen');
    expect(String(rows[0]?.big)).toBe('9007199254740991');
  });

  /** A workbook with the head `Name`, whose only sheet is this text. */
  async function bookOf(sheet: () => AsyncGenerator<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
    async function* noRows(): AsyncGenerator<string[]> {}
    async function* entries(): AsyncGenerator<ZipEntry> {
      for await (const entry of xlsx([{ name: 'Rows', head: ['Name'], rows: noRows() }]))
        yield entry.path.includes('worksheets/') ? { ...entry, content: sheet() } : entry;
    }
    const parts: Uint8Array[] = [];
    for await (const part of zip(entries())) parts.push(part);
    return new Uint8Array(Buffer.concat(parts));
  }
  const SHEET =
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c t="inlineStr"><is><t>Name</t></is></c></row>';
  const textRow = (row: number, value: string) =>
    `<row r="${row}"><c t="inlineStr"><is><t>${value}</t></is></c></row>`;

  it('with a million empty rows is read to its last one', async () => {
    const file = await bookOf(async function* () {
      yield text(SHEET + textRow(2, 'Lamp'));
      for (let from = 3; from < 1_000_003; from += 10_000)
        yield text(Array.from({ length: 10_000 }, (_, at) => `<row r="${from + at}"/>`).join(''));
      yield text(`${textRow(1_000_003, 'Chair')}</sheetData></worksheet>`);
    });
    const { job, rows } = await importNew(file);
    expect(job).toMatchObject({ state: 'ready', done: 2, rejected: 0 });
    expect(rows).toEqual([{ name: 'Lamp' }, { name: 'Chair' }]);
  }, 60_000);

  it('is refused where its sheet unpacks to a thousand times its size', async () => {
    const file = await bookOf(async function* () {
      yield text(SHEET + textRow(2, 'Lamp'));
      for (let megabytes = 0; megabytes < 300; megabytes += 1) yield Buffer.alloc(1024 * 1024, ' ');
      yield text(`${textRow(3, 'Chair')}</sheetData></worksheet>`);
    });
    expect(file.length).toBeLessThan(1024 * 1024);
    const { job, rows } = await importNew(file);
    expect(job).toMatchObject({ state: 'failed', done: 0 });
    expect(job.reason).toMatch(/too large to be read/);
    expect(rows).toEqual([]);
  }, 60_000);

  it('has the rows before the place where its sheet is damaged, and says which line was the last', async () => {
    const file = await bookOf(async function* () {
      yield text(SHEET);
      for (let row = 2; row <= 2_000; row += 1) yield text(textRow(row, `Lamp ${row}`));
      yield text('<row><<');
    });
    const { job, rows } = await importNew(file);
    expect([job.state, job.reason, job.done]).toEqual([
      'failed',
      'The file is damaged after line 2000.',
      1_999,
    ]);
    expect(rows[0]).toEqual({ name: 'Lamp 2' });
    // It is stored with the plan: the rest of an import that stops is read from the same sheet.
    expect(await server.sql('select sheet from table_import where job_id = $1', [job.id])).toEqual([
      { sheet: 0 },
    ]);
  });

  it('says that it is protected by a password, damaged, or unpacks to too much', async () => {
    const reasonOf = async (name: string) => (await importNew(await hostile(name))).job;
    const refused: [string, RegExp][] = [
      ['encrypted.xlsx', /protected by a password/],
      ['truncated.docx', /Word document/],
      ['bomb.docx', /Word document/],
      ['zip-named.docx', /damaged|no file/],
    ];
    for (const [name, reason] of refused) {
      const job = await reasonOf(name);
      expect([name, job.state], job.reason ?? '').toEqual([name, 'failed']);
      expect(job.reason).toMatch(reason);
    }
  });
});

it('reads a vCard that is folded inside of a character', async () => {
  const fold = (line: string, at: number) => {
    const bytes = Buffer.from(line);
    return Buffer.concat([bytes.subarray(0, at), Buffer.from('\r\n '), bytes.subarray(at)]);
  };
  const name = 'FN:Zoë Müller';
  const file = Buffer.concat([
    Buffer.from('BEGIN:VCARD\r\nVERSION:3.0\r\n'),
    fold(name, Buffer.from('FN:Zo').length + 1),
    Buffer.from('\r\nEMAIL:zoe@example.org\r\nEND:VCARD\r\n'),
  ]);
  const list = await createTable(place.owner, place, [
    { name: 'name', label: 'Name', type: 'text', required: false },
    { name: 'email', label: 'Mail', type: 'email', required: false },
  ]);
  const job = await importFile(place.owner, list, file);
  expect(job).toMatchObject({ state: 'ready', done: 1 });
  const [row] = await readRows(place.owner, list);
  expect(row?.values).toEqual({ name: 'Zoë Müller', email: 'zoe@example.org' });
});

it('refuses lookups that go around three tables to themselves', async () => {
  const { owner } = place;
  const tables: { id: string }[] = [];
  for (let n = 0; n < 3; n += 1) tables.push(await createTable(owner, place));
  const links: string[] = [];
  for (const [at, { id }] of tables.entries()) {
    const column = { name: 'next', label: 'Next', type: 'link', table: tables[(at + 1) % 3]?.id };
    links.push(expectData(await owner.client.post(`items/${id}/columns/`, column), 201).id);
  }
  const look = (at: number, of: string) =>
    owner.client.post(`items/${tables[at]?.id}/columns/`, {
      ...{ name: 'looked', label: 'Looked up', type: 'lookup', via: links[at], of },
    });
  const last = expectData(await look(2, 'f_name'), 201).id;
  const middle = expectData(await look(1, last), 201).id;
  const first = expectData(await look(0, middle), 201).id;
  const closed = { of: first };
  const refused = await owner.client.patch(`items/${tables[2]?.id}/columns/${last}/`, closed);
  expectRefusal(refused, 422);
  expect(refused.body.fields).toEqual({ of: [expect.stringContaining('in a circle')] });
  const [row] = await addRows(owner, tables[0] ?? { id: '' }, [{ name: 'A' }]);
  expect((await readRows(owner, tables[0] ?? { id: '' })).map(({ id }) => id)).toEqual([row?.id]);
});

it('stores rows of as many columns as a table may have, of any length', async () => {
  const columns = Array.from({ length: 300 }, (_, n) => ({
    name: `c${n}`,
    label: `C ${n}`,
    type: 'text',
    required: false,
  }));
  const table = await createTable(place.owner, place, columns);
  const rowOf = (length: number): Values =>
    Object.fromEntries(columns.map(({ name }, n) => [name, `${n}`.padEnd(length, 'x')]));
  const lengths = [17, 23, 24, 60];
  await addRows(place.owner, table, lengths.map(rowOf));
  const rows = await readRows(place.owner, table);
  expect(rows.map(({ values }) => values)).toEqual(lengths.map(rowOf));
});
