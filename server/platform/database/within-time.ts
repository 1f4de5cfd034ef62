import { sql } from 'kysely';
import { transact } from './after-commit.ts';
import type { Database, Transaction } from './database.ts';

/** `query_canceled`, and `in_failed_sql_transaction` for the statements after one that was. */
const CANCELED = new Set<unknown>(['57014', '25P02']);

/** Reads in a transaction of its own, each statement of which may take so many milliseconds; null where one took longer. */
export async function withinTime<T>(
  database: Database,
  milliseconds: number,
  read: (trx: Transaction) => Promise<T>,
): Promise<T | null> {
  try {
    return await transact(database, async (trx) => {
      await sql`set local statement_timeout = ${sql.lit(milliseconds)}`.execute(trx);
      return read(trx);
    });
  } catch (error) {
    if (error instanceof Error && 'code' in error && CANCELED.has(error.code)) return null;
    throw error;
  }
}
