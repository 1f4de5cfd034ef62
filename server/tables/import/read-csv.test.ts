import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { lineEndOf } from '#lib/text/line-ends.ts';
import { sourceOfBytes } from '#server/platform/storage/byte-source.ts';
import { type Line, openCsv } from './read-csv.ts';

async function linesOf(text: string): Promise<string[][]> {
  const lines: string[][] = [];
  for await (const group of (await openCsv(sourceOfBytes(Buffer.from(text))))?.groups() ?? []) {
    // The parser continues meanwhile, or waits.
    await new Promise(setImmediate);
    lines.push(...group.map(({ cells }) => cells));
  }
  return lines;
}

test('returns every line of a long file once, in order, with quotes across pieces', async () => {
  const count = 60_000;
  const wanted = Array.from({ length: count }, (_, n) => [`Row ${n}`, `two\nlines, "${n}"`, String(n)]);
  const text = wanted.map(([a, b, c]) => `${a},"${b?.replaceAll('"', '""')}",${c}`).join('\r\n');
  const lines = await linesOf(`a,b,c\r\n${text}`);
  expect(lines).toHaveLength(count + 1);
  expect(lines.slice(1)).toEqual(wanted);
});

test('leaves empty lines out, and reads a quote that never ends to the end of its line', async () => {
  expect(await linesOf('a,b\n\n , \n1,2\n')).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ]);
  expect(await linesOf('a,b\n1,"2\n3')).toEqual([['a', 'b'], ['1', '2'], ['3']]);
});

test.each(['\n', '\r', '\r\n'])('finds out that lines end with %j', async (lineBreak) => {
  const wanted = Array.from({ length: 30_000 }, (_, n) => [`Row ${n}`, `two\nlines ${n}`]);
  const text = wanted.map(([a, b]) => `${a},"${b}"`).join(lineBreak);
  expect(await linesOf(`a,b${lineBreak}${text}${lineBreak}`)).toEqual([['a', 'b'], ...wanted]);
});

test.each([
  ['two files of Windows and Unix', 'a,b\r\n1,2\r\n3,4\n5,6\r\n7,8\n'],
  ['a head of Windows above lines of Unix', 'a,b\r\n1,2\n3,4\n5,6\n7,8'],
  ['a head of Unix above lines of Windows', 'a,b\n1,2\r\n3,4\r\n5,6\r\n7,8\r\n'],
  ['returns that a program doubled', 'a,b\r\r\n1,2\r\r\n3,4\r\r\n5,6\r\r\n7,8\r\r\n'],
  ['quoted cells at the end of mixed lines', '"a","b"\r\n1,"2"\n3,"4"\r\n5,"6"\n7,"8"\r\n'],
  ['returns alone', 'a,b\r1,2\r3,4\r5,6\r7,8\r'],
])('ends each line of %s', async (_, text) => {
  const { lines, marked } = await problemsOf(Buffer.from(text));
  expect(lines.map(({ cells }) => cells.join())).toEqual(['a,b', '1,2', '3,4', '5,6', '7,8']);
  expect(marked).toEqual([]);
});

test('reads an open quote to the end of its line where lines end in two manners', async () => {
  const { lines, marked } = await problemsOf(Buffer.from('a,b\r\n1,"open\r\n3,4\n5,"six"\r\n'));
  expect(lines.map(({ cells }) => cells)).toEqual([
    ['a', 'b'],
    ['1', 'open'],
    ['3', '4'],
    ['5', 'six'],
  ]);
  expect(marked).toHaveLength(1);
});

test('has no mark of byte order of files that were put together, nor the end of one of DOS', async () => {
  const lines = await linesOf(`\uFEFFa,b\n1,"${'x'.repeat(200)}"\n\uFEFF"3",4\n\u001a`);
  expect(lines).toEqual([
    ['a', 'b'],
    ['1', 'x'.repeat(200)],
    ['3', '4'],
  ]);
});

test('finds out how lines end in a time that grows with the text alone', () => {
  const begun = performance.now();
  expect(lineEndOf('\r'.repeat(2_000_000))).toBe('\r');
  expect(lineEndOf(`a${'\r'.repeat(2_000_000)}\n`)).toBe('\n');
  expect(performance.now() - begun).toBeLessThan(2_000);
});

test('reads each line of a long file whose first quote never ends', async () => {
  const text = `a,"b\n${'1,2\n'.repeat(2_000_000)}`;
  expect(await linesOf(text)).toHaveLength(2_000_001);
});

