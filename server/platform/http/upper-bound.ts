/** The largest year that the database and four digits allow. */
const LAST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** The first time that an upper bound (a day in UTC, or a time) excludes: a day is included to its end. */
export function exclusiveUpperBound(to: string): Date {
  return new Date(Math.min(LAST, new Date(to).getTime() + (to.includes('T') ? 1 : 24 * 3_600_000)));
}
