import { SchedulerTimeout } from './fair-scheduler.ts';

/**
 * Codes of waiting too long: for a connection slot, PostgreSQL's `lock_not_available`, `query_canceled` (by a
 * timeout), `idle_in_transaction_session_timeout` and `too_many_connections`. Nothing was done, so it can be
 * retried.
 */
const BUSY = new Set<unknown>(['55P03', '57014', '25P03', '53300']);

/** Whether work failed because something was waited for too long. */
export const isLockOrStatementTimeout = (error: unknown): boolean =>
  error instanceof SchedulerTimeout || (error instanceof Error && 'code' in error && BUSY.has(error.code));
