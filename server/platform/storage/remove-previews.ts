import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import type { Storage } from './storage.ts';

/**
 * Removes what was made of the files of items that nobody gets back any more, where another item has the same bytes:
 * else it goes with the file. It is done before the items are deleted, so that after a kill the next run finds them.
 */
export async function removePreviews(
  database: Database | Transaction,
  storage: Storage,
  itemIds: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ id: string; sha256: string }>`
    select item.id, item.file_sha256 as sha256 from item
    where item.id = any(${itemIds}::uuid[]) and exists (
      select from item other where other.file_sha256 = item.file_sha256 and other.id <> all(${itemIds}::uuid[]))`.execute(
    database,
  );
  await Promise.all(rows.map(({ id, sha256 }) => storage.removeDerived(sha256, id)));
}
