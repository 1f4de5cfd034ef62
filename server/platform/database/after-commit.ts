import type { Database, Transaction } from './database.ts';

type Work = (database: Database) => Promise<void>;

const waiting = new WeakMap<Database | Transaction, Work[]>();

/** Runs `work` in one transaction of its own, and once that is committed, what it left to be done after. */
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
 * Leaves work until the transaction that is going on (by `transact`) is committed; elsewhere it is done at once. For
 * what many transactions write to the same rows, in whatever order: counts that are estimates, where a lock that is
 * held until the commit would make others wait, or two wait for each other. A kill in between loses it.
 */
export async function afterCommit(database: Database | Transaction, work: Work): Promise<void> {
  const after = waiting.get(database);
  if (after) after.push(work);
  else await work(database);
}
