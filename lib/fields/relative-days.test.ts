import { describe, expect, it } from 'vitest';
import { dayClock, isRelativeDays, periodOf, startOfDay } from './relative-days.ts';

// A Thursday.
const clock = { today: '2026-01-01', firstWeekday: 1, timeZone: 'Europe/Berlin' };

describe('periods relative to today', () => {
  it.each([
    ['today', '2026-01-01', '2026-01-01'],
    ['yesterday', '2025-12-31', '2025-12-31'],
    ['tomorrow', '2026-01-02', '2026-01-02'],
    ['this_week', '2025-12-29', '2026-01-04'],
    ['last_week', '2025-12-22', '2025-12-28'],
    ['next_week', '2026-01-05', '2026-01-11'],
    ['this_month', '2026-01-01', '2026-01-31'],
    ['last_month', '2025-12-01', '2025-12-31'],
    ['next_month', '2026-02-01', '2026-02-28'],
    ['this_year', '2026-01-01', '2026-12-31'],
    ['last_year', '2025-01-01', '2025-12-31'],
    ['next_year', '2027-01-01', '2027-12-31'],
    ['past_7_days', '2025-12-25', '2026-01-01'],
    ['next_7_days', '2026-01-01', '2026-01-08'],
  ])('%s is from %s to %s', (name, first, last) => {
    expect(isRelativeDays(name)).toBe(true);
    expect(periodOf(name, clock)).toEqual({ first, last });
  });

  it('begins weeks with the weekday of the locale', () => {
    const sunday = dayClock(new Date('2026-01-01T12:00:00Z'), { locale: 'en-US' });
    expect(periodOf('this_week', sunday)).toEqual({ first: '2025-12-28', last: '2026-01-03' });
    const saturday = dayClock(new Date('2026-01-03T12:00:00Z'), { locale: 'ar-EG' });
    expect(periodOf('this_week', saturday)).toEqual({ first: '2026-01-03', last: '2026-01-09' });
    const unknown = dayClock(new Date('2026-01-01T12:00:00Z'), {});
    expect(periodOf('this_week', unknown)).toEqual({ first: '2025-12-29', last: '2026-01-04' });
  });

  it('takes today from the clocks of the time zone', () => {
    const now = new Date('2025-12-31T19:00:00Z');
    expect(dayClock(now, { timeZone: 'Asia/Kolkata' }).today).toBe('2026-01-01');
    expect(dayClock(now, { timeZone: 'America/New_York' }).today).toBe('2025-12-31');
    expect(dayClock(now, {}).today).toBe('2025-12-31');
  });

  it.each(['', 'someday', 'this_day', 'past_0_days', 'past_10000_days', 'past_7_weeks', 'past_-1_days'])(
    'knows no %j',
    (name) => {
      expect(isRelativeDays(name)).toBe(false);
      expect(periodOf(name, clock)).toBeNull();
    },
  );

  it('ends with the year 9999', () => {
    expect(periodOf('tomorrow', { ...clock, today: '9999-12-31' })).toBeNull();
    expect(periodOf('next_year', { ...clock, today: '9999-05-01' })).toBeNull();
  });
});

describe('the moment at which a day begins', () => {
  it.each([
    ['2026-05-01', 'Europe/Berlin', '2026-04-30T22:00:00Z'],
    ['2026-01-01', 'Asia/Kolkata', '2025-12-31T18:30:00Z'],
    // Clocks skipped midnight: the day began at one o'clock.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00Z'],
    // Midnight was there twice.
    ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00Z'],
  ])('%s in %s', (day, zone, moment) => {
    expect(new Date(startOfDay(day, zone) ?? '').toISOString()).toBe(moment.replace('Z', '.000Z'));
  });
});
