import fc from 'fast-check';
import { afterAll, describe, expect, it, vi } from 'vitest';
import {
  CELL_LETTERS,
  CHUNK,
  cellOf,
  type XlsxCell,
  type XlsxRows,
  xlsx,
} from '#server/platform/archives/xlsx.ts';
import { zip } from '#server/platform/archives/zip.ts';
import { createExtraction } from '#server/platform/extraction/extract.ts';
import { sourceOfBytes } from '#server/platform/storage/byte-source.ts';
import { isDelimited } from './delimited-rows.ts';
import { type SheetColumn, SheetWriter } from './sheet-writer.ts';

const STYLE = 4;
const styleOf = () => STYLE;
const amount = (text: string): XlsxCell => ({ number: Number(text), format: '0.00' });
/** Texts, numbers with a format, and what is computed of a text. */
const COLUMNS: readonly SheetColumn[] = [
  'texts',
  { digits: { style: STYLE }, cell: amount },
  { digits: null, cell: (text) => ({ time: Number(text) }) },
  'texts',
];

const sent = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.join('\u001f')}\u001e`).join('');

function wanted(rows: readonly (readonly string[])[]): string {
  const cellIn = (column: number, text: string): XlsxCell => {
    if (text === '') return '';
    return column === 1 ? amount(text) : column === 2 ? { time: Number(text) } : text;
  };
  return rows
    .map((cells) => `<row>${cells.map((text, at) => cellOf(cellIn(at, text), styleOf)).join('')}</row>`)
    .join('');
}

/** What is written of rows that come in several texts. */
function written(texts: readonly { text: string; count: number }[], columns = COLUMNS): XlsxRows {
  const writer = new SheetWriter(columns, styleOf);
  for (const { text, count } of texts) writer.add(text, count);
  return writer.take();
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL stores no NUL, and the others are no part of a cell.
const SEPARATORS = /[\u0000\u001e\u001f]/;
const sign = fc.constantFrom(
  ...' \t\n\r\f\u0001\u0008\u001d&<>"\'_x0041_=+-@\u007f\u0085\u00a0\ufeff\uffef\ufffd\ufffe\uffff漢😀',
);
const text = fc
  .tuple(
    fc.string({ unit: sign, maxLength: 6 }),
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.string({ unit: sign, maxLength: 6 }),
  )
  .map((parts) => parts.join('').toWellFormed().split(SEPARATORS).join(''));
const empty = fc.constant('');
const number = fc.oneof(
  empty,
  fc.integer().map(String),
  fc.integer({ min: -999, max: 999_999 }).map((one) => String(one / 100)),
  fc.constantFrom('0', '-0', '-0.5', '1e-05', '1e+15', '-1.5e+300', '5e-324'),
);
const row = fc.tuple(fc.oneof(empty, text), number, fc.oneof(empty, fc.nat().map(String)), text);

describe('rows of a sheet that the database sent', () => {
  it('have the cells that are written one by one, whatever their texts and numbers are', () => {
    fc.assert(
      fc.property(fc.array(fc.array(row, { maxLength: 8 }), { maxLength: 4 }), (parts) => {
        const rows = parts.flat();
        const { bytes, count } = written(parts.map((own) => ({ text: sent(own), count: own.length })));
        expect(Buffer.from(bytes).toString()).toBe(wanted(rows));
        expect(count).toBe(rows.length);
      }),
      { numRuns: 2_000 },
    );
  });

  it('may take many times the length of what was sent', () => {
    const long = '&'.repeat(200_000);
    const rows = [
      ['"'.repeat(CELL_LETTERS), '1', '2', long],
      ['', '', '', ''],
      ['x', '-1', '3', '_x0041_'.repeat(4_000)],
    ];
    const { bytes } = written([{ text: sent(rows), count: rows.length }]);
    expect(Buffer.from(bytes).toString()).toBe(wanted(rows));
  });

  it('grow in few steps where all of their cells are computed', () => {
    const allocate = vi.spyOn(Buffer, 'allocUnsafeSlow');
    const columns = Array.from({ length: 300 }, () => COLUMNS[2] ?? 'texts');
    const rows = Array.from({ length: 100 }, (_, at) => columns.map((_column, n) => String(at * 300 + n)));
    const { bytes } = written([{ text: sent(rows), count: rows.length }], columns);
    expect(allocate.mock.calls.length).toBeLessThan(6);
    allocate.mockRestore();
    const cells = rows.map((cells) => cells.map((one) => cellOf({ time: Number(one) }, styleOf)).join(''));
    expect(Buffer.from(bytes).toString()).toBe(cells.map((one) => `<row>${one}</row>`).join(''));
  });

  it('are taken without memory that was not needed', () => {
    const writer = new SheetWriter(COLUMNS, styleOf);
    const taken = Array.from({ length: 3 }, (_, at) => {
      writer.add(sent([[`row ${at}`, '1', '', '']]), 1);
      return writer.take();
    });
    for (const [at, { bytes }] of taken.entries()) {
      expect(bytes.buffer.byteLength).toBeLessThan(CHUNK);
      expect(Buffer.from(bytes).toString()).toBe(wanted([[`row ${at}`, '1', '', '']]));
    }
  });

  it('are taken once, and a row may have no cell', () => {
    const writer = new SheetWriter([], styleOf);
    writer.add(sent([[], []]), 2);
    expect(Buffer.from(writer.take().bytes).toString()).toBe('<row></row><row></row>');
    writer.add(sent([[]]), 1);
    expect(writer.take()).toMatchObject({ count: 1, bytes: Buffer.from('<row></row>') });
    expect(writer.length).toBe(0);
  });

  it('are refused where a row has fewer cells than there are columns', () => {
    expect(() => written([{ text: 'a\u001e', count: 1 }])).toThrow('fewer cells');
    expect(() => written([{ text: sent([['a', '1', '2']]), count: 1 }])).toThrow('fewer cells');
  });

  it('are refused where there are more cells, or other rows, than were to come', () => {
    expect(() => written([{ text: sent([['a', '1', '2', 'b', 'c']]), count: 1 }])).toThrow('more cells');
    expect(() => written([{ text: sent([['a', '1', '2', 'b']]), count: 2 }])).toThrow('not those sent');
  });
});

describe('isDelimited', () => {
  it('is false where any cell has a separator', () => {
    const rows = [
      ['a', '1', '2', 'b'],
      ['', '', '', ''],
    ];
    expect(isDelimited(sent(rows), 2, 4)).toBe(true);
    for (const broken of ['\u001e', '\u001f', '\u001f\u001e', 'x\u001fy']) {
      expect(isDelimited(sent([...rows, [broken, '', '', '']]), 3, 4)).toBe(false);
    }
    expect(isDelimited('', 0, 4)).toBe(true);
    expect(isDelimited('\u001e', 1, 0)).toBe(true);
  });
});

const extraction = createExtraction();
afterAll(() => extraction.close());

it('a text is read again by an import as it was', async () => {
  const texts = [
    'plain',
    ' leading',
    'trailing ',
    '  two  inside  ',
    'a\ttab',
    'line\nfeed',
    '\nfirst and last\n',
    '=1+1',
    '+41',
    '"quoted" & <b>]]></b>',
    '_x0041_ _x000D_ __x',
    '\u00a0nbsp\u00a0',
    '漢字！😀',
    'end',
  ];
  async function* rows() {
    yield written([{ text: sent(texts.map((one) => [one, '.'])), count: texts.length }], ['texts', 'texts']);
  }
  const parts: Uint8Array[] = [];
  for await (const part of zip(xlsx([{ name: 'Rows', head: ['Text', 'End'], rows: rows() }])))
    parts.push(part);
  const lines: string[][] = [];
  const source = sourceOfBytes(Buffer.concat(parts));
  await extraction.lines({ source, extension: 'xlsx', sheet: 0 }, (batch) => {
    lines.push(...batch);
  });
  expect(lines.slice(1).map(([first]) => first)).toEqual(texts);
});
