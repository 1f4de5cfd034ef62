import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldToken, tokenize } from './tokens.ts';

const plain = (text: string) => [...tokenize(text)].map((one) => one.token).join(' ');

test.each([
  ['Häuser, Straße; naïve', 'hauser strasse naive'],
  ['ΣΟΦΟΣ σοφός', 'σοφοσ σοφοσ'],
  ['Ёлка', 'елка'],
  ['النَّصّ', 'النص'],
  ['ＡＢＣ１２', 'abc12'],
  ['jane.roe@example.test', 'jane roe example test'],
  ['Report_final-v2.pdf', 'report final v2 pdf'],
  ['東京Office', '東 京 office'],
  ['Ver\u00adfüg\u00adbar', 'verfugbar'],
  ['İstanbul Iğdır', 'istanbul igdir'],
])('%s is read as %s', (text, tokens) => {
  expect(plain(text)).toBe(tokens);
});

test('returns tokens with their offsets for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      let last = 0;
      for (const { token, start, end } of tokenize(text)) {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end).toBeGreaterThan(start);
        expect(foldToken(text.slice(start, end)).startsWith(token)).toBe(true);
        last = end;
      }
    }),
  );
});

test('returns the same tokens of ASCII text whether or not other characters follow', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
      expect(tokenize(`${text} é`).slice(0, -1)).toEqual(tokenize(text));
    }),
  );
});
