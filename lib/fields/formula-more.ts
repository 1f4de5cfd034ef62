import {
  addDays,
  dateTimeKey,
  daysBetween,
  daysInMonth,
  isIsoDate,
  isIsoDateTime,
} from '#lib/fields/dates.ts';
import { addDecimals, multiplyDecimals, remainderOfDecimals } from '#lib/fields/decimal.ts';
import {
  beginsWithDigit,
  type Local,
  localOf,
  momentOf,
  movedBy,
  onLocal,
  setClocks,
} from '#lib/fields/formula-dates.ts';
import { addFunctions, areEqual, inTexts } from '#lib/fields/formula-functions.ts';
import {
  boundedText,
  type FormulaContext,
  type FormulaFunction,
  isEmptyValue,
  onNumber,
  onText,
  type Scalar,
  type Value,
} from '#lib/fields/formula-values.ts';
import { parseLocalDateTime, toLocalDateTime } from '#lib/fields/local-date-time.ts';

/*
 * Functions of formulas, and clocks of time zones, that the page of a form loads only where it computes something.
 */

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
  return movedBy(
    value,
    days === undefined ? { months: whole * (months ?? 0) } : { days: whole * days },
    context,
  );
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

function dateOf([year, month, day]: readonly Value[]): Scalar {
  if (typeof year !== 'number' || typeof month !== 'number' || typeof day !== 'number') return null;
  if (!(year >= 1 && year <= 9999 && month >= 1 && month <= 12)) return null;
  if (!(day >= 1 && day <= daysInMonth(year, month))) return null;
  const pad = (part: number, width: number) => String(part).padStart(width, '0');
  const text = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
  return isIsoDate(text) ? text : null;
}

/** Away from zero, or towards it, to this many decimals. */
const roundBy =
  (round: (size: number) => number): FormulaFunction =>
  ([value, decimals = 0]) => {
    if (typeof decimals !== 'number') return null;
    const places = Math.trunc(decimals);
    return onNumber(value, (number) => {
      // As a decimal of 15 digits, since 1.1 × 100 is more than 110 as a binary fraction.
      const size = Number(Number(`${Math.abs(number)}e${places}`).toPrecision(15));
      return Number.isNaN(size) ? Number.NaN : Math.sign(number) * Number(`${round(size)}e${-places}`) + 0;
    });
  };

function power(base: number, exponent: number): number {
  // Whole powers of decimals are exact, as products are.
  if (!Number.isInteger(exponent) || exponent < 0 || exponent > 16) return base ** exponent;
  let result = 1;
  for (let at = 0; at < exponent; at += 1) result = multiplyDecimals(result, base);
  return result;
}

const replaced: FormulaFunction = ([text, from, to]) =>
  onText(text, (whole) =>
    onText(from, (old) =>
      onText(to, (next) => {
        if (old === '') return whole;
        const parts = whole.split(old);
        // Before it is made: it might be very long.
        if (parts.length * next.length > 1_000_000) return null;
        return boundedText(parts.join(next));
      }),
    ),
  );

function switched([value, ...rest]: readonly Value[]): Value {
  for (let at = 0; at + 1 < rest.length; at += 2) if (areEqual(value, rest[at])) return rest[at + 1] ?? null;
  return rest.length % 2 === 1 ? (rest.at(-1) ?? null) : null;
}

setClocks({
  toLocal: toLocalDateTime,
  toMoment: (local, timeZone) => {
    const read = parseLocalDateTime(local, timeZone);
    if (read.kind === 'moment') return read.moment;
    return read.kind === 'none' ? null : read.readings[0];
  },
});

addFunctions({
  switch: switched,
  is_blank: ([value]) => isEmptyValue(value),
  round_up: roundBy(Math.ceil),
  round_down: roundBy(Math.floor),
  sqrt: ([value]) => onNumber(value, Math.sqrt),
  // The sign of the divisor, as in spreadsheets; `%` has that of the dividend.
  mod: ([value, by]) =>
    typeof by === 'number'
      ? onNumber(value, (number) => {
          const rest = remainderOfDecimals(number, by);
          return rest !== 0 && rest < 0 !== by < 0 ? addDecimals([rest, by]) : rest + 0;
        })
      : null,
  power: ([base, exponent]) =>
    typeof exponent === 'number' ? onNumber(base, (number) => power(number, exponent)) : null,
  mid: ([value, from, size]) => {
    if (typeof from !== 'number' || typeof size !== 'number') return null;
    const start = Math.max(1, Math.trunc(from)) - 1;
    return onText(value, (text) => [...text].slice(start, start + Math.max(0, Math.trunc(size))).join(''));
  },
  replace: replaced,
  substitute: replaced,
  // The place in letters, from 1; 0 where it is not in the text.
  find: ([part, text]) =>
    inTexts((whole, wanted) => {
      const at = whole.indexOf(wanted);
      return at < 0 ? 0 : [...whole.slice(0, at)].length + 1;
    })(text, part),
  starts_with: ([value, part]) => inTexts((text, wanted) => text.startsWith(wanted))(value, part),
  ends_with: ([value, part]) => inTexts((text, wanted) => text.endsWith(wanted))(value, part),
  weekday: onLocal(({ day }) => weekdayOf(day)),
  week: onLocal(({ day }) => weekOf(day)),
  hour: timePart(0),
  minute: timePart(3),
  second: timePart(6),
  date: dateOf,
  date_add: ([value, size, unit], context) =>
    typeof size === 'number' ? added(value, size, unitOf(unit), context) : null,
  date_diff: ([from, to, unit], context) => difference(from, to, unitOf(unit), context),
  format_date: ([value, format], context) => {
    const local = localOf(value, context);
    if (!local || typeof format !== 'string' || format.length > FORMAT_MAX) return null;
    return formatted(local, format);
  },
});
