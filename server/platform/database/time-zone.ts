import { sql } from 'kysely';
import type { Database } from './database.ts';

const checked = new Map<string, Promise<string>>();

/** The code of PostgreSQL for a value that a parameter can't have. */
const INVALID_PARAMETER = '22023';

/**
 * A time zone (IANA) by a name that the database knows: PostgreSQL has its own list, which may be older than
 * ours. UTC where the zone is not in it.
 */
export function supportedTimeZone(database: Database, zone: string): Promise<string> {
  // The database reads offsets with the opposite sign (POSIX).
  if (!/^[a-z]/i.test(zone)) return Promise.resolve('UTC');
  let found = checked.get(zone);
  if (!found) {
    found = sql`select now() at time zone ${zone}`.execute(database).then(
      () => zone,
      (error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === INVALID_PARAMETER) return 'UTC';
        checked.delete(zone);
        throw error;
      },
    );
    checked.set(zone, found);
  }
  return found;
}
