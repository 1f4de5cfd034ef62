import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';

/**
 * Rows that are deleted in one statement: nobody waits long for it, and what a stopped job has done stays
 * done.
 */
export const DELETE_BATCH_SIZE = 5_000;

/**
 * Deletes the rows of a table that match a condition, however many they are, in statements of
 * `DELETE_BATCH_SIZE`. Rows that are locked at that moment stay for the next run.
 */
export async function deleteInBatches(
  database: Database,
  table: keyof Schema,
  where: RawBuilder<unknown>,
  signal: AbortSignal,
): Promise<void> {
  const rows = sql.table(table);
  for (;;) {
    signal.throwIfAborted();
    const { numAffectedRows } = await sql`delete from ${rows} where ctid = any(array(
      select ctid from ${rows} where ${where} limit ${DELETE_BATCH_SIZE} for update skip locked))`.execute(
      database,
    );
    if (Number(numAffectedRows ?? 0) < DELETE_BATCH_SIZE) return;
  }
}
