import { addDays, addMonths, dateTimeKey, daysBetween, isIsoDate, isIsoDateTime } from '#lib/fields/dates.ts';
import type { FormulaContext, FormulaFunction, Scalar, Value } from '#lib/fields/formula-values.ts';

/** A day, and the time of day where there is one: as clocks of the formula's time zone show it. */
export type Local = { day: string; time: string | null };

const DIGIT_ZERO = 48;
const DIGIT_NINE = 57;
const DAY_LENGTH = 10;

/** Most texts are no days, which their first letter tells. */
export function beginsWithDigit(text: string): boolean {
  const code = text.charCodeAt(0);
  return text.length >= DAY_LENGTH && code >= DIGIT_ZERO && code <= DIGIT_NINE;
}

/** Reads clocks of a time zone: of a point in time, and the point in time at which they show something. */
export type Clocks = {
  toLocal: (moment: string, timeZone: string) => string;
  toMoment: (local: string, timeZone: string) => string | null;
};

const UTC: Clocks = {
  toLocal: (moment) => (isIsoDateTime(moment) ? new Date(moment).toISOString().slice(0, 19) : ''),
  toMoment: (local) => `${local}Z`,
};
/** Forms compute in UTC, tables in the zone of their hub. */
let clocks = UTC;

/** Sets the clocks of all time zones; `formula-more.ts` calls it when it is loaded. */
export function setClocks(next: Clocks): void {
  clocks = next;
}

const zoneOf = ({ timeZone = 'UTC' }: FormulaContext) => timeZone;

export function localOf(value: Value | undefined, context: FormulaContext): Local | null {
  if (typeof value !== 'string' || !beginsWithDigit(value)) return null;
  if (isIsoDate(value)) return { day: value, time: null };
  const [day = '', time = ''] = clocks.toLocal(value, zoneOf(context)).split('T');
  return isIsoDate(day) ? { day, time: time.length === 5 ? `${time}:00` : time } : null;
}

/** A local time as a value: a day alone, or a time with its offset. Where clocks skip or repeat it, the earlier reading. */
export const momentOf = ({ day, time }: Local, context: FormulaContext): string | null =>
  time === null ? day : clocks.toMoment(`${day}T${time}`, zoneOf(context));

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

export const onLocal =
  (act: (local: Local, context: FormulaContext) => Scalar): FormulaFunction =>
  ([value], context) => {
    const local = localOf(value, context);
    return local && act(local, context);
  };

/** A day or time that is some months, or some days, later. */
export function movedBy(
  value: Value | undefined,
  { months = 0, days = 0 }: { months?: number; days?: number },
  context: FormulaContext,
): Scalar {
  const local = localOf(value, context);
  if (!local) return null;
  const day = months === 0 ? addDays(local.day, Math.trunc(days)) : addMonths(local.day, Math.trunc(months));
  return day === null ? null : momentOf({ ...local, day }, context);
}

/** Functions of days and times. They read both; `formula-more.ts` has those that fewer forms need. */
export const DATE_FUNCTIONS: Readonly<Record<string, FormulaFunction>> = {
  today: (_, context) => localOf(context.now.toISOString(), context)?.day ?? null,
  now: (_, { now }) => now.toISOString().replace(/\.\d+Z$/, 'Z'),
  year: onLocal(({ day }) => Number(day.slice(0, 4))),
  month: onLocal(({ day }) => Number(day.slice(5, 7))),
  day: onLocal(({ day }) => Number(day.slice(8, 10))),
  days: ([from, to], context) => {
    const one = localOf(from, context);
    const other = localOf(to, context);
    return one && other ? daysBetween(one.day, other.day) + 0 : null;
  },
  add_days: ([value, days], context) => (typeof days === 'number' ? movedBy(value, { days }, context) : null),
  add_months: ([value, months], context) =>
    typeof months === 'number' ? movedBy(value, { months }, context) : null,
};
