import { useSyncExternalStore } from 'react';
import { type IntlShape, useIntl } from 'react-intl';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "3 min. ago", "yesterday", "4 Nov", "4 Nov 2024": as short as is precise enough. */
export function relativeTime(intl: IntlShape, then: Date, now: number): string {
  const age = now - then.getTime();
  const style = { numeric: 'auto', style: 'short' } as const;
  if (Math.abs(age) < MINUTE) return intl.formatRelativeTime(0, 'second', style);
  if (Math.abs(age) < HOUR) return intl.formatRelativeTime(-Math.round(age / MINUTE), 'minute', style);
  if (Math.abs(age) < DAY) return intl.formatRelativeTime(-Math.round(age / HOUR), 'hour', style);
  if (Math.abs(age) < 7 * DAY) return intl.formatRelativeTime(-Math.round(age / DAY), 'day', style);
  const sameYear = then.getFullYear() === new Date(now).getFullYear();
  return intl.formatDate(then, { day: 'numeric', month: 'short', ...(sameYear ? {} : { year: 'numeric' }) });
}

let clock = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for all times on the page. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    clock = Date.now();
    for (const listener of listeners) listener();
  }, MINUTE);
  return () => {
    listeners.delete(listener);
    if (listeners.size) return;
    clearInterval(timer);
    timer = undefined;
  };
}

type RelativeTimeProps = {
  /** RFC 3339 */
  value: string;
  /** Time zone (IANA) of the exact time, which then names it; the reader's own unless given. */
  timeZone?: string | undefined;
};

/**
 * A relative time, and the exact one on hover. The server knows neither the reader's clock nor their time zone, so it
 * renders the date in UTC, and the browser the rest: both agree during hydration.
 */
export function RelativeTime({ value, timeZone }: RelativeTimeProps) {
  const intl = useIntl();
  const now = useSyncExternalStore<number | null>(
    subscribe,
    () => clock,
    () => null,
  );
  const then = new Date(value);
  if (Number.isNaN(then.getTime())) return null;
  if (now === null) {
    const date = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
    return <time dateTime={value}>{intl.formatDate(then, date)}</time>;
  }
  // The timer of a page in the background may be behind the time of a new entry.
  const shown = relativeTime(intl, then, Math.max(now, Math.min(then.getTime(), Date.now())));
  const exact = intl.formatDate(then, { dateStyle: 'long', timeStyle: 'short', timeZone });
  return (
    <time dateTime={value} title={timeZone ? `${exact} (${timeZone})` : exact}>
      {shown}
    </time>
  );
}
