import { addDays, addMonths } from '#lib/fields/dates.ts';
import { parseLocalDateTime, toLocalDateTime } from '#lib/fields/local-date-time.ts';

/** Days and periods as filters name them: what they are is computed when rows are read. */
export const RELATIVE_DAYS = [
  'today',
  'yesterday',
  'tomorrow',
  'this_week',
  'last_week',
  'next_week',
  'this_month',
  'last_month',
  'next_month',
  'this_year',
  'last_year',
  'next_year',
] as const;
export type RelativeDays = (typeof RELATIVE_DAYS)[number];

/** The most days of `past_7_days` and `next_7_days`. */
export const DAYS_MAX = 9999;
const COUNTED = /^(past|next)_([1-9]\d{0,3})_days$/;

/** `past_7_days` and `next_7_days`, by their parts; null for any other text. */
export function countedDays(text: string): { direction: 'past' | 'next'; count: number } | null {
  const [, direction, count] = COUNTED.exec(text) ?? [];
  return direction === 'past' || direction === 'next' ? { direction, count: Number(count) } : null;
}

const isNamed = (text: string): text is RelativeDays => RELATIVE_DAYS.some((one) => one === text);

/** Whether a text names a day or a period relative to today. */
export const isRelativeDays = (text: string): boolean => isNamed(text) || countedDays(text) !== null;

/** Today and the calendar of who reads: days are those of a time zone, weeks begin with a weekday from 1 (Monday). */
export type DayClock = { today: string; firstWeekday: number; timeZone: string };

/** The first and the last day. */
type Period = { first: string; last: string };

const WEEK = 7;
const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() || WEEK;
const STEPS: Record<string, number> = { this: 0, last: -1, next: 1 };
const MONTHS: Record<string, number> = { month: 1, year: 12 };

function between(first: string | null, last: string | null): Period | null {
  return first !== null && last !== null ? { first, last } : null;
}

/** The period whose first day is `first`, until the day before `next`. */
const until = (first: string | null, next: string | null) =>
  between(first, next === null ? null : addDays(next, -1));

/** The days that a text names; null for none, and beyond the years 1 to 9999. */
export function periodOf(text: string, { today, firstWeekday }: DayClock): Period | null {
  const counted = countedDays(text);
  if (counted?.direction === 'past') return between(addDays(today, -counted.count), today);
  if (counted) return between(today, addDays(today, counted.count));
  if (!isNamed(text)) return null;
  if (text === 'today') return between(today, today);
  if (text === 'yesterday' || text === 'tomorrow') {
    const day = addDays(today, text === 'tomorrow' ? 1 : -1);
    return between(day, day);
  }
  const [which = '', unit = ''] = text.split('_');
  const step = STEPS[which] ?? 0;
  if (unit === 'week') {
    const first = addDays(today, step * WEEK - ((weekdayOf(today) - firstWeekday + WEEK) % WEEK));
    return first === null ? null : between(first, addDays(first, WEEK - 1));
  }
  const months = MONTHS[unit] ?? 1;
  const start = `${today.slice(0, unit === 'year' ? 4 : 7)}${unit === 'year' ? '-01' : ''}-01`;
  const first = addMonths(start, step * months);
  return until(first, first === null ? null : addMonths(first, months));
}

/** The moment at which a day begins in a time zone: after midnight where clocks skip it, the first of two midnights. */
export function startOfDay(day: string, timeZone: string): string | null {
  const read = parseLocalDateTime(`${day}T00:00`, timeZone);
  if (read.kind === 'moment') return read.moment;
  if (read.kind === 'none') return null;
  return read.readings[read.kind === 'skipped' ? 1 : 0];
}

type WeekInfo = { firstDay: number };

/** The weekday that weeks begin with: 1 for Monday to 7 for Sunday (`Intl.Locale`, where it knows it). */
export function firstWeekday(locale: string): number {
  const own = new Intl.Locale(locale) as Intl.Locale & { getWeekInfo?(): WeekInfo; weekInfo?: WeekInfo };
  return (own.getWeekInfo?.() ?? own.weekInfo)?.firstDay ?? 1;
}

/** Today in a hub; without a locale weeks begin with Monday, without a time zone days are those of UTC. */
export function dayClock(
  now: Date,
  { locale, timeZone = 'UTC' }: { locale?: string | undefined; timeZone?: string | undefined },
): DayClock {
  const today = toLocalDateTime(now.toISOString(), timeZone).slice(0, 10);
  return { today, firstWeekday: locale ? firstWeekday(locale) : 1, timeZone };
}
