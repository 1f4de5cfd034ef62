import { dateTimeKey, isIsoDate, isIsoDateTime, isIsoTime } from '#lib/fields/dates.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const pad = (number: number, width = 2) => String(number).padStart(width, '0');

/** The maximum number of cached formatters. */
const CACHED_MAX = 500;
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string | undefined): Intl.DateTimeFormat {
  const known = clocks.get(timeZone ?? '');
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  if (clocks.size >= CACHED_MAX) clocks.clear();
  clocks.set(timeZone ?? '', made);
  return made;
}

/** Whether this is a time zone that clocks can be set to: `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  try {
    clockOf(name);
    return name !== '';
  } catch {
    return false;
  }
}

/** The local time at a time: `2026-05-01T09:30:00`. */
function clockAt(time: number, timeZone: string | undefined): string {
  const found = new Map(
    clockOf(timeZone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes, width = 2) => pad(Number(found.get(type)), width);
  return `${part('year', 4)}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}`;
}

/** Years after 9999 are written with a sign and six digits (ECMA-262, 21.4.1.32). */
const asUtc = (local: string) => Date.parse(`${local.replace(/^(?=\d{5}-)/, '+0')}Z`);

/** How far the local time is ahead of UTC at a time, in milliseconds. */
const offsetAt = (time: number, timeZone: string | undefined) =>
  asUtc(clockAt(time, timeZone)) - Math.floor(time / 1000) * 1000;

/** A time as `<input type="datetime-local">` shows it: `2026-05-01T09:30`; empty for an invalid one. */
export function toLocalDateTime(moment: string, timeZone?: string): string {
  const time = isIsoDateTime(moment) ? dateTimeKey(moment) : Number.NaN;
  return Number.isNaN(time) ? '' : clockAt(time, timeZone).replace(/:00$/, '');
}

/** A time with the offset of its zone; in UTC where the offset has fractions of minutes, as long ago. */
function writtenMoment(time: number, timeZone: string | undefined): string {
  const offset = offsetAt(time, timeZone) / MINUTE_MS;
  if (!Number.isInteger(offset)) return new Date(time).toISOString().replace('.000Z', 'Z');
  const size = Math.abs(offset);
  const zone = `${offset < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
  return `${clockAt(time, timeZone)}${timeZone === 'UTC' ? 'Z' : zone}`;
}

const LOCAL = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}(?::\d{2})?)$/;

/** Whether this is a day and a time without a zone, as `<input type="datetime-local">` returns it. */
export function isLocalTime(text: string): boolean {
  const [, day = '', time = ''] = LOCAL.exec(text) ?? [];
  return isIsoDate(day) && isIsoTime(time);
}

/** The time of a local time; two readings where clocks skip it (what they show instead), or show it twice. */
export type ParsedLocalDateTime =
  | { kind: 'moment'; moment: string }
  | { kind: 'skipped' | 'repeated'; readings: readonly [string, string] }
  | { kind: 'none' };

/**
 * The point in time of a local time: `2026-05-01T09:30` is `2026-05-01T09:30:00+02:00` in Berlin.
 * @param timeZone (IANA) by default that of this machine
 */
export function parseLocalDateTime(local: string, timeZone?: string): ParsedLocalDateTime {
  if (!isLocalTime(local)) return { kind: 'none' };
  const shown = asUtc(local.length === 16 ? `${local}:00` : local);
  const before = offsetAt(shown - DAY_MS, timeZone);
  const after = offsetAt(shown + DAY_MS, timeZone);
  const written = (offset: number) => writtenMoment(shown - offset, timeZone);
  const isShownBy = (offset: number) => offsetAt(shown - offset, timeZone) === offset;
  const fitting = [...new Set([before, after])].filter(isShownBy);
  const [first, second] = fitting;
  if (first === undefined) return { kind: 'skipped', readings: [written(after), written(before)] };
  if (second !== undefined) return { kind: 'repeated', readings: [written(first), written(second)] };
  const moment = written(first);
  return isIsoDateTime(moment) ? { kind: 'moment', moment } : { kind: 'none' };
}
