import { sql } from 'kysely';
import type { Transaction } from '#server/platform/database/database.ts';

/** How long an author's pause may be within one version, in minutes. */
const PAUSE_MINUTES = 10;
/** How long one version goes on at most, in minutes. */
const LONGEST_MINUTES = 60;

/**
 * Notes a document's new text in its versions: an author who goes on writing changes the last version, a pause
 * or another author begins the next. The text before the first one is kept as a version, too. To be called
 * before the item's own content is changed, with its row locked.
 */
export async function recordVersion(
  trx: Transaction,
  { itemId, markdown, userId }: { itemId: string; markdown: string; userId: string | null },
): Promise<void> {
  await sql`insert into document_version (item_id, number, markdown, created_by, created_at, changed_at)
    select ${itemId}, 1, content, coalesce(updated_by, created_by), updated_at, updated_at from item
    where id = ${itemId} and content <> '' and not exists (select from document_version where item_id = ${itemId})`.execute(
    trx,
  );
  const { numAffectedRows } = await sql`update document_version as last
    set markdown = ${markdown}, changed_at = now()
    where item_id = ${itemId} and number = (select max(number) from document_version where item_id = ${itemId})
      and name is null and created_by is not distinct from ${userId}::uuid
      and changed_at > now() - make_interval(mins => ${PAUSE_MINUTES})
      and created_at > now() - make_interval(mins => ${LONGEST_MINUTES})`.execute(trx);
  if (numAffectedRows) return;
  await sql`insert into document_version (item_id, number, markdown, created_by)
    select ${itemId}, coalesce(max(number), 0) + 1, ${markdown}, ${userId} from document_version where item_id = ${itemId}`.execute(
    trx,
  );
}
