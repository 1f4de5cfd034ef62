/** Days and times in the formats of docs/contract.md §5. */

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/;
const MOMENT =
  /^\d{4}-\d{2}-\d{2}[Tt](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
const DAY_MS = 86_400_000;

const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
const THIRTY = new Set([4, 6, 9, 11]);

/** How many days a month has; `month` counts from 1. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return THIRTY.has(month) ? 30 : 31;
}

function isCalendarDay(year: number, month: number, day: number): boolean {
  return year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

const ZERO = 48;

/** The number that the digits between two indices represent. */
function digits(text: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at += 1) number = number * 10 + text.charCodeAt(at) - ZERO;
  return number;
}

const beginsWithDay = (text: string) =>
  isCalendarDay(digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10));

/** `YYYY-MM-DD`, a day of the calendar from year 1 on. */
export const isIsoDate = (text: string) => DAY.test(text) && beginsWithDay(text);

/** `HH:MM` or `HH:MM:SS`. */
export const isIsoTime = (text: string) => TIME.test(text);

/** A time with its offset (RFC 3339 §5.6, without leap seconds). */
export const isIsoDateTime = (text: string) => MOMENT.test(text) && beginsWithDay(text);

const TOKENS = /YYYY|MM|DD/g;

/** Whether the format contains year, month and day once each, such as `DD.MM.YYYY`. */
export function isDateFormat(format: string): boolean {
  const tokens = format.match(TOKENS) ?? [];
  const rest = format.replace(TOKENS, '');
  return (
    format.length <= 20 &&
    tokens.length === 3 &&
    new Set(tokens).size === 3 &&
    // Letters and digits in between could be mistaken for tokens, or for parts of the numbers.
    !/[\p{L}\p{N}]/u.test(rest)
  );
}

/**
 * The day of a text in the given `format`, as `YYYY-MM-DD`; the error `format` when the text is in another
 * one, `day` when no such day exists.
 */
export function parseDate(text: string, format: string): { day: string } | { problem: 'format' | 'day' } {
  if (text.length !== format.length) return { problem: 'format' };
  // Most dates are written so, and a file has very many.
  if (format === ISO_FORMAT && isIsoDate(text)) return { day: text };
  const { pattern, tokens } = patternOf(format);
  const found = pattern.exec(text);
  if (!found) return { problem: 'format' };
  const parts: Record<string, string> = { YYYY: '', MM: '', DD: '' };
  for (const [at, token] of tokens.entries()) parts[token] = found[at + 1] ?? '';
  const day = `${parts.YYYY}-${parts.MM}-${parts.DD}`;
  return isIsoDate(day) ? { day } : { problem: 'day' };
}

const ISO_FORMAT = 'YYYY-MM-DD';

/** A format as a pattern with a group for each of its tokens. */
type DatePattern = { pattern: RegExp; tokens: string[] };
const patterns = new Map<string, DatePattern>();
/** Formats that are remembered: forms have few. */
const PATTERNS_MAX = 100;

function patternOf(format: string): DatePattern {
  const known = patterns.get(format);
  if (known) return known;
  const tokens = format.match(TOKENS) ?? [];
  const between = format.split(TOKENS).map((text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
  const source = between.map((text, at) => text + (at < tokens.length ? `(\\d{${tokens[at]?.length}})` : ''));
  const made = { pattern: new RegExp(`^${source.join('')}$`), tokens };
  if (patterns.size >= PATTERNS_MAX) patterns.clear();
  patterns.set(format, made);
  return made;
}

/** Something that orders times of a day: `09:30` and `09:30:00` are the same. */
export const timeKey = (time: string) => (time.length === 5 ? `${time}:00` : time);

/** Milliseconds of a time, whatever its offset. */
export const dateTimeKey = (moment: string) => Date.parse(moment.toUpperCase());

/**
 * A bound of a rule as a value that can be compared with `<`: times with a date whatever their offset, times
 * of day with their seconds.
 */
export function boundKey<Bound>(bound: Bound): Bound | number | string {
  if (typeof bound !== 'string') return bound;
  if (isIsoDateTime(bound)) return dateTimeKey(bound);
  return isIsoTime(bound) ? timeKey(bound) : bound;
}

const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY_MS;

/** Days from one day to another, below zero when the second is the earlier. */
export const daysBetween = (from: string, to: string) => dayNumber(to) - dayNumber(from);

/** A day this many days later, or null beyond the years 1 to 9999. */
export function addDays(day: string, days: number): string | null {
  const time = (dayNumber(day) + Math.trunc(days)) * DAY_MS;
  if (!(Math.abs(time) <= 8.64e15)) return null;
  const text = new Date(time).toISOString().slice(0, 10);
  return isIsoDate(text) ? text : null;
}

/**
 * The same day this many months later, or the month's last where it is shorter; null beyond the years 1 to
 * 9999.
 */
export function addMonths(day: string, months: number): string | null {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const total = year * 12 + (month - 1) + Math.trunc(months);
  const toYear = Math.floor(total / 12);
  const toMonth = (total % 12) + 1;
  if (!(toYear >= 1 && toYear <= 9999)) return null;
  const pad = (n: number, width: number) => String(n).padStart(width, '0');
  return `${pad(toYear, 4)}-${pad(toMonth, 2)}-${pad(Math.min(date, daysInMonth(toYear, toMonth)), 2)}`;
}
