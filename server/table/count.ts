import { sql } from 'kysely';
import { afterCommit } from '../database/after-commit.ts';
import type { Transaction } from '../database/database.ts';
import type { Table } from './table.ts';

/**
 * Counts rows that came or went, and that the item was changed; after the transaction, so that those who write to one
 * table do not wait for each other. A kill in between loses a count: it is an estimate.
 */
export async function noteRows(
  trx: Transaction,
  { item }: Table,
  more: number,
  userId: string | null,
): Promise<void> {
  await afterCommit(trx, async (database) => {
    await sql`update item set updated_at = now(), updated_by = coalesce(${userId}, updated_by),
        meta = meta || jsonb_build_object('rows', greatest(0, coalesce((meta ->> 'rows')::bigint, 0) + ${more}::bigint))
      where id = ${item.id}`.execute(database);
  });
}
