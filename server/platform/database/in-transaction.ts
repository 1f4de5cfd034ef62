import { sql } from 'kysely';
import { transact } from './after-commit.ts';
import type { Database, Transaction } from './database.ts';

/**
 * One savepoint name for all: an inner one hides an outer one, and each statement stays one that is prepared
 * once.
 */
const SAVEPOINT = 'act';

/**
 * Runs `work` in one transaction of the request: all of it happens, or nothing. Where the request already
 * runs in one (for its idempotency key, see `server/api/idempotency.ts`), it joins that one; only what fails
 * is rolled back.
 */
export async function inTransaction<T>(
  services: { database: Database | Transaction },
  work: (trx: Transaction) => Promise<T>,
): Promise<T> {
  const { database } = services;
  if (!isTransaction(database)) return transact(database, work);
  const savepoint = sql.id(SAVEPOINT);
  await sql`savepoint ${savepoint}`.execute(database);
  try {
    const result = await work(database);
    await sql`release savepoint ${savepoint}`.execute(database);
    return result;
  } catch (error) {
    await sql`rollback to savepoint ${savepoint}`.execute(database);
    await sql`release savepoint ${savepoint}`.execute(database);
    throw error;
  }
}

/** Runs what only reads in a transaction. What fails leaves that one as it was, and so do settings that `read` makes. */
export async function readInSavepoint<T>(
  trx: Transaction,
  read: (trx: Transaction) => Promise<T>,
): Promise<T> {
  const savepoint = sql.id(SAVEPOINT);
  await sql`savepoint ${savepoint}`.execute(trx);
  try {
    return await read(trx);
  } finally {
    await sql`rollback to savepoint ${savepoint}`.execute(trx);
    await sql`release savepoint ${savepoint}`.execute(trx);
  }
}

export function isTransaction(database: Database | Transaction): database is Transaction {
  return database.isTransaction;
}
