import { Buffer } from 'node:buffer';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, expect, it } from 'vitest';
import { type ByteSource, sourceOfBytes } from '#server/platform/storage/byte-source.ts';
import { zip } from '#tests/fixtures/make/zip.ts';
import { createExtraction } from './extract.ts';
import type { RowNote } from './result.ts';

const extraction = createExtraction();
afterAll(() => extraction.close());

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

/** A workbook of one sheet, by its parts in XML. */
function workbook(
  sheetData: string,
  { shared = '', styles = '', properties = '', texts = 'sharedStrings.xml' } = {},
): Buffer {
  return zip([
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/data.xml"/><Relationship Id="rId2" Type="${OFFICE}/sharedStrings" Target="${texts}"/><Relationship Id="rId3" Type="${OFFICE}/styles" Target="looks.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      data: `<workbook ${MAIN} xmlns:r="${OFFICE}">${properties}<sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    { name: `xl/${texts}`, data: `<sst ${MAIN}>${shared}</sst>` },
    { name: 'xl/looks.xml', data: `<styleSheet ${MAIN}>${styles}</styleSheet>` },
    {
      name: 'xl/worksheets/data.xml',
      data: `<worksheet ${MAIN}><sheetData>${sheetData}</sheetData></worksheet>`,
    },
  ]);
}

async function linesOf(source: ByteSource) {
  const rows: string[][] = [];
  const numbers: number[] = [];
  const notes: [number: number | undefined, note: RowNote][] = [];
  const result = await extraction.lines({ source, extension: 'xlsx', sheet: 0 }, (batch, about) => {
    rows.push(...batch);
    numbers.push(...about.numbers);
    for (const [place, note] of about.notes) notes.push([about.numbers[place], note]);
  });
  return { result, rows, numbers, notes };
}

it('sends all rows of a large sheet, and reads the file once', async () => {
  const rows = Array.from({ length: 25_000 }, (_, at) => [
    at,
    `Straße ${at}`,
    at % 2 ? 'odd' : 'even',
    new Date(0),
  ]);
  const file = Buffer.from(await writeXlsx({ sheets: [{ name: 'Data', rows }] }));
  let read = 0;
  const bytes = sourceOfBytes(file);
  const source: ByteSource = {
    size: bytes.size,
    read: async (offset, length) => {
      const part = await bytes.read(offset, length);
      read += part.length;
      return part;
    },
  };
  const { result, rows: sent } = await linesOf(source);
  expect(result).toMatchObject({ ok: true, lines: 25_000, sheets: { names: ['Data'], hidden: [], read: 0 } });
  expect(sent[0]).toEqual(['0', 'Straße 0', 'even', '1970-01-01']);
  expect(sent[24_999]).toEqual(['24999', 'Straße 24999', 'odd', '1970-01-01']);
  expect(read).toBeLessThan(2 * file.length);
});

it('reads formatted texts, escapes, booleans, errors, formulas and days from 1904 as they are displayed', async () => {
  const file = workbook(
    `<row r="2"><c r="B2" t="s"><v>1</v></c><c t="b"><v>1</v></c><c r="A2" t="s"><v>0</v></c></row>
     <row r="5"><c r="A5" t="e"><v>#N/A</v></c><c r="B5" t="str"><f>A1&amp;"x"</f><v>sum &lt;3</v></c><c r="C5" s="1"><v>1</v></c><c r="D5"><v>1</v></c><c r="F5" t="s"><v>9</v></c></row>
     <row r="6"><c r="A6"/></row>
     <row><c t="inlineStr"><is><r><t>in</t></r><r><t xml:space="preserve">line </t></r></is></c><c s="2"><v>0.5</v></c><c s="1"><v>0.5</v></c><c s="3"><v>60.25</v></c><c s="4"><v>0.4</v></c></row>`,
    {
      texts: 'Texts/of-cells.xml',
      properties: '<workbookPr date1904="1"/>',
      shared:
        '<si><r><rPr><b/></rPr><t>bold </t></r><r><t>and plain</t></r><rPh sb="0" eb="1"><t>phonetic</t></rPh></si><si><t>bell_x0007_end</t></si>',
      styles:
        '<numFmts><numFmt numFmtId="170" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="171" formatCode="0.00 &quot;days&quot;"/><numFmt numFmtId="172" formatCode="[hh]:mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="46"/><xf numFmtId="172"/></cellXfs>',
    },
  );
  expect((await linesOf(sourceOfBytes(file))).rows).toEqual([
    ['bold and plain', 'bell\u0007end', 'true'],
    ['#N/A', 'sum <3', '1904-01-02', '1'],
    ['inline ', '0.5', '12:00', '1446:00:00', '09:36:00'],
  ]);
});

it('says which rows have a formula without a result in the file, and where each row is in the sheet', async () => {
  const file = workbook(
    `<row r="2"><c r="A2"><v>1</v></c><c r="AB2"><f>A2*2</f><v/></c><c r="AC2"><f>A2*3</f></c></row>
     <row r="5"><c r="A5"><f>A2*2</f><v>2</v></c><c r="B5" t="str"><f>""</f><v></v></c></row>
     <row r="9"><c r="A9"><f>A2*2</f></c></row>`,
  );
  const { rows, numbers, notes } = await linesOf(sourceOfBytes(file));
  expect([rows.map(([a]) => a), numbers]).toEqual([
    ['1', '2', undefined],
    [2, 5, 9],
  ]);
  expect(notes.map(([number, { problem }]) => [number, /formula in (\w+)/.exec(problem)?.[1]])).toEqual([
    [2, 'AB2'],
    [9, 'A9'],
  ]);
});

it.each([
  ['parts by names in other letters', 'xl/workbook.xml', 'XL/WorkSheets/DATA.xml', 'worksheets/data.xml'],
  [
    'a workbook elsewhere, and a sheet by its path from the root',
    'book/Book2.xml',
    'sheets/one.xml',
    '/sheets/one.xml',
  ],
  [
    'names with the separators of Windows',
    'xl\\workbook.xml',
    'xl\\worksheets\\data.xml',
    'worksheets/data.xml',
  ],
])('finds %s, with rows in any order', async (_, book, sheet, target) => {
  const [folder, file] = book.split(/[/\\]/);
  const separator = book.includes('\\') ? '\\' : '/';
  const relations = (target: string, type: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`;
  const bytes = zip([
    { name: '_rels/.rels', data: relations(book.replaceAll('\\', '/'), 'officeDocument') },
    { name: [folder, '_rels', `${file}.rels`].join(separator), data: relations(target, 'worksheet') },
    {
      name: book,
      data: `<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: sheet,
      data: `<worksheet ${MAIN}><sheetData><row r="3"><c r="B3"><v>3</v></c><c r="A3"><v>30</v></c></row><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>`,
    },
  ]);
  const { result, rows } = await linesOf(sourceOfBytes(bytes));
  expect([result.ok, rows]).toEqual([true, [['30', '3'], ['1']]]);
});

it('reads the days and times of a strict workbook', async () => {
  const moments = [
    '2026-01-02',
    '2026-01-02T00:00:00',
    '2026-01-02T08:30:00.000',
    '2026-01-02T08:30:15Z',
    '08:30',
  ];
  const cells = moments.map((moment) => `<c t="d"><v>${moment}</v></c>`).join('');
  const { rows } = await linesOf(sourceOfBytes(workbook(`<row>${cells}</row>`)));
  expect(rows).toEqual([['2026-01-02', '2026-01-02', '2026-01-02 08:30', '2026-01-02 08:30:15', '08:30']]);
});

it('has all digits of a whole number, and a text longer than programs write whole', async () => {
  const long = 'x'.repeat(40_000);
  const file = workbook(
    `<row><c><v>9007199254740993</v></c><c><v>-12345678901234567890</v></c><c><v>1E+21</v></c><c t="inlineStr"><is><t>${long}</t></is></c></row>`,
  );
  const { rows } = await linesOf(sourceOfBytes(file));
  expect(rows).toEqual([['9007199254740993', '-12345678901234567890', '1e+21', long]]);
});

it('says of a workbook whose bytes are not those that were saved that it is altered, after all of its rows', async () => {
  const file = workbook('<row><c><v>1234</v></c></row><row><c><v>5</v></c></row>');
  expect((await linesOf(sourceOfBytes(file))).result.ok).toBe(true);
  // The checksum of the last entry, which is the sheet, in the list of entries.
  const at = file.lastIndexOf('PK\u0001\u0002') + 16;
  file.writeUInt8(file.readUInt8(at) ^ 1, at);
  const { result, rows } = await linesOf(sourceOfBytes(file));
  expect(result).toMatchObject({ ok: false, code: 'altered', sheet: 0 });
  expect(rows).toEqual([['1234'], ['5']]);
});

it('sends records with the names of all of them, and says which lines are none', async () => {
  const long = 'x'.repeat(40_000);
  const lines = [
    '{"name":"A"',
    '{"name":"B","n":1}',
    '',
    `{"name":"C","later":"${long}","n":9007199254740993}`,
    '[1]',
    '{"name":"D","n":1.50,"o":{"a":12345678901234567890.5}}',
  ];
  const rows: string[][] = [];
  const numbers: number[] = [];
  const notes: unknown[] = [];
  const source = sourceOfBytes(Buffer.from(lines.join('\n')));
  const result = await extraction.lines({ source, extension: 'record', sheet: 0 }, (batch, about) => {
    rows.push(...batch);
    numbers.push(...about.numbers);
    notes.push(...about.notes.map(([place, { isUnread }]) => [about.numbers[place], isUnread]));
  });
  expect(result).toMatchObject({ ok: true, lines: 5, names: ['name', 'n', 'later', 'o'] });
  expect(rows).toEqual([
    ['{"name":"A"'],
    ['B', '1'],
    ['C', '9007199254740993', long],
    ['[1]'],
    ['D', '1.5', '', '{"a":"12345678901234567890.5"}'],
  ]);
  // The names are before the first line.
  expect(numbers).toEqual([2, 3, 5, 6, 7]);
  expect(notes).toEqual([
    [2, true],
    [6, true],
  ]);
});

it.each([
  ['a sheet that ends too early', '<row r="1"><c r="A1"><v>1</v></c>', 'corrupt'],
  ['a text of a part that is not there', '<row r="1"><c r="A1" t="s"><v>0</v></c></row>', 'corrupt'],
  ['a row before the first one', '<row r="-5"><c><v>1</v></c></row>', 'corrupt'],
  ['a row without an end', '<row r="Infinity"><c><v>1</v></c></row>', 'corrupt'],
  ['a column beyond the last one', '<row r="1"><c r="XFE1"><v>1</v></c></row>', 'corrupt'],
])('refuses %s', async (_, data, code) => {
  const { result } = await linesOf(sourceOfBytes(workbook(data)));
  expect(result).toMatchObject({ ok: false, code });
});

it('names the sheet that is damaged where none was chosen', async () => {
  const type = `Type="${OFFICE}/worksheet"`;
  const sheet = (cells: string) => `<worksheet ${MAIN}><sheetData>${cells}`;
  const file = zip([
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" ${type} Target="hidden.xml"/><Relationship Id="rId2" ${type} Target="shown.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      data: `<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets><sheet name="A" sheetId="1" state="hidden" r:id="rId1"/><sheet name="B" sheetId="2" r:id="rId2"/></sheets></workbook>`,
    },
    { name: 'xl/hidden.xml', data: sheet('<row r="1"><c><v>1</v></c></row></sheetData></worksheet>') },
    { name: 'xl/shown.xml', data: sheet('<row r="1"><c><v>2</v></c></row><row><<') },
  ]);
  const rows: string[][] = [];
  const damaged = { source: sourceOfBytes(file), extension: 'xlsx', sheet: null };
  const result = await extraction.lines(damaged, (batch) => void rows.push(...batch));
  expect(result).toMatchObject({ ok: false, code: 'corrupt', sheet: 1 });
  expect(rows).toEqual([['2']]);
});

it('does not read a file that contains no sheet', async () => {
  const { result } = await linesOf(sourceOfBytes(zip([{ name: 'a.txt', data: 'a' }])));
  expect(result).toMatchObject({ ok: false, code: 'corrupt' });
});

it('sends few rows together where each has many empty cells', async () => {
  const rows = Array.from(
    { length: 100 },
    (_, at) => `<row r="${at + 1}"><c r="XFD${at + 1}"><v>1</v></c></row>`,
  );
  const sizes: number[] = [];
  const source = sourceOfBytes(workbook(rows.join('')));
  await extraction.lines({ source, extension: 'xlsx', sheet: 0 }, (batch) => void sizes.push(batch.length));
  expect(Math.max(...sizes)).toBeLessThanOrEqual(20);
});
