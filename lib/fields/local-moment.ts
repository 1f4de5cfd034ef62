import { isMoment, momentKey } from '#lib/fields/dates.ts';

const pad = (number: number, width = 2) => String(number).padStart(width, '0');

/** A moment as `<input type="datetime-local">` shows it here: `2026-05-01T09:30`; empty for what is no moment. */
export function localFromMoment(moment: string): string {
  const time = isMoment(moment) ? new Date(momentKey(moment)) : null;
  if (!time || Number.isNaN(time.getTime())) return '';
  const day = `${pad(time.getFullYear(), 4)}-${pad(time.getMonth() + 1)}-${pad(time.getDate())}`;
  const seconds = time.getSeconds() > 0 ? `:${pad(time.getSeconds())}` : '';
  return `${day}T${pad(time.getHours())}:${pad(time.getMinutes())}${seconds}`;
}

/** The same back, with the offset that holds here on that day: `2026-05-01T09:30:00+02:00`; null for what is no moment. */
export function momentFromLocal(local: string): string | null {
  const time = new Date(local);
  if (Number.isNaN(time.getTime())) return null;
  const offset = -time.getTimezoneOffset();
  const sign = offset < 0 ? '-' : '+';
  const zone = `${sign}${pad(Math.floor(Math.abs(offset) / 60))}:${pad(Math.abs(offset) % 60)}`;
  const moment = `${local.length === 16 ? `${local}:00` : local}${zone}`;
  return isMoment(moment) ? moment : null;
}
