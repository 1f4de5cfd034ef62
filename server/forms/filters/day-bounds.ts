import { type RawBuilder, sql } from 'kysely';
import { exclusiveUpperBound } from '#server/platform/http/upper-bound.ts';

const isDay = (bound: string) => !bound.includes('T');

/** The first time that a lower bound includes: a day begins in the given time zone. */
export const startOfPeriod = (from: string, zone: string): RawBuilder<unknown> =>
  isDay(from) ? sql`(${from}::date::timestamp at time zone ${zone})` : sql`${new Date(from)}::timestamptz`;

/** The first time that an upper bound excludes: a day is included to its end, in the given time zone. */
export const endOfPeriod = (to: string, zone: string): RawBuilder<unknown> =>
  isDay(to)
    ? sql`((${to}::date + 1)::timestamp at time zone ${zone})`
    : sql`${exclusiveUpperBound(to)}::timestamptz`;

/** The day that a bound is, or falls on by the clocks of the zone. */
export const dayInZone = (bound: string, zone: string): RawBuilder<unknown> =>
  isDay(bound) ? sql`${bound}::date` : sql`(${new Date(bound)}::timestamptz at time zone ${zone})::date`;
