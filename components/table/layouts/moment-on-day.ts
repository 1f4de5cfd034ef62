import { parseLocalDateTime } from '#lib/fields/local-date-time.ts';

/** The point in time at which clocks of a time zone show this time (`09:00`) on a day. */
export function momentOnDay(day: string, time: string, timeZone: string | undefined): string {
  const read = parseLocalDateTime(`${day}T${time}`, timeZone);
  if (read.kind === 'moment') return read.moment;
  // Clocks that skip a time show a later one; of two the first is meant.
  return 'readings' in read ? read.readings[0] : `${day}T${time.slice(0, 5)}:00Z`;
}
