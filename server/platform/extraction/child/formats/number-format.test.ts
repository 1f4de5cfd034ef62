import { describe, expect, it } from 'vitest';
import { builtInFormat, formattedNumber, readNumberFormat } from './number-format.ts';

const shown = (value: number, code: string) => formattedNumber(value, readNumberFormat(code), false);

describe('a number of a workbook', () => {
  it.each([
    [0.125, '0.0%', '12.5%'],
    [0.07, '0%', '7%'],
    [0.1 + 0.2, 'General', '0.3'],
    [0.1 + 0.2, '0.00%', '30%'],
    [9007199254740991, '0', '9007199254740991'],
    [12.5, 'General"%"', '12.5'],
  ])('%f in the format %s has the digits that programs show', (value, code, text) =>
    expect(shown(value, code)).toBe(text),
  );

  it.each([
    [1234, '00000', '01234'],
    [123456, '00000', '123456'],
    [12345, '00000-0000', '00001-2345'],
    [78051120, '000\\-00\\-0000', '078-05-1120'],
    [7, '"No. "000', 'No. 007'],
    [1.5, '00000', '1.5'],
    [5, '0', '5'],
    [5, '0.00', '5'],
  ])('%f in the format %s keeps the zeros of its pattern', (value, code, text) =>
    expect(shown(value, code)).toBe(text),
  );

  it.each([
    [1234.5, '#,##0.00 [$€-de-DE]', '1234.5 €'],
    [1234.5, '[$£-cy-GB]#,##0.00', '1234.5 £'],
    [1234.5, '_-* #,##0.00\\ "€"_-;\\-* #,##0.00\\ "€"_-', '1234.5 €'],
    [-3, '[$CHF] #,##0.00;[Red]-[$CHF] #,##0.00', '-3 CHF'],
    [5, '[$$-409]#,##0.00', '5 $'],
    [5, '[$$-1009]#,##0.00', '5 CAD'],
    [5, '[$$-FFFF]#,##0.00', '5'],
    [5, '#,##0 "days"', '5'],
    [5, '[Red][>100]0.00;0.00', '5'],
  ])('%f in the format %s has its currency, where that is clear', (value, code, text) =>
    expect(shown(value, code)).toBe(text),
  );

  it.each([
    [1.5, '[h]:mm', '36:00:00'],
    [-0.25, '[h]:mm', '-06:00:00'],
    [45000, 'dd/mm/yyyy', '2023-03-15'],
    [45000.5, '[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy\\ hh:mm', '2023-03-15 12:00'],
    [0.5, 'h:mm AM/PM', '12:00'],
    [5, '0.00E+00', '5'],
  ])('%f in the format %s is a day, or a time', (value, code, text) => expect(shown(value, code)).toBe(text));

  it.each([
    [-5, false, '-5'],
    [1, false, '1900-01-01'],
    [59, false, '1900-02-28'],
    [60, false, '1900-02-29'],
    [60.5, false, '1900-02-29 12:00'],
    [61, false, '1900-03-01'],
    [2_958_465, false, '9999-12-31'],
    [2_958_466, false, '2958466'],
    [99_999_999_999, false, '99999999999'],
    [60, true, '1904-03-01'],
    [2_957_003, true, '9999-12-31'],
    [2_957_004, true, '2957004'],
  ])(
    '%f is the day that programs show, and a number where they show none (from 1904: %s)',
    (value, from1904, text) =>
      expect(formattedNumber(value, readNumberFormat('yyyy-mm-dd'), from1904)).toBe(text),
  );

  it('is as it is in a format that is longer than any program has', () => {
    expect(shown(5, '0'.repeat(255))).toBe('5'.padStart(255, '0'));
    expect(shown(5, '0'.repeat(256))).toBe('5');
  });

  it('has one of the formats of the programs by its number', () => {
    const byId = (value: number, id: string) => formattedNumber(value, builtInFormat(id), false);
    expect(byId(0.5, '9')).toBe('50%');
    expect(byId(45000, '14')).toBe('2023-03-15');
    expect(byId(1.5, '46')).toBe('36:00:00');
    expect(byId(1.5, '4')).toBe('1.5');
  });
});
