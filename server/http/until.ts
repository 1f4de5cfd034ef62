/** The first moment that an upper bound (a day in UTC, or a moment) leaves out: a whole day counts to its end. */
export function until(to: string): Date {
  return new Date(new Date(to).getTime() + (to.includes('T') ? 1 : 24 * 3_600_000));
}
