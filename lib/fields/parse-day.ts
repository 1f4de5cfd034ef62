import { isIsoDate } from '#lib/fields/dates.ts';

/** The day of a text; both where the order of day and month is ambiguous; null where it has none. */
export type ParsedDay = { day: string | null } | { days: readonly [string, string] };

/** The first part of a day without the year at its start. */
export type DayOrder = 'day' | 'month';

type Order = { first: 'day' | 'month' | 'year'; mark: string };

/** The maximum number of cached locales. */
const CACHED_MAX = 500;
const orders = new Map<string, Order>();

/** The first part of a day in a locale, and the separator: `month` and `/` in the United States. */
function orderIn(locale: string): Order {
  const known = orders.get(locale);
  if (known) return known;
  const parts = new Intl.DateTimeFormat(locale, {
    calendar: 'gregory',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    timeZone: 'UTC',
  }).formatToParts(0);
  const leading = parts.find(({ type }) => type === 'day' || type === 'month' || type === 'year')?.type;
  const first = leading === 'month' || leading === 'year' ? leading : 'day';
  const made: Order = { first, mark: parts.find(({ type }) => type === 'literal')?.value.trim() ?? '' };
  if (orders.size >= CACHED_MAX) orders.clear();
  orders.set(locale, made);
  return made;
}

const pad = (text: string) => text.padStart(2, '0');

function dayOf(year: string, month: string, day: string): string | null {
  const written = `${year}-${pad(month)}-${pad(day)}`;
  return isIsoDate(written) ? written : null;
}

const SLASHED = /^(\d{1,2})([/-])(\d{1,2})\2\d{4}(?![\d./-])/;

/**
 * The order of day and month that a text proves, also one with a time after its day: `03/25/2026` has the month first.
 * `either` where both orders have a day; null where the order makes no difference, or there is none.
 */
export function dayOrderOf(text: string): DayOrder | 'either' | null {
  const [, first, , second] = SLASHED.exec(text) ?? [];
  const [one, two] = [Number(first ?? 0), Number(second ?? 0)];
  if (one === two || one === 0 || two === 0 || (one > 12 && two > 12)) return null;
  return one > 12 ? 'day' : two > 12 ? 'month' : 'either';
}

/**
 * Parses `2026-05-01`, `2026/5/1`, `1.5.2026`, `5/1/2026`. With points the day comes first everywhere; with
 * slashes or dashes the locale's order applies, where it has that separator; otherwise both days are
 * returned.
 * @param order of a column or a file: a day that doesn't fit is none; `unclear` where nothing decides
 */
export function parseDay(text: string, locale?: string, order?: DayOrder | 'unclear'): ParsedDay {
  if (isIsoDate(text)) return { day: text };
  const [, year = '', second = '', third = ''] = /^(\d{4})[./-](\d{1,2})[./-](\d{1,2})$/.exec(text) ?? [];
  if (year) return { day: dayOf(year, second, third) };
  const parts = /^(\d{1,2})(?:(\.)\s?|([/-]))(\d{1,2})(?:\2\s?|\3)(\d{4})$/.exec(text);
  if (!parts) return { day: null };
  const [, one = '', point, mark = '', two = '', last = ''] = parts;
  const dayFirst = dayOf(last, two, one);
  if (point) return { day: dayFirst };
  const monthFirst = dayOf(last, one, two);
  if (order === 'day' || order === 'month') return { day: order === 'day' ? dayFirst : monthFirst };
  if (dayFirst === null || monthFirst === null || dayFirst === monthFirst)
    return { day: dayFirst ?? monthFirst };
  const local = locale && order === undefined ? orderIn(locale) : null;
  if (local?.mark === mark && local.first !== 'year')
    return { day: local.first === 'day' ? dayFirst : monthFirst };
  return { days: [dayFirst, monthFirst] };
}
