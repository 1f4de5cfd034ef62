import { describe, expect, it } from 'vitest';
import { tokenizeText } from '#lib/text/tokens.ts';
import { passageLexemes, tokensToStem } from './lexemes.ts';

const lexemesOf = (body: string, title: string | null = null): string[] =>
  passageLexemes(
    {
      ...{ hubId: 'hub', spaceId: 'space', kind: 'table', heading: null },
      ...{ title: title === null ? null : tokenizeText(title), body: tokenizeText(body) },
    },
    new Map(),
  ).split(' ');

const isBandOf = (word: string) => (lexeme: string) => lexeme.startsWith("'^") && lexeme.includes(word);

describe('the lexemes of a passage', () => {
  it('have bands, but none of numbers and codes that only few passages have', () => {
    const all = lexemesOf('Anchor chain, order 4711038 of crate AB12345');
    expect(all).toContain("'4711038':4");
    expect(all).toContain("'ab12345':7");
    expect(all.some(isBandOf('anchor'))).toBe(true);
    expect(all.some(isBandOf('4711038'))).toBe(false);
    expect(all.some(isBandOf('ab12345'))).toBe(false);
  });

  it('have bands of a code in the title', () => {
    expect(lexemesOf('Anchor chain', 'Order 4711038').some(isBandOf('4711038'))).toBe(true);
  });
});

it('needs no stems of numbers, but those of tokens with letters', () => {
  expect([...tokensToStem(tokenizeText('Chain 4711038 of covid-19 and AB12345'))]).toEqual(
    expect.arrayContaining(['chain', 'covid19', 'ab12345']),
  );
  expect(tokensToStem(tokenizeText('4711038 12'))).toEqual(new Set());
});
