import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';

/** The channel by which a process without an indexer wakes those of others. */
export const INDEXING_CHANNEL = 'hubkeep_indexing';
/** Notifications of a process are this far apart, in milliseconds: each delays the commits of others. */
const GATHER_MS = 50;

const indexers = new Set<() => void>();
const notifying = new WeakSet<Database>();

/** Wakes the indexers of this process; where it has none, those of the other processes. */
export function wakeIndexers(database: Database): void {
  for (const wake of indexers) wake();
  if (indexers.size > 0 || notifying.has(database)) return;
  notifying.add(database);
  setTimeout(() => {
    notifying.delete(database);
    // They also look by themselves every second.
    sql`select pg_notify(${INDEXING_CHANNEL}, '')`.execute(database).catch(() => undefined);
  }, GATHER_MS).unref();
}

/** @returns the function that ends it */
export function onIndexingQueued(wake: () => void): () => void {
  indexers.add(wake);
  return () => indexers.delete(wake);
}
