import { createHash } from 'node:crypto';
import type { Database } from '#server/platform/database/database.ts';
import type { DocumentImport } from './document-import.repo.ts';
import type { PlannedFile } from './plan-files.ts';
import type { ImportSource } from './read-source.ts';

type Read = { reading: DocumentImport; source: ImportSource; signal: AbortSignal };

/**
 * The paths of files that are the same as when they were imported last: only of an import whose user is
 * notified of it before it begins, as each of them is read for that.
 */
export async function unchangedPaths(
  database: Database,
  { reading, source, signal }: Read,
  planned: readonly PlannedFile[],
): Promise<string[]> {
  const { existing } = await database
    .selectFrom('document_import')
    .select('existing')
    .where('job_id', '=', reading.job_id)
    .executeTakeFirstOrThrow();
  if (existing !== 'choose') return [];
  const rows = await database
    .selectFrom('import_source')
    .innerJoin('item', 'item.id', 'import_source.item_id')
    .select(['import_source.path', 'import_source.sha256'])
    .where('import_source.space_id', '=', reading.space_id)
    .where('import_source.source', '=', reading.source)
    .where('item.trashed_at', 'is', null)
    .execute();
  const known = new Map(rows.map(({ path, sha256 }) => [path, sha256]));
  const unchanged: string[] = [];
  for (const { path, kind, problem } of planned) {
    signal.throwIfAborted();
    const sha256 = problem === null && kind !== 'folder' ? known.get(path) : undefined;
    if (sha256 && (await hashOf(source, path)) === sha256) unchanged.push(path);
  }
  return unchanged;
}

/** The hash that a file is known by: of a database of Notion, that of all its rows. Null where it can't be read. */
async function hashOf(source: ImportSource, path: string): Promise<string | null> {
  const file = source.known.get(path)?.data ?? source.databases.get(path) ?? path;
  const hash = createHash('sha256');
  try {
    for await (const chunk of source.chunks(file)) hash.update(chunk);
  } catch {
    // Its own line of the report says why.
    return null;
  }
  return hash.digest('hex');
}
