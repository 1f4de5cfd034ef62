import { sql } from 'kysely';
import type { Transaction } from '#server/platform/database/database.ts';
import { notionKeyOf } from './notion-names.ts';
import type { PlannedFile } from './plan-files.ts';

/**
 * The paths that files of an export of Notion had when they were imported last, by their paths now: a page that was renamed
 * there is the same page.
 */
export async function pathsBefore(
  trx: Transaction,
  { space_id, source }: { space_id: string; source: string },
  files: readonly PlannedFile[],
): Promise<ReadonlyMap<string, string>> {
  const before = new Map<string, string>();
  if (!files.some(({ path }) => notionKeyOf(path) !== null)) return before;
  const { rows } = await sql<{ path: string }>`select path from import_source
    where space_id = ${space_id} and source = ${source}`.execute(trx);
  const known = new Set(rows.map(({ path }) => path));
  const now = new Set(files.map(({ path }) => path));
  const former = new Map<string, string>();
  for (const path of known) {
    const key = now.has(path) ? null : notionKeyOf(path);
    if (key) former.set(key, path);
  }
  for (const { path, problem } of files) {
    const key = problem === null && !known.has(path) ? notionKeyOf(path) : null;
    const old = key === null ? undefined : former.get(key);
    if (key === null || old === undefined) continue;
    before.set(path, old);
    former.delete(key);
  }
  return before;
}
