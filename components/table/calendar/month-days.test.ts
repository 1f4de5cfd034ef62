import { expect, it } from 'vitest';
import { addDays, addMonths, dayOf, onDay, weeksOf } from './month-days.ts';

it('shows whole weeks, which begin as the locale has it', () => {
  const german = weeksOf('2026-11-26', 'de-DE');
  expect(german.map((days) => days[0])).toEqual([
    '2026-10-26',
    '2026-11-02',
    '2026-11-09',
    '2026-11-16',
    '2026-11-23',
    '2026-11-30',
  ]);
  expect(weeksOf('2026-11-26', 'en-US')[0]?.[0]).toBe('2026-11-01');
  expect(weeksOf('2027-02-10', 'de-DE').map((days) => days.length)).toEqual([7, 7, 7, 7]);
});

it('counts over the ends of months and years', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2024-03-01', -1)).toBe('2024-02-29');
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-01');
  expect(addMonths('2026-01-15', -1)).toBe('2025-12-01');
});

it('finds the day of a moment by the clock of the time zone, and keeps the time where it moves', () => {
  expect(dayOf('2026-11-26')).toBe('2026-11-26');
  expect(dayOf('2026-11-26T22:30:00Z', 'Asia/Kolkata')).toBe('2026-11-27');
  expect(dayOf('')).toBe(null);
  expect(onDay('2026-11-26', '2026-12-01')).toBe('2026-12-01');
  expect(onDay('2026-11-26T22:30:00Z', '2026-11-30', 'Asia/Kolkata')).toBe('2026-11-29T22:30:00.000Z');
});
