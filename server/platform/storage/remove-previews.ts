import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import type { Storage } from './storage.ts';

/**
 * Deletes the previews of items that can't be restored any more, where another item has the same bytes:
 * otherwise they are deleted with the file. It runs before the items are deleted, so that after a kill the
 * next run finds them.
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
