import { AsyncLocalStorage } from 'node:async_hooks';

/** What one request has spent so far, in milliseconds. */
export type Timing = { startedAt: number; databaseMs: number; queries: number };

const current = new AsyncLocalStorage<Timing>();

export function newTiming(): Timing {
  return { startedAt: performance.now(), databaseMs: 0, queries: 0 };
}

/** Runs `work` so that every query inside is counted on `timing`. */
export function withTiming<T>(timing: Timing, work: () => T): T {
  return current.run(timing, work);
}

/** Adds the time of a query to the request that makes it. */
export function timeQuery<T>(query: () => T): T {
  const timing = current.getStore();
  const result = query();
  if (timing && result instanceof Promise) {
    const startedAt = performance.now();
    const count = (): void => {
      timing.databaseMs += performance.now() - startedAt;
      timing.queries += 1;
    };
    result.then(count, count);
  }
  return result;
}

/** The header's value (W3C Server Timing): `db;dur=…;desc="n queries", total;dur=…`. */
export function serverTiming(timing: Timing): string {
  const total = performance.now() - timing.startedAt;
  return `db;dur=${timing.databaseMs.toFixed(1)};desc="${timing.queries} queries", total;dur=${total.toFixed(1)}`;
}
