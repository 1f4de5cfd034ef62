import { sql } from 'kysely';
import { afterCommit } from '#server/platform/database/after-commit.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { collectDeletedTokens } from '#server/platform/indexing/collect-deleted-tokens.ts';
import { removePreviews } from '#server/platform/storage/remove-previews.ts';
import type { Storage } from '#server/platform/storage/storage.ts';

/**
 * Subtracts the passages of items from their hub's language counts, once they are deleted: all writers of the
 * hub update these counts, and must not wait until many items are deleted.
 */
async function uncountLanguages(trx: Transaction, hubId: string, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ language: string; passages: number }>`
    select language, count(*) as passages from passage where item_id = any(${ids}::uuid[]) group by language`.execute(
    trx,
  );
  const languages = rows.map(({ language }) => language);
  const passages = rows.map((row) => row.passages);
  await afterCommit(trx, async (database) => {
    await sql`update hub_language known set passages = greatest(0, known.passages - gone.passages)
      from unnest(${languages}::text[], ${passages}::int[]) as gone (language, passages)
      where known.hub_id = ${hubId} and known.language = gone.language`.execute(database);
  });
}

/**
 * Permanently deletes items with their text in the index, access lists, links, jobs and versions; their files
 * once nothing else refers to them (`server/purge.ts`), and their previews immediately.
 * @param ids of whole trees: a folder is deleted with its contents
 */
export async function deleteItems(
  trx: Transaction,
  storage: Storage,
  hubId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await removePreviews(trx, storage, ids);
  await uncountLanguages(trx, hubId, ids);
  await collectDeletedTokens(trx, hubId, ids);
  await sql`delete from scope where item_id = any(${ids}::uuid[])`.execute(trx);
  await sql`delete from item where id = any(${ids}::uuid[])`.execute(trx);
}
