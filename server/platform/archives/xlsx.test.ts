import { expect, it } from 'vitest';
import { textCell, type XlsxCell, type XlsxRows, xlsx } from './xlsx.ts';

/** Rows of a sheet below its head. */
const ROWS = 1_048_575;
const NOTHING = new Uint8Array();

const written = (names: readonly string[]): XlsxRows => ({
  bytes: Buffer.from(names.map((name) => `<row>${textCell(name)}</row>`).join('')),
  count: names.length,
});

/** The texts in the cells of each sheet, row by row. */
async function sheetsOf(parts: readonly (XlsxCell[] | XlsxRows)[]): Promise<string[][]> {
  async function* rows() {
    yield* parts;
  }
  const sheets: string[][] = [];
  for await (const { path, content } of xlsx([{ name: 'Rows', head: ['Name'], rows: rows() }])) {
    let text = '';
    for await (const chunk of content ?? []) text += Buffer.from(chunk).toString();
    if (!path.includes('worksheets/')) continue;
    expect(text.match(/<row>/g)?.length).toBe(text.match(/<\/row>/g)?.length);
    sheets.push([...text.matchAll(/<t(?: [^>]*)?>([^<]*)<\/t>/g)].map(([, cell = '']) => cell));
  }
  return sheets;
}

it('says of a text that it is cut where a cell cannot have all of it', () => {
  const inCell = (text: string) => /<t>(.*)<\/t>/.exec(textCell(text))?.[1];
  expect(inCell('x'.repeat(32_767))).toBe('x'.repeat(32_767));
  expect(inCell('x'.repeat(32_768))).toBe(`${'x'.repeat(32_766)}…`);
});

// A text of so many rows without any stands for the rows above: what matters is how many there are.
it.each([1, 60, 99])(
  'continues rows that are one text on the next sheet after the first %i of them',
  async (fitting) => {
    const names = Array.from({ length: 100 }, (_, at) => (at % 2 ? `</row> ${at}` : `${at}`));
    const cells = names.map((name) => name.replace('</row>', '&lt;/row&gt;'));
    const above = { bytes: NOTHING, count: ROWS - fitting };
    expect(await sheetsOf([above, written(names), ['last']])).toEqual([
      ['Name', ...cells.slice(0, fitting)],
      ['Name', ...cells.slice(fitting), 'last'],
    ]);
  },
);

it('begins no other sheet before a row needs it', async () => {
  const full = [{ bytes: NOTHING, count: ROWS - 2 }, written(['a', 'b'])];
  expect(await sheetsOf(full)).toEqual([['Name', 'a', 'b']]);
  expect(await sheetsOf([...full, written(['c'])])).toEqual([
    ['Name', 'a', 'b'],
    ['Name', 'c'],
  ]);
  expect(await sheetsOf([...full, ['c']])).toEqual([
    ['Name', 'a', 'b'],
    ['Name', 'c'],
  ]);
});

it.each([
  ['_x0041_', '_x005F_x0041_'],
  ['_x000d_x0041_', '_x005F_x000d_x005F_x0041_'],
  ['\u0007_x005F_', '_x005F_x005F_'],
  ['__x00411_ _x004G_ x0041_', '__x00411_ _x004G_ x0041_'],
])('writes %j so that it is no other character to who reads it', async (text, cell) => {
  expect(await sheetsOf([[text]])).toEqual([['Name', cell]]);
});

it.each(['plain', 'two  blanks inside', '\u00a0', 'a_b'])('writes %j as a text without more', (text) => {
  expect(textCell(text)).toBe(`<c t="inlineStr"><is><t>${text}</t></is></c>`);
});

it.each([' first', 'last ', 'a\ttab', 'a line\n', '\r', '\u0007 behind what is left out'])(
  'says of %j that its white space matters',
  (text) => {
    expect(textCell(text)).toContain('<t xml:space="preserve">');
  },
);
