import { describe, expect, it } from 'vitest';
import { TEXT_LIMITS } from '#lib/fields/definition.ts';
import { loadParsers } from '#lib/fields/load-parsers.ts';
import { createColumnGuess, labelOf } from './guess-column.ts';

describe('the label of an imported column', () => {
  it.each([
    ['<b>Full name</b>', 'Full name'],
    ['<span title="a > b">Price</span>', 'Price'],
    ['Due<br>date', 'Due date'],
    ['Due <BR />date', 'Due date'],
    ['Size < 5', 'Size < 5'],
    ['a & b', 'a & b'],
    [' Two\n lines\t', 'Two lines'],
  ])('is the header %j without tags: %j', (header, label) => expect(labelOf(header, 0)).toBe(label));

  it('is its place where nothing is left', () => {
    for (const header of ['', '  ', '<br>', '<i></i>', '\u200b']) expect(labelOf(header, 2)).toBe('Column 3');
  });

  it('is no longer than labels are, and splits no character', () => {
    const label = labelOf('😀'.repeat(1000), 0);
    expect(label).toMatch(/^(?:😀)+$/u);
    expect(label.length).toBeLessThanOrEqual(TEXT_LIMITS.label);
  });
});

it.each([
  ['url', ['https://example.org', 'http://example.com/a']],
  // A text with a dot is an address only where somebody chose that type.
  ['text', ['example.org', 'www.example.com']],
])('guesses a column of %s for %j', (type, cells) => {
  loadParsers();
  const guess = createColumnGuess(null, {});
  for (const cell of cells) guess.look(cell);
  expect(guess.column('Site', 0).type).toBe(type);
});
