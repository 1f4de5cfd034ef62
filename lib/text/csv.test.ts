import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { csvRow } from './csv.ts';

describe('a line of CSV', () => {
  it('begins no formula in any cell', () => {
    for (const text of [
      '=1+1',
      '+1',
      '-1',
      '@SUM(A1)',
      '\t=1',
      '\r=1',
      ' =1',
      '＝1',
      '=HYPERLINK("x","y")',
    ]) {
      const [row] = Papa.parse<string[]>(csvRow([text, 'plain'])).data;
      expect(row?.[0]).toBe(`'${text}`);
      expect(row?.[1]).toBe('plain');
    }
  });

  it('leaves a number what it is', () => {
    expect(csvRow([-4.5, '-4.5', 1e21])).toBe("-4.5,'-4.5,1e+21\r\n");
  });

  it('gives back what went in, but for that apostrophe', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 5 }), (cells) => {
        const [row] = Papa.parse<string[]>(csvRow(cells), { newline: '\r\n' }).data;
        expect(row?.map((cell) => cell.replace(/^'/, ''))).toEqual(
          cells.map((cell) => cell.replace(/^'/, '')),
        );
      }),
    );
  });
});
