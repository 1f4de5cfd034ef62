import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';
import { rowTableOf } from '../table/table.ts';

/** Whether a table or contact list has this row now. */
export async function hasRow(
  database: Database | Transaction,
  itemId: string,
  rowId: string,
): Promise<boolean> {
  if (!isId(rowId)) return false;
  const { rows: tables } = await sql`select from user_table where item_id = ${itemId}`.execute(database);
  if (tables.length === 0) return false;
  const { rows } = await sql`select from ${rowTableOf(itemId)} where id = ${rowId}`.execute(database);
  return rows.length > 0;
}
