import { expect, it } from 'vitest';
import { addDays, addMonths, dayOf, onDay, onNewDay, weeksOf } from './month-days.ts';

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
  expect(onDay('2026-11-26T22:30:00Z', '2026-11-30', 'Asia/Kolkata')).toBe('2026-11-30T04:00:00+05:30');
  // Clocks of Berlin are set forward on 28 March: half past nine stays half past nine.
  expect(onDay('2027-03-26T08:30:00Z', '2027-03-29', 'Europe/Berlin')).toBe('2027-03-29T09:30:00+02:00');
});

it('begins a new entry at nine by the clock of the time zone', () => {
  expect(onNewDay('2026-11-30', true, 'Asia/Kolkata')).toBe('2026-11-30');
  expect(onNewDay('2026-11-30', false, 'Asia/Kolkata')).toBe('2026-11-30T09:00:00+05:30');
  expect(onNewDay('2026-07-01', false, 'Europe/Berlin')).toBe('2026-07-01T09:00:00+02:00');
});
