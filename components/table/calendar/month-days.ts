import { isIsoDate } from '#lib/fields/dates.ts';
import { toLocalDateTime } from '#lib/fields/local-date-time.ts';
import { firstWeekday } from '#lib/fields/relative-days.ts';
import { momentOnDay } from '../layouts/moment-on-day.ts';

const DAY = 86_400_000;
const WEEK = 7;
/** Weeks that a month can touch. */
const WEEKS = 6;

/** A day as `2026-11-26`, of no time zone. */
export type Day = string;

const toDate = (day: Day) => new Date(`${day}T00:00:00Z`);
const toDay = (date: Date): Day => date.toISOString().slice(0, 10);

/** A day so many days later; earlier with a negative number. */
export const addDays = (day: Day, days: number): Day => toDay(new Date(toDate(day).getTime() + days * DAY));

/** The first day of the month so many months later, of `2026-11-26` as `2026-12-01` with 1. */
export function addMonths(day: Day, months: number): Day {
  const date = toDate(day);
  return toDay(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)));
}

export const isSameMonth = (one: Day, other: Day): boolean => one.slice(0, 7) === other.slice(0, 7);

/** The day at a moment, as a clock in the time zone shows it. */
export function dayAt(moment: Date, timeZone?: string): Day {
  const parts = new Intl.DateTimeFormat('en-CA', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    ...(timeZone ? { timeZone } : {}),
  });
  return parts.format(moment);
}

/** The day of a value of a date or of a date and time; null for none. */
export function dayOf(value: unknown, timeZone?: string): Day | null {
  if (typeof value !== 'string') return null;
  if (isIsoDate(value)) return value;
  const moment = new Date(value);
  return Number.isNaN(moment.getTime()) ? null : dayAt(moment, timeZone);
}

/** When an entry of a calendar begins that has no time yet, by the clock of the time zone. */
const WORK_BEGINS = '09:00';

/** The value of a new entry on a day. */
export const onNewDay = (day: Day, isDate: boolean, timeZone?: string): string =>
  isDate ? day : momentOnDay(day, WORK_BEGINS, timeZone);

/** The value on another day: the time of a date and time stays what clocks of the time zone show. */
export function onDay(value: string, day: Day, timeZone?: string): string {
  if (isIsoDate(value)) return day;
  const [, time] = toLocalDateTime(value, timeZone).split('T');
  return time === undefined ? day : momentOnDay(day, time, timeZone);
}

/** The weeks that a month touches, with the days around it. */
export function weeksOf(month: Day, locale: string): Day[][] {
  const first = addMonths(month, 0);
  const weekday = toDate(first).getUTCDay() || WEEK;
  const begin = addDays(first, -((weekday - firstWeekday(locale) + WEEK) % WEEK));
  const weeks = Array.from({ length: WEEKS }, (_, week) =>
    Array.from({ length: WEEK }, (_, day) => addDays(begin, week * WEEK + day)),
  );
  return weeks.filter((days) => days.some((day) => isSameMonth(day, first)));
}
