import { describe, expect, it } from 'vitest';
import { findMatches, searchTokens } from './text-matches.ts';

const found = (text: string, query: string) =>
  findMatches(text, searchTokens(query), 100).map(({ start, end }) => text.slice(start, end));

describe('positions of the search terms', () => {
  it('are found in any case, without accents and with an ending', () => {
    expect(found('The Deposit, the deposits. Café CAFES', 'deposit cafe')).toEqual([
      'Deposit',
      'deposits',
      'Café',
      'CAFES',
    ]);
  });

  it('are those of the wanted terms only', () => {
    expect(found('boat house, draft', '"boat house" -draft kind:document')).toEqual(['boat', 'house']);
    expect(found('reboat', 'boat')).toEqual([]);
  });

  it('are found inside text without blanks', () => {
    expect(found('これは東京都の規則です', '東京')).toEqual(['東京']);
  });

  it('are no more than the limit', () => {
    expect(findMatches('a a a a', searchTokens('a'), 2)).toHaveLength(2);
  });
});
