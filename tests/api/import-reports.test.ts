import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Job } from '#lib/contract/job.ts';
import { zip } from '#tests/fixtures/make/zip.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { importEnded, importFile, sendImport } from '#tests/harness/imports.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();
let place: Awaited<ReturnType<typeof createPlace>>;
beforeAll(async () => {
  place = await createPlace(server.client);
});

const COLUMNS = [
  { name: 'name', label: 'Name', type: 'text' },
  { name: 'price', label: 'Price', type: 'number', required: false },
];
const newTable = () => createItem(place.owner, place, { kind: 'table', title: 'From a file' });
const knownTable = () => createTable(place.owner, place, COLUMNS);
const valuesOf = async (table: { id: string }) =>
  (await readRows(place.owner, table)).map(({ values }) => values);
const reportOf = async ({ id }: Job) => (await place.owner.client.fetch('GET', `jobs/${id}/errors/`)).text();
/** The lines that a report names, without its header. */
const linesOf = (report: string) =>
  report
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => Number(line.split(',')[0]));

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

/** A workbook of one sheet, whose parts are stored as they are. */
const workbook = (rows: string) =>
  zip([
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/data.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      data: `<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/worksheets/data.xml',
      data: `<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`,
    },
  ]);
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const HEAD = `<row r="1">${text('Name')}${text('Price')}</row>`;

describe('the report of an import', () => {
  it('names lines by their places in the file, of which empty ones are a part', async () => {
    const csv = '\nName,Price\nLamp,1\n\n,\nChair,much\n"Two\nlines",x\nTable,3\n';
    const job = await importFile(place.owner, await knownTable(), csv);
    expect(job).toMatchObject({ state: 'ready', done: 2, rejected: 2 });
    expect(await reportOf(job)).toMatch(/\r\n6,[^\n]*Chair,much\r\n7,/);
    const unnamed = await importFile(place.owner, await knownTable(), 'Lamp,1\n\nChair,much\n', {
      has_header: 'false',
      mapping: JSON.stringify({ 'Column 1': 'name', 'Column 2': 'price' }),
    });
    expect(linesOf(await reportOf(unnamed))).toEqual([3]);
  });

  it('names rows of a workbook by their numbers, and those with a formula without a result', async () => {
    const rows = `${HEAD}<row r="4">${text('Lamp')}<c><f>1+1</f></c></row><row r="8">${text('Chair')}${text('much')}</row><row r="9">${text('Table')}<c><f>1+1</f><v>2</v></c></row>`;
    const table = await knownTable();
    const job = await importFile(place.owner, table, new Uint8Array(workbook(rows)));
    expect(job).toMatchObject({ state: 'ready', done: 2, rejected: 1, partial: 1 });
    expect(await valuesOf(table)).toEqual([{ name: 'Lamp' }, { name: 'Table', price: 2 }]);
    const report = await reportOf(job);
    expect(linesOf(report)).toEqual([4, 8]);
    expect(report).toMatch(/result of the formula in B4 is not in the file/);
  });

  it('names lines of records that are none, and has their columns from all of them', async () => {
    const table = await newTable();
    const lines = [
      '{"name":"Lamp"}',
      '{"name":"Cha',
      '',
      '{"name":"Ta\\u0000ble"}',
      '{"name":"Sofa","size":"big"}',
    ];
    const job = await importFile(place.owner, table, `${lines.join('\n')}\n`);
    expect(job).toMatchObject({ state: 'ready', done: 2, rejected: 2 });
    expect(await valuesOf(table)).toEqual([{ name: 'Lamp' }, { name: 'Sofa', size: 'big' }]);
    const report = await reportOf(job);
    expect(report).toMatch(/^\uFEFF?Left out: line,Left out: reason,name,size\r\n2,It is not a JSON object,/);
    expect(linesOf(report)).toEqual([2, 4]);
  });

  it('names the first line of records that it refuses, also in a contact list', async () => {
    const list = await createItem(place.owner, place, { kind: 'contact', title: 'People' });
    const lines = ['{"email":', '{"first_name":"Ada","last_name":"Lovelace","email":"ada@example.org"}'];
    const job = await importFile(place.owner, list, lines.join('\n'));
    expect(job).toMatchObject({ state: 'ready', done: 1, rejected: 1 });
    expect(linesOf(await reportOf(job))).toEqual([1]);
    const named = await importFile(place.owner, list, [...lines].reverse().join('\n'));
    expect(named).toMatchObject({ state: 'ready', done: 1, rejected: 1 });
    expect(linesOf(await reportOf(named))).toEqual([2]);
  });

  it('says that a workbook was altered after it was saved, whose rows are read', async () => {
    const file = Buffer.from(workbook(`${HEAD}<row r="2">${text('Lamp')}<c><v>1234</v></c></row>`));
    // The checksum of the last entry, which is the sheet, in the list of entries.
    const at = file.lastIndexOf('PK\u0001\u0002') + 16;
    file.writeUInt8(file.readUInt8(at) ^ 1, at);
    const table = await knownTable();
    const job = await importFile(place.owner, table, new Uint8Array(file));
    expect(job).toMatchObject({ state: 'failed', done: 1 });
    expect(job.reason).toMatch(/damaged.*some values may be wrong/);
    expect(await valuesOf(table)).toEqual([{ name: 'Lamp', price: 1234 }]);
  });

  it('says what a file is that is of another program', async () => {
    const named = (...names: string[]) => new Uint8Array(zip(names.map((name) => ({ name, data: 'x' }))));
    const old = new Uint8Array(await readFile(new URL('../fixtures/files/old.xls', import.meta.url)));
    const encrypted = new Uint8Array(
      await readFile(new URL('../fixtures/hostile/encrypted.xlsx', import.meta.url)),
    );
    const files: [file: BlobPart, reason: RegExp][] = [
      [old, /older program, such as .xls/],
      [encrypted, /protected by a password/],
      [named('[Content_Types].xml', 'xl/workbook.bin'), /binary workbook \(\.xlsb\)/],
      [named('mimetype', 'content.xml'), /OpenDocument, such as .ods/],
      [named('a.txt'), /damaged, or no file that can be imported/],
      ['<!DOCTYPE html><table><tr><td>Name</td></tr></table>', /web page/],
      ['[{"name":"Lamp"}]', /one JSON object a line/],
      ['{\n"name":"Lamp"\n}', /one JSON object a line/],
    ];
    for (const [file, reason] of files) {
      const job = await importFile(place.owner, await knownTable(), file);
      expect([job.state, job.done]).toEqual(['failed', 0]);
      expect(job.reason).toMatch(reason);
      // The preview before it says the same.
      const waiting = expectData(
        await sendImport(place.owner.client, await knownTable(), file, { paused: 'true' }),
        202,
      );
      const { status, body } = await place.owner.client.get(`jobs/${waiting.id}/preview/`);
      expect([status, body.message]).toEqual([422, expect.stringMatching(reason)]);
    }
  });

  it('imported again adds no line twice of which the rest is there, unless it is to be', async () => {
    const table = await knownTable();
    const first = await importFile(place.owner, table, 'Name,Price\nLamp,1,surplus\nChair,much\n');
    expect(first).toMatchObject({ done: 1, rejected: 1, partial: 1 });
    const corrected = (await reportOf(first)).replace('much', '5');
    const second = await importFile(place.owner, table, corrected);
    expect(second).toMatchObject({ done: 1, rejected: 1 });
    expect(await valuesOf(table)).toEqual([
      { name: 'Lamp', price: 1 },
      { name: 'Chair', price: 5 },
    ]);
    const report = await reportOf(second);
    expect(report).toMatch(/\r\n2,"?This line was imported before/);
    const emptied = report.replace(/\r\n2,"[^"]*"/, '\r\n2,').replace('surplus', '');
    expect(await importFile(place.owner, table, emptied)).toMatchObject({ done: 1, rejected: 0 });
    // Where rows are known again, it changes its row.
    const known = await importFile(place.owner, table, corrected.replace('Lamp,1,surplus', 'Lamp,7'), {
      match_on: 'name',
      on_match: 'update',
    });
    expect(known).toMatchObject({ done: 2, rejected: 0 });
  });

  it('reads times at the beginning of 1900 and at the end of 9999, and the lines after them', async () => {
    const table = await createTable(place.owner, place, [
      { name: 'at', label: 'At', type: 'datetime', required: false },
    ]);
    const job = await importFile(
      place.owner,
      table,
      'At\n1900-01-01 00:00\n9999-12-31 23:59\n2026-01-02 03:04\n',
    );
    expect(job).toMatchObject({ state: 'ready', done: 3, rejected: 0 });
  });

  it('refuses each line with a NUL, also where many have one', async () => {
    const lines = Array.from({ length: 40 }, (_, n) => (n % 2 ? `Chair ${n},1` : `La\0mp ${n},1`));
    const table = await knownTable();
    const job = await importFile(place.owner, table, `Name,Price\n${lines.join('\n')}\n`);
    expect(job).toMatchObject({ state: 'ready', done: 20, rejected: 20 });
  });
});

/** While something runs, the database refuses rows of a table by their name, with a code. @param condition of SQL */
async function whileRefused<T>(
  table: { id: string },
  { condition, code }: { condition: string; code: string },
  run: () => Promise<T>,
): Promise<T> {
  const [name] = await server.sql<{ name: string }>(
    "select name from table_column where item_id = $1 and definition ->> 'name' = 'name'",
    [table.id],
  );
  await server.sql(`create or replace function refuse_row() returns trigger language plpgsql as $$
    begin if new.${name?.name} ${condition} then raise exception using errcode = '${code}'; end if; return new; end $$`);
  await server.sql(`create trigger refuse_row before insert or update on tables.t_${table.id.replaceAll('-', '')}
    for each row execute function refuse_row()`);
  try {
    return await run();
  } finally {
    await server.sql('drop function refuse_row() cascade');
  }
}

const COUNT = 3_000;
const manyLines = () =>
  `Name,Price\n${Array.from({ length: COUNT }, (_, n) => `Row ${n},${n % 7 === 0 ? 'much' : n}`).join('\n')}\n`;
const much = Math.ceil(COUNT / 7);
const countOf = async ({ id }: { id: string }) =>
  (await server.sql<{ count: number }>(`select count(*)::int from tables.t_${id.replaceAll('-', '')}`))[0]
    ?.count;

describe('a line that the database can not store', () => {
  it.each<[string, Record<string, string>]>([
    ['added', {}],
    ['matched', { match_on: 'name' }],
  ])('is refused, and the others are %s', async (_, how) => {
    const table = await knownTable();
    const job = await whileRefused(
      table,
      { condition: "in ('Row 600', 'Row 1501', 'Row 1502')", code: '22003' },
      () => importFile(place.owner, table, manyLines(), how),
    );
    expect([job.state, job.done, job.rejected]).toEqual(['ready', COUNT - much - 3, much + 3]);
    expect(await countOf(table)).toBe(COUNT - much - 3);
    const report = await reportOf(job);
    expect(report.match(/^\d+,"This line could not be read/gm)?.map((line) => line.split(',')[0])).toEqual([
      '602',
      '1503',
      '1504',
    ]);
    const lines = linesOf(report);
    expect(new Set(lines).size).toBe(much + 3);
  });

  it('ends the import where there are more than a hundred of them', async () => {
    const table = await knownTable();
    const job = await whileRefused(table, { condition: "like 'Row %'", code: '22003' }, () =>
      importFile(place.owner, table, manyLines()),
    );
    expect(job).toMatchObject({ state: 'failed', done: 0 });
    expect(job.reason).toMatch(/too many lines could not be read/);
  });

  it('is none where the database is away: the import waits, and refuses nothing', async () => {
    const table = await knownTable();
    const { id } = await whileRefused(table, { condition: "= 'Row 1501'", code: '57P01' }, async () => {
      const sent = expectData(await sendImport(place.owner.client, table, manyLines()), 202);
      await eventually(async () => {
        const query = `select 1 from graphile_worker._private_jobs where payload->>'job' = $1 and last_error is not null`;
        expect(await server.sql(query, [sent.id])).toHaveLength(1);
      });
      return sent;
    });
    expect(expectData(await place.owner.client.get(`jobs/${id}/`)).state).toMatch(/queued|running/);
    const job = await importEnded(place.owner, id);
    expect([job.state, job.done, job.rejected]).toEqual(['ready', COUNT - much, much]);
    expect(await countOf(table)).toBe(COUNT - much);
  });
});
