import { expect, test } from 'vitest';
import { guessPastedColumns } from './guess-pasted-columns.ts';

const typeOf = (cells: readonly string[]) => {
  const lines = cells.map((text) => [{ text }]);
  const [column] = guessPastedColumns(lines, 0, { country: 'DE', writtenIn: { locale: 'de-DE' } });
  return column?.type;
};

test('a pasted column is text where its cells would be read otherwise as they are typed', () => {
  expect(typeOf(['0.125', '1.250'])).toBe('text');
  expect(typeOf(['0,125', '1,250'])).toBe('number');
});

test('a format that the type of a pasted column has no use for does not change this', () => {
  expect(typeOf(['0.125', '1.250', 'two\nlines'])).toBe('textarea');
});
