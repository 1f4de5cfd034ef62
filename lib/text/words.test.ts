import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldWord, wordsOf } from './words.ts';

const plain = (text: string) => [...wordsOf(text)].map((one) => one.word).join(' ');

test.each([
  ['Häuser, Straße; naïve', 'hauser strasse naive'],
  ['ΣΟΦΟΣ σοφός', 'σοφοσ σοφοσ'],
  ['Ёлка', 'елка'],
  ['النَّصّ', 'النص'],
  ['ＡＢＣ１２', 'abc12'],
  ['jane.roe@example.test', 'jane roe example test'],
  ['Report_final-v2.pdf', 'report final v2 pdf'],
  ['東京Office', '東 京 office'],
])('%s is read as %s', (text, words) => {
  expect(plain(text)).toBe(words);
});

test('words stand where they say, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      let last = 0;
      for (const { word, start, end } of wordsOf(text)) {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end).toBeGreaterThan(start);
        expect(foldWord(text.slice(start, end)).startsWith(word)).toBe(true);
        last = end;
      }
    }),
  );
});
