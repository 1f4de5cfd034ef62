import type { Database, Transaction } from './database.ts';

type Work = (database: Database) => Promise<void>;

const waiting = new WeakMap<Database | Transaction, Work[]>();

/** Runs `work` in one transaction of its own, and after its commit the work that it deferred. */
export async function transact<T>(database: Database, work: (trx: Transaction) => Promise<T>): Promise<T> {
  const after: Work[] = [];
  const result = await database.transaction().execute((trx) => {
    waiting.set(trx, after);
    return work(trx);
  });
  for (const one of after) await one(database);
  return result;
}

/**
 * Defers work until the current transaction (by `transact`) is committed; outside of one it runs immediately.
 * For what many transactions write to the same rows, in any order: counts that are estimates, where a lock
 * held until the commit would make others wait, or cause a deadlock. A kill in between loses it.
 */
export async function afterCommit(database: Database | Transaction, work: Work): Promise<void> {
  const after = waiting.get(database);
  if (after) after.push(work);
  else await work(database);
}
