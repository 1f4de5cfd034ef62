import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSearchQuery } from './search-query.ts';

const terms = (text: string) =>
  readSearchQuery(text).terms.map(
    (one) => `${one.excluded ? '-' : ''}${one.quoted ? `"${one.text}"` : one.text}`,
  );

test('tokens, phrases and exclusions', () => {
  expect(terms('one "two three" -four -"five six"')).toEqual(['one', '"two three"', '-four', '-"five six"']);
  expect(terms('“curly quotes” „low“')).toEqual(['"curly quotes"', '"low"']);
  expect(terms('"never closed')).toEqual(['"never closed"']);
});

test('operators set filters; text that only looks like one is searched for', () => {
  expect(readSearchQuery('plan kind:folder in:sales by:"Ada Lovelace" after:2024 before:2024-06')).toEqual({
    terms: [{ text: 'plan', quoted: false, excluded: false }],
    kinds: ['folder'],
    space: 'sales',
    author: 'Ada Lovelace',
    from: '2024-01-01T00:00:00.000Z',
    until: '2024-06-01T00:00:00.000Z',
  });
  expect(terms('kind:nonsense before:yesterday https://x.test')).toEqual([
    'kind:nonsense',
    'before:yesterday',
    'https://x.test',
  ]);
  expect(readSearchQuery('before:2024-02-31').until).toBeNull();
});

test('any text is a query, and a bounded one', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 700 }), (text) => {
      const query = readSearchQuery(text);
      expect(query.terms.length).toBeLessThanOrEqual(20);
      expect(query.terms.some((term) => /\p{Cc}/u.test(term.text))).toBe(false);
    }),
    { numRuns: 40 },
  );
});
