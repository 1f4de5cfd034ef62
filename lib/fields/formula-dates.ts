import {
  addDays,
  addMonths,
  dateTimeKey,
  daysBetween,
  daysInMonth,
  isIsoDate,
  isIsoDateTime,
} from '#lib/fields/dates.ts';
import type { FormulaContext, FormulaFunction, Scalar, Value } from '#lib/fields/formula-values.ts';
import { parseLocalDateTime, toLocalDateTime } from '#lib/fields/local-date-time.ts';

/** A day, and the time of day where there is one: as clocks of the formula's time zone show it. */
type Local = { day: string; time: string | null };

const DIGIT_ZERO = 48;
const DIGIT_NINE = 57;
const DAY_LENGTH = 10;

/** Most texts are no days, which their first letter tells. */
function beginsWithDigit(text: string): boolean {
  const code = text.charCodeAt(0);
  return text.length >= DAY_LENGTH && code >= DIGIT_ZERO && code <= DIGIT_NINE;
}

const zoneOf = ({ timeZone = 'UTC' }: FormulaContext) => timeZone;

function localOf(value: Value | undefined, context: FormulaContext): Local | null {
  if (typeof value !== 'string' || !beginsWithDigit(value)) return null;
  if (isIsoDate(value)) return { day: value, time: null };
  const [day = '', time = ''] = toLocalDateTime(value, zoneOf(context)).split('T');
  return isIsoDate(day) ? { day, time: time.length === 5 ? `${time}:00` : time } : null;
}

/** A local time as a value: a day alone, or a time with its offset. Where clocks skip or repeat it, the earlier reading. */
function momentOf({ day, time }: Local, context: FormulaContext): string | null {
  if (time === null) return day;
  const read = parseLocalDateTime(`${day}T${time}`, zoneOf(context));
  if (read.kind === 'moment') return read.moment;
  return read.kind === 'none' ? null : read.readings[0];
}

/** What orders two days or times, where both are some: times by the point in time, a time and a day by their days. */
export function comparedDays(left: string, right: string, context: FormulaContext): [Scalar, Scalar] | null {
  if (!beginsWithDigit(left) || !beginsWithDigit(right)) return null;
  const isTime = isIsoDateTime(left);
  if (isTime !== isIsoDateTime(right)) {
    const one = localOf(left, context);
    const other = localOf(right, context);
    return one && other ? [one.day, other.day] : null;
  }
  return isTime ? [dateTimeKey(left), dateTimeKey(right)] : null;
}

const onLocal =
  (act: (local: Local, context: FormulaContext) => Scalar): FormulaFunction =>
  ([value], context) => {
    const local = localOf(value, context);
    return local && act(local, context);
  };

const timePart = (from: number) =>
  onLocal(({ time }) => (time === null ? null : Number(time.slice(from, from + 2))));

/** Milliseconds of the units that are equally long always. */
const LENGTHS: Partial<Record<string, number>> = { hour: 3_600_000, minute: 60_000, second: 1000 };
/** Months, or days, of the units of the calendar. */
const MONTHS: Partial<Record<string, number>> = { year: 12, quarter: 3, month: 1 };
const DAYS: Partial<Record<string, number>> = { week: 7, day: 1 };

const unitOf = (value: Value | undefined) =>
  typeof value === 'string' ? value.trim().toLowerCase().replace(/s$/, '') : '';

const keyOf = (value: Value | undefined, context: FormulaContext): number | null => {
  if (typeof value !== 'string' || !beginsWithDigit(value)) return null;
  if (isIsoDateTime(value)) return dateTimeKey(value);
  const begin = isIsoDate(value) ? momentOf({ day: value, time: '00:00:00' }, context) : null;
  return begin === null ? null : dateTimeKey(begin);
};

function asMoment(key: number, context: FormulaContext): string | null {
  if (!(Math.abs(key) <= 8.64e15)) return null;
  const moment = new Date(key).toISOString().replace('.000Z', 'Z');
  const local = isIsoDateTime(moment) ? localOf(moment, context) : null;
  return local && isIsoDate(local.day) ? moment : null;
}

function added(value: Value | undefined, size: number, unit: string, context: FormulaContext): Scalar {
  const length = LENGTHS[unit];
  if (length !== undefined) {
    const key = keyOf(value, context);
    return key === null ? null : asMoment(key + Math.round(size * length), context);
  }
  const local = localOf(value, context);
  const months = MONTHS[unit];
  const days = DAYS[unit];
  if (!local || (months === undefined && days === undefined)) return null;
  const whole = Math.trunc(size);
  const day =
    days === undefined ? addMonths(local.day, whole * (months ?? 0)) : addDays(local.day, whole * days);
  return day === null ? null : momentOf({ ...local, day }, context);
}