test.each(['\n', '\r\n'])(
  'reads each line where a quote is open for longer than any cell: %j',
  async (lineBreak) => {
    const count = 550_000;
    const rows = Array.from({ length: count }, (_, n) => `${n},A row with the number ${n}`);
    const lines = await linesOf(['n,name', 'x,"open', ...rows, 'y,"two\nlines"'].join(lineBreak));
    expect(lines.slice(0, 3)).toEqual([
      ['n', 'name'],
      ['x', 'open'],
      ['0', 'A row with the number 0'],
    ]);
    expect(lines).toHaveLength(count + 3);
    expect(lines.at(-2)).toEqual([String(count - 1), `A row with the number ${count - 1}`]);
    expect(lines.at(-1)).toEqual(['y', 'two\nlines']);
  },
);

test('a file that is one line without an end is read in parts', async () => {
  const lines = await linesOf(`a,"b${'x'.repeat(40_000_000)}`);
  expect(lines.length).toBeGreaterThan(1);
});

test('ends without a line for an empty file, and may be left before its end', async () => {
  expect(await linesOf('')).toEqual([]);
  const groups = (await openCsv(sourceOfBytes(Buffer.from('a\n'.repeat(200_000)))))?.groups();
  for await (const group of groups ?? []) {
    expect(group.length).toBeGreaterThan(0);
    break;
  }
});

const problemsOf = async (bytes: Buffer) => {
  const csv = await openCsv(sourceOfBytes(bytes));
  const lines: Line[] = [];
  for await (const group of csv?.groups() ?? []) lines.push(...group);
  return { encoding: csv?.encoding, lines, marked: lines.filter(({ problem }) => problem !== undefined) };
};

test('reads the lines after a quote that is never closed, and says which line has it', async () => {
  const rows = Array.from({ length: 5_000 }, (_, n) => `${n},Row ${n}`);
  const text = ['n,note', ...rows.slice(0, 10), 'x,"never closed', ...rows.slice(10)].join('\r\n');
  const { lines, marked } = await problemsOf(Buffer.from(`${text}\r\n`));
  expect(lines).toHaveLength(5_002);
  expect(marked).toEqual([
    { cells: ['x', 'never closed'], problem: expect.stringContaining('never closed') },
  ]);
  expect(lines.at(-1)?.cells).toEqual(['4999', 'Row 4999']);
});

test('reads the lines after a quote that is never closed, also where a later line has quotes', async () => {
  const rows = Array.from({ length: 5_000 }, (_, n) => `${n},Row ${n}`);
  const after = ['y,"fine, too"', 'z,"two\nlines"', '7,"so ""so"""', '8,last'];
  for (const lineBreak of ['\n', '\r\n']) {
    const text = ['n,note', 'x,"never closed', ...rows, ...after].join(lineBreak);
    const { lines, marked } = await problemsOf(Buffer.from(text));
    expect(marked).toEqual([
      { cells: ['x', 'never closed'], problem: expect.stringContaining('never closed') },
    ]);
    expect(lines).toHaveLength(5_006);
    expect(lines.slice(-5).map(({ cells }) => cells)).toEqual([
      ['4999', 'Row 4999'],
      ['y', 'fine, too'],
      ['z', 'two\nlines'],
      ['7', 'so "so"'],
      ['8', 'last'],
    ]);
  }
});

test('reads each line where most have a quote that is never closed', async () => {
  const text = `n,note\n${'5" pipe,"5" wide\n'.repeat(300)}x,"closed"\n`;
  const { lines, marked } = await problemsOf(Buffer.from(text));
  expect([lines.length, marked.length]).toEqual([302, 300]);
  expect(lines[1]?.cells).toEqual(['5" pipe', '5" wide']);
});

test('leaves a cell of several lines with quotes in it whole, and says that it may be several', async () => {
  const text = 'n,note,more\n1,"He "said" so\nand left",2\n3,4,5\n';
  const { lines, marked } = await problemsOf(Buffer.from(text));
  expect(lines).toHaveLength(3);
  expect(marked).toEqual([
    {
      cells: ['1', 'He "said" so\nand left', '2'],
      problem: expect.stringContaining('several lines'),
    },
  ]);
  // Also where each of its lines has as many cells as the header.
  const narrow = await problemsOf(Buffer.from('id,note\n7,"He said "no" twice\nto Ann, then left"\n8,ok\n'));
  expect(narrow.lines.map(({ cells }) => cells)).toEqual([
    ['id', 'note'],
    ['7', 'He said "no" twice\nto Ann, then left'],
    ['8', 'ok'],
  ]);
  expect(narrow.marked).toHaveLength(1);
  // Quotes in the middle of a cell are read as they are.
  expect((await problemsOf(Buffer.from('n,note\n1,"a "quick" test"\n'))).marked).toEqual([]);
});

