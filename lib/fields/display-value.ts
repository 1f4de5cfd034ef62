import { dateTimeKey, isIsoDate, isIsoDateTime, isIsoTime } from '#lib/fields/dates.ts';

/** The app's default language. */
const LANGUAGE = 'en';

type Formats = {
  numbers: Intl.NumberFormat;
  days: Intl.DateTimeFormat;
  moments: (timeZone?: string) => Intl.DateTimeFormat;
  times: Record<'short' | 'medium', Intl.DateTimeFormat>;
};

const known = new Map<string, Formats>();

function formatsOf(language: string): Formats {
  const found = known.get(language);
  if (found) return found;
  const moments = new Map<string, Intl.DateTimeFormat>();
  const made: Formats = {
    numbers: new Intl.NumberFormat(language, { maximumFractionDigits: 20 }),
    days: new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }),
    moments: (timeZone) => {
      const key = timeZone ?? '';
      const format =
        moments.get(key) ??
        new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone });
      moments.set(key, format);
      return format;
    },
    times: {
      short: new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone: 'UTC' }),
      medium: new Intl.DateTimeFormat(language, { timeStyle: 'medium', timeZone: 'UTC' }),
    },
  };
  known.set(language, made);
  return made;
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

export const displayNumber = (number: number, language = LANGUAGE): string =>
  formatsOf(language).numbers.format(number);

/**
 * Days and times as users write them; times with a date in the zone, or the local one without one; anything
 * else unchanged.
 * @param timeZone IANA
 */
export function displayTime(
  type: 'date' | 'time' | 'datetime',
  text: string,
  language = LANGUAGE,
  timeZone?: string,
): string {
  const { days, moments, times } = formatsOf(language);
  if (type === 'datetime' && isIsoDateTime(text)) return moments(timeZone).format(dateTimeKey(text));
  if (type === 'date' && isIsoDate(text)) return days.format(new Date(`${text}T00:00:00Z`));
  if (type === 'time' && isIsoTime(text))
    return times[text.length > 5 ? 'medium' : 'short'].format(new Date(`1970-01-01T${text}Z`));
  return text;
}

/** Bytes in steps of 1,000: "14 kB", "2.4 MB". */
export function displayBytes(bytes: number, language = LANGUAGE): string {
  let step = 0;
  let value = bytes;
  while (value >= 999.5 && step < UNITS.length - 1) {
    value /= 1000;
    step += 1;
  }
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: UNITS[step] ?? 'byte',
    unitDisplay: step > 0 ? 'short' : 'long',
    maximumFractionDigits: step > 0 && value < 10 ? 1 : 0,
  }).format(value);
}
