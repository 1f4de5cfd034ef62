import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatNumber, numberMarks, parseNumber } from '#lib/fields/number-text.ts';

const read = (text: string, locale?: string) => {
  const reading = parseNumber(text, locale ? numberMarks(locale) : undefined);
  if (reading.kind === 'number') return reading.number;
  return reading.kind === 'ambiguous' ? reading.readings : reading.kind;
};

test.each<[string, string, unknown]>([
  ['de', '12.5', 12.5],
  ['de', '1234.5678', 1234.5678],
  ['de', '-0', 0],
  ['de', '1.500', 1500],
  ['de', '1,500', 1.5],
  ['de', '1.234,5', 1234.5],
  ['de', '1,234.5', 1234.5],
  ['de', '1.5', 1.5],
  ['de', '0.500', 0.5],
  ['de', '-12.345', -12_345],
  ['de', '1.234.567', 1_234_567],
  ['de-CH', "1'234.50", 1234.5],
  ['de-CH', '1,500', [1500, 1.5]],
  ['de-CH', '1.500', 1.5],
  ['en-US', '1,500', 1500],
  ['en-US', '1.500', 1.5],
  ['en-US', '1,5', 1.5],
  ['en-IN', '12,34,567.5', 1_234_567.5],
  ['fr', '1 500,25', 1500.25],
  ['fr', '1\u202f500', 1500],
  ['fr', '1.500', [1500, 1.5]],
  ['fr', '1,500', 1.5],
  ['es', '1.500', 1500],
  ['pl', '1 234,5', 1234.5],
  ['ar-EG', '١٬٥٠٠٫٢٥', 1500.25],
  ['fa', '۱۲٫۵', 12.5],
  ['ja', '１，５００．５', 1500.5],
  ['de', '1.234,50 €', 1234.5],
  ['en-US', '$1,234.50', 1234.5],
  ['en-US', '-$5', -5],
  ['de', '1.234,50 EUR', 1234.5],
  ['de', 'CHF -5', -5],
  ['en-US', '-USD 1,234.50', -1234.5],
  ['en-US', '5EUR', 5],
  ['en-US', 'EUR5', 5],
  ['en-US', '5 KGM', 'none'],
  ['en-US', 'EUR', 'none'],
  ['en-US', 'EUR 5 USD', 'none'],
  ['en-US', '\u200e-3', -3],
])('in %s, %j is read as %j', (locale, text, expected) => {
  expect(read(text, locale)).toEqual(expected);
});

test.each<[string, unknown]>([
  ['12', 12],
  ['-0.5', -0.5],
  ['−3', -3],
  ['.5', 0.5],
  ['5.', 5],
  ['1e3', 1000],
  ['1 234,5', 1234.5],
  ['1’234’567', 1_234_567],
  ['1,234,567.5', 1_234_567.5],
  ['1,234.5', 1234.5],
  ['1.234,5', 1234.5],
  ['1,234,567', 1_234_567],
  ['1.234.567', 1_234_567],
  ['0,125', 0.125],
  ['1,2345', 1.2345],
  ['', 'none'],
  ['0x10', 'none'],
  ['Infinity', 'none'],
  ['1 2', 'none'],
  ['1.500', [1500, 1.5]],
  ['1,500', [1500, 1.5]],
  ['999.999', [999_999, 999.999]],
  ['1234.567', 1234.567],
  ['0,125', 0.125],
  ['12345678901234567', 'too_precise'],
  ['0.12345678901234567890', 'too_precise'],
  ['1e-400', 'out_of_range'],
  ['1e400', 'out_of_range'],
  ['9007199254740992', 9_007_199_254_740_992],
  ['10000000000000000000000', 1e22],
  ['0e5', 0],
  ['1,2,3', 'none'],
  ['1.234,567.8', 'none'],
  ['$', 'none'],
  ['-', 'none'],
  ['.', 'none'],
])('without a locale, %j is read as %j', (text, expected) => {
  expect(read(text)).toEqual(expected);
});

test('every number is read again as it is shown in a locale', () => {
  for (const locale of ['en-US', 'de', 'de-CH', 'fr', 'es', 'pt-BR', 'pl', 'ar-EG', 'hi', 'fa'])
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        const again = read(formatNumber(number, locale), locale);
        expect(again).toBe(number + 0);
      }),
    );
});