/** Whole months from one local time to another, towards zero. */
function monthsBetween(from: Local, to: Local): number {
  const [one, other] = [from, to].map(({ day }) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)));
  const months = (other ?? 0) - (one ?? 0);
  const rest = (local: Local) => `${local.day.slice(8)}${local.time ?? ''}`;
  if (months > 0 && rest(to) < rest(from)) return months - 1;
  return months < 0 && rest(to) > rest(from) ? months + 1 : months;
}

function difference(
  from: Value | undefined,
  to: Value | undefined,
  unit: string,
  context: FormulaContext,
): Scalar {
  const length = LENGTHS[unit];
  if (length !== undefined) {
    const one = keyOf(from, context);
    const other = keyOf(to, context);
    return one === null || other === null ? null : Math.trunc((other - one) / length) + 0;
  }
  const one = localOf(from, context);
  const other = localOf(to, context);
  const size = MONTHS[unit] ?? DAYS[unit];
  if (!one || !other || size === undefined) return null;
  const found = unit in DAYS ? daysBetween(one.day, other.day) : monthsBetween(one, other);
  return Math.trunc(found / size) + 0;
}

/** The day of the week, from 1 for Monday to 7 for Sunday (ISO 8601). */
function weekdayOf(day: string): number {
  return ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;
}

/** The week of the year, the first one with a Thursday in it (ISO 8601). */
function weekOf(day: string): number | null {
  const thursday = addDays(day, 4 - weekdayOf(day));
  if (thursday === null) return null;
  return Math.floor(daysBetween(`${thursday.slice(0, 4)}-01-01`, thursday) / 7) + 1;
}

const PARTS = /YYYY|YY|MM|M|DD|D|HH|H|mm|ss/g;

function formatted({ day, time }: Local, format: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  const [hour = '00', minute = '00', second = '00'] = (time ?? '').split(':').filter((part) => part !== '');
  const short = (part: string) => String(Number(part));
  const parts: Record<string, string> = {
    ...{ YYYY: year, YY: year.slice(2), MM: month, M: short(month), DD: date, D: short(date) },
    ...{ HH: hour, H: short(hour), mm: minute, ss: second },
  };
  return format.replace(PARTS, (part) => parts[part] ?? part);
}

const FORMAT_MAX = 100;

const add: (unit: string) => FormulaFunction =
  (unit) =>
  ([value, size], context) =>
    typeof size === 'number' ? added(value, size, unit, context) : null;

function dateOf([year, month, day]: readonly Value[]): Scalar {
  if (typeof year !== 'number' || typeof month !== 'number' || typeof day !== 'number') return null;
  if (!(year >= 1 && year <= 9999 && month >= 1 && month <= 12)) return null;
  if (!(day >= 1 && day <= daysInMonth(year, month))) return null;
  const pad = (part: number, width: number) => String(part).padStart(width, '0');
  const text = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
  return isIsoDate(text) ? text : null;
}

/** Functions of days and times. They read both; hours are those of the formula's time zone. */
export const DATE_FUNCTIONS: Readonly<Record<string, FormulaFunction>> = {
  today: (_, context) => localOf(context.now.toISOString(), context)?.day ?? null,
  now: (_, { now }) => now.toISOString().replace(/\.\d+Z$/, 'Z'),
  year: onLocal(({ day }) => Number(day.slice(0, 4))),
  month: onLocal(({ day }) => Number(day.slice(5, 7))),
  day: onLocal(({ day }) => Number(day.slice(8, 10))),
  weekday: onLocal(({ day }) => weekdayOf(day)),
  week: onLocal(({ day }) => weekOf(day)),
  hour: timePart(0),
  minute: timePart(3),
  second: timePart(6),
  date: dateOf,
  days: ([from, to], context) => difference(from, to, 'day', context),
  add_days: add('day'),
  add_months: add('month'),
  date_add: ([value, size, unit], context) =>
    typeof size === 'number' ? added(value, size, unitOf(unit), context) : null,
  date_diff: ([from, to, unit], context) => difference(from, to, unitOf(unit), context),
  format_date: ([value, format], context) => {
    const local = localOf(value, context);
    if (!local || typeof format !== 'string' || format.length > FORMAT_MAX) return null;
    return formatted(local, format);
  },
};
