import { describe, expect, it } from 'vitest';
import { findTableStart } from './table-start.ts';
import { LINES_SAMPLE_BYTES } from './text-encoding.ts';

async function startOf(text: string, chosen: string | null = null, encoding: BufferEncoding = 'utf8') {
  const bytes = Buffer.from(text, encoding);
  const read = async (offset: number, length: number) => bytes.subarray(offset, offset + length);
  const name = encoding === 'utf8' ? 'utf-8' : 'utf-16le';
  const head = new TextDecoder(name).decode(await read(0, LINES_SAMPLE_BYTES), { stream: true });
  const found = await findTableStart({ size: bytes.length, read }, name, head, chosen);
  return { ...found, first: head.slice(found.skippedLength).split('\n')[0] };
}
const repeated = (count: number, line: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => line(n)).join('');
const NOTES = repeated(50, (n) => `Note ${n} of the device, with a comma\n`);
const ROWS = `Name;Price;City\n${repeated(200, (n) => `Lamp ${n};12,${n};Bonn\n`)}`;

describe('the start of a table', () => {
  it.each([
    ['fifty lines of notes with commas', NOTES + ROWS, ';', 'Name;Price;City', 50],
    [
      'notes of one column',
      `Device 7\nSerial 8\n\n${ROWS.replaceAll(';', '\t')}`,
      '\t',
      'Name\tPrice\tCity',
      3,
    ],
    ['a title', `Report\n${ROWS}`, ';', 'Name;Price;City', 1],
    [
      'a title and an empty line above two columns',
      `Report\n\n${repeated(20, (n) => `a${n};b\n`)}`,
      ';',
      'a0;b',
      2,
    ],
    [
      'comments',
      `# made, by, a program\n# for all\n${ROWS.replaceAll(',', '.').replaceAll(';', ',')}`,
      ',',
      'Name,Price,City',
      2,
    ],
    ['a note of several lines in quotes', `"Some\nnotes"\n${ROWS}`, ';', 'Name;Price;City', 1],
  ])('is below %s', async (_, text, separator, first, skippedLines) => {
    expect(await startOf(text)).toMatchObject({ separator, first, skippedLines });
    expect(await startOf(text, separator)).toMatchObject({ separator, first, skippedLines });
  });

  it('is below a note where a comma between numbers is chosen, which may be in numbers of one column', async () => {
    const text = `By a program\nx,y,z\n${repeated(50, (n) => `${n},2,3\n`)}`;
    expect(await startOf(text, ',')).toMatchObject({ first: 'x,y,z', skippedLines: 1 });
    expect(await startOf(text)).toMatchObject({ first: 'By a program' });
  });

  it('is known by lines that come long after the first ones, in each encoding', async () => {
    const text = `${NOTES}${repeated(30, (n) => `Name ${n}, first;b\n`)}${repeated(30_000, (n) => `Lamp ${n};12\n`)}`;
    for (const encoding of ['utf8', 'utf16le'] as const)
      expect(await startOf(text, null, encoding)).toMatchObject({ separator: ';', first: 'Name 0, first;b' });
  });

  it.each([
    ['a column of names', `Name\n${repeated(100, (n) => `Doe, John ${n}\n`)}`],
    ['a column of numbers', `Price\n${repeated(100, (n) => `${n},5\n`)}`],
    ['a column of large numbers', `Price\n${repeated(100, (n) => `1,234,${100 + n}\n`)}`],
    ['a column of lists', `Tags\n${repeated(100, (n) => `red;blue${n}\n`)}`],
    ['a column of sentences', `Note\n${repeated(100, (n) => `One; two, three | ${n}\n`)}`],
    ['lines longer than the header', `a,b,c\n${repeated(100, (n) => `1,2,x,${n}\n`)}`],
    ['lines shorter than the header', `a,b,c,d\n${repeated(100, (n) => `1,x,${n}\n`)}`],
    ['few lines below a title', `Report\n${ROWS.split('\n').slice(0, 5).join('\n')}`],
    ['texts with semicolons in a column', `a,b\n${repeated(100, (n) => `${n},x;y;z\n`)}`],
    ['nothing', ''],
  ])('is the first line of %s', async (_, text) => {
    expect(await startOf(text)).toMatchObject({ skippedLength: 0, skippedLines: 0 });
  });

  it('is separated as the first lines say where the others do not clearly say otherwise', async () => {
    expect(await startOf(`a,b\n${repeated(100, (n) => `${n},x;y;z\n`)}`)).toMatchObject({ separator: ',' });
    expect(await startOf(`sep=|\n${ROWS}`)).toMatchObject({ separator: '|', skippedLines: 0 });
    expect(await startOf(ROWS, ',')).toMatchObject({ separator: ',', skippedLines: 0 });
  });
});
