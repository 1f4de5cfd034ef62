import { sql } from 'kysely';
import type { Database } from './database.ts';

const checked = new Map<string, Promise<string>>();

const OFFSET = /^([+-])(\d\d):?(\d\d)?$/;

/**
 * A time zone (IANA) by a name that the database knows: PostgreSQL has its own list, which may be older than
 * ours. UTC where the zone is not in it. May be called in a transaction: a zone that is not there fails no statement.
 */
export function supportedTimeZone(database: Database, zone: string): Promise<string> {
  // The database reads offsets with the opposite sign (POSIX).
  const [isOffset, sign, hours = '00', minutes = '00'] = OFFSET.exec(zone) ?? [];
  if (isOffset) return Promise.resolve(`${sign === '+' ? '-' : '+'}${hours}:${minutes}`);
  let found = checked.get(zone);
  if (!found) {
    found = sql`select from pg_timezone_names where lower(name) = lower(${zone}) limit 1`
      .execute(database)
      .then(
        ({ rows }) => (rows.length > 0 ? zone : 'UTC'),
        (error: unknown) => {
          checked.delete(zone);
          throw error;
        },
      );
    checked.set(zone, found);
  }
  return found;
}
