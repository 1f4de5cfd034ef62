import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Transaction } from '#server/platform/database/database.ts';
import { inTransaction } from '#server/platform/database/in-transaction.ts';
import { conflict } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';

/**
 * A change of columns waits for writers of rows, but must not make everybody else wait behind it for long.
 */
const LOCKS = { timeout: 2_000, tries: 4, pause: 250, pauseMax: 1_000 };

/** For a job, which has time: anybody who reads or writes waits less, and it is tried more often. */
export const SHORT_LOCKS: typeof LOCKS = { timeout: 200, tries: 40, pause: 250, pauseMax: 1_000 };

/** PostgreSQL's `lock_not_available` and `deadlock_detected`. */
const BUSY = new Set(['55P03', '40P01']);

/** Whether a lock was waited for in vain. */
export const isLockRefused = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && BUSY.has(String(error.code));

export const tableBusy = () => conflict('table_busy', 'Others are changing this table right now. Try again.');

/**
 * Runs a change of a table's columns in one transaction, and retries where others are writing to the table.
 * @throws ApiError 409 where they don't finish.
 */
export async function withColumnLock<T>(
  services: Pick<Services, 'database'>,
  work: (trx: Transaction) => Promise<T>,
  locks = LOCKS,
): Promise<T> {
  // The request's own transaction (for its `Idempotency-Key`) must not stay open during pauses.
  const tries = services.database.isTransaction ? 1 : locks.tries;
  for (let tried = 1; ; tried += 1) {
    try {
      return await inTransaction(services, async (trx) => {
        await sql`set local lock_timeout = ${sql.lit(locks.timeout)}`.execute(trx);
        const result = await work(trx);
        await sql`set local lock_timeout to default`.execute(trx);
        return result;
      });
    } catch (error) {
      if (!isLockRefused(error)) throw error;
      if (tried === tries) throw tableBusy();
      await pause(Math.min(locks.pause * tried, locks.pauseMax));
    }
  }
}
