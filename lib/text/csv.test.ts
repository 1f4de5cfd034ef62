import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { csvCell, csvRow, unguarded } from './csv.ts';

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
      expect(row?.[0]).toMatch(/^'/);
      expect(unguarded(row?.[0] ?? '')).toBe(text);
      expect(row?.[1]).toBe('plain');
    }
  });

  it.each([';', '\t'])('begins no formula where cells are separated by %j', (delimiter) => {
    const formulas = ['=1+1', '@SUM(A1)', '-1+cmd|x', '"=1+1', ' =1+1', "+HYPERLINK('x')", '＝1', '""=1'];
    for (const formula of formulas)
      for (const between of [';', '\t', '\n', '\r\n', ';;']) {
        const line = csvRow(['a', `x${between}${formula}${delimiter}y`, 'b']);
        const cells = line.split(/\r\n|\n|\r/).flatMap((row) => row.split(delimiter));
        for (const cell of cells) expect(cell).not.toMatch(/^["\s]*(?:[=@＝]|[+-].*[(|!])/);
      }
  });

  it('leaves ordinary text what it is', () => {
    for (const text of [
      'a; b',
      'a;b',
      'Buy:\n- milk\n- bread',
      'x; -5',
      '1;2\t3',
      "it's; 'so'",
      'a;+49 30 1',
    ])
      expect(Papa.parse(csvRow([text, 'b']), { delimiter: ',', newline: '\r\n' }).data[0]).toEqual([
        text,
        'b',
      ]);
  });

  it('takes no longer for a long text of nothing but ends of lines', () => {
    const text = '\n'.repeat(100_000);
    const begin = performance.now();
    expect(csvCell(text)).toBe(`"${text}"`);
    expect(performance.now() - begin).toBeLessThan(1_000);
  });

  it('leaves a number what it is', () => {
    expect(csvRow([-4.5, '-4.5', 1e21])).toBe("-4.5,'-4.5,1e+21\r\n");
  });

  it('gives back what went in, also apostrophes before a formula', () => {
    const sign = fc.constantFrom(...`'=+-@ \t\r\n＝;",x(`);
    const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: sign, maxLength: 8 }));
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (cells) => {
        const [row] = Papa.parse<string[]>(csvRow(cells), { delimiter: ',', newline: '\r\n' }).data;
        expect(row?.map(unguarded)).toEqual(cells);
      }),
    );
    expect(csvRow(["'=x", "''-1", "it's", "'tis"])).toBe("''=x,'''-1,it's,'tis\r\n");
  });

  it('reads what was written before as it was', () => {
    expect(["'=x", "' +1", "'x", "it's"].map(unguarded)).toEqual(['=x', ' +1', "'x", "it's"]);
  });
});
