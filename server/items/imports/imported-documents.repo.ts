import { sql } from 'kysely';
import type { ItemSource } from '#lib/contract/item.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { type DocumentImport, type KnownSource, requireActiveImport } from './document-import.repo.ts';

/** Which of these items came from a source before, and what they were then. */
export async function sourcesOfItems(
  database: Database,
  itemIds: readonly string[],
): Promise<ReadonlyMap<string, KnownSource>> {
  const rows = await database
    .selectFrom('import_source')
    .select(['item_id', 'path', 'sha256', 'markdown'])
    .where('item_id', 'in', itemIds)
    .execute();
  return new Map(rows.map(({ item_id, ...known }) => [item_id, known]));
}

/**
 * Notes that files are imported, in the transaction that writes them.
 * @returns the positions of those for which that was not done before
 * @throws ImportStopped where the import was cancelled
 */
export async function recordImported(
  trx: Transaction,
  jobId: string,
  files: readonly { position: number; reason: string | null }[],
): Promise<ReadonlySet<number>> {
  await requireActiveImport(trx, jobId);
  const { rows } = await sql<{ position: number }>`
    update document_import_file file set status = 'imported', reason = row.reason
    from unnest(${files.map(({ position }) => position)}::int[], ${files.map(({ reason }) => reason)}::text[])
      as row (position, reason)
    where file.job_id = ${jobId} and file.position = row.position and file.status is null
    returning file.position`.execute(trx);
  return new Set(rows.map(({ position }) => position));
}

type SourceFacts = {
  id: string;
  created_at: Date | null;
  updated_at: Date | null;
  position: number | null;
  meta: { source?: ItemSource; full_width?: boolean };
};

const hasFacts = ({ created_at, updated_at, position, meta }: SourceFacts): boolean =>
  created_at !== null || updated_at !== null || position !== null || Object.keys(meta).length > 0;

/** Gives new items the times of their source, their places there, their authors and tags, and their widths. */
export async function setSourceFacts(trx: Transaction, items: readonly SourceFacts[]): Promise<void> {
  const stated = items.filter(hasFacts);
  if (stated.length === 0) return;
  await sql`update item set
      created_at = coalesce(row.created_at, row.updated_at, item.created_at),
      updated_at = coalesce(greatest(row.updated_at, row.created_at), item.updated_at),
      position = coalesce(row.position, item.position), meta = item.meta || row.meta::jsonb
    from unnest(${stated.map(({ id }) => id)}::uuid[], ${stated.map((one) => one.created_at)}::timestamptz[],
        ${stated.map((one) => one.updated_at)}::timestamptz[], ${stated.map((one) => one.position)}::int[],
        ${stated.map(({ meta }) => JSON.stringify(meta))}::text[])
      as row (id, created_at, updated_at, position, meta)
    where item.id = row.id`.execute(trx);
}

/** Stores where new items came from, so that the same import again knows them. */
export async function saveSources(
  trx: Transaction,
  { space_id, source }: Pick<DocumentImport, 'space_id' | 'source'>,
  items: readonly { itemId: string; path: string; sha256: string; markdown: string }[],
): Promise<void> {
  const ids = items.map(({ itemId }) => itemId);
  const paths = items.map(({ path }) => path);
  // Their former items no longer exist, or are in the trash.
  await sql`delete from import_source known
    using unnest(${ids}::uuid[], ${paths}::text[]) as row (item_id, path)
    where known.space_id = ${space_id} and known.source = ${source} and known.path = row.path
      and known.item_id <> row.item_id`.execute(trx);
  await sql`insert into import_source (item_id, space_id, source, path, sha256, markdown)
    select row.item_id, ${space_id}, ${source}, row.path, row.sha256, row.markdown
    from unnest(${ids}::uuid[], ${paths}::text[], ${items.map(({ sha256 }) => sha256)}::text[],
      ${items.map(({ markdown }) => markdown)}::text[]) as row (item_id, path, sha256, markdown)
    on conflict (item_id) do update set sha256 = excluded.sha256, markdown = excluded.markdown,
      path = excluded.path, source = excluded.source, space_id = excluded.space_id`.execute(trx);
}

/** Which of these are views of tables, as an import made them. */
export async function viewsAmong(database: Database, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from table_view where id = any(${[...new Set(ids)]}::uuid[])`.execute(database);
  return new Set(rows.map(({ id }) => id));
}
