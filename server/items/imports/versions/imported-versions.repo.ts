import { sql } from 'kysely';
import type { Transaction } from '#server/platform/database/database.ts';

/** A version of a document that is here, as far as an import has to know it. */
type Known = { number: number; changed_at: Date };

/**
 * Locks a document, so that nobody writes a version of it.
 * @returns its newest version, and the number of its oldest; `none` without any, `done` where those of its source came before
 */
export async function lockForVersions(
  trx: Transaction,
  itemId: string,
): Promise<{ newest: Known; oldest: number } | 'none' | 'done'> {
  await sql`select from item where id = ${itemId} for update`.execute(trx);
  const { rows } = await sql<Known & { oldest: number }>`
    select number, changed_at, (select min(number) from document_version where item_id = ${itemId}) as oldest
    from document_version where item_id = ${itemId} order by number desc limit 1`.execute(trx);
  if ((await documentsWithVersions(trx, [itemId])).has(itemId)) return 'done';
  const [newest] = rows;
  return newest ? { newest, oldest: newest.oldest } : 'none';
}

/** Which of these documents have the versions of their source. */
export async function documentsWithVersions(
  trx: Transaction,
  itemIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ item_id: string }>`
    select item_id from import_source where item_id = any(${itemIds}::uuid[]) and has_versions`.execute(trx);
  return new Set(rows.map(({ item_id }) => item_id));
}

export type ImportedVersion = {
  number: number;
  name: string | null;
  markdown: string;
  created_by: string | null;
  /** Accounts among its authors. */
  authors: readonly string[];
  imported_authors: readonly string[];
  created_at: Date;
  changed_at: Date;
};

/** Stores versions of a document, as they were. */
export async function insertVersions(
  trx: Transaction,
  itemId: string,
  versions: readonly ImportedVersion[],
): Promise<void> {
  if (versions.length === 0) return;
  await trx
    .insertInto('document_version')
    .values(
      versions.map(({ authors: _, imported_authors, ...version }) => ({
        ...version,
        item_id: itemId,
        imported_authors: [...imported_authors],
      })),
    )
    .execute();
  const written = versions.flatMap(({ number, authors }) =>
    [...new Set(authors)].map((user_id) => ({ item_id: itemId, number, user_id, has_written: true })),
  );
  if (written.length > 0) await trx.insertInto('document_version_author').values(written).execute();
}

/**
 * Notes that the versions of documents are here. A document whose text is not that of the newest of them gets its own one
 * as a version, too: what is written next would leave nothing of it.
 */
export async function completeVersions(trx: Transaction, itemIds: readonly string[]): Promise<void> {
  await sql`with newest as (
      select distinct on (item_id) item_id, number, markdown from document_version
      where item_id = any(${itemIds}::uuid[]) order by item_id, number desc
    ), added as (
      insert into document_version (item_id, number, markdown, created_by, created_at, changed_at)
      select item.id, newest.number + 1, item.content, coalesce(item.updated_by, item.created_by), now(), now()
      from newest join item on item.id = newest.item_id
      where item.content <> newest.markdown
      returning item_id, number, created_by
    )
    insert into document_version_author (item_id, number, user_id, has_written)
    select item_id, number, created_by, true from added where created_by is not null`.execute(trx);
  await sql`update import_source set has_versions = true where item_id = any(${itemIds}::uuid[])`.execute(
    trx,
  );
}
