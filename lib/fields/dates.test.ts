import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  dateTimeKey,
  daysBetween,
  isDateFormat,
  isIsoDate,
  isIsoDateTime,
  isIsoTime,
  parseDate,
} from './dates.ts';

const day = fc
  .integer({ min: -719_162, max: 2_932_896 })
  .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));

describe('days, times and moments', () => {
  it.each([
    ['2024-02-29', true],
    ['2023-02-29', false],
    ['1900-02-29', false],
    ['2000-02-29', true],
    ['2024-04-31', false],
    ['2024-13-01', false],
    ['0000-01-01', false],
    ['2024-1-01', false],
    ['2024-01-01 ', false],
    ['२०२४-01-01', false],
  ])('%s is a day: %s', (text, expected) => expect(isIsoDate(text)).toBe(expected));

  it.each([
    ['00:00', true],
    ['23:59:59', true],
    ['24:00', false],
    ['9:30', false],
    ['09:60', false],
  ])('%s is a time: %s', (text, expected) => expect(isIsoTime(text)).toBe(expected));

  it.each([
    ['2024-01-01T09:30:00Z', true],
    ['2024-01-01t09:30:00.123z', true],
    ['2024-01-01T09:30:00+05:30', true],
    ['2024-01-01T09:30:00', false],
    ['2024-02-30T09:30:00Z', false],
    ['2024-01-01 09:30:00Z', false],
    ['2024-01-01T09:30Z', false],
    ['2024-01-01T09:30:00+24:00', false],
  ])('%s is a moment: %s', (text, expected) => {
    expect(isIsoDateTime(text)).toBe(expected);
    if (expected) expect(dateTimeKey(text)).not.toBeNaN();
  });

  it.each([
    ['31.12.2024', 'DD.MM.YYYY', { day: '2024-12-31' }],
    ['12/31/2024', 'MM/DD/YYYY', { day: '2024-12-31' }],
    ['20241231', 'YYYYMMDD', { day: '2024-12-31' }],
    ['31.02.2024', 'DD.MM.YYYY', { problem: 'day' }],
    ['31-12-2024', 'DD.MM.YYYY', { problem: 'format' }],
    ['2024-12-31', 'DD.MM.YYYY', { problem: 'format' }],
    ['', 'DD.MM.YYYY', { problem: 'format' }],
  ])('%s written as %s', (text, format, expected) => expect(parseDate(text, format)).toEqual(expected));

  it.each(['YYYY-MM', 'DD.MM.YYYY DD', 'DD MMM YYYY', 'hh DD.MM.YYYY', `${' '.repeat(20)}DD.MM.YYYY`, ''])(
    '%s is no format of a day',
    (format) => expect(isDateFormat(format)).toBe(false),
  );

  it('add and count days alike', () => {
    fc.assert(
      fc.property(day, day, (from, to) => {
        expect(isIsoDate(from)).toBe(true);
        expect(addDays(from, daysBetween(from, to))).toBe(to);
      }),
    );
  });

  it('keep to the month when months are added', () => {
    expect(addMonths('2024-01-31', 1)).toBe('2024-02-29');
    expect(addMonths('2024-01-31', -2)).toBe('2023-11-30');
    expect(addMonths('2024-12-15', 1)).toBe('2025-01-15');
    expect(addMonths('0001-01-01', -1)).toBeNull();
    expect(addMonths('9999-12-01', 1)).toBeNull();
    expect(addDays('9999-12-31', 1)).toBeNull();
    expect(addDays('2024-01-01', Number.NaN)).toBeNull();
    expect(addMonths('2024-01-01', Number.POSITIVE_INFINITY)).toBeNull();
    fc.assert(
      fc.property(day, fc.integer({ min: -500, max: 500 }), (from, months) => {
        const to = addMonths(from, months);
        if (to !== null) expect(isIsoDate(to)).toBe(true);
      }),
    );
  });
});
