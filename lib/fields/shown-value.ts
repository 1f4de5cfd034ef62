import { isDay, isMoment, isTime, momentKey } from '#lib/fields/dates.ts';

/** The language that the app speaks; the words of forms are their makers' own. */
const LANGUAGE = 'en';

const numbers = new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 20 });
const days = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium', timeZone: 'UTC' });
const moments = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium', timeStyle: 'short' });
const times = {
  short: new Intl.DateTimeFormat(LANGUAGE, { timeStyle: 'short', timeZone: 'UTC' }),
  medium: new Intl.DateTimeFormat(LANGUAGE, { timeStyle: 'medium', timeZone: 'UTC' }),
};
const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

export const shownNumber = (number: number): string => numbers.format(number);

/** Days and times as people write them; moments as the clock here shows them; what is none of them as it is. */
export function shownTime(type: 'date' | 'time' | 'datetime', text: string): string {
  if (type === 'datetime' && isMoment(text)) return moments.format(momentKey(text));
  if (type === 'date' && isDay(text)) return days.format(new Date(`${text}T00:00:00Z`));
  if (type === 'time' && isTime(text))
    return times[text.length > 5 ? 'medium' : 'short'].format(new Date(`1970-01-01T${text}Z`));
  return text;
}

/** Bytes in steps of 1,000: "14 kB", "2.4 MB". */
export function shownBytes(bytes: number): string {
  let step = 0;
  let value = bytes;
  while (value >= 999.5 && step < UNITS.length - 1) {
    value /= 1000;
    step += 1;
  }
  return new Intl.NumberFormat(LANGUAGE, {
    style: 'unit',
    unit: UNITS[step] ?? 'byte',
    unitDisplay: step > 0 ? 'short' : 'long',
    maximumFractionDigits: step > 0 && value < 10 ? 1 : 0,
  }).format(value);
}