test('knows where each line is in its file, of which empty ones are a part', async () => {
  const { lines } = await problemsOf(Buffer.from('sep=;\n\na;b\n1;2\n\n ; \n3;"4\n4"\n5;6\n'));
  expect(lines.map(({ cells: [a], skipped = 0 }, at) => [a, at + 1 + skipped])).toEqual([
    ['a', 3],
    ['1', 4],
    ['3', 7],
    ['5', 8],
  ]);
});

test('takes a text of which some bytes are broken for UTF-8, also where they are at its beginning', async () => {
  const { encoding, lines, marked } = await problemsOf(
    Buffer.concat([
      Buffer.from('name,n\nM\u00fcller,1\nJos\u00e9,2\nBr'),
      Buffer.from([0xfc]),
      Buffer.from('no,3\nZo\u00eb,4\n'),
    ]),
  );
  expect(encoding).toBe('utf-8');
  expect(lines.map(({ cells: [name] }) => name)).toEqual([
    'name',
    'M\u00fcller',
    'Jos\u00e9',
    'Br\uFFFDno',
    'Zo\u00eb',
  ]);
  expect(marked).toHaveLength(1);
});

test('loses no letter of any text, wherever quotes are in it, and its lines are in order', async () => {
  const piece = fc.constantFrom(
    '"',
    '""',
    ',',
    ',"',
    '",',
    '\n',
    '\r',
    '\r\n',
    'a',
    'b',
    '\u00e9',
    ' ',
    '\t',
  );
  const lettersOf = (text: string) => text.replaceAll(/[^ab\u00e9]/g, '').length;
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 60 }), async (pieces) => {
      const text = `a,b,a\n${pieces.join('')}`;
      const { lines } = await problemsOf(Buffer.from(text));
      const letters = lines.reduce((sum, { cells }) => sum + lettersOf(cells.join('')), 0);
      expect(letters).toBe(lettersOf(text));
      const places = lines.map(({ skipped = 0 }, at) => at + skipped);
      expect(places).toEqual([...new Set(places)].sort((one, other) => one - other));
    }),
    { numRuns: 500 },
  );
});

test('finds the encoding in all bytes, and says which lines have bytes that are none in it', async () => {
  const many = 'Stra\u00dfe,1\n'.repeat(20_000);
  const plain = 'Street,1\n'.repeat(2_000_000);
  const latin = Buffer.from('Gr\u00fc\u00dfe,2\n', 'latin1');
  const broken = await problemsOf(Buffer.concat([Buffer.from(`name,n\n${many}`), latin, Buffer.from(many)]));
  expect([broken.encoding, broken.lines.length, broken.marked.length]).toEqual(['utf-8', 40_002, 1]);
  expect(broken.marked[0]?.cells).toEqual(['Gr\uFFFD\uFFFDe', '2']);
  const late = await problemsOf(Buffer.concat([Buffer.from(`name,n\n${plain}`), latin]));
  expect([late.lines.at(-1)?.cells, late.marked]).toEqual([['Gr\u00fc\u00dfe', '2'], []]);
  // A character in its file is no broken one.
  expect((await problemsOf(Buffer.from(`name\n\uFFFD\n${many}`))).marked).toEqual([]);
});

test('reads a long file in which each line has an open quote a few times at most', async () => {
  const { Parser } = Papa;
  let units = 0;
  class CountingParser extends Parser {
    constructor(config: Papa.ParseConfig) {
      super(config);
      const { parse } = this;
      this.parse = (text: string, ...rest) => {
        units += text.length;
        return parse(text, ...rest);
      };
    }
  }
  const [count, cell] = [80_000, 'x'.repeat(100)];
  Object.assign(Papa, { Parser: CountingParser });
  try {
    const lines = await linesOf(`"${cell}\n`.repeat(count));
    expect(lines).toHaveLength(count);
    expect(lines.at(-1)).toEqual([cell]);
  } finally {
    Object.assign(Papa, { Parser });
  }
  expect(units / (count * cell.length)).toBeLessThan(20);
});

test('leaves notes above a table out, and names each line by its place in the file', async () => {
  const notes = 'Device 7, hall 2\nSerial 8, new\n\n';
  const rows = Array.from({ length: 20_000 }, (_, n) => `Lamp ${n};12,5;Bonn\n`).join('');
  const csv = await openCsv(sourceOfBytes(Buffer.from(`${notes}Name;Price;City\n${rows}`)));
  const lines: Line[] = [];
  for await (const group of csv?.groups() ?? []) lines.push(...group);
  expect(csv?.separator).toBe(';');
  expect(lines[0]).toEqual({ cells: ['Name', 'Price', 'City'], skipped: 3 });
  expect(lines).toHaveLength(20_001);
  expect(lines.at(-1)?.cells).toEqual(['Lamp 19999', '12,5', 'Bonn']);
});
