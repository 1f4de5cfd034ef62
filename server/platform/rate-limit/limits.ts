import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Config } from '#server/platform/config/config.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { tooManyRequests } from '#server/platform/http/api-error.ts';

/** How many attempts are allowed in a window that begins with the first one. */
export type Limit = { name: string; most: number; seconds: number };

/** A limit for somebody in particular: an account, an address, or both. */
export type Counter = { limit: Limit; key: string };

/** The counters on which an attempt was counted, so that it can be uncounted. */
export type Reservation = { counters: readonly Counter[] };

const NOTHING: Reservation = { counters: [] };

/** Counters are named by a hash, so that the table contains no address of anybody. */
export function limitCounter(limit: Limit, ...parts: string[]): Counter {
  const hash = createHash('sha256').update(parts.join('\0')).digest('base64url');
  return { limit, key: `${limit.name}:${hash}` };
}

/**
 * Counts one attempt, unless the window's maximum is reached; one statement, so that parallel attempts can't
 * pass.
 */
async function count(trx: Transaction, { limit, key }: Counter, most: number): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    insert into rate_limit_counter as a (key, count, ends_at)
    values (${key}, 1, now() + make_interval(secs => ${limit.seconds}))
    on conflict (key) do update set
      count = case when a.ends_at <= now() then 1 else a.count + 1 end,
      ends_at = case when a.ends_at <= now() then excluded.ends_at else a.ends_at end
    where a.ends_at <= now() or a.count < ${most}
    returning count`.execute(trx);
  if (rows.length > 0) return;
  const { rows: barred } = await sql<{ seconds: number }>`
    select extract(epoch from ends_at - now())::float8 as seconds from rate_limit_counter where key = ${key}`.execute(
    trx,
  );
  throw tooManyRequests(Math.max(1, Math.ceil(barred[0]?.seconds ?? limit.seconds)));
}

const mostOf = (services: { config: Pick<Config, 'rateLimitFactor'> }, { limit }: Counter): number =>
  Math.max(1, Math.floor(limit.most * services.config.rateLimitFactor));

/**
 * Refuses a caller who is already over the limit, at the cost of one read.
 * @throws ApiError 429 with the seconds until the window ends.
 */
export async function refuseIfLimited(
  services: { config: Pick<Config, 'rateLimitFactor'>; database: Database },
  counters: readonly Counter[],
): Promise<void> {
  if (services.config.rateLimitFactor === 0) return;
  const rows = await services.database
    .selectFrom('rate_limit_counter')
    .select(['key', 'count', sql<number>`extract(epoch from ends_at - now())::float8`.as('seconds')])
    .where('ends_at', '>', sql<Date>`now()`)
    .where(
      'key',
      'in',
      counters.map((one) => one.key),
    )
    .execute();
  for (const one of counters) {
    const row = rows.find(({ key }) => key === one.key);
    if (row && row.count >= mostOf(services, one)) throw tooManyRequests(Math.max(1, Math.ceil(row.seconds)));
  }
}

/**
 * Counts one attempt on every counter, before it is made, or on none of them. Pass the caller's own counters
 * first: a caller who is over the limit there must not use up what others share.
 * @throws ApiError 429 with the seconds until the window ends.
 */
export async function consumeLimits(
  services: { config: Pick<Config, 'rateLimitFactor'>; database: Database },
  counters: readonly Counter[],
): Promise<Reservation> {
  if (services.config.rateLimitFactor === 0) return NOTHING;
  await services.database.transaction().execute(async (trx) => {
    for (const one of counters) await count(trx, one, mostOf(services, one));
  });
  return { counters };
}

/**
 * The same in the transaction of the counted action: what is rolled back was not counted.
 * @throws ApiError 429 with the seconds until the window ends.
 */
export async function consumeLimitsIn(
  trx: Transaction,
  services: { config: Pick<Config, 'rateLimitFactor'> },
  counters: readonly Counter[],
): Promise<void> {
  if (services.config.rateLimitFactor === 0) return;
  for (const one of counters) await count(trx, one, mostOf(services, one));
}

/** Uncounts an attempt that did not fail, such as a right password. */
export async function refundLimits(
  services: { database: Database },
  { counters }: Reservation,
): Promise<void> {
  if (counters.length === 0) return;
  const keys = counters.map((one) => one.key);
  // Locked in the order in which attempts are counted, so that there is no deadlock.
  await sql`
    with locked as (
      select key from rate_limit_counter where key = any(${keys}) and count > 0
      order by array_position(${keys}, key) for update
    )
    update rate_limit_counter set count = rate_limit_counter.count - 1 from locked where rate_limit_counter.key = locked.key`.execute(
    services.database,
  );
}
