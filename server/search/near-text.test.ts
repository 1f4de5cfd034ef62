import fc from 'fast-check';
import { expect, test } from 'vitest';
import { typosInText } from './near-text.ts';

/** The same by a table of all beginnings (Sellers 1980). */
function byTable(text: string, pattern: string): number {
  const wanted = [...pattern];
  let column = wanted.map((_, at) => at + 1);
  let least = wanted.length;
  for (const character of text) {
    let before = 0;
    let above = 0;
    column = column.map((previous, at) => {
      above = Math.min(previous + 1, above + 1, before + (wanted[at] === character ? 0 : 1));
      before = previous;
      return above;
    });
    least = Math.min(least, above);
  }
  return least;
}

test('counts the typing errors to the most similar part of a text', () => {
  expect(typosInText('มนุษย์ทั้งหลายมีเหตุผล', 'เหตุผล')).toBe(0);
  expect(typosInText('มนุษย์ทั้งหลายมีเหตุผล', 'เหตเผล')).toBe(1);
  expect(typosInText('会议在上海', '上悔')).toBe(1);
  expect(typosInText('anything', '')).toBe(0);
  expect(typosInText('', 'abc')).toBe(3);
});

test('counts as the table of all beginnings does', () => {
  const text = (maxLength: number) => fc.string({ unit: fc.constantFrom(...[...'abcไ😀']), maxLength });
  fc.assert(
    fc.property(text(40), text(31), (body, pattern) => {
      expect(typosInText(body, pattern)).toBe(byTable(body, pattern));
    }),
    { numRuns: 1_000 },
  );
});
