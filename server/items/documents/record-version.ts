import { sql } from 'kysely';
import type { Transaction } from '#server/platform/database/database.ts';

/** How long the pause may be within one version, in minutes. */
const PAUSE_MINUTES = 10;
/** How long one version continues at most, in minutes. */
const LONGEST_MINUTES = 60;

/** A new text of a document, and who wrote it. */
type Written = {
  itemId: string;
  markdown: string;
  /** Those who wrote it together, or the one who replaced the text; empty where that is nobody's account. */
  authors: readonly string[];
  /** Whether they wrote as others may do at the same time; else the text replaces all that was there. */
  isTogether: boolean;
};

/** The version that may continue. */
type LastVersion = { number: number; isOpen: boolean; isRecent: boolean; present: string[]; wrote: string[] };

/**
 * Notes a document's new text in its versions. Authors who continue writing, alone or together, change the last
 * version; a pause, or another author who joins, begins the next: so the text from before they joined stays. Anybody who
 * replaces the text changes only a version that is all their own. The text before the first one is kept as a version, too.
 *
 * To be called before the item's own content is changed, with its row locked.
 */
export async function recordVersion(trx: Transaction, written: Written): Promise<void> {
  const { itemId, markdown, authors } = written;
  const last = (await lastVersion(trx, itemId)) ?? (await saveTextBefore(trx, itemId));
  if (last && goesOn(last, written)) {
    await sql`update document_version set markdown = ${markdown}, changed_at = now()
      where item_id = ${itemId} and number = ${last.number}`.execute(trx);
    await addAuthors(trx, { itemId, number: last.number, authors, hasWritten: true });
    return;
  }
  const number = (last?.number ?? 0) + 1;
  await sql`insert into document_version (item_id, number, markdown, created_by)
    values (${itemId}, ${number}, ${markdown}, ${authors.at(-1) ?? null})`.execute(trx);
  await addAuthors(trx, { itemId, number, authors, hasWritten: true });
  if (written.isTogether && last?.isRecent)
    await addAuthors(trx, { itemId, number, authors: last.present, hasWritten: false });
}

function goesOn(last: LastVersion, { authors, isTogether }: Written): boolean {
  if (!last.isOpen) return false;
  if (authors.length === 0) return last.present.length === 0;
  const isOwn = last.wrote.length > 0 && last.wrote.every((author) => authors.includes(author));
  return isTogether ? authors.every((author) => last.present.includes(author)) : isOwn;
}

async function lastVersion(trx: Transaction, itemId: string): Promise<LastVersion | undefined> {
  const { rows } = await sql<LastVersion>`select last.number,
      last."isRecent" and last.name is null
        and last.created_at > now() - make_interval(mins => ${LONGEST_MINUTES}) as "isOpen",
      last."isRecent",
      array(select user_id::text from document_version_author author
        where author.item_id = last.item_id and author.number = last.number) as present,
      array(select user_id::text from document_version_author author
        where author.item_id = last.item_id and author.number = last.number and has_written) as wrote
    from (select *, changed_at > now() - make_interval(mins => ${PAUSE_MINUTES}) as "isRecent"
      from document_version where item_id = ${itemId} order by number desc limit 1) as last`.execute(trx);
  return rows[0];
}

/** Keeps the text that was there before the first version, as one. */
async function saveTextBefore(trx: Transaction, itemId: string): Promise<LastVersion | undefined> {
  await sql`with before as (
      insert into document_version (item_id, number, markdown, created_by, created_at, changed_at)
      select ${itemId}, 1, content, coalesce(updated_by, created_by), updated_at, updated_at from item
      where id = ${itemId} and content <> ''
      returning item_id, number, created_by
    )
    insert into document_version_author (item_id, number, user_id, has_written)
    select item_id, number, created_by, true from before where created_by is not null`.execute(trx);
  return lastVersion(trx, itemId);
}

async function addAuthors(
  trx: Transaction,
  {
    itemId,
    number,
    authors,
    hasWritten,
  }: { itemId: string; number: number; authors: readonly string[]; hasWritten: boolean },
): Promise<void> {
  if (authors.length === 0) return;
  await sql`insert into document_version_author (item_id, number, user_id, has_written)
    select ${itemId}, ${number}, author, ${hasWritten} from unnest(${authors}::uuid[]) as author
    on conflict (item_id, number, user_id) do update set has_written = true
      where excluded.has_written and not document_version_author.has_written`.execute(trx);
}
