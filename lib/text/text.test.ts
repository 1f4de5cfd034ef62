import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codePoints, hasUnreadableCharacters, initials, isJson, trimParams } from './text.ts';

describe('JSON', () => {
  it('is recognized, and other text refused', () => {
    fc.assert(fc.property(fc.json(), (text) => isJson(text)));
    for (const text of ['', '{', "{'a':1}", 'undefined', '{"a":1,}']) expect(isJson(text)).toBe(false);
  });
});

describe('query parameters', () => {
  it('lose the blanks around texts, and nothing else', () => {
    const params = { q: '  two words ', page: 2, tags: [' a', 'b '], none: undefined, off: false };
    expect(trimParams(params)).toEqual({
      q: 'two words',
      page: 2,
      tags: ['a', 'b'],
      none: undefined,
      off: false,
    });
    expect(params.q).toBe('  two words ');
  });
});

describe('initials', () => {
  it.each([
    [['Ada', 'Lovelace'], 'AL'],
    [['ada byron', 'lovelace'], 'AL'],
    [['Ada', ''], 'A'],
    [['Ada', null], 'A'],
    [['', undefined], ''],
    [['👩‍🚀 Zoë'], '👩‍🚀Z'],
    [['علي', 'حسن'], 'عح'],
  ])('of %j are %s', (names, expected) => expect(initials(...names)).toBe(expected));
});

describe('characters that no store keeps', () => {
  it.each(['a\0b', 'a\u001bb', 'a\nb', 'half \ud800'])('are found in %j', (text) => {
    expect(hasUnreadableCharacters(text)).toBe(true);
  });
  it.each(['Zoë', 'שלום', '😀', 'عربي', 'x'.repeat(255)])('are not found in %s', (text) => {
    expect(hasUnreadableCharacters(text)).toBe(false);
  });
  it('leave space for line breaks where there may be several lines', () => {
    expect(hasUnreadableCharacters('a\r\n\tb', { multiline: true })).toBe(false);
    expect(hasUnreadableCharacters('a\0', { multiline: true })).toBe(true);
  });
});

it('counts an emoji once', () => expect(codePoints('a😀')).toBe(2));
