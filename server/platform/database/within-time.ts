import { sql } from 'kysely';
import { transact } from './after-commit.ts';
import type { Database, Transaction } from './database.ts';
import { isTransaction, readInSavepoint } from './in-transaction.ts';

/** `query_canceled`, and `in_failed_sql_transaction` for the statements after one that was. */
const CANCELED = new Set<unknown>(['57014', '25P02']);

/**
 * Reads so that each statement may take so many milliseconds; null where one took longer. In a transaction of its own, or within
 * one, which continues as before.
 */
export async function withinTime<T>(
  database: Database | Transaction,
  milliseconds: number,
  read: (trx: Transaction) => Promise<T>,
): Promise<T | null> {
  const limited = async (trx: Transaction) => {
    await sql`set local statement_timeout = ${sql.lit(milliseconds)}`.execute(trx);
    return read(trx);
  };
  try {
    return await (isTransaction(database) ? readInSavepoint(database, limited) : transact(database, limited));
  } catch (error) {
    if (error instanceof Error && 'code' in error && CANCELED.has(error.code)) return null;
    throw error;
  }
}
