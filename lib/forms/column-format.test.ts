import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimalMarkOf } from '#lib/fields/number-text.ts';
import { createFormatFinder, formatsOf, markIn } from './column-format.ts';

const GERMAN = { isFile: true, locale: 'de-DE' };

test('finds no other decimal mark where one was chosen, or is known', () => {
  for (const decimal of ['.', ','] as const) {
    const { look, format } = createFormatFinder({ ...GERMAN, decimal });
    for (const cell of ['1.5', '1.250', '12,5', '1,125']) look(cell);
    expect(format()).toBeNull();
  }
});

test('a cell that is no number, and a mark without a digit behind it, decides nothing for the others', () => {
  const { look, format } = createFormatFinder(GERMAN);
  for (const cell of ['1.250', '3.400', '1. floor', '1.']) look(cell);
  look('1.5 rooms', () => false);
  expect(format()).toBeNull();
  look('1.5');
  expect(format()).toEqual({ decimal: '.' });
});

test('columns are read as in the hub when the import was planned', () => {
  const hub = { isFile: true, locale: 'en-US', timeZone: 'America/New_York' };
  const planned = [
    { locale: 'de-DE', timeZone: 'Europe/Berlin' },
    { locale: null, timeZone: null, dayOrder: 'month' as const },
    { decimal: ',' as const },
    null,
  ];
  expect(formatsOf(4, hub, planned)).toEqual([
    { isFile: true, locale: 'de-DE', timeZone: 'Europe/Berlin' },
    { isFile: true, dayOrder: 'month' },
    { ...hub, decimal: ',' },
    hub,
  ]);
});

test('the mark of a plain number is the one that all rules find', () => {
  const digits = (max: number) =>
    fc.array(fc.constantFrom(...'0123456789'), { minLength: 1, maxLength: max }).map((all) => all.join(''));
  fc.assert(
    fc.property(fc.constantFrom('', '-'), digits(15), digits(15), (sign, whole, fraction) => {
      const text = `${sign}${whole}.${fraction}`;
      expect(markIn(text)).toEqual(decimalMarkOf(text));
    }),
  );
});
